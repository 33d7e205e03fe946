/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan_order.h"

#include "plan_mpior.h"
#include "plan_past.h"

static const struct plan_event *event_at(const struct plan_links *links,
                                         const struct plan_place *place)
{
    const GArray *events = g_ptr_array_index(links->events, place->strand);
    return &g_array_index(events, struct plan_event, place->event);
}

static struct plan_half *send_at(const struct plan_links *links, guint index)
{
    return &g_array_index(links->sends, struct plan_half, index);
}

static guint send_of(const struct plan_links *links, guint receive)
{
    return g_array_index(links->receives, struct plan_half, receive).partner;
}

static struct plan_meeting *meeting_of(const struct plan_links *links, guint part)
{
    const guint number = g_array_index(links->parts, struct plan_participation, part).meeting;
    return number == PLAN_NONE ? NULL : g_ptr_array_index(links->meetings, number);
}

static void keep(const struct plan_links *links, const struct plan_event *event)
{
    switch (event->step) {
    case PLAN_STEP_RECEIVE:
        send_at(links, send_of(links, event->what))->keep = true;
        break;
    case PLAN_STEP_ACCEPT:
        send_at(links, event->what)->keep = true;
        break;
    case PLAN_STEP_LEAVE: {
        struct plan_meeting *meeting = meeting_of(links, event->what);
        if (meeting != NULL) {
            meeting->keep = true;
        }
        break;
    }
    case PLAN_STEP_IO:
    case PLAN_STEP_SEND:
    case PLAN_STEP_POST:
    case PLAN_STEP_ENTER:
        break;
    }
}

static void keep_all(const struct plan_links *links, bool value)
{
    for (guint i = 0; i < links->sends->len; i++) {
        send_at(links, i)->keep = value;
    }
    for (guint i = 0; i < links->meetings->len; i++) {
        ((struct plan_meeting *)g_ptr_array_index(links->meetings, i))->keep = value;
    }
}

/* What brings news of I/O. */
static void keep_news(const struct plan_links *links, const GArray *row)
{
    struct plan_past *past = plan_past_new(links, false);
    keep_all(links, false);
    struct plan_row_at at = {0, 0};
    struct plan_place place;
    while (plan_row_next(row, &at, &place)) {
        if (plan_past_step(past, &place)) {
            keep(links, event_at(links, &place));
        }
    }
    plan_past_free(past);
}

/* --- backward: whose news nobody needs ----------------------------------------------------------
 */

struct future {
    const struct plan_links *links;
    bool *io_follows;   /* of each strand */
    bool *send_matters; /* of each send: I/O follows its receive, or its being accepted */
    bool *accept_matters;
    bool *part_matters;    /* of each participation: I/O follows it */
    bool *meeting_matters; /* of each meeting: somebody's news matter to somebody */
};

/* Whether a part's past reaches one that needs it. */
static bool part_is_needed(const struct future *f, guint part)
{
    const struct plan_participation *own =
        &g_array_index(f->links->parts, struct plan_participation, part);
    const struct plan_meeting *meeting = meeting_of(f->links, part);
    if (meeting == NULL || !(meeting->keep || meeting->of_file)) {
        return false;
    }
    for (guint i = 0; i < meeting->parts->len; i++) {
        if (f->part_matters[g_array_index(meeting->parts, guint, i)] &&
            plan_meeting_reaches(meeting, own->position, i)) {
            f->meeting_matters[own->meeting] = true;
            return true;
        }
    }
    return false;
}

static void step_back(struct future *f, const struct plan_place *place)
{
    const struct plan_event *event = event_at(f->links, place);
    bool *follows = &f->io_follows[place->strand];
    guint send = PLAN_NONE;
    switch (event->step) {
    case PLAN_STEP_IO:
        *follows = true;
        break;
    case PLAN_STEP_RECEIVE:
        send = send_of(f->links, event->what);
        if (send != PLAN_NONE && send_at(f->links, send)->keep) {
            f->send_matters[send] = *follows;
        }
        break;
    case PLAN_STEP_SEND:
        *follows |= f->send_matters[event->what];
        break;
    case PLAN_STEP_ACCEPT:
        if (send_at(f->links, event->what)->keep) {
            f->accept_matters[event->what] = *follows;
        }
        break;
    case PLAN_STEP_POST:
        send = send_of(f->links, event->what);
        *follows |= send != PLAN_NONE && f->accept_matters[send];
        break;
    case PLAN_STEP_LEAVE:
        f->part_matters[event->what] = *follows;
        break;
    case PLAN_STEP_ENTER:
        *follows |= part_is_needed(f, event->what);
        break;
    }
}

