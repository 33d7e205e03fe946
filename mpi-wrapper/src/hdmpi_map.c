/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "hdmpi_map.h"

#include <stdlib.h>

enum { FIRST_SLOT_COUNT = 64 };

/* Handles count up in their low bits or are aligned addresses: a multiplication spreads both. */
static size_t home_of(const hd__table *table, uint64_t key)
{
    const uint64_t mixed = (key ^ (key >> 32)) * UINT64_C(0x9E3779B97F4A7C15);
    return (size_t)(mixed >> 32) & (table->slot_count - 1);
}

/* The key's slot, or the free one where it belongs. */
static hd__map_slot *find(const hd__table *table, uint64_t key)
{
    size_t index = home_of(table, key);
    while (table->slots[index].value != NULL && table->slots[index].key != key) {
        index = (index + 1) & (table->slot_count - 1);
    }
    return &table->slots[index];
}

static bool grow(hd__table *table)
{
    const size_t count = table->slot_count == 0 ? FIRST_SLOT_COUNT : table->slot_count * 2;
    hd__map_slot *const slots = calloc(count, sizeof(*slots));
    if (slots == NULL) {
        return false;
    }
    const hd__table old = *table;
    table->slots = slots;
    table->slot_count = count;
    for (size_t i = 0; i < old.slot_count; i++) {
        if (old.slots[i].value != NULL) {
            *find(table, old.slots[i].key) = old.slots[i];
        }
    }
    free(old.slots);
    return true;
}

void *hd__table_get(const hd__table *table, uint64_t key)
{
    return table->slot_count == 0 ? NULL : find(table, key)->value;
}

bool hd__table_put(hd__table *table, uint64_t key, void *value, void **old)
{
    /* At most half full, so that a search always ends at a free slot soon. */
    if (table->used_count * 2 >= table->slot_count && !grow(table)) {
        return false;
    }
    hd__map_slot *const slot = find(table, key);
    *old = slot->value;
    table->used_count += slot->value == NULL ? 1 : 0;
    *slot = (hd__map_slot){.key = key, .value = value};
    return true;
}

/* Close the gap at `hole`: move back every later entry whose search would pass it. */
static void close_gap(hd__table *table, size_t hole)
{
    const size_t mask = table->slot_count - 1;
    for (size_t next = (hole + 1) & mask; table->slots[next].value != NULL;
         next = (next + 1) & mask) {
        const size_t home = home_of(table, table->slots[next].key);
        if (((next - home) & mask) >= ((next - hole) & mask)) {
            table->slots[hole] = table->slots[next];
            hole = next;
        }
    }
    table->slots[hole].value = NULL;
    table->used_count--;
}

void *hd__table_take(hd__table *table, uint64_t key, const void *expected)
{
    if (table->slot_count == 0) {
        return NULL;
    }
    const hd__map_slot *const slot = find(table, key);
    void *const value = slot->value;
    if (value == NULL || (expected != NULL && value != expected)) {
        return NULL;
    }
    close_gap(table, (size_t)(slot - table->slots));
    return value;
}

void hd__table_fini(hd__table *table, void (*release)(void *value))
{
    for (size_t i = 0; i < table->slot_count && release != NULL; i++) {
        if (table->slots[i].value != NULL) {
            release(table->slots[i].value);
        }
    }
    free(table->slots);
    *table = (hd__table){0};
}

void *hd__map_get(hd__map *map, uint64_t key)
{
    pthread_mutex_lock(&map->lock);
    void *const value = hd__table_get(&map->table, key);
    pthread_mutex_unlock(&map->lock);
    return value;
}

bool hd__map_put(hd__map *map, uint64_t key, void *value, void **old)
{
    pthread_mutex_lock(&map->lock);
    const bool fits = hd__table_put(&map->table, key, value, old);
    pthread_mutex_unlock(&map->lock);
    return fits;
}

void *hd__map_take(hd__map *map, uint64_t key, const void *expected)
{
    pthread_mutex_lock(&map->lock);
    void *const value = hd__table_take(&map->table, key, expected);
    pthread_mutex_unlock(&map->lock);
    return value;
}

void hd__map_fini(hd__map *map, void (*release)(void *value))
{
    pthread_mutex_lock(&map->lock);
    hd__table_fini(&map->table, release);
    pthread_mutex_unlock(&map->lock);
}
