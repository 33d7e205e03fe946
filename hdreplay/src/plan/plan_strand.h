/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PLAN_STRAND_H
#define PLAN_STRAND_H
/** The calls of one trace to MPI, POSIX and stdio, in the order in which they were made. Calls
 * inside of other calls are theirs and left out; those inside of the program's own states are the
 *  program's. */

#include "plan_calls.h"
#include "plan_project.h"

#include <stdint.h>

enum { PLAN_NOBODY = -1, PLAN_ANYBODY = -2 };

/** A request that a call completed, or started. */
struct plan_done {
    int64_t request;
    int32_t from; /**< real sender, PLAN_NOBODY when it is not told */
    int32_t from_tag;
    bool told; /**< the trace says whether it was done */
    bool done;
    bool cancelled;
};

/** There are as many as calls, so it is kept small: numbers that MPI gives as `int` have 32 bits.
 */
struct plan_op {
    struct plan_call call;
    uint64_t state;   /**< its number among all states and events of the trace, nested ones too */
    int64_t start_ns; /**< since the epoch */
    int64_t end_ns;
    int32_t cid; /**< the process's communicator, -1 for none */
    int32_t to;  /**< world rank, or PLAN_NOBODY, PLAN_ANYBODY */
    int32_t to_tag;
    int32_t from;
    int32_t from_tag; /**< negative: any */
    int32_t root;
    int64_t size;      /**< bytes sent, read or written; -1: not told */
    int64_t bytes;     /**< really transferred; -1: not told */
    int64_t offset;    /**< of the first byte in the file; -1: not told */
    int64_t file_size; /**< of the whole file when it was opened, closed or resized; -1: not told */
    int64_t request;   /**< -1: none */
    int64_t file;      /**< opening, or where it isn't told file */
    guint name;        /**< of a file that is opened or deleted: index of the strand's names; the
                        *   second name of a rename is the one behind it */
    guint first_done;
    guint done_count;
    bool failed;       /**< it returned an error */
    bool tells_no_way; /**< it opens by POSIX, in a way that the trace does not tell */
};

/** A state `Replay` of a replay that was recorded: what it holds repeats one call of the original.
 *  Or a call of an exported project, or of its simulation, which has the same attributes itself. */
struct plan_mark {
    uint64_t index;  /**< of the original's call, as in plan_cell */
    int64_t trace;   /**< of the original, by its place in the plan; -1: not told */
    int64_t wait_ns; /**< that the replay wanted to wait before it; -1: not told */
    int64_t start_ns;
    int64_t end_ns;
    guint first_op;
    guint op_count;
};

struct plan_strand {
    const struct plan_trace *trace;
    struct plan_array *ops;   /**< struct plan_op */
    struct plan_array *done;  /**< struct plan_done */
    GPtrArray *names;         /**< char * */
    bool is_cut;              /**< the trace has no end */
    GArray *marks;            /**< struct plan_mark; NULL: not asked for */
    struct plan_array *kinds; /**< guint16 of each op: its enum plan_file_call */
};

/** Read one trace.
 *  @param spill where its calls may go
 *  @return NULL and an error that names file, byte and cause */
struct plan_strand *plan_strand_read(const struct plan_trace *trace, struct plan_spill *spill,
                                     GError **error);

/** The same of a replay, with its marks. */
struct plan_strand *plan_strand_read_replay(const struct plan_trace *trace,
                                            struct plan_spill *spill, GError **error);

/** A strand without calls. */
struct plan_strand *plan_strand_new(const struct plan_trace *trace, struct plan_spill *spill);
void plan_strand_free(struct plan_strand *strand);

static inline struct plan_op *plan_strand_op(const struct plan_strand *strand, guint i)
{
    return plan_array_at(strand->ops, i);
}

static inline const struct plan_done *plan_strand_done(const struct plan_strand *strand, guint i)
{
    return plan_array_at(strand->done, i);
}

static inline guint plan_strand_kind(const struct plan_strand *strand, guint i)
{
    return *(const guint16 *)plan_array_at(strand->kinds, i);
}

#endif
