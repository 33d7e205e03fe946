/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the replay did beside the planned calls, as making datatypes and files, is left out. */
#include "report_replay.h"

#include "plan/plan_error.h"
#include "plan/plan_file_calls.h"

#include <string.h>

static void strand_free(gpointer data)
{
    plan_strand_free(data);
}

static void array_free(gpointer data)
{
    g_array_unref(data);
}

void report_replay_free(struct report_replay *replay)
{
    if (replay != NULL) {
        plan_links_free(replay->links);
        g_ptr_array_unref(replay->calls);
        g_ptr_array_unref(replay->indexes);
        g_ptr_array_unref(replay->strands);
        plan_project_free(replay->project);
        g_free(replay);
    }
}

/* While the calls of one trace are taken over. */
struct taking {
    const struct plan_strand *from;
    const struct plan_mark *mark;
    struct plan_array *ops;
    GArray *indexes;
    GArray *calls;
};

static const struct plan_op *op_at(const struct taking *t, guint i)
{
    return plan_strand_op(t->from, t->mark->first_op + i);
}

static guint kind_at(const struct taking *t, guint i)
{
    return plan_strand_kind(t->from, t->mark->first_op + i);
}

static void add_op(struct taking *t, const struct plan_op *op)
{
    const guint index = (guint)t->mark->index;
    plan_array_add(t->ops, op);
    g_array_append_val(t->indexes, index);
}

/* The call among those of MPI that the plan has a number for, else the first one. */
static guint find_main(const struct taking *t)
{
    for (guint i = 0; i < t->mark->op_count; i++) {
        const bool is_mpi = op_at(t, i)->call.posix == PLAN_POSIX_NONE;
        if (is_mpi && kind_at(t, i) < PLAN_CALL_COUNT) {
            return i;
        }
    }
    return 0;
}

static struct report_call call_of(const struct taking *t, const struct plan_op *op, guint kind)
{
    return (struct report_call){
        .index = t->mark->index,
        .kind = (guint16)kind,
        .is_seen = t->mark->op_count > 0,
        .is_posix = op->call.posix != PLAN_POSIX_NONE,
        .is_wait = op->call.role == PLAN_COMPLETE,
        .moves_data = op->call.moves_data,
        .writes = op->call.writes,
        .failed = op->failed,
        .start_ns = op->start_ns,
        .end_ns = op->end_ns,
        .mark_start_ns = t->mark->start_ns,
        .mark_end_ns = t->mark->end_ns,
        .wait_ns = t->mark->wait_ns,
        .size = op->size,
        .bytes = op->bytes,
        .offset = op->offset,
        .file = op->file,
    };
}

static void take_mpi(struct taking *t)
{
    const guint first = find_main(t);
    for (guint i = 0; i < t->mark->op_count; i++) {
        if (op_at(t, i)->call.posix == PLAN_POSIX_NONE) {
            add_op(t, op_at(t, i));
        }
    }
    const struct report_call call = call_of(t, op_at(t, first), kind_at(t, first));
    g_array_append_val(t->calls, call);
}

/* One call by POSIX may take several: fopen is openat and fdopen, what is there already fails to be
 * made before it is opened, a short write goes on. */
static void take_posix(struct taking *t)
{
    struct plan_op op = *op_at(t, 0);
    for (guint i = 1; i < t->mark->op_count; i++) {
        const struct plan_op *next = op_at(t, i);
        op.call.role = op.call.role == PLAN_LOCAL ? next->call.role : op.call.role;
        op.failed = next->failed;
        op.end_ns = next->end_ns;
        if (next->call.moves_data && op.call.moves_data) {
            op.size = MAX(op.size, next->size);
            op.bytes = op.bytes < 0 || next->bytes < 0 ? -1 : op.bytes + next->bytes;
        } else if (next->call.moves_data) {
            op.call = next->call;
            op.size = next->size;
            op.bytes = next->bytes;
            op.offset = next->offset;
        }
    }
    add_op(t, &op);
    const struct report_call call = call_of(t, &op, PLAN_CALL_COUNT);
    g_array_append_val(t->calls, call);
}

