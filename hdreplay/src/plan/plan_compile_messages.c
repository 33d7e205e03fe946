/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Messages and collectives. What is kept is what plan_order has chosen; both ends of a
 * message and all members of a collective come to the same answer here. */
#include "plan_compiling.h"
#include "plan_error.h"

#include <string.h>

static uint32_t local_rank(const struct plan_communicator *one, int64_t world_rank)
{
    for (guint i = 0; i < one->members->len; i++) {
        if (g_array_index(one->members, gint64, i) == world_rank) {
            return i;
        }
    }
    return PLAN_FILE_NOTHING;
}

/* NULL: none that a replay could make. */
static const struct plan_communicator *find_communicator(const struct compiling *c, int index)
{
    const GPtrArray *all = c->plan->project->communicators;
    if (index < 0 || (guint)index >= all->len) {
        return NULL;
    }
    const struct plan_communicator *one = g_ptr_array_index(all, (guint)index);
    if (c->absent[index] != PLAN_ALL_PRESENT) {
        return NULL;
    }
    return one->is_inter ? NULL : one;
}

static const struct plan_half *next_half(const struct compiling *c, struct plan_array *halves,
                                         guint *next)
{
    while (*next < halves->len) {
        const struct plan_half *half = plan_array_at(halves, *next);
        if (half->strand > c->number || (half->strand == c->number && half->op > c->op)) {
            return NULL;
        }
        (*next)++;
        if (half->strand == c->number && half->op == c->op) {
            return half;
        }
    }
    return NULL;
}

static guint next_part(struct compiling *c)
{
    const struct plan_links *links = c->plan->links;
    while (c->part < links->parts->len) {
        const struct plan_participation *part = plan_links_part(links, c->part);
        if (part->strand > c->number || (part->strand == c->number && part->op > c->op)) {
            return PLAN_NONE;
        }
        c->part++;
        if (part->strand == c->number && part->op == c->op) {
            return c->part - 1;
        }
    }
    return PLAN_NONE;
}

/* --- messages -----------------------------------------------------------------------------------
 */

/* The sending half of a kept message, which both ends ask about; NULL: it is left out. */
static const struct plan_half *kept_message(const struct compiling *c, const struct plan_half *half,
                                            bool is_send)
{
    if (half == NULL || half->partner == PLAN_NONE) {
        return NULL;
    }
    const struct plan_half *send = is_send ? half : plan_links_send(c->plan->links, half->partner);
    const struct plan_communicator *one = find_communicator(c, send->communicator);
    return send->keep && one != NULL && send->tag >= 0 && send->tag <= G_MAXINT32 &&
                   local_rank(one, send->from) != PLAN_FILE_NOTHING &&
                   local_rank(one, send->to) != PLAN_FILE_NOTHING
               ? send
               : NULL;
}

static void describe_send(struct compiling *c, struct plan_cell *cell, const struct plan_half *send)
{
    cell->communicator = (uint32_t)send->communicator;
    cell->peer = local_rank(find_communicator(c, send->communicator), send->to);
    cell->tag = (int32_t)send->tag;
    cell->count = cell->bytes = MAX(send->size, 0);
    c->entry->buffer_bytes = MAX(c->entry->buffer_bytes, cell->count);
}

static void describe_receive(struct compiling *c, struct plan_cell *cell,
                             const struct plan_half *send)
{
    cell->communicator = (uint32_t)send->communicator;
    cell->peer_in = local_rank(find_communicator(c, send->communicator), send->from);
    cell->tag_in = (int32_t)send->tag;
    cell->count_in = MAX(send->size, 0);
    c->entry->buffer_bytes = MAX(c->entry->buffer_bytes, cell->count_in);
}

/* A buffered one waits for nobody, nor does its request: it is completed with the whole. */
static gboolean emit_buffered(struct compiling *c, const struct plan_half *send, GError **error)
{
    struct plan_cell cell = compiling_cell(c, PLAN_CALL_ISEND);
    describe_send(c, &cell, send);
    cell.request = compiling_take_slot(c->free_requests, &c->entry->request_slots);
    const int64_t slot = cell.request;
    g_array_append_val(c->buffered, slot);
    return compiling_emit(c, &cell, NULL, 0, error);
}

