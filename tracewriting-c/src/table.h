/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HD_SRC_TABLE_H
#define HD_SRC_TABLE_H
/* Things found again by a hash of what makes them the same. The table knows the hash alone: who
 * looks something up compares what has it, so that any kind of key will do. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct hd__table {
    struct hd__slot {
        uint64_t hash;
        void *item; /* NULL: free */
    } * slots;
    size_t size; /* a power of two, or 0 */
    size_t count;
} hd__table;

/* Hash of bytes; `seed` makes the same bytes something else, as the name of a node by its parent.
 */
uint64_t hd__hash(const void *bytes, size_t length, uint64_t seed);

/* False when out of memory. The item must not be NULL. */
bool hd__table_add(hd__table *table, uint64_t hash, void *item);

/* The items with this hash, one per call, then NULL; `*at` begins as 0. */
void *hd__table_next(const hd__table *table, uint64_t hash, size_t *at);

void hd__table_fini(hd__table *table);

#endif
