/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan_past.h"

/* What all have brought to a meeting, until they have left. */
struct joined {
    struct plan_clock *clock;
    guint left;
};

/* The arrays hold pointers to clocks, but for the last. */
struct plan_past {
    const struct plan_links *links;
    bool only_kept;
    struct plan_clock **known;  /* of each strand */
    struct plan_array *sent;    /* of each send, until it is received */
    struct plan_array *posted;  /* of each receive, for a sender that waits for it */
    struct plan_array *entered; /* of each participation, until all have left */
    struct plan_array *joined;  /* struct joined of each meeting */
};

static struct plan_clock **clock_at(struct plan_array *clocks, guint i)
{
    return plan_array_at(clocks, i);
}

static struct joined *joined_at(const struct plan_past *past, guint meeting)
{
    return plan_array_at(past->joined, meeting);
}

static void free_clocks(struct plan_array *clocks)
{
    for (guint i = 0; i < clocks->len; i++) {
        plan_clock_drop(*clock_at(clocks, i));
    }
    plan_array_free(clocks);
}

struct plan_past *plan_past_new(const struct plan_links *links, bool only_kept)
{
    struct plan_past *past = g_new0(struct plan_past, 1);
    const guint strands = links->strands->len;
    past->links = links;
    past->only_kept = only_kept;
    past->known = g_new0(struct plan_clock *, strands + 1);
    past->sent = plan_array_new_zero(links->spill, sizeof(struct plan_clock *), links->sends->len);
    past->posted =
        plan_array_new_zero(links->spill, sizeof(struct plan_clock *), links->receives->len);
    past->entered =
        plan_array_new_zero(links->spill, sizeof(struct plan_clock *), links->parts->len);
    past->joined = plan_array_new_zero(links->spill, sizeof(struct joined), links->meetings->len);
    struct plan_clock *nothing = plan_clock_new(strands);
    for (guint i = 0; i < strands; i++) {
        past->known[i] = plan_clock_share(nothing);
    }
    plan_clock_drop(nothing);
    return past;
}

void plan_past_free(struct plan_past *past)
{
    for (guint i = 0; i < past->links->strands->len; i++) {
        plan_clock_drop(past->known[i]);
    }
    for (guint i = 0; i < past->joined->len; i++) {
        plan_clock_drop(joined_at(past, i)->clock);
    }
    g_free(past->known);
    plan_array_free(past->joined);
    free_clocks(past->sent);
    free_clocks(past->posted);
    free_clocks(past->entered);
    g_free(past);
}

const struct plan_clock *plan_past_get(const struct plan_past *past, guint strand)
{
    return past->known[strand];
}

static bool brings(const struct plan_past *past, bool keep)
{
    return keep || !past->only_kept;
}

static void drop(struct plan_clock **clock)
{
    plan_clock_drop(*clock);
    *clock = NULL;
}

/* Learn what was stored, which nobody else asks for. */
static bool take(struct plan_past *past, guint strand, struct plan_clock **stored)
{
    if (*stored == NULL) {
        return false;
    }
    const bool news = plan_clock_join(&past->known[strand], *stored);
    drop(stored);
    return news;
}

static void enter(struct plan_past *past, guint strand, guint part)
{
    const guint number = plan_links_part(past->links, part)->meeting;
    if (number == PLAN_NONE) {
        return;
    }
    *clock_at(past->entered, part) = plan_clock_share(past->known[strand]);
    struct plan_clock **joined = &joined_at(past, number)->clock;
    if (*joined == NULL) {
        *joined = plan_clock_share(past->known[strand]);
    } else {
        (void)plan_clock_join(joined, past->known[strand]);
    }
}

/* What the others bring to one who leaves. */
static bool learn(struct plan_past *past, guint strand, const struct plan_meeting *meeting,
                  guint number, guint position)
{
    if (meeting->flow == PLAN_ALL) {
        return plan_clock_join(&past->known[strand], joined_at(past, number)->clock);
    }
    bool news = false;
    for (guint i = 0; i < meeting->count; i++) {
        struct plan_clock *other =
            *clock_at(past->entered, plan_links_member(past->links, meeting, i));
        if (other != NULL && plan_meeting_reaches(meeting, i, position)) {
            news |= plan_clock_join(&past->known[strand], other);
        }
    }
    return news;
}

/* The last who leaves has nobody to leave anything to. */
static void forget(struct plan_past *past, const struct plan_meeting *meeting, guint number)
{
    struct joined *joined = joined_at(past, number);
    if (++joined->left < meeting->count) {
        return;
    }
    drop(&joined->clock);
    for (guint i = 0; i < meeting->count; i++) {
        drop(clock_at(past->entered, plan_links_member(past->links, meeting, i)));
    }
}

static bool leave(struct plan_past *past, guint strand, guint part)
{
    const struct plan_participation *own = plan_links_part(past->links, part);
    if (own->meeting == PLAN_NONE) {
        return false;
    }
    const struct plan_meeting *meeting = plan_links_meeting(past->links, own->meeting);
    const bool news = brings(past, meeting->keep || meeting->of_file) &&
                      learn(past, strand, meeting, own->meeting, own->position);
    forget(past, meeting, own->meeting);
    return news;
}

bool plan_past_step(struct plan_past *past, const struct plan_place *place)
{
    const struct plan_links *links = past->links;
    const struct plan_event *event = plan_links_event(links, place->strand, place->event);
    const struct plan_half *half = NULL;
    switch (event->step) {
    case PLAN_STEP_IO:
        plan_clock_tick(&past->known[place->strand], place->strand);
        return false;
    case PLAN_STEP_SEND:
        half = plan_links_send(links, event->what);
        if (half->partner != PLAN_NONE && brings(past, half->keep)) {
            *clock_at(past->sent, event->what) = plan_clock_share(past->known[place->strand]);
        }
        return false;
    case PLAN_STEP_POST:
        half = plan_links_receive(links, event->what);
        if (half->partner != PLAN_NONE) {
            const struct plan_half *send = plan_links_send(links, half->partner);
            if (send->synchronous && brings(past, send->keep)) {
                *clock_at(past->posted, event->what) = plan_clock_share(past->known[place->strand]);
            }
        }
        return false;
    case PLAN_STEP_RECEIVE:
        half = plan_links_receive(links, event->what);
        return half->partner != PLAN_NONE &&
               take(past, place->strand, clock_at(past->sent, half->partner));
    case PLAN_STEP_ACCEPT:
        half = plan_links_send(links, event->what);
        return half->partner != PLAN_NONE &&
               take(past, place->strand, clock_at(past->posted, half->partner));
    case PLAN_STEP_ENTER:
        enter(past, place->strand, event->what);
        return false;
    case PLAN_STEP_LEAVE:
        return leave(past, place->strand, event->what);
    }
    return false;
}
