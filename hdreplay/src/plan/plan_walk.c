/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan_walk.h"

struct walker {
    const struct plan_links *links;
    GArray *row;          /* struct plan_run */
    GQueue *ready;        /* strands that may be able to go on, number + 1 */
    guint *next;          /* event of each strand */
    gboolean *queued;     /* strands in `ready` */
    guint8 *sent;         /* sends that have begun */
    guint8 *posted;       /* receives that have begun */
    guint8 *entered;      /* participations */
    guint *entered_count; /* of each meeting */
};

static const GArray *events_of(const struct plan_links *links, guint strand)
{
    return g_ptr_array_index(links->events, strand);
}

static const struct plan_half *half_at(const GArray *halves, guint index)
{
    return &g_array_index(halves, struct plan_half, index);
}

static const struct plan_participation *part_at(const struct plan_links *links, guint index)
{
    return &g_array_index(links->parts, struct plan_participation, index);
}

static gboolean all_below_entered(const struct walker *w, const struct plan_meeting *meeting,
                                  guint position)
{
    for (guint i = 0; i < position; i++) {
        if (!w->entered[g_array_index(meeting->parts, guint, i)]) {
            return FALSE;
        }
    }
    return TRUE;
}

static gboolean can_leave(const struct walker *w, const struct plan_participation *part)
{
    if (part->meeting == PLAN_NONE) {
        return TRUE;
    }
    const struct plan_meeting *meeting = g_ptr_array_index(w->links->meetings, part->meeting);
    const gboolean all = w->entered_count[part->meeting] == meeting->parts->len;
    switch (meeting->flow) {
    case PLAN_ALL:
        return all;
    case PLAN_FROM_ROOT:
        return meeting->root == PLAN_NONE ||
               w->entered[g_array_index(meeting->parts, guint, meeting->root)];
    case PLAN_TO_ROOT:
        return all || part->position != meeting->root;
    case PLAN_UPWARD:
        return all || all_below_entered(w, meeting, part->position);
    }
    return TRUE;
}

static gboolean can_go(const struct walker *w, const struct plan_event *event)
{
    guint partner = PLAN_NONE;
    switch (event->step) {
    case PLAN_STEP_RECEIVE:
        partner = half_at(w->links->receives, event->what)->partner;
        return partner == PLAN_NONE || w->sent[partner];
    case PLAN_STEP_ACCEPT:
        partner = half_at(w->links->sends, event->what)->partner;
        return partner == PLAN_NONE || w->posted[partner];
    case PLAN_STEP_LEAVE:
        return can_leave(w, part_at(w->links, event->what));
    case PLAN_STEP_IO:
    case PLAN_STEP_SEND:
    case PLAN_STEP_POST:
    case PLAN_STEP_ENTER:
        return TRUE;
    }
    return TRUE;
}

static void wake(struct walker *w, guint strand)
{
    if (!w->queued[strand]) {
        w->queued[strand] = TRUE;
        g_queue_push_tail(w->ready, GUINT_TO_POINTER(strand + 1));
    }
}

static void wake_meeting(struct walker *w, const struct plan_participation *part)
{
    if (part->meeting == PLAN_NONE) {
        return;
    }
    const struct plan_meeting *meeting = g_ptr_array_index(w->links->meetings, part->meeting);
    w->entered_count[part->meeting]++;
    const gboolean all = w->entered_count[part->meeting] == meeting->parts->len;
    if (all || part->position == meeting->root || meeting->flow == PLAN_UPWARD) {
        for (guint i = 0; i < meeting->parts->len; i++) {
            wake(w, part_at(w->links, g_array_index(meeting->parts, guint, i))->strand);
        }
    }
}

static void add_step(GArray *row, guint strand, guint event)
{
    struct plan_run *last =
        row->len == 0 ? NULL : &g_array_index(row, struct plan_run, row->len - 1);
    if (last != NULL && last->strand == strand) {
        last->count++; /* its events come in their order */
        return;
    }
    const struct plan_run run = {strand, event, 1};
    g_array_append_val(row, run);
}

