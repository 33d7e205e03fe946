/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef RUN_VIEW_H
#define RUN_VIEW_H
/** File views of MPI as pieces of a file. */

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

/** Lay the pieces of all views that calls use out.
 *  @return FALSE and an error: one has too many */
gboolean run_views_make(struct run_views *views, const struct plan_file_image *plan,
                        GError **error);
void run_views_free(struct run_views *views);

#endif
