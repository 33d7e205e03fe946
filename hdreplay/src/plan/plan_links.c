/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan_links.h"

#include "plan_match.h"

/* What a request stands for until it is completed. */
struct pending {
    enum plan_role role;
    guint send;
    guint receive;
    guint part;
    guint last; /* op that tried it last, PLAN_NONE: none */
};

/* While one strand is read. */
struct reading {
    struct plan_links *links;
    const struct plan_project *project;
    const struct plan_strand *strand;
    guint number;
    bool files_meet;
    GArray *events;
    GHashTable *pending;   /* request to struct pending */
    GHashTable *described; /* persistent request to its op */
    GHashTable *openings;  /* file of this strand to the participation of its open */
};

static gint64 *new_key(int64_t value)
{
    gint64 *key = g_new(gint64, 1);
    *key = value;
    return key;
}

static void add_event(struct reading *r, enum plan_step step, guint what, guint op)
{
    const struct plan_event event = {step, what, op};
    g_array_append_val(r->events, event);
}

static guint add_half(const struct reading *r, GArray *halves, const struct plan_op *what, guint op,
                      bool is_send)
{
    const int rank = r->strand->trace->rank;
    const struct plan_half half = {
        .communicator = plan_project_find_communicator(r->project, rank, what->cid),
        .from = is_send ? rank : what->from,
        .to = is_send ? what->to : rank,
        .tag = is_send ? what->to_tag : what->from_tag,
        .size = what->size,
        .strand = r->number,
        .op = op,
        .synchronous = what->call.synchronous,
        .partner = PLAN_NONE,
    };
    r->links->records++;
    g_array_append_val(halves, half);
    return halves->len - 1;
}

static guint add_part(const struct reading *r, const struct plan_op *what, guint op, guint opening)
{
    const struct plan_participation part = {
        .what = what,
        .strand = r->number,
        .op = op,
        .meeting = PLAN_NONE,
        .communicator =
            opening != PLAN_NONE
                ? g_array_index(r->links->parts, struct plan_participation, opening).communicator
                : plan_project_find_communicator(r->project, r->strand->trace->rank, what->cid),
        .opening = opening,
    };
    g_array_append_val(r->links->parts, part);
    return r->links->parts->len - 1;
}

/* Begin what an op does, or what a persistent request describes. Gives back what is left to end. */
static struct pending begin(struct reading *r, const struct plan_op *what, guint op)
{
    struct pending p = {what->call.role, PLAN_NONE, PLAN_NONE, PLAN_NONE, PLAN_NONE};
    const bool sends = what->call.role == PLAN_SEND || what->call.role == PLAN_EXCHANGE;
    const bool receives = what->call.role == PLAN_RECEIVE || what->call.role == PLAN_EXCHANGE;
    if (sends && what->to != PLAN_NOBODY) {
        p.send = add_half(r, r->links->sends, what, op, true);
        add_event(r, PLAN_STEP_SEND, p.send, op);
    }
    if (receives && (what->from != PLAN_NOBODY || what->call.nonblocking)) {
        p.receive = add_half(r, r->links->receives, what, op, false);
        add_event(r, PLAN_STEP_POST, p.receive, op);
    }
    if (what->call.role == PLAN_MEET) {
        r->links->records++;
        p.part = add_part(r, what, op, PLAN_NONE);
        add_event(r, PLAN_STEP_ENTER, p.part, op);
    }
    if (what->call.role == PLAN_KEEP) {
        r->links->records++;
        r->links->always_kept++;
    }
    if (what->call.role == PLAN_IO_BEGIN) {
        add_event(r, PLAN_STEP_IO, PLAN_NONE, op);
    }
    return p;
}