static void drop_needless(const struct plan_links *links, const GArray *row)
{
    struct future f = {
        .links = links,
        .io_follows = g_new0(bool, links->strands->len + 1),
        .send_matters = g_new0(bool, links->sends->len + 1),
        .accept_matters = g_new0(bool, links->sends->len + 1),
        .part_matters = g_new0(bool, links->parts->len + 1),
        .meeting_matters = g_new0(bool, links->meetings->len + 1),
    };
    struct plan_row_at at = plan_row_end(row);
    struct plan_place place;
    while (plan_row_previous(row, &at, &place)) {
        step_back(&f, &place);
    }
    for (guint i = 0; i < links->sends->len; i++) {
        send_at(links, i)->keep &= f.send_matters[i] || f.accept_matters[i];
    }
    for (guint i = 0; i < links->meetings->len; i++) {
        ((struct plan_meeting *)g_ptr_array_index(links->meetings, i))->keep &=
            f.meeting_matters[i];
    }
    g_free(f.io_follows);
    g_free(f.send_matters);
    g_free(f.accept_matters);
    g_free(f.part_matters);
    g_free(f.meeting_matters);
}

/* --- what came of it ----------------------------------------------------------------------------
 */

static void compare(struct plan_order *order, const struct plan_clock *full,
                    const struct plan_clock *pruned, guint strand)
{
    for (size_t i = 0; i < full->length; i++) {
        if (i != strand && full->counts[i] > 0) {
            order->orders++;
            order->lost += pruned->counts[i] < full->counts[i];
        }
    }
}

/* Go through all with everything, and with what is kept alone. */
static void check(const struct plan_links *links, const GArray *row, struct plan_order *order)
{
    struct plan_past *full = plan_past_new(links, false);
    struct plan_past *pruned = plan_past_new(links, true);
    struct plan_row_at at = {0, 0};
    struct plan_place place;
    while (plan_row_next(row, &at, &place)) {
        (void)plan_past_step(full, &place);
        (void)plan_past_step(pruned, &place);
        if (event_at(links, &place)->step == PLAN_STEP_IO) {
            order->io++;
            compare(order, plan_past_get(full, place.strand), plan_past_get(pruned, place.strand),
                    place.strand);
        }
    }
    plan_past_free(full);
    plan_past_free(pruned);
}

static guint64 count_kept(const struct plan_links *links)
{
    guint64 kept = links->always_kept;
    for (guint i = 0; i < links->sends->len; i++) {
        const struct plan_half *send = send_at(links, i);
        kept += send->keep ? (send->partner != PLAN_NONE ? 2 : 1) : 0;
    }
    for (guint i = 0; i < links->meetings->len; i++) {
        const struct plan_meeting *meeting = g_ptr_array_index(links->meetings, i);
        const guint first = g_array_index(meeting->parts, guint, 0);
        const bool is_followed = meeting_of(links, first) == meeting;
        kept += meeting->keep && is_followed && !meeting->of_file ? meeting->parts->len : 0;
    }
    return kept;
}

struct plan_order plan_order_choose(struct plan_links *links, enum plan_rule rule)
{
    struct plan_order order = {0};
    g_autoptr(GArray) row = plan_walk(links, &order.unresolved);
    switch (rule) {
    case PLAN_ORDER_ALL:
        keep_all(links, true);
        break;
    case PLAN_ORDER_EXACT:
        keep_news(links, row);
        drop_needless(links, row);
        break;
    case PLAN_ORDER_MPIOR:
        keep_all(links, false);
        plan_mpior_keep(links, row);
        break;
    case PLAN_ORDER_NONE:
        keep_all(links, false);
        break;
    }
    check(links, row, &order);
    order.kept = rule == PLAN_ORDER_ALL ? links->records : count_kept(links);
    return order;
}
