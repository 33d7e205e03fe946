/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ring_ahead.h"

#include <unistd.h>

/* PIECE: made at once. PART: asked for at once: as much as there is already, within bounds, so that
 * a short program takes little of the disk and a long one asks seldom. */
enum { PIECE_BYTES = 1 << 18, PART_LEAST = PIECE_BYTES, PART_MOST = 8 << 20 };

bool hd__ring_ahead_helps = true;

/* In the helper thread. */
static bool work(hd__job *job, hd__kit *kit)
{
    (void)kit;
    hd__ring_ahead *const ahead = (hd__ring_ahead *)(void *)job;
    const uint64_t from = atomic_load_explicit(&ahead->ready, memory_order_relaxed);
    const uint64_t to = atomic_load_explicit(&ahead->wanted, memory_order_relaxed);
    if (from >= to) {
        return false;
    }
    const uint64_t bytes = to - from < PIECE_BYTES ? to - from : PIECE_BYTES;
    if (!hd__ring_map_prepare(ahead->map, from, (size_t)bytes, true)) {
        atomic_store_explicit(&ahead->failed, true, memory_order_relaxed);
        return false;
    }
    atomic_store_explicit(&ahead->ready, from + bytes, memory_order_release);
    return from + bytes < to;
}

/* The helper stays away where the disk is full: steps are then the writer's, who makes text instead
 * when there is no room for one. */
static void wake(hd__ring_ahead *ahead)
{
    ahead->helped = ahead->entered && !atomic_load_explicit(&ahead->failed, memory_order_relaxed) &&
                    hd__helper_wake(&ahead->job);
}

void hd__ring_ahead_init(hd__ring_ahead *ahead, const hd__ring_map *map, bool grows)
{
    ahead->map = map;
    ahead->owner = getpid();
    atomic_init(&ahead->ready, map->slots_bytes);
    atomic_init(&ahead->wanted, map->slots_bytes);
    if (grows && hd__ring_ahead_helps) {
        ahead->entered = true;
        ahead->job.work = work;
        hd__helper_enter(&ahead->job);
    }
}

static uint64_t get_part(uint64_t bytes)
{
    return bytes < PART_LEAST ? PART_LEAST : bytes < PART_MOST ? bytes : PART_MOST;
}

/* The second half of the last part begins there. */
static uint64_t get_half(uint64_t wanted)
{
    return wanted - (wanted < PART_MOST ? wanted : PART_MOST) / 2;
}

uint64_t hd__ring_ahead_ask(hd__ring_ahead *ahead, uint64_t position)
{
    const uint64_t most = ahead->map->slots_max;
    const uint64_t before = atomic_load_explicit(&ahead->wanted, memory_order_relaxed);
    uint64_t wanted = before;
    while (wanted < most && position >= get_half(wanted)) {
        wanted = most - wanted > get_part(wanted) ? wanted + get_part(wanted) : most;
    }
    if (wanted != before) {
        atomic_store_explicit(&ahead->wanted, wanted, memory_order_relaxed);
        wake(ahead);
    }
    return wanted < most ? get_half(wanted) : UINT64_MAX;
}

static bool take(const hd__ring_ahead *ahead, hd__ring_map *map)
{
    const uint64_t ready = atomic_load_explicit(&ahead->ready, memory_order_acquire);
    if (ready <= map->slots_bytes) {
        return false;
    }
    hd__ring_map_extend(map, ready);
    return true;
}

bool hd__ring_ahead_grow(hd__ring_ahead *ahead, hd__ring_map *map)
{
    if (take(ahead, map)) {
        return true;
    }
    if (ahead->entered) {
        hd__helper_hold(&ahead->job);
        if (take(ahead, map)) {
            if (ahead->helped) {
                wake(ahead);
            }
            return true;
        }
    }
    const bool grown = hd__ring_map_grow(map);
    atomic_store_explicit(&ahead->ready, map->slots_bytes, memory_order_relaxed);
    if (grown && ahead->helped) {
        wake(ahead);
    }
    return grown;
}

void hd__ring_ahead_fini(hd__ring_ahead *ahead)
{
    if (ahead->entered && ahead->owner == getpid()) {
        hd__helper_leave(&ahead->job);
        ahead->entered = false;
    }
}
