/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HDMPI_MAP_H
#define HDMPI_MAP_H
/** Maps from the full bits of an MPI handle to what the wrapper knows of it.
 *  Open addressing with linear probing; a removed key leaves no trace, so that reused handles
 *  cost nothing. Thread: a table has one owner at a time. A map may be used by all: those who
 * change it take its lock, and count `version` up before and after; who looks something up takes
 * the lock only when the version tells that the map changed meanwhile. What a map hands out may be
 * taken out by another thread at once: its memory has to stay for a while (hd__retire). */

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct hd__map_slot {
    _Atomic(uint64_t) key;
    _Atomic(void *) value; /**< NULL: free */
} hd__map_slot;

/** An array of slots, with its length, which a reader must not mistake. */
typedef struct hd__slots {
    size_t count;               /**< a power of two */
    struct hd__slots *outgrown; /**< of a map: smaller ones before, that readers may be in */
    hd__map_slot at[];
} hd__slots;

typedef struct hd__table {
    _Atomic(hd__slots *) slots; /**< NULL: none so far */
    size_t used_count;
    bool keeps_outgrown;
} hd__table;

typedef struct hd__map {
    pthread_mutex_t lock;
    atomic_uint version; /**< odd: being changed */
    hd__table table;
} hd__map;

#define HD__MAP_INIT                                                                               \
    {                                                                                              \
        .lock = PTHREAD_MUTEX_INITIALIZER, .table.keeps_outgrown = true                            \
    }

/** The bits of a handle, whatever its type (int in MPICH, pointer in Open MPI). */
#define HD__KEY(handle) ((uint64_t)(uintptr_t)(handle))

/** As the functions of maps below. */
void *hd__table_get(const hd__table *table, uint64_t key);
bool hd__table_put(hd__table *table, uint64_t key, void *value, void **old);
void *hd__table_take(hd__table *table, uint64_t key, const void *expected);
void hd__table_fini(hd__table *table, void (*release)(void *value));

/** Call `visit` for each entry; it does not change the table. */
void hd__table_visit(const hd__table *table, void (*visit)(uint64_t key, void *value, void *data),
                     void *data);

/** Get the value, NULL when there is none. */
void *hd__map_get(hd__map *map, uint64_t key);

/** Set the value and hand out the one it replaces through `old` (NULL when there was none).
 *  @return false: out of memory, nothing changed */
bool hd__map_put(hd__map *map, uint64_t key, void *value, void **old);

/** Remove the key and get its value; when `expected` is not NULL only if that is the value.
 *  @return NULL: nothing removed */
void *hd__map_take(hd__map *map, uint64_t key, const void *expected);

/** Free the slots; values are the caller's and are passed to `release` when it is not NULL. */
void hd__map_fini(hd__map *map, void (*release)(void *value));

#endif
