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
    guint op; /* that is read */
    bool files_meet;
    struct plan_array *events;
    GArray *late;          /* struct plan_event: of other calls than the one that is read */
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
    if (op != r->op) {
        g_array_append_val(r->late, event);
    } else {
        plan_array_add(r->events, &event);
    }
}

static guint add_half(const struct reading *r, struct plan_array *halves,
                      const struct plan_op *what, guint op, bool is_send)
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
    plan_array_add(halves, &half);
    return halves->len - 1;
}

/* @param what describes it */
static guint add_part(const struct reading *r, guint what, guint op, guint opening)
{
    const int64_t cid = plan_strand_op(r->strand, what)->cid;
    const struct plan_participation part = {
        .what = what,
        .strand = r->number,
        .op = op,
        .meeting = PLAN_NONE,
        .communicator = opening != PLAN_NONE ? plan_links_part(r->links, opening)->communicator
                                             : plan_project_find_communicator(
                                                   r->project, r->strand->trace->rank, cid),
        .opening = opening,
    };
    plan_array_add(r->links->parts, &part);
    return r->links->parts->len - 1;
}

/* Begin what an op does, or what a persistent request describes. Gives back what is left to end. */
static struct pending begin(struct reading *r, guint described, guint op)
{
    const struct plan_op *what = plan_strand_op(r->strand, described);
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
        p.part = add_part(r, described, op, PLAN_NONE);
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
    if (p->send != PLAN_NONE && plan_links_send(r->links, p->send)->synchronous) {
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

/* Its events come between those of calls before, or at the end. */
static void end_late(struct reading *r, const struct pending *p)
{
    end(r, p, p->last != PLAN_NONE ? p->last : r->strand->ops->len - 1);
}

static void keep_for_later(struct reading *r, guint what, guint op, int64_t request)
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
        const struct plan_done *one = plan_strand_done(r->strand, what->first_done + i);
        const gint64 request = one->request;
        const gint64 *described = g_hash_table_lookup(r->described, &request);
        if (described != NULL) {
            keep_for_later(r, (guint)*described, op, request);
        }
    }
}

static void tell_sender(const struct reading *r, guint receive, const struct plan_done *done)
{
    struct plan_half *half = plan_links_receive(r->links, receive);
    if (done->from >= 0) {
        half->from = done->from;
        half->tag = done->from_tag;
    }
}

static void complete(struct reading *r, const struct plan_op *what, guint op)
{
    for (guint i = 0; i < what->done_count; i++) {
        const struct plan_done *one = plan_strand_done(r->strand, what->first_done + i);
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
        const guint part = add_part(r, op, op, PLAN_NONE);
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
        const guint part = add_part(r, op, op, opening - 1);
        add_event(r, PLAN_STEP_ENTER, part, op);
        add_event(r, PLAN_STEP_LEAVE, part, op);
    }
}

static void read_op(struct reading *r, guint op)
{
    const struct plan_op *what = plan_strand_op(r->strand, op);
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
            keep_for_later(r, op, op, what->request);
        } else {
            const struct pending p = begin(r, op, op);
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

/* Bring them behind the others of their calls, which came before them. */
static void merge_late(struct reading *r)
{
    guint late = r->late->len;
    guint at = r->events->len;
    g_array_sort(r->late, compare_ops); /* stable */
    plan_array_set_length(r->events, at + late);
    while (late > 0) {
        const struct plan_event *one = &g_array_index(r->late, struct plan_event, late - 1);
        const struct plan_event *before = at > 0 ? plan_array_at(r->events, at - 1) : NULL;
        const bool is_behind = before == NULL || before->op <= one->op;
        *(struct plan_event *)plan_array_at(r->events, at + late - 1) = is_behind ? *one : *before;
        late -= is_behind ? 1 : 0;
        at -= is_behind ? 0 : 1;
    }
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
        .events = plan_array_new(links->spill, sizeof(struct plan_event)),
        .late = g_array_new(FALSE, FALSE, sizeof(struct plan_event)),
        .pending = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, g_free),
        .described = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, g_free),
        .openings = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL),
    };
    for (r.op = 0; r.op < strand->ops->len; r.op++) {
        read_op(&r, r.op);
    }
    g_hash_table_foreach(r.pending, end_pending, &r);
    merge_late(&r);
    g_array_unref(r.late);
    g_hash_table_unref(r.pending);
    g_hash_table_unref(r.described);
    g_hash_table_unref(r.openings);
    g_ptr_array_add(links->events, r.events);
}

static void events_free(gpointer data)
{
    plan_array_free(data);
}

struct plan_links *plan_links_make(const struct plan_project *project, GPtrArray *strands,
                                   bool files_meet)
{
    struct plan_links *links = g_new0(struct plan_links, 1);
    links->strands = g_ptr_array_ref(strands);
    links->events = g_ptr_array_new_with_free_func(events_free);
    links->spill = project->spill;
    links->sends = plan_array_new(links->spill, sizeof(struct plan_half));
    links->receives = plan_array_new(links->spill, sizeof(struct plan_half));
    links->parts = plan_array_new(links->spill, sizeof(struct plan_participation));
    links->meetings = plan_array_new(links->spill, sizeof(struct plan_meeting));
    links->members = plan_array_new(links->spill, sizeof(guint));
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
        plan_array_free(links->sends);
        plan_array_free(links->receives);
        plan_array_free(links->parts);
        plan_array_free(links->meetings);
        plan_array_free(links->members);
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
