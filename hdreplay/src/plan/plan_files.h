/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PLAN_FILES_H
#define PLAN_FILES_H
/** What the program does to each of its files. */

#include "plan_strand.h"

struct plan_file {
    char *name;
    int64_t initial_bytes; /**< size before the run; -1: not told */
    int64_t needed_bytes;  /**< a replay begins with: set by plan_compile */
    int64_t
        largest_bytes; /**< the largest size that is known of it: what a replay needs room for */
    guint64 opens;     /**< calls, one of each process that opens it */
    guint64 reads;
    guint64 writes;
    guint64 bytes_read; /**< really transferred; where it isn't told, asked for */
    guint64 bytes_written;
};

/** Sum up by file, in the order of their names.
 *  @param openings of POSIX (plan_posix_resolve)
 *  @return array of struct plan_file; the caller's */
GPtrArray *plan_files_make(const struct plan_project *project, const GPtrArray *strands,
                           GHashTable *openings);

#endif