/* Recorded without the tracer of such calls: all messages would be seen, so it is on a file. */
static void take_unseen(struct taking *t)
{
    const struct plan_op op = {
        .call = {.name = "", .role = PLAN_IO, .posix = PLAN_POSIX_OTHER},
        .start_ns = t->mark->start_ns,
        .end_ns = t->mark->end_ns,
        .cid = -1,
        .to = PLAN_NOBODY,
        .from = PLAN_NOBODY,
        .root = -1,
        .size = -1,
        .bytes = -1,
        .offset = -1,
        .file_size = -1,
        .request = -1,
        .file = -1,
        .name = G_MAXUINT,
    };
    add_op(t, &op);
    const struct report_call call = call_of(t, &op, PLAN_CALL_COUNT);
    g_array_append_val(t->calls, call);
}

static bool has_mpi(const struct taking *t)
{
    for (guint i = 0; i < t->mark->op_count; i++) {
        if (op_at(t, i)->call.posix == PLAN_POSIX_NONE) {
            return true;
        }
    }
    return false;
}

/* Leave the planned calls alone in the strand. */
static gboolean take_strand(struct report_replay *replay, guint number, struct plan_strand *strand,
                            GError **error)
{
    struct taking t = {
        .from = strand,
        .ops = plan_array_new(replay->project->spill, sizeof(struct plan_op)),
        .indexes = g_ptr_array_index(replay->indexes, number),
        .calls = g_ptr_array_index(replay->calls, number),
    };
    gboolean ok = TRUE;
    for (guint i = 0; ok && i < strand->marks->len; i++) {
        t.mark = &g_array_index(strand->marks, struct plan_mark, i);
        if (t.mark->index >= G_MAXUINT) {
            ok = plan_fail(error, "%s: a state Replay without the number of a call (op)",
                           strand->trace->path);
        } else if (t.mark->op_count == 0) {
            take_unseen(&t);
        } else if (has_mpi(&t)) {
            take_mpi(&t);
        } else {
            take_posix(&t);
        }
    }
    plan_array_free(strand->ops);
    strand->ops = t.ops;
    return ok;
}

/* --- simulations --------------------------------------------------------------------------------
 */

static bool is_same_call(const struct plan_strand *original, guint i,
                         const struct plan_strand *simulated, guint k)
{
    const struct plan_call *one = &plan_strand_op(original, i)->call;
    const struct plan_call *other = &plan_strand_op(simulated, k)->call;
    return plan_strand_kind(original, i) == plan_strand_kind(simulated, k) &&
           one->role == other->role && one->nonblocking == other->nonblocking &&
           strcmp(one->name, other->name) == 0;
}

/* PIOsimHD writes the calls that it simulates as they were recorded, in their order; what it takes
 * for computation (queries, types) is missing. So each is the original's next one of its kind,
 * unless an exported plan has given it the original's number. */
static gboolean take_simulated(struct report_replay *replay, guint number,
                               const struct plan_strand *original, struct plan_strand *strand,
                               GError **error)
{
    const struct plan_mark none = {.trace = -1, .wait_ns = -1, .op_count = 1};
    struct plan_mark mark = none;
    struct taking t = {
        .from = strand,
        .mark = &mark,
        .ops = plan_array_new(replay->project->spill, sizeof(struct plan_op)),
        .indexes = g_ptr_array_index(replay->indexes, number),
        .calls = g_ptr_array_index(replay->calls, number),
    };
    guint at = 0;
    gboolean ok = TRUE;
    for (guint i = 0; ok && i < strand->ops->len; i++) {
        const struct plan_op *op = plan_strand_op(strand, i);
        const guint kind = plan_strand_kind(strand, i);
        if (op->call.role == PLAN_LOCAL && kind == PLAN_CALL_COUNT) {
            continue;
        }
        while (at < original->ops->len && !is_same_call(original, at, strand, i)) {
            at++;
        }
        if (at == original->ops->len) {
            ok =
                plan_fail(error, "%s: call %u is none of the original's: it is no simulation of it",
                          strand->trace->path, i);
            continue;
        }
        mark.index = at++;
        mark.start_ns = op->start_ns;
        mark.end_ns = op->end_ns;
        add_op(&t, op);
        const struct report_call call = call_of(&t, op, kind);
        g_array_append_val(t.calls, call);
    }
    plan_array_free(strand->ops);
    strand->ops = t.ops;
    return ok;
}

