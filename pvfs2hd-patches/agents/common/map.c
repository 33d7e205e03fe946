/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Open addressing with linear probing; removal closes the gap. */
#include "map.h"

#include <stdlib.h>

enum { FIRST_SIZE = 64 };

static size_t find(const hdpvfs_map *map, uint64_t key)
{
    const uint64_t mixed = key * UINT64_C(0x9E3779B97F4A7C15);
    size_t at = (size_t)(mixed >> 20) & (map->size - 1);
    while (map->slots[at].key != 0 && map->slots[at].key != key) {
        at = (at + 1) & (map->size - 1);
    }
    return at;
}

static bool grow(hdpvfs_map *map)
{
    hdpvfs_map larger = {NULL, map->size == 0 ? FIRST_SIZE : 2 * map->size, map->count};
    larger.slots = calloc(larger.size, sizeof *larger.slots);
    if (larger.slots == NULL) {
        return false;
    }
    for (size_t i = 0; i < map->size; i++) {
        if (map->slots[i].key != 0) {
            larger.slots[find(&larger, map->slots[i].key)] = map->slots[i];
        }
    }
    free(map->slots);
    *map = larger;
    return true;
}

bool hdpvfs_map_put(hdpvfs_map *map, uint64_t key, void *value)
{
    if (key == 0 || (2 * (map->count + 1) > map->size && !grow(map))) {
        return false;
    }
    hdpvfs_map_slot *const slot = &map->slots[find(map, key)];
    map->count += slot->key == 0;
    *slot = (hdpvfs_map_slot){key, value};
    return true;
}

void *hdpvfs_map_get(const hdpvfs_map *map, uint64_t key)
{
    if (map->size == 0 || key == 0) {
        return NULL;
    }
    return map->slots[find(map, key)].value;
}

/* What follows in the same run moves to where a search finds it. */
static void close_gap(hdpvfs_map *map, size_t gap)
{
    map->slots[gap] = (hdpvfs_map_slot){0, NULL};
    map->count--;
    for (;;) {
        gap = (gap + 1) & (map->size - 1);
        const hdpvfs_map_slot moved = map->slots[gap];
        if (moved.key == 0) {
            return;
        }
        map->slots[gap] = (hdpvfs_map_slot){0, NULL};
        map->slots[find(map, moved.key)] = moved;
    }
}

void *hdpvfs_map_take(hdpvfs_map *map, uint64_t key)
{
    if (map->size == 0 || key == 0) {
        return NULL;
    }
    const size_t at = find(map, key);
    void *const value = map->slots[at].value;
    if (map->slots[at].key != 0) {
        close_gap(map, at);
    }
    return value;
}

void hdpvfs_map_remove_value(hdpvfs_map *map, const void *value)
{
    for (size_t i = 0; i < map->size;) {
        if (map->slots[i].key != 0 && map->slots[i].value == value) {
            close_gap(map, i); /* another one may have moved here */
        } else {
            i++;
        }
    }
}
