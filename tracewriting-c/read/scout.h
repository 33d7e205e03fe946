/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HD_READ_SCOUT_H
#define HD_READ_SCOUT_H
/* Runs ahead of a reader, on a text of its own, and tells which blocks of nested states have no
 * parent: children stand before it, so only reading on shows whether it comes. It reads as far as
 * the end of the top-level state whose children the reader has reached; traces without nesting are
 * never read twice. C twin of java/trace-format's NestingScout. */

#include "source.h"
#include "token.h"

typedef struct hd__scout {
    hd__source source;
    hd__attributes attributes;
    uint64_t *orphans; /* offsets of blocks, in no order */
    size_t orphan_count;
    size_t orphan_capacity;
    uint64_t *waiting; /* closed blocks whose parent is to come, each with its depth */
    size_t waiting_count;
    size_t waiting_capacity;
    uint64_t open[HD_READ_DEPTH_MAX]; /* offsets */
    size_t open_count;
    bool has_entry; /* in the innermost open block */
    bool is_event;  /* the outermost open element */
    size_t element_depth;
    bool finished;
    bool failed; /* no memory */
} hd__scout;

/* Whether the block that begins at `offset` has no parent. False also when there is no memory. */
bool hd__scout_is_orphan(hd__scout *scout, uint64_t offset);
void hd__scout_fini(hd__scout *scout);

#endif