static void go(struct walker *w, guint strand, const struct plan_event *event)
{
    guint partner = PLAN_NONE;
    switch (event->step) {
    case PLAN_STEP_SEND:
        w->sent[event->what] = 1;
        partner = half_at(w->links->sends, event->what)->partner;
        if (partner != PLAN_NONE) {
            wake(w, half_at(w->links->receives, partner)->strand);
        }
        break;
    case PLAN_STEP_POST:
        w->posted[event->what] = 1;
        partner = half_at(w->links->receives, event->what)->partner;
        if (partner != PLAN_NONE && half_at(w->links->sends, partner)->synchronous) {
            wake(w, half_at(w->links->sends, partner)->strand);
        }
        break;
    case PLAN_STEP_ENTER:
        w->entered[event->what] = 1;
        wake_meeting(w, part_at(w->links, event->what));
        break;
    case PLAN_STEP_IO:
    case PLAN_STEP_RECEIVE:
    case PLAN_STEP_ACCEPT:
    case PLAN_STEP_LEAVE:
        break;
    }
    add_step(w->row, strand, w->next[strand]++);
}

/* Go as far as the strand can. */
static void advance(struct walker *w, guint strand)
{
    const GArray *events = events_of(w->links, strand);
    while (w->next[strand] < events->len) {
        const struct plan_event *event = &g_array_index(events, struct plan_event, w->next[strand]);
        if (!can_go(w, event)) {
            return;
        }
        go(w, strand, event);
    }
}

static void run_ready(struct walker *w)
{
    gpointer next = NULL;
    while ((next = g_queue_pop_head(w->ready)) != NULL) {
        const guint strand = GPOINTER_TO_UINT(next) - 1;
        w->queued[strand] = FALSE;
        advance(w, strand);
    }
}

/* The strand whose next call began first does not wait for what it would wait for. */
static gboolean force_one(struct walker *w)
{
    guint first = PLAN_NONE;
    int64_t start = INT64_MAX;
    for (guint i = 0; i < w->links->strands->len; i++) {
        const struct plan_strand *strand = g_ptr_array_index(w->links->strands, i);
        const GArray *events = events_of(w->links, i);
        if (w->next[i] < events->len) {
            const guint op = g_array_index(events, struct plan_event, w->next[i]).op;
            const int64_t at = g_array_index(strand->ops, struct plan_op, op).start_ns;
            if (first == PLAN_NONE || at < start) {
                first = i;
                start = at;
            }
        }
    }
    if (first == PLAN_NONE) {
        return FALSE;
    }
    go(w, first, &g_array_index(events_of(w->links, first), struct plan_event, w->next[first]));
    wake(w, first);
    return TRUE;
}

GArray *plan_walk(const struct plan_links *links, guint64 *unresolved)
{
    const guint strands = links->strands->len;
    struct walker w = {
        .links = links,
        .row = g_array_new(FALSE, FALSE, sizeof(struct plan_run)),
        .ready = g_queue_new(),
        .next = g_new0(guint, strands),
        .queued = g_new0(gboolean, strands),
        .sent = g_new0(guint8, links->sends->len + 1),
        .posted = g_new0(guint8, links->receives->len + 1),
        .entered = g_new0(guint8, links->parts->len + 1),
        .entered_count = g_new0(guint, links->meetings->len + 1),
    };
    *unresolved = 0;
    for (guint i = 0; i < strands; i++) {
        wake(&w, i);
    }
    run_ready(&w);
    while (force_one(&w)) {
        (*unresolved)++;
        run_ready(&w);
    }
    g_queue_free(w.ready);
    g_free(w.next);
    g_free(w.queued);
    g_free(w.sent);
    g_free(w.posted);
    g_free(w.entered);
    g_free(w.entered_count);
    return w.row;
}

bool plan_row_next(const GArray *row, struct plan_row_at *at, struct plan_place *place)
{
    if (at->run == row->len) {
        return false;
    }
    const struct plan_run *run = &g_array_index(row, struct plan_run, at->run);
    *place = (struct plan_place){run->strand, run->first + at->step};
    at->step++;
    if (at->step == run->count) {
        *at = (struct plan_row_at){at->run + 1, 0};
    }
    return true;
}

bool plan_row_previous(const GArray *row, struct plan_row_at *at, struct plan_place *place)
{
    if (at->step == 0) {
        if (at->run == 0) {
            return false;
        }
        at->run--;
        at->step = g_array_index(row, struct plan_run, at->run).count;
    }
    at->step--;
    const struct plan_run *run = &g_array_index(row, struct plan_run, at->run);
    *place = (struct plan_place){run->strand, run->first + at->step};
    return true;
}

struct plan_row_at plan_row_end(const GArray *row)
{
    return (struct plan_row_at){row->len, 0};
}