/* --- all traces ---------------------------------------------------------------------------------
 */

/* Which strand of the original this one repeats: as it tells, or the one of its rank and thread. */
static guint find_original(const GPtrArray *originals, const struct plan_strand *strand)
{
    const int64_t told =
        strand->marks->len == 0 ? -1 : g_array_index(strand->marks, struct plan_mark, 0).trace;
    if (told >= 0) {
        return told < (int64_t)originals->len ? (guint)told : PLAN_NONE;
    }
    for (guint i = 0; i < originals->len; i++) {
        const struct plan_trace *trace =
            ((const struct plan_strand *)g_ptr_array_index(originals, i))->trace;
        if (trace->rank == strand->trace->rank && trace->thread == strand->trace->thread) {
            return i;
        }
    }
    return PLAN_NONE;
}

static gboolean read_one(struct report_replay *replay, const struct plan_trace *trace,
                         const GPtrArray *originals, GError **error)
{
    struct plan_strand *strand = plan_strand_read_replay(trace, replay->project->spill, error);
    if (strand == NULL) {
        return FALSE;
    }
    const bool is_simulated = replay->project->is_simulated;
    if (strand->marks->len == 0 && !is_simulated) {
        plan_strand_free(strand);
        return TRUE;
    }
    const guint number = find_original(originals, strand);
    if (number == PLAN_NONE || g_ptr_array_index(replay->strands, number) != NULL) {
        plan_strand_free(strand);
        return plan_fail(error, "%s: %s", trace->path,
                         number == PLAN_NONE ? "it repeats a trace that the original doesn't have"
                                             : "another trace repeats the same of the original");
    }
    if (!(strand->marks->len == 0 /* it is simulated as it was recorded */
              ? take_simulated(replay, number, g_ptr_array_index(originals, number), strand, error)
              : take_strand(replay, number, strand, error))) {
        plan_strand_free(strand);
        return FALSE;
    }
    g_ptr_array_index(replay->strands, number) = strand;
    return TRUE;
}

static gboolean read_all(struct report_replay *replay, const GPtrArray *originals, GError **error)
{
    for (guint i = 0; i < originals->len; i++) {
        g_ptr_array_add(replay->strands, NULL);
        g_ptr_array_add(replay->indexes, g_array_new(FALSE, FALSE, sizeof(guint)));
        g_ptr_array_add(replay->calls, g_array_new(FALSE, FALSE, sizeof(struct report_call)));
    }
    for (guint i = 0; i < replay->project->traces->len; i++) {
        if (!read_one(replay, g_ptr_array_index(replay->project->traces, i), originals, error)) {
            return FALSE;
        }
    }
    bool has_any = false;
    for (guint i = 0; i < originals->len; i++) {
        if (g_ptr_array_index(replay->strands, i) != NULL) {
            has_any = true;
        } else {
            const struct plan_strand *original = g_ptr_array_index(originals, i);
            g_ptr_array_index(replay->strands, i) =
                plan_strand_new(original->trace, replay->project->spill);
        }
    }
    return has_any || plan_fail(error,
                                "%s: no trace has a state Replay: it is no replay that was "
                                "recorded (hdtrace record -- mpiexec ... hdreplay run ...), nor a "
                                "simulation",
                                replay->project->path);
}

struct report_replay *report_replay_read(const char *path, const GPtrArray *originals,
                                         bool files_meet, GError **error)
{
    struct report_replay *replay = g_new0(struct report_replay, 1);
    replay->strands = g_ptr_array_new_with_free_func(strand_free);
    replay->indexes = g_ptr_array_new_with_free_func(array_free);
    replay->calls = g_ptr_array_new_with_free_func(array_free);
    replay->project = plan_project_read(path, error);
    if (replay->project == NULL || !read_all(replay, originals, error)) {
        report_replay_free(replay);
        return NULL;
    }
    replay->links = plan_links_make(replay->project, replay->strands, files_meet);
    return replay;
}
