/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "hdmpi_map.h"

#include <stdlib.h>

enum { FIRST_SLOT_COUNT = 64 };

/* Handles count up in their low bits or are aligned addresses: a multiplication spreads both. */
static size_t home_of(const hd__map *map, uint64_t key)
{
    const uint64_t mixed = (key ^ (key >> 32)) * UINT64_C(0x9E3779B97F4A7C15);
    return (size_t)(mixed >> 32) & (map->slot_count - 1);
}

/* The key's slot, or the free one where it belongs. */
static hd__map_slot *find(const hd__map *map, uint64_t key)
{
    size_t index = home_of(map, key);
    while (map->slots[index].value != NULL && map->slots[index].key != key) {
        index = (index + 1) & (map->slot_count - 1);
    }
    return &map->slots[index];
}

static bool grow(hd__map *map)
{
    const size_t count = map->slot_count == 0 ? FIRST_SLOT_COUNT : map->slot_count * 2;
    hd__map_slot *const slots = calloc(count, sizeof(*slots));
    if (slots == NULL) {
        return false;
    }
    const hd__map old = *map;
    map->slots = slots;
    map->slot_count = count;
    for (size_t i = 0; i < old.slot_count; i++) {
        if (old.slots[i].value != NULL) {
            *find(map, old.slots[i].key) = old.slots[i];
        }
    }
    free(old.slots);
    return true;
}

void *hd__map_get(hd__map *map, uint64_t key)
{
    pthread_mutex_lock(&map->lock);
    void *const value = map->slot_count == 0 ? NULL : find(map, key)->value;
    pthread_mutex_unlock(&map->lock);
    return value;
}

bool hd__map_put(hd__map *map, uint64_t key, void *value, void **old)
{
    pthread_mutex_lock(&map->lock);
    /* At most half full, so that a search always ends at a free slot soon. */
    const bool fits = map->used_count * 2 < map->slot_count || grow(map);
    if (fits) {
        hd__map_slot *const slot = find(map, key);
        *old = slot->value;
        map->used_count += slot->value == NULL ? 1 : 0;
        *slot = (hd__map_slot){.key = key, .value = value};
    }
    pthread_mutex_unlock(&map->lock);
    return fits;
}

/* Close the gap at `hole`: move back every later entry whose search would pass it. */
static void close_gap(hd__map *map, size_t hole)
{
    const size_t mask = map->slot_count - 1;
    for (size_t next = (hole + 1) & mask; map->slots[next].value != NULL;
         next = (next + 1) & mask) {
        const size_t home = home_of(map, map->slots[next].key);
        if (((next - home) & mask) >= ((next - hole) & mask)) {
            map->slots[hole] = map->slots[next];
            hole = next;
        }
    }
    map->slots[hole].value = NULL;
    map->used_count--;
}

void *hd__map_take(hd__map *map, uint64_t key, const void *expected)
{
    pthread_mutex_lock(&map->lock);
    void *value = NULL;
    if (map->slot_count > 0) {
        const hd__map_slot *const slot = find(map, key);
        value = slot->value;
        if (value != NULL && expected != NULL && value != expected) {
            value = NULL;
        }
        if (value != NULL) {
            close_gap(map, (size_t)(slot - map->slots));
        }
    }
    pthread_mutex_unlock(&map->lock);
    return value;
}

void hd__map_fini(hd__map *map, void (*release)(void *value))
{
    pthread_mutex_lock(&map->lock);
    for (size_t i = 0; i < map->slot_count && release != NULL; i++) {
        if (map->slots[i].value != NULL) {
            release(map->slots[i].value);
        }
    }
    free(map->slots);
    map->slots = NULL;
    map->slot_count = 0;
    map->used_count = 0;
    pthread_mutex_unlock(&map->lock);
}