static gboolean emit_send(struct compiling *c, const struct plan_half *send, bool later,
                          int64_t request, GError **error)
{
    const enum plan_file_call call = later ? send->synchronous ? PLAN_CALL_ISSEND : PLAN_CALL_ISEND
                                     : send->synchronous ? PLAN_CALL_SSEND
                                                         : PLAN_CALL_SEND;
    struct plan_cell cell = compiling_cell(c, call);
    describe_send(c, &cell, send);
    if (later) {
        cell.request = compiling_add_request(c, request);
    }
    return compiling_emit(c, &cell, NULL, 0, error);
}

static gboolean emit_receive(struct compiling *c, const struct plan_half *send, bool later,
                             int64_t request, GError **error)
{
    struct plan_cell cell = compiling_cell(c, later ? PLAN_CALL_IRECV : PLAN_CALL_RECV);
    describe_receive(c, &cell, send);
    if (later) {
        cell.request = compiling_add_request(c, request);
    }
    return compiling_emit(c, &cell, NULL, 0, error);
}

gboolean compile_message(struct compiling *c, const struct plan_op *what, int64_t request,
                         GError **error)
{
    const struct plan_links *links = c->plan->links;
    const bool sends = what->call.role == PLAN_SEND || what->call.role == PLAN_EXCHANGE;
    const bool receives = what->call.role == PLAN_RECEIVE || what->call.role == PLAN_EXCHANGE;
    const bool later = what->call.nonblocking;
    const struct plan_half *out = NULL;
    const struct plan_half *in = NULL;
    if (sends && what->to != PLAN_NOBODY) {
        out = kept_message(c, next_half(c, links->sends, &c->send), true);
    }
    if (receives && (what->from != PLAN_NOBODY || later)) {
        in = kept_message(c, next_half(c, links->receives, &c->receive), false);
    }
    if (out != NULL && in != NULL && !later && out->communicator == in->communicator) {
        struct plan_cell cell = compiling_cell(c, PLAN_CALL_SENDRECV);
        describe_send(c, &cell, out);
        describe_receive(c, &cell, in);
        return compiling_emit(c, &cell, NULL, 0, error);
    }
    if (out != NULL && what->call.buffered) {
        return emit_buffered(c, out, error);
    }
    return (out == NULL || emit_send(c, out, later, request, error)) &&
           (in == NULL || emit_receive(c, in, later, request, error));
}

/* --- collectives --------------------------------------------------------------------------------
 */

/* Whether a replay makes it, which is the same for all members. */
static bool meeting_is_kept(const struct compiling *c, guint number, bool is_followed)
{
    const struct plan_links *links = c->plan->links;
    const struct plan_meeting *meeting = plan_links_meeting(links, number);
    const guint first = plan_links_member(links, meeting, 0);
    const struct plan_op *what = plan_links_what(links, first);
    const struct plan_communicator *one =
        find_communicator(c, plan_links_part(links, first)->communicator);
    if (one == NULL || meeting->count != one->members->len || (is_followed && !meeting->keep) ||
        c->plan->rule == PLAN_ORDER_NONE) {
        return false;
    }
    for (guint i = 0; i < meeting->count; i++) {
        const struct plan_op *other = plan_links_what(links, plan_links_member(links, meeting, i));
        if (other->call.name != what->call.name ||
            other->call.nonblocking != what->call.nonblocking || other->root != what->root ||
            other->failed) {
            return false;
        }
    }
    return true;
}

static enum plan_file_call find_collective(const char *name)
{
    unsigned call = PLAN_CALL_BARRIER;
    while (call < PLAN_CALL_COUNT && strcmp(name, plan_file_call_name(call)) != 0) {
        call++;
    }
    return (enum plan_file_call)call;
}

/* Bytes that each member gives or gets: the most that any of them tells, as what is not
 * significant at a rank may be missing there. */
static int64_t share_of(const struct compiling *c, guint number)
{
    const struct plan_links *links = c->plan->links;
    const struct plan_meeting *meeting = plan_links_meeting(links, number);
    const struct plan_op *first = plan_links_what(links, plan_links_member(links, meeting, 0));
    int64_t share = 0;
    for (guint i = 0; i < meeting->count; i++) {
        const guint part = plan_links_member(links, meeting, i);
        const struct plan_strand *strand =
            g_ptr_array_index(links->strands, plan_links_part(links, part)->strand);
        const bool is_root = strand->trace->rank == first->root;
        if (strcmp(first->call.name, "Scatter") != 0 || is_root) {
            share = MAX(share, plan_links_what(links, part)->size);
        }
    }
    return share;
}

