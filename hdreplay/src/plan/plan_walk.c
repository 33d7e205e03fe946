/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan_walk.h"

struct walker {
    const struct plan_links *links;
    struct plan_array *row;           /* struct plan_run */
    GQueue *ready;                    /* strands that may be able to go on, number + 1 */
    guint turn;                       /* steps */
    guint *next;                      /* event of each strand */
    gboolean *queued;                 /* strands in `ready` */
    struct plan_array *sent;          /* bool: sends that have begun */
    struct plan_array *posted;        /* bool: receives that have begun */
    struct plan_array *entered;       /* bool: participations */
    struct plan_array *entered_count; /* guint of each meeting */
};

static bool is_marked(struct plan_array *marks, guint index)
{
    return *(const bool *)plan_array_at(marks, index);
}

static void mark(struct plan_array *marks, guint index)
{
    *(bool *)plan_array_at(marks, index) = true;
}

static gboolean all_below_entered(const struct walker *w, const struct plan_meeting *meeting,
                                  guint position)
{
    for (guint i = 0; i < position; i++) {
        if (!is_marked(w->entered, plan_links_member(w->links, meeting, i))) {
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
    const struct plan_meeting *meeting = plan_links_meeting(w->links, part->meeting);
    const gboolean all =
        *(const guint *)plan_array_at(w->entered_count, part->meeting) == meeting->count;
    switch (meeting->flow) {
    case PLAN_ALL:
        return all;
    case PLAN_FROM_ROOT:
        return meeting->root == PLAN_NONE ||
               is_marked(w->entered, plan_links_member(w->links, meeting, meeting->root));
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
        partner = plan_links_receive(w->links, event->what)->partner;
        return partner == PLAN_NONE || is_marked(w->sent, partner);
    case PLAN_STEP_ACCEPT:
        partner = plan_links_send(w->links, event->what)->partner;
        return partner == PLAN_NONE || is_marked(w->posted, partner);
    case PLAN_STEP_LEAVE:
        return can_leave(w, plan_links_part(w->links, event->what));
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
    const struct plan_meeting *meeting = plan_links_meeting(w->links, part->meeting);
    guint *entered = plan_array_at(w->entered_count, part->meeting);
    const gboolean all = ++*entered == meeting->count;
    if (all || part->position == meeting->root || meeting->flow == PLAN_UPWARD) {
        for (guint i = 0; i < meeting->count; i++) {
            wake(w, plan_links_part(w->links, plan_links_member(w->links, meeting, i))->strand);
        }
    }
}

static void add_step(struct plan_array *row, guint strand, guint event)
{
    struct plan_run *last = row->len == 0 ? NULL : plan_array_at(row, row->len - 1);
    if (last != NULL && last->strand == strand) {
        last->count++; /* its events come in their order */
        return;
    }
    const struct plan_run run = {strand, event, 1};
    plan_array_add(row, &run);
}

static void go(struct walker *w, guint strand, const struct plan_event *event)
{
    guint partner = PLAN_NONE;
    switch (event->step) {
    case PLAN_STEP_SEND:
        mark(w->sent, event->what);
        partner = plan_links_send(w->links, event->what)->partner;
        if (partner != PLAN_NONE) {
            wake(w, plan_links_receive(w->links, partner)->strand);
        }
        break;
    case PLAN_STEP_POST:
        mark(w->posted, event->what);
        partner = plan_links_receive(w->links, event->what)->partner;
        if (partner != PLAN_NONE && plan_links_send(w->links, partner)->synchronous) {
            wake(w, plan_links_send(w->links, partner)->strand);
        }
        break;
    case PLAN_STEP_ENTER:
        mark(w->entered, event->what);
        wake_meeting(w, plan_links_part(w->links, event->what));
        break;
    case PLAN_STEP_IO:
    case PLAN_STEP_RECEIVE:
    case PLAN_STEP_ACCEPT:
    case PLAN_STEP_LEAVE:
        break;
    }
    add_step(w->row, strand, w->next[strand]++);
}

/* Go as far as the strand can, and may before it is another one's turn. */
static void advance(struct walker *w, guint strand)
{
    const guint count = plan_links_event_count(w->links, strand);
    for (guint i = 0; i < w->turn && w->next[strand] < count; i++) {
        const struct plan_event *event = plan_links_event(w->links, strand, w->next[strand]);
        if (!can_go(w, event)) {
            return;
        }
        go(w, strand, event);
    }
    if (w->next[strand] < count) {
        wake(w, strand);
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
        if (w->next[i] < plan_links_event_count(w->links, i)) {
            const guint op = plan_links_event(w->links, i, w->next[i])->op;
            const int64_t at = plan_strand_op(strand, op)->start_ns;
            if (first == PLAN_NONE || at < start) {
                first = i;
                start = at;
            }
        }
    }
    if (first == PLAN_NONE) {
        return FALSE;
    }
    go(w, first, plan_links_event(w->links, first, w->next[first]));
    wake(w, first);
    return TRUE;
}

struct plan_array *plan_walk(const struct plan_links *links, guint turn, guint64 *unresolved)
{
    const guint strands = links->strands->len;
    struct walker w = {
        .links = links,
        .row = plan_array_new(links->spill, sizeof(struct plan_run)),
        .ready = g_queue_new(),
        .turn = turn,
        .next = g_new0(guint, strands),
        .queued = g_new0(gboolean, strands),
        .sent = plan_array_new_zero(links->spill, sizeof(bool), links->sends->len),
        .posted = plan_array_new_zero(links->spill, sizeof(bool), links->receives->len),
        .entered = plan_array_new_zero(links->spill, sizeof(bool), links->parts->len),
        .entered_count = plan_array_new_zero(links->spill, sizeof(guint), links->meetings->len),
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
    plan_array_free(w.sent);
    plan_array_free(w.posted);
    plan_array_free(w.entered);
    plan_array_free(w.entered_count);
    return w.row;
}

bool plan_row_next(struct plan_array *row, struct plan_row_at *at, struct plan_place *place)
{
    if (at->run == row->len) {
        return false;
    }
    const struct plan_run *run = plan_array_at(row, at->run);
    *place = (struct plan_place){run->strand, run->first + at->step};
    at->step++;
    if (at->step == run->count) {
        *at = (struct plan_row_at){at->run + 1, 0};
    }
    return true;
}

bool plan_row_previous(struct plan_array *row, struct plan_row_at *at, struct plan_place *place)
{
    if (at->step == 0) {
        if (at->run == 0) {
            return false;
        }
        at->run--;
        at->step = ((const struct plan_run *)plan_array_at(row, at->run))->count;
    }
    at->step--;
    const struct plan_run *run = plan_array_at(row, at->run);
    *place = (struct plan_place){run->strand, run->first + at->step};
    return true;
}

struct plan_row_at plan_row_end(const struct plan_array *row)
{
    return (struct plan_row_at){row->len, 0};
}
