/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where in file views, and so in files, a trace stands. */
#include "run_cursor.h"

#include <string.h>

/* The piece of a tile that has a byte of its data. */
static uint32_t find_piece(const struct run_view *view, int64_t byte)
{
    uint32_t low = 0;
    uint32_t high = view->count;
    while (high - low > 1) {
        const uint32_t middle = low + (high - low) / 2;
        if (view->starts[middle] <= byte) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return low;
}

int64_t run_cursor_place(const struct run_cursor *cursor, int64_t byte, int64_t *run)
{
    const struct run_view *view = cursor->view;
    int64_t place = 0;
    if (view == NULL || view->count == 0) {
        *run = INT64_MAX;
        return __builtin_add_overflow(cursor->displacement, byte, &place) ? -1 : place;
    }
    const int64_t size = view->starts[view->count];
    const int64_t tile = byte / size;
    const int64_t rest = byte % size;
    const uint32_t piece = find_piece(view, rest);
    *run = view->starts[piece + 1] - rest;
    return __builtin_mul_overflow(tile, view->extent, &place) ||
                   __builtin_add_overflow(place, cursor->displacement, &place) ||
                   __builtin_add_overflow(place, view->offsets[piece], &place) ||
                   __builtin_add_overflow(place, rest - view->starts[piece], &place)
               ? -1
               : place;
}

int64_t run_cursor_sum(int64_t from, int64_t count, int64_t unit)
{
    int64_t sum = 0;
    return __builtin_mul_overflow(count, unit, &sum) || __builtin_add_overflow(from, sum, &sum)
               ? -1
               : sum;
}

int64_t run_cursor_step(const struct run_views *views, struct run_cursor *cursors,
                        const struct plan_cell *cell)
{
    const int64_t *n = plan_file_more(cell);
    if (cell->call >= PLAN_CALL_SEND || cell->file == PLAN_FILE_NOTHING ||
        cell->call == PLAN_CALL_FILE_DELETE) {
        return -1;
    }
    struct run_cursor *c = &cursors[cell->file];
    const int64_t before = c->position;
    const char *name = plan_file_call_name(cell->call);
    switch (cell->call) {
    case PLAN_CALL_FILE_OPEN:
        *c = (struct run_cursor){.file = (uint32_t)n[PLAN_OPEN_FILE], .unit = 1};
        c->position = (n[PLAN_OPEN_MODE] & PLAN_MODE_APPEND) != 0 ? -1 : 0;
        return -1;
    case PLAN_CALL_FILE_SET_VIEW:
        c->displacement = cell->offset; /* a negative one is where nobody knows */
        c->unit = MAX(views->type_bytes[cell->type], 1);
        c->view = &views->views[n[PLAN_VIEW_FILETYPE]];
        c->position = 0;
        return -1;
    case PLAN_CALL_FILE_SEEK:
        c->position = cell->peer == (uint32_t)PLAN_SEEK_SET
                          ? run_cursor_sum(0, cell->offset, c->unit)
                      : cell->peer == (uint32_t)PLAN_SEEK_CUR && before >= 0
                          ? run_cursor_sum(before, cell->offset, c->unit)
                          : -1;
        return -1;
    default:
        break;
    }
    if (!plan_call_transfers(cell->call) || c->displacement < 0 ||
        strstr(name, "_shared") != NULL || strstr(name, "_ordered") != NULL) {
        return -1;
    }
    if (strstr(name, "_at") != NULL) {
        return run_cursor_sum(0, cell->offset, c->unit);
    }
    c->position = before < 0 ? -1 : run_cursor_sum(before, MAX(cell->bytes, 0), 1);
    return before;
}
