/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef RUN_CURSOR_H
#define RUN_CURSOR_H
/** Where in the view of a file a trace stands. */

#include "run_view.h"

/** Where a file that is open stands. */
struct run_cursor {
    uint32_t file;
    int64_t displacement;
    int64_t unit;     /**< bytes of the etype */
    int64_t position; /**< bytes of data in the view; -1: not known */
    const struct run_view *view;
};

/** Get where a byte of a file's data is; negative: nowhere in a file.
 *  @param run gets how many bytes of data are there without a gap, from it on */
int64_t run_cursor_place(const struct run_cursor *cursor, int64_t byte, int64_t *run);

/** Do to the cursor of its file, of those by slot, what a call of MPI does.
 *  @return the first byte of data of a transfer, -1: it is none, or nobody knows */
int64_t run_cursor_step(const struct run_views *views, struct run_cursor *cursors,
                        const struct plan_cell *cell);

/** Get from + count * unit; -1: it is beyond all files. */
int64_t run_cursor_sum(int64_t from, int64_t count, int64_t unit);

#endif
