/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "hdmpi_map.h"

#include <stdlib.h>

enum { FIRST_SLOT_COUNT = 64 };

/* A reader that sees what a writer stored here sees the odd version before it as well. For a table
 * that nobody shares both are plain on most processors. */
static uint64_t key_at(const hd__map_slot *slot)
{
    return atomic_load_explicit(&slot->key, memory_order_acquire);
}

static void *value_at(const hd__map_slot *slot)
{
    return atomic_load_explicit(&slot->value, memory_order_acquire);
}

static void set(hd__map_slot *slot, uint64_t key, void *value)
{
    atomic_store_explicit(&slot->key, key, memory_order_release);
    atomic_store_explicit(&slot->value, value, memory_order_release);
}

static hd__slots *slots_of(const hd__table *table)
{
    return atomic_load_explicit(&table->slots, memory_order_acquire);
}

/* Handles count up in their low bits or are aligned addresses: a multiplication spreads both. */
static size_t home_of(const hd__slots *slots, uint64_t key)
{
    const uint64_t mixed = (key ^ (key >> 32)) * UINT64_C(0x9E3779B97F4A7C15);
    return (size_t)(mixed >> 32) & (slots->count - 1);
}

/* The key's slot, or the free one where it belongs. Half of the slots are free; only a reader who
 * meets changes may see none, and then any slot will do. */
static hd__map_slot *find(hd__slots *slots, uint64_t key)
{
    size_t index = home_of(slots, key);
    for (size_t steps = 1; steps < slots->count && value_at(&slots->at[index]) != NULL &&
                           key_at(&slots->at[index]) != key;
         steps++) {
        index = (index + 1) & (slots->count - 1);
    }
    return &slots->at[index];
}

static bool grow(hd__table *table)
{
    hd__slots *const old = slots_of(table);
    const size_t count = old == NULL ? FIRST_SLOT_COUNT : old->count * 2;
    hd__slots *const slots = calloc(1, sizeof(*slots) + count * sizeof(slots->at[0]));
    if (slots == NULL) {
        return false;
    }
    slots->count = count;
    for (size_t i = 0; old != NULL && i < old->count; i++) {
        if (value_at(&old->at[i]) != NULL) {
            const uint64_t key = key_at(&old->at[i]);
            set(find(slots, key), key, value_at(&old->at[i]));
        }
    }
    slots->outgrown = table->keeps_outgrown ? old : NULL;
    atomic_store_explicit(&table->slots, slots, memory_order_release);
    if (!table->keeps_outgrown) {
        free(old);
    }
    return true;
}

void *hd__table_get(const hd__table *table, uint64_t key)
{
    hd__slots *const slots = slots_of(table);
    return slots == NULL ? NULL : value_at(find(slots, key));
}

bool hd__table_put(hd__table *table, uint64_t key, void *value, void **old)
{
    *old = NULL;
    /* At most half full, so that a search always ends at a free slot soon. */
    const hd__slots *const slots = slots_of(table);
    if ((slots == NULL || table->used_count * 2 >= slots->count) && !grow(table)) {
        return false;
    }
    hd__map_slot *const slot = find(slots_of(table), key);
    *old = value_at(slot);
    table->used_count += *old == NULL ? 1 : 0;
    set(slot, key, value);
    return true;
}

/* Close the gap at `hole`: move back every later entry whose search would pass it. */
static void close_gap(hd__table *table, hd__slots *slots, size_t hole)
{
    const size_t mask = slots->count - 1;
    for (size_t next = (hole + 1) & mask; value_at(&slots->at[next]) != NULL;
         next = (next + 1) & mask) {
        const uint64_t key = key_at(&slots->at[next]);
        if (((next - home_of(slots, key)) & mask) >= ((next - hole) & mask)) {
            set(&slots->at[hole], key, value_at(&slots->at[next]));
            hole = next;
        }
    }
    atomic_store_explicit(&slots->at[hole].value, NULL, memory_order_release);
    table->used_count--;
}

void *hd__table_take(hd__table *table, uint64_t key, const void *expected)
{
    hd__slots *const slots = slots_of(table);
    if (slots == NULL) {
        return NULL;
    }
    const hd__map_slot *const slot = find(slots, key);
    void *const value = value_at(slot);
    if (value == NULL || (expected != NULL && value != expected)) {
        return NULL;
    }
    close_gap(table, slots, (size_t)(slot - slots->at));
    return value;
}

void hd__table_visit(const hd__table *table, void (*visit)(uint64_t key, void *value, void *data),
                     void *data)
{
    const hd__slots *const slots = slots_of(table);
    for (size_t i = 0; slots != NULL && i < slots->count; i++) {
        void *const value = value_at(&slots->at[i]);
        if (value != NULL) {
            visit(key_at(&slots->at[i]), value, data);
        }
    }
}

static void release_value(uint64_t key, void *value, void *data)
{
    void (*const *const release)(void *) = data;
    (void)key;
    (*release)(value);
}

void hd__table_fini(hd__table *table, void (*release)(void *value))
{
    if (release != NULL) {
        hd__table_visit(table, release_value, &release);
    }
    hd__slots *slots = slots_of(table);
    while (slots != NULL) {
        hd__slots *const outgrown = slots->outgrown;
        free(slots);
        slots = outgrown;
    }
    atomic_store_explicit(&table->slots, NULL, memory_order_relaxed);
    table->used_count = 0;
}

static void begin_change(hd__map *map)
{
    pthread_mutex_lock(&map->lock);
    const unsigned version = atomic_load_explicit(&map->version, memory_order_relaxed);
    atomic_store_explicit(&map->version, version + 1, memory_order_relaxed);
}

static void end_change(hd__map *map)
{
    const unsigned version = atomic_load_explicit(&map->version, memory_order_relaxed);
    atomic_store_explicit(&map->version, version + 1, memory_order_release);
    pthread_mutex_unlock(&map->lock);
}

void *hd__map_get(hd__map *map, uint64_t key)
{
    const unsigned version = atomic_load_explicit(&map->version, memory_order_acquire);
    void *value = hd__table_get(&map->table, key);
    if (version % 2 == 0 && atomic_load_explicit(&map->version, memory_order_relaxed) == version) {
        return value;
    }
    pthread_mutex_lock(&map->lock);
    value = hd__table_get(&map->table, key);
    pthread_mutex_unlock(&map->lock);
    return value;
}

bool hd__map_put(hd__map *map, uint64_t key, void *value, void **old)
{
    begin_change(map);
    const bool fits = hd__table_put(&map->table, key, value, old);
    end_change(map);
    return fits;
}

void *hd__map_take(hd__map *map, uint64_t key, const void *expected)
{
    begin_change(map);
    void *const value = hd__table_take(&map->table, key, expected);
    end_change(map);
    return value;
}

void hd__map_fini(hd__map *map, void (*release)(void *value))
{
    begin_change(map);
    hd__table_fini(&map->table, release);
    end_change(map);
}