static void end(struct reading *r, const struct pending *p, guint op)
{
    if (p->send != PLAN_NONE &&
        g_array_index(r->links->sends, struct plan_half, p->send).synchronous) {
        add_event(r, PLAN_STEP_ACCEPT, p->send, op);
    }
    if (p->receive != PLAN_NONE) {
        add_event(r, PLAN_STEP_RECEIVE, p->receive, op);
    }
    if (p->part != PLAN_NONE) {
        add_event(r, PLAN_STEP_LEAVE, p->part, op);
    }
    if (p->role == PLAN_IO_BEGIN) {
        add_event(r, PLAN_STEP_IO, PLAN_NONE, op);
    }
}

/* Its events stand behind others of later calls until they are sorted. */
static void end_late(struct reading *r, const struct pending *p)
{
    end(r, p, p->last != PLAN_NONE ? p->last : r->strand->ops->len - 1);
}

static void keep_for_later(struct reading *r, const struct plan_op *what, guint op, int64_t request)
{
    const gint64 key = request;
    const struct pending *before = g_hash_table_lookup(r->pending, &key);
    if (before != NULL) {
        end_late(r, before);
    }
    struct pending *p = g_new(struct pending, 1);
    *p = begin(r, what, op);
    g_hash_table_replace(r->pending, new_key(request), p);
}

static void start(struct reading *r, const struct plan_op *what, guint op)
{
    for (guint i = 0; i < what->done_count; i++) {
        const struct plan_done *one =
            &g_array_index(r->strand->done, struct plan_done, what->first_done + i);
        const gint64 request = one->request;
        const gint64 *described = g_hash_table_lookup(r->described, &request);
        if (described != NULL) {
            keep_for_later(r, &g_array_index(r->strand->ops, struct plan_op, *described), op,
                           request);
        }
    }
}

static void tell_sender(const struct reading *r, guint receive, const struct plan_done *done)
{
    struct plan_half *half = &g_array_index(r->links->receives, struct plan_half, receive);
    if (done->from >= 0) {
        half->from = done->from;
        half->tag = done->from_tag;
    }
}

static void complete(struct reading *r, const struct plan_op *what, guint op)
{
    for (guint i = 0; i < what->done_count; i++) {
        const struct plan_done *one =
            &g_array_index(r->strand->done, struct plan_done, what->first_done + i);
        const gint64 request = one->request;
        struct pending *p = g_hash_table_lookup(r->pending, &request);
        if (p == NULL || (one->told && !one->done)) {
            continue;
        }
        if (one->cancelled) {
            g_hash_table_remove(r->pending, &request);
            continue;
        }
        if (p->receive != PLAN_NONE) {
            tell_sender(r, p->receive, one);
        }
        if (one->told || what->call.role == PLAN_COMPLETE) {
            end(r, p, op);
            g_hash_table_remove(r->pending, &request);
        } else {
            p->last = op; /* where nothing is told, the last try did it */
        }
    }
}

static void open_file(struct reading *r, const struct plan_op *what, guint op)
{
    add_event(r, PLAN_STEP_IO, PLAN_NONE, op);
    if (r->files_meet && !what->failed) {
        const guint part = add_part(r, what, op, PLAN_NONE);
        add_event(r, PLAN_STEP_ENTER, part, op);
        add_event(r, PLAN_STEP_LEAVE, part, op);
        g_hash_table_replace(r->openings, new_key(what->file), GUINT_TO_POINTER(part + 1));
    }
}

static void close_file(struct reading *r, const struct plan_op *what, guint op)
{
    add_event(r, PLAN_STEP_IO, PLAN_NONE, op);
    const gint64 file = what->file;
    const guint opening = GPOINTER_TO_UINT(g_hash_table_lookup(r->openings, &file));
    if (opening != 0) {
        const guint part = add_part(r, what, op, opening - 1);
        add_event(r, PLAN_STEP_ENTER, part, op);
        add_event(r, PLAN_STEP_LEAVE, part, op);
    }
}

