/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan_order.h"

#include "plan_mpior.h"
#include "plan_past.h"

static const struct plan_event *event_at(const struct plan_links *links,
                                         const struct plan_place *place)
{
    return plan_links_event(links, place->strand, place->event);
}

static guint send_of(const struct plan_links *links, guint receive)
{
    return plan_links_receive(links, receive)->partner;
}

static struct plan_meeting *meeting_of(const struct plan_links *links, guint part)
{
    const guint number = plan_links_part(links, part)->meeting;
    return number == PLAN_NONE ? NULL : plan_links_meeting(links, number);
}

static void keep(const struct plan_links *links, const struct plan_event *event)
{
    switch (event->step) {
    case PLAN_STEP_RECEIVE:
        plan_links_send(links, send_of(links, event->what))->keep = true;
        break;
    case PLAN_STEP_ACCEPT:
        plan_links_send(links, event->what)->keep = true;
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
        plan_links_send(links, i)->keep = value;
    }
    for (guint i = 0; i < links->meetings->len; i++) {
        plan_links_meeting(links, i)->keep = value;
    }
}

/* What brings news of I/O. */
static void keep_news(const struct plan_links *links, struct plan_array *row)
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
    bool *io_follows; /* of each strand */
    /* bool: */
    struct plan_array *sends;    /* I/O follows the receive of each */
    struct plan_array *accepts;  /* I/O follows its being accepted */
    struct plan_array *parts;    /* I/O follows each participation */
    struct plan_array *meetings; /* somebody's news matter to somebody */
};

static bool *matters(struct plan_array *flags, guint i)
{
    return plan_array_at(flags, i);
}

/* Whether a part's past reaches one that needs it. */
static bool part_is_needed(const struct future *f, guint part)
{
    const struct plan_participation *own = plan_links_part(f->links, part);
    const struct plan_meeting *meeting = meeting_of(f->links, part);
    if (meeting == NULL || !(meeting->keep || meeting->of_file)) {
        return false;
    }
    for (guint i = 0; i < meeting->count; i++) {
        if (*matters(f->parts, plan_links_member(f->links, meeting, i)) &&
            plan_meeting_reaches(meeting, own->position, i)) {
            *matters(f->meetings, own->meeting) = true;
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
        if (send != PLAN_NONE && plan_links_send(f->links, send)->keep) {
            *matters(f->sends, send) = *follows;
        }
        break;
    case PLAN_STEP_SEND:
        *follows |= *matters(f->sends, event->what);
        break;
    case PLAN_STEP_ACCEPT:
        if (plan_links_send(f->links, event->what)->keep) {
            *matters(f->accepts, event->what) = *follows;
        }
        break;
    case PLAN_STEP_POST:
        send = send_of(f->links, event->what);
        *follows |= send != PLAN_NONE && *matters(f->accepts, send);
        break;
    case PLAN_STEP_LEAVE:
        *matters(f->parts, event->what) = *follows;
        break;
    case PLAN_STEP_ENTER:
        *follows |= part_is_needed(f, event->what);
        break;
    }
}

static void drop_needless(const struct plan_links *links, struct plan_array *row)
{
    struct future f = {
        .links = links,
        .io_follows = g_new0(bool, links->strands->len + 1),
        .sends = plan_array_new_zero(links->spill, sizeof(bool), links->sends->len),
        .accepts = plan_array_new_zero(links->spill, sizeof(bool), links->sends->len),
        .parts = plan_array_new_zero(links->spill, sizeof(bool), links->parts->len),
        .meetings = plan_array_new_zero(links->spill, sizeof(bool), links->meetings->len),
    };
    struct plan_row_at at = plan_row_end(row);
    struct plan_place place;
    while (plan_row_previous(row, &at, &place)) {
        step_back(&f, &place);
    }
    for (guint i = 0; i < links->sends->len; i++) {
        plan_links_send(links, i)->keep &= *matters(f.sends, i) || *matters(f.accepts, i);
    }
    for (guint i = 0; i < links->meetings->len; i++) {
        plan_links_meeting(links, i)->keep &= *matters(f.meetings, i);
    }
    g_free(f.io_follows);
    plan_array_free(f.sends);
    plan_array_free(f.accepts);
    plan_array_free(f.parts);
    plan_array_free(f.meetings);
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
static void check(const struct plan_links *links, struct plan_array *row, struct plan_order *order)
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
        const struct plan_half *send = plan_links_send(links, i);
        kept += send->keep ? (send->partner != PLAN_NONE ? 2 : 1) : 0;
    }
    for (guint i = 0; i < links->meetings->len; i++) {
        const struct plan_meeting *meeting = plan_links_meeting(links, i);
        const guint first = plan_links_member(links, meeting, 0);
        const bool is_followed = meeting_of(links, first) == meeting;
        kept += meeting->keep && is_followed && !meeting->of_file ? meeting->count : 0;
    }
    return kept;
}

struct plan_order plan_order_choose(struct plan_links *links, enum plan_rule rule)
{
    struct plan_order order = {0};
    /* What MPIOR remembers of rooted collectives differs with who goes first. */
    const guint turn = rule == PLAN_ORDER_MPIOR ? G_MAXUINT : PLAN_TURN;
    struct plan_array *row = plan_walk(links, turn, &order.unresolved);
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
    plan_array_free(row);
    order.kept = rule == PLAN_ORDER_ALL ? links->records : count_kept(links);
    return order;
}
