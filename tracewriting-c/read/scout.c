/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "scout.h"

#include <stdlib.h>
#include <string.h>

enum { DEPTH_BITS = 11 }; /* a waiting block is its offset, and below that its depth */

void hd__scout_fini(hd__scout *scout)
{
    hd__source_close(&scout->source);
    free(scout->attributes.items);
    free(scout->orphans);
    free(scout->waiting);
}

static void push(hd__scout *scout, uint64_t **list, size_t *count, size_t *capacity, uint64_t value)
{
    if (*count == *capacity) {
        uint64_t *const items = realloc(*list, (*capacity * 2 + 16) * sizeof *items);
        if (items == NULL) {
            scout->failed = true;
            scout->finished = true;
            return;
        }
        *list = items;
        *capacity = *capacity * 2 + 16;
    }
    (*list)[(*count)++] = value;
}

static void add_orphan(hd__scout *scout, uint64_t offset)
{
    push(scout, &scout->orphans, &scout->orphan_count, &scout->orphan_capacity, offset);
}

/* Deeper blocks were closed before the one they are in, so they lie on top. */
static void drop_waiting(hd__scout *scout, size_t depth, bool are_orphans)
{
    while (scout->waiting_count > 0) {
        const uint64_t block = scout->waiting[scout->waiting_count - 1];
        if ((block & ((1U << DEPTH_BITS) - 1)) < depth) {
            return;
        }
        scout->waiting_count--;
        if (are_orphans) {
            add_orphan(scout, block >> DEPTH_BITS);
        }
    }
}

static void open_block(hd__scout *scout)
{
    if (scout->open_count == HD_READ_DEPTH_MAX) {
        scout->finished = true; /* the reader will say so */
        return;
    }
    scout->open[scout->open_count++] = scout->source.offset;
    scout->has_entry = false;
}

static void close_block(hd__scout *scout)
{
    const size_t depth = scout->open_count;
    drop_waiting(scout, depth + 1, true);
    scout->open_count--;
    push(scout, &scout->waiting, &scout->waiting_count, &scout->waiting_capacity,
         scout->open[scout->open_count] << DEPTH_BITS | depth);
    scout->has_entry = true;
}

static void end_element(hd__scout *scout)
{
    scout->element_depth--;
    if (scout->element_depth == 0) {
        scout->has_entry = true;
        if (!scout->is_event) {
            drop_waiting(scout, scout->open_count + 1, false);
        }
    }
}

static void start(hd__scout *scout, const hd__token *token)
{
    const bool outside = scout->element_depth == 0;
    if (outside && hd_slice_equals(token->name, "Nested")) {
        if (!token->is_empty) {
            open_block(scout);
        } else if (scout->has_entry && scout->open_count > 0) {
            close_block(scout); /* the original's Java writer ends a block that way */
        }
        return;
    }
    if (outside) {
        scout->is_event = hd_slice_equals(token->name, "Event");
    }
    scout->element_depth++;
    if (token->is_empty) {
        end_element(scout);
    }
}

static void end(hd__scout *scout, const hd__token *token)
{
    if (scout->element_depth > 0) {
        end_element(scout);
    } else if (hd_slice_equals(token->name, "Nested") && scout->open_count > 0) {
        close_block(scout);
    } else {
        scout->finished = true;
    }
}

static void step(hd__scout *scout)
{
    hd__source *const source = &scout->source;
    hd__token token = {.kind = HD__TOKEN_MORE};
    if (source->start < source->end) {
        scout->attributes.count = 0;
        hd__token_take(&token, source->buffer + source->start, source->buffer + source->end,
                       &scout->attributes);
    }
    if (token.kind == HD__TOKEN_MORE) {
        scout->finished = hd__source_more(source) != HD_OK;
        return;
    }
    if (token.kind == HD__TOKEN_BAD) {
        scout->finished = true;
        return;
    }
    if (token.kind == HD__TOKEN_START) {
        start(scout, &token);
    } else if (token.kind == HD__TOKEN_END) {
        end(scout, &token);
    }
    hd__source_skip(source, (size_t)(token.end - (source->buffer + source->start)));
}

static int compare(const void *left, const void *right)
{
    const uint64_t a = *(const uint64_t *)left;
    const uint64_t b = *(const uint64_t *)right;
    return (a > b) - (a < b);
}

/* Read on until the blocks up to that offset, and those around them, are decided. */
static void scan_group(hd__scout *scout, uint64_t offset)
{
    scout->orphan_count = 0; /* nobody asks for what lies before */
    while (!scout->finished &&
           (scout->source.offset <= offset || scout->open_count > 0 || scout->waiting_count > 0)) {
        step(scout);
    }
    if (scout->finished && !scout->failed) {
        drop_waiting(scout, 0, true);
        while (scout->open_count > 0) {
            add_orphan(scout, scout->open[--scout->open_count]);
        }
    }
    if (scout->orphan_count > 0) {
        qsort(scout->orphans, scout->orphan_count, sizeof *scout->orphans, compare);
    }
}

bool hd__scout_is_orphan(hd__scout *scout, uint64_t offset)
{
    if (!scout->finished && scout->source.offset <= offset) {
        scan_group(scout, offset);
    }
    return scout->orphan_count > 0 &&
           bsearch(&offset, scout->orphans, scout->orphan_count, sizeof offset, compare) != NULL;
}