gboolean compile_meeting(struct compiling *c, const struct plan_op *what, int64_t request,
                         GError **error)
{
    const guint part = next_part(c);
    const guint meeting =
        part == PLAN_NONE ? PLAN_NONE : *(const guint *)plan_array_at(c->meetings, part);
    if (meeting == PLAN_NONE) {
        c->head.left_out_unknown++;
        return TRUE;
    }
    const struct plan_participation *own = plan_links_part(c->plan->links, part);
    if (!meeting_is_kept(c, meeting, own->meeting != PLAN_NONE)) {
        c->head.left_out_unknown += own->meeting == PLAN_NONE && c->plan->rule != PLAN_ORDER_NONE;
        return TRUE;
    }
    const struct plan_communicator *one = find_communicator(c, own->communicator);
    const enum plan_file_call call = find_collective(what->call.name);
    struct plan_cell cell = compiling_cell(c, call);
    cell.communicator = (uint32_t)own->communicator;
    cell.count = cell.count_in = cell.bytes = share_of(c, meeting);
    if (call == PLAN_CALL_BCAST || call == PLAN_CALL_GATHER || call == PLAN_CALL_SCATTER ||
        call == PLAN_CALL_REDUCE) {
        cell.peer = local_rank(one, what->root);
        if (cell.peer == PLAN_FILE_NOTHING) {
            c->head.left_out_unknown++;
            return TRUE;
        }
    }
    const int64_t members = one->members->len;
    const bool gathers = call == PLAN_CALL_GATHER || call == PLAN_CALL_SCATTER ||
                         call == PLAN_CALL_ALLGATHER || call == PLAN_CALL_ALLTOALL ||
                         call == PLAN_CALL_REDUCE_SCATTER_BLOCK;
    c->entry->buffer_bytes =
        MAX(c->entry->buffer_bytes, gathers ? cell.count * members : cell.count);
    if (what->call.nonblocking) {
        cell.flags = PLAN_CELL_NONBLOCKING;
        cell.request = compiling_add_request(c, request);
    }
    return compiling_emit(c, &cell, NULL, 0, error);
}

/* Communication that is not followed but keeps its order: what all members take part in
 * becomes a barrier. */
static gboolean compile_kept(struct compiling *c, hd_slice name, GError **error)
{
    static const char *const barriers[] = {
        "Allgatherv",
        "Alltoallv",
        "Alltoallw",
        "Reduce_scatter",
        "Comm_dup",
        "Comm_split",
        "Comm_dup_with_info",
        "Comm_split_type",
        "Comm_create",
        "Cart_create",
        "Graph_create",
        "Cart_sub",
        "Dist_graph_create",
        "Dist_graph_create_adjacent",
        "Gatherv",
        "Scatterv",
    };
    const struct plan_op *op = compiling_op(c);
    const int index =
        plan_project_find_communicator(c->plan->project, c->strand->trace->rank, op->cid);
    if (c->plan->rule == PLAN_ORDER_NONE) {
        return TRUE;
    }
    for (size_t i = 0; i < G_N_ELEMENTS(barriers); i++) {
        if (hd_slice_equals(name, barriers[i]) && find_communicator(c, index) != NULL &&
            !op->failed) {
            struct plan_cell cell = compiling_cell(c, PLAN_CALL_BARRIER);
            cell.communicator = (uint32_t)index;
            return compiling_emit(c, &cell, NULL, 0, error);
        }
    }
    c->head.left_out_unknown += !hd_slice_equals(name, "Comm_free") &&
                                !hd_slice_equals(name, "Comm_disconnect") &&
                                !hd_slice_equals(name, "Request_free");
    return TRUE;
}

bool compile_waits_for_kept(const struct compiling *c)
{
    const struct plan_array *ops = c->strand->ops;
    const struct plan_links *links = c->plan->links;
    guint op = c->op + 1;
    while (op < ops->len && plan_strand_op(c->strand, op)->call.role != PLAN_RECEIVE) {
        op++;
    }
    for (guint i = c->receive; i < links->receives->len; i++) {
        const struct plan_half *half = plan_links_receive(links, i);
        if (half->strand > c->number || (half->strand == c->number && half->op >= op)) {
            return half->strand == c->number && half->op == op &&
                   kept_message(c, half, false) != NULL;
        }
    }
    return false;
}

gboolean compile_communication(struct compiling *c, hd_slice name, GError **error)
{
    const struct plan_op *op = compiling_op(c);
    if (op->call.role == PLAN_KEEP) {
        return compile_kept(c, name, error);
    }
    return op->call.role == PLAN_MEET ? compile_meeting(c, op, op->request, error)
                                      : compile_message(c, op, op->request, error);
}
