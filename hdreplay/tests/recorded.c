/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "recorded.h"

#include <string.h>

static gint64 *new_number(gint64 value)
{
    gint64 *number = g_new(gint64, 1);
    *number = value;
    return number;
}

static void free_communicator(gpointer data)
{
    struct plan_communicator *one = data;
    g_free(one->name);
    g_array_unref(one->members);
    g_free(one);
}

static void free_strand(gpointer data)
{
    plan_strand_free(data);
}

void recorded_add_communicator(struct recorded *run, gint64 cid, const int *members, guint count)
{
    struct plan_communicator *one = g_new0(struct plan_communicator, 1);
    one->members = g_array_new(FALSE, FALSE, sizeof(gint64));
    for (guint i = 0; i < count; i++) {
        const gint64 member = members[i];
        g_array_append_val(one->members, member);
        g_hash_table_insert(run->project->numbers, new_number((member << 32) | cid),
                            new_number(run->project->communicators->len));
    }
    g_ptr_array_add(run->project->communicators, one);
}

void recorded_init(struct recorded *run, int ranks)
{
    *run = (struct recorded){.project = g_new0(struct plan_project, 1)};
    run->strands = g_ptr_array_new_with_free_func(free_strand);
    run->project->communicators = g_ptr_array_new_with_free_func(free_communicator);
    run->project->numbers = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, g_free);
    run->project->files = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    run->project->traces = g_ptr_array_new_with_free_func(g_free);
    int world[RECORDED_RANKS_MAX] = {0};
    g_assert_true(ranks <= RECORDED_RANKS_MAX);
    for (int rank = 0; rank < ranks; rank++) {
        struct plan_trace *trace = g_new0(struct plan_trace, 1);
        trace->rank = world[rank] = rank;
        g_ptr_array_add(run->project->traces, trace);
        g_ptr_array_add(run->strands, plan_strand_new(trace, NULL));
    }
    recorded_add_communicator(run, 0, world, (guint)ranks);
}

void recorded_fini(struct recorded *run)
{
    g_ptr_array_unref(run->strands);
    plan_project_free(run->project);
}

struct plan_op *recorded_last(struct recorded *run, int rank)
{
    struct plan_strand *strand = g_ptr_array_index(run->strands, rank);
    return plan_strand_op(strand, strand->ops->len - 1);
}

struct plan_op *recorded_call(struct recorded *run, int rank, const char *name)
{
    struct plan_strand *strand = g_ptr_array_index(run->strands, rank);
    struct plan_op op = {
        .start_ns = run->now_ns,
        .end_ns = run->now_ns + 1,
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
        .first_done = strand->done->len,
    };
    g_assert_true(plan_call_find((hd_slice){name, strlen(name)}, &op.call));
    run->now_ns += 2;
    plan_array_add(strand->ops, &op);
    return recorded_last(run, rank);
}

void recorded_send(struct recorded *run, int rank, const char *name, int to, int tag)
{
    struct plan_op *op = recorded_call(run, rank, name);
    op->cid = 0;
    op->to = to;
    op->to_tag = tag;
    op->size = 8;
}

void recorded_receive(struct recorded *run, int rank, const char *name, int from, int tag)
{
    struct plan_op *op = recorded_call(run, rank, name);
    op->cid = 0;
    op->from = from;
    op->from_tag = tag;
}

void recorded_meet(struct recorded *run, int rank, const char *name, int cid, int root)
{
    struct plan_op *op = recorded_call(run, rank, name);
    op->cid = cid;
    op->root = root;
    op->size = 8;
}

void recorded_complete(struct recorded *run, int rank, const char *name, int64_t request, int from,
                       int tag)
{
    struct plan_strand *strand = g_ptr_array_index(run->strands, rank);
    const struct plan_done done = {
        .request = request, .told = true, .done = true, .from = from, .from_tag = tag};
    recorded_call(run, rank, name)->done_count = 1;
    plan_array_add(strand->done, &done);
}
