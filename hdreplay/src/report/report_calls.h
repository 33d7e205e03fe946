/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef REPORT_CALLS_H
#define REPORT_CALLS_H
/** The planned calls on files beside those that a replay made. */

#include "plan/plan.h"
#include "plan/plan_file.h"
#include "report_replay.h"

/** A planned call on files. */
struct report_planned {
    guint strand;
    guint16 call;  /**< enum plan_file_call */
    uint32_t file; /**< of the plan; PLAN_FILE_NOTHING: not known */
    uint64_t index;
    int64_t start_ns; /**< in the original */
    int64_t duration_ns;
    int64_t bytes; /**< moved, or where that is not told to be moved; -1: neither */
};

/** What is different, with the first of them in words. */
struct report_differences {
    guint64 missing; /**< planned, not made */
    guint64 extra;   /**< made, not planned */
    guint64 other;   /**< another function, or at another offset or on another opened file */
    guint64 failed;
    guint64 bytes;  /**< another number of bytes was moved, or was to be */
    guint64 unseen; /**< calls whose bytes nobody recorded in the replay */
    GPtrArray *texts;
};

/** When a planned call was made again; start -1: it wasn't. */
struct report_made {
    int64_t start_ns;
    int64_t duration_ns;
};

/** Get all planned calls on files, trace by trace. @return array of struct report_planned */
GArray *report_planned_make(const struct plan *plan, const struct plan_file_image *image);

/** Compare one replay with them.
 *  @param planned of report_planned_make
 *  @param made gets one struct report_made for each planned call */
struct report_differences report_calls_compare(const struct plan *plan,
                                               const struct plan_file_image *image,
                                               const GArray *planned,
                                               const struct report_replay *replay, GArray *made);
void report_differences_clear(struct report_differences *differences);

#endif
