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
    GHashTable *own; /**< what it has itself counted up of counters that its rank's threads share */
    bool by_mpi;
    uint32_t step; /**< of the call; of waits: of its requests */
};

/** Go on as far as the trace can now.
 *  @param fails set when the run will say what is wrong and end
 *  @return whether it has gone on */
bool threads_walk_on(struct threads_walk *w, bool *fails);

#endif