static void read_op(struct reading *r, guint op)
{
    const struct plan_op *what = &g_array_index(r->strand->ops, struct plan_op, op);
    if (what->call.persistent) {
        g_hash_table_replace(r->described, new_key(what->request), new_key(op));
        return;
    }
    switch (what->call.role) {
    case PLAN_LOCAL:
        return;
    case PLAN_SEND:
    case PLAN_RECEIVE:
    case PLAN_EXCHANGE:
    case PLAN_MEET:
    case PLAN_KEEP:
    case PLAN_IO_BEGIN:
        if (what->call.nonblocking && what->request >= 0) {
            keep_for_later(r, what, op, what->request);
        } else {
            const struct pending p = begin(r, what, op);
            end(r, &p, op);
        }
        return;
    case PLAN_START:
        start(r, what, op);
        return;
    case PLAN_COMPLETE:
    case PLAN_TRY:
        complete(r, what, op);
        return;
    case PLAN_IO:
    case PLAN_IO_TOGETHER:
        add_event(r, PLAN_STEP_IO, PLAN_NONE, op);
        return;
    case PLAN_OPEN:
        open_file(r, what, op);
        return;
    case PLAN_CLOSE:
        close_file(r, what, op);
        return;
    }
}

static void end_pending(gpointer key, gpointer value, gpointer user_data)
{
    (void)key;
    end_late(user_data, value);
}

static gint compare_ops(gconstpointer a, gconstpointer b)
{
    const guint one = ((const struct plan_event *)a)->op;
    const guint other = ((const struct plan_event *)b)->op;
    return (one > other) - (one < other);
}

static void read_strand(struct plan_links *links, const struct plan_project *project,
                        const struct plan_strand *strand, guint number, bool files_meet)
{
    struct reading r = {
        .links = links,
        .project = project,
        .strand = strand,
        .number = number,
        .files_meet = files_meet,
        .events = g_array_new(FALSE, FALSE, sizeof(struct plan_event)),
        .pending = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, g_free),
        .described = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, g_free),
        .openings = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL),
    };
    for (guint op = 0; op < strand->ops->len; op++) {
        read_op(&r, op);
    }
    g_hash_table_foreach(r.pending, end_pending, &r);
    g_array_sort(r.events, compare_ops); /* stable */
    g_hash_table_unref(r.pending);
    g_hash_table_unref(r.described);
    g_hash_table_unref(r.openings);
    g_ptr_array_add(links->events, r.events);
}

static void meeting_free(gpointer data)
{
    struct plan_meeting *meeting = data;
    g_array_unref(meeting->parts);
    g_free(meeting);
}

static void events_free(gpointer data)
{
    g_array_unref(data);
}

struct plan_links *plan_links_make(const struct plan_project *project, GPtrArray *strands,
                                   bool files_meet)
{
    struct plan_links *links = g_new0(struct plan_links, 1);
    links->strands = g_ptr_array_ref(strands);
    links->events = g_ptr_array_new_with_free_func(events_free);
    links->sends = g_array_new(FALSE, FALSE, sizeof(struct plan_half));
    links->receives = g_array_new(FALSE, FALSE, sizeof(struct plan_half));
    links->parts = g_array_new(FALSE, FALSE, sizeof(struct plan_participation));
    links->meetings = g_ptr_array_new_with_free_func(meeting_free);
    for (guint i = 0; i < strands->len; i++) {
        read_strand(links, project, g_ptr_array_index(strands, i), i, files_meet);
    }
    plan_match_messages(links);
    plan_match_meetings(links, project);
    return links;
}

void plan_links_free(struct plan_links *links)
{
    if (links != NULL) {
        g_ptr_array_unref(links->strands);
        g_ptr_array_unref(links->events);
        g_array_unref(links->sends);
        g_array_unref(links->receives);
        g_array_unref(links->parts);
        g_ptr_array_unref(links->meetings);
        g_free(links);
    }
}

bool plan_meeting_reaches(const struct plan_meeting *meeting, guint from, guint to)
{
    if (from == to) {
        return false;
    }
    switch (meeting->flow) {
    case PLAN_ALL:
        return true;
    case PLAN_FROM_ROOT:
        return from == meeting->root;
    case PLAN_TO_ROOT:
        return to == meeting->root;
    case PLAN_UPWARD:
        return from < to;
    }
    return false;
}
