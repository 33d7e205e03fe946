/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef RECORDED_H
#define RECORDED_H
/** Recorded runs that were never files: what plan_strand_read would have read. */

#include "plan/plan_order.h"

enum { RECORDED_RANKS_MAX = 16 };

struct recorded {
    struct plan_project *project;
    GPtrArray *strands;
    int64_t now_ns;
};

/** Ranks of one thread each, which have MPI_COMM_WORLD as communicator 0. */
void recorded_init(struct recorded *run, int ranks);
void recorded_fini(struct recorded *run);

/** A communicator, the same number `cid` for all members. */
void recorded_add_communicator(struct recorded *run, gint64 cid, const int *members, guint count);

/** Make a call of a rank; its fields are nothing but what its name says.
 *  Ownership: the run's; valid until the rank's next call. */
struct plan_op *recorded_call(struct recorded *run, int rank, const char *name);

/** The last call of a rank. */
struct plan_op *recorded_last(struct recorded *run, int rank);

void recorded_send(struct recorded *run, int rank, const char *name, int to, int tag);
void recorded_receive(struct recorded *run, int rank, const char *name, int from, int tag);
/** A call on a communicator, at most with a root. */
void recorded_meet(struct recorded *run, int rank, const char *name, int cid, int root);
/** Complete requests: Wait, Waitall. `from` of receives from anybody, else PLAN_NOBODY. */
void recorded_complete(struct recorded *run, int rank, const char *name, int64_t request, int from,
                       int tag);

#endif
