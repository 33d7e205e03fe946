/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef RUN_VIEW_H
#define RUN_VIEW_H
/** File views of MPI as pieces of a file, and where in them a trace is. */

#include "plan/plan_file.h"

/** One tile of a view: where its data is, in order. */
struct run_view {
    int64_t *offsets; /**< from the tile's origin */
    int64_t *starts;  /**< data bytes before each piece; behind the last one all of them */
    uint32_t count;   /**< 0: the file as it is */
    int64_t extent;
};

struct run_views {
    uint32_t count;
    struct run_view *views; /**< by type, of those that views have */
    int64_t *type_bytes;    /**< by type, of those that are etypes */
};

/** Where a file that is open stands. */
struct run_cursor {
    uint32_t file;
    int64_t displacement;
    int64_t unit;     /**< bytes of the etype */
    int64_t position; /**< bytes of data in the view; -1: not known */
    const struct run_view *view;
};

/** Lay the pieces of all views that calls use out.
 *  @return FALSE and an error: one has too many */
gboolean run_views_make(struct run_views *views, const struct plan_file_image *plan,
                        GError **error);
void run_views_free(struct run_views *views);

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
