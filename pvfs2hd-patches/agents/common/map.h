/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HDPVFS_MAP_H
#define HDPVFS_MAP_H
/* Pointers by a number that is not 0. Thread: whoever uses a map locks it. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct hdpvfs_map_slot {
    uint64_t key;
    void *value;
} hdpvfs_map_slot;

typedef struct hdpvfs_map {
    hdpvfs_map_slot *slots;
    size_t size, count;
} hdpvfs_map;

/* Set or replace. @return false: no memory, nothing was done */
bool hdpvfs_map_put(hdpvfs_map *map, uint64_t key, void *value);

/* @return NULL: there is none */
void *hdpvfs_map_get(const hdpvfs_map *map, uint64_t key);

/* The same, and remove it. */
void *hdpvfs_map_take(hdpvfs_map *map, uint64_t key);

/* Remove all that hold this value. */
void hdpvfs_map_remove_value(hdpvfs_map *map, const void *value);

static inline uint64_t hdpvfs_key(const void *address)
{
    return (uint64_t)(uintptr_t)address;
}

#endif
