/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef REPORT_REPLAY_H
#define REPORT_REPLAY_H
/** A replay that was recorded itself, or a simulation, as the calls of the original that it
 *  repeats. */

#include "plan/plan_links.h"

/** One planned call as the replay made it. */
struct report_call {
    uint64_t index; /**< of the original's call */
    guint16 kind;   /**< enum plan_file_call of a call of MPI */
    bool is_seen;   /**< false: only the state around it was recorded */
    bool is_posix;
    bool is_wait; /**< as the end of a split call is recorded */
    bool moves_data;
    bool writes;
    bool failed;
    int64_t start_ns; /**< of the call itself, where it is one call */
    int64_t end_ns;
    int64_t mark_start_ns; /**< with what the tracer adds to it */
    int64_t mark_end_ns;
    int64_t wait_ns; /**< wanted before it; -1: not told */
    int64_t size;    /**< -1: not told, as the next ones */
    int64_t bytes;
    int64_t offset;
    int64_t file; /**< opening */
};

struct report_replay {
    struct plan_project *project;
    GPtrArray *strands; /**< struct plan_strand, of each of the original: what repeats its calls */
    GPtrArray *indexes; /**< of each strand: GArray of guint, the original's call of each op */
    GPtrArray *calls;   /**< of each strand: GArray of struct report_call */
    struct plan_links *links;
};

/** Read a replay of a run that had these strands.
 *  @return NULL and an error that names file and cause */
struct report_replay *report_replay_read(const char *path, const GPtrArray *originals,
                                         bool files_meet, GError **error);
void report_replay_free(struct report_replay *replay);

#endif
