/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef THREADS_WALK_H
#define THREADS_WALK_H
/** One trace while all of a plan are gone through before a run. */

#include "threads.h"

/** An opening by POSIX. */
struct threads_opening {
    enum { THREADS_NOT_YET, THREADS_OPEN, THREADS_CLOSED } state;
    unsigned uses;
};

struct threads_walk {
    struct threads_strand *strand;
    const struct plan_cell *cell;
    const struct plan_cell *end;
    struct threads_opening *openings; /**< of its rank */
    struct threads_request request;   /**< that the call waits for */
    struct threads_walk *next;        /**< of its rank */
    GHashTable *own; /**< what it has itself counted up of counters that its rank's threads share */
    GArray **meets;  /**< by communicator, NULL: none; see threads_needs.c */
    bool by_mpi;
    uint32_t step; /**< of the call; of waits: of its requests */
};

/** Go on as far as the trace can now.
 *  @param fails set when the run will say what is wrong and end
 *  @return whether it has gone on */
bool threads_walk_on(struct threads_walk *w, bool *fails);

/** Note that a trace goes on behind something that it waited for, whose number is its own. */
void threads_walk_need(struct threads_walk *w, const struct threads_request *request,
                       uint32_t communicator);
/** Whether there is what the threads of each rank need together, when all have come to their end.
 *  @param walks first ones, by rank */
gboolean threads_walk_has_all(const struct threads_engine *engine,
                              struct threads_walk *const *walks, GError **error);

#endif
