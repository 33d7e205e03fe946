/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan_past.h"

struct plan_past {
    const struct plan_links *links;
    bool only_kept;
    struct plan_clock **known;   /* of each strand */
    struct plan_clock **sent;    /* with each send, until it is received */
    struct plan_clock **posted;  /* with each receive, for a sender that waits for it */
    struct plan_clock **entered; /* with each participation */
    struct plan_clock **joined;  /* of each meeting of all: what all have brought */
};

static struct plan_clock **new_clocks(guint count)
{
    return g_new0(struct plan_clock *, count + 1);
}

static void free_clocks(struct plan_clock **clocks, guint count)
{
    for (guint i = 0; i < count; i++) {
        plan_clock_drop(clocks[i]);
    }
    g_free(clocks);
}

struct plan_past *plan_past_new(const struct plan_links *links, bool only_kept)
{
    struct plan_past *past = g_new0(struct plan_past, 1);
    const guint strands = links->strands->len;
    past->links = links;
    past->only_kept = only_kept;
    past->known = new_clocks(strands);
    past->sent = new_clocks(links->sends->len);
    past->posted = new_clocks(links->receives->len);
    past->entered = new_clocks(links->parts->len);
    past->joined = new_clocks(links->meetings->len);
    struct plan_clock *nothing = plan_clock_new(strands);
    for (guint i = 0; i < strands; i++) {
        past->known[i] = plan_clock_share(nothing);
    }
    plan_clock_drop(nothing);
    return past;
}

void plan_past_free(struct plan_past *past)
{
    free_clocks(past->known, past->links->strands->len);
    free_clocks(past->sent, past->links->sends->len);
    free_clocks(past->posted, past->links->receives->len);
    free_clocks(past->entered, past->links->parts->len);
    free_clocks(past->joined, past->links->meetings->len);
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

/* Learn what was stored, which nobody else asks for. */
static bool take(struct plan_past *past, guint strand, struct plan_clock **stored)
{
    if (*stored == NULL) {
        return false;
    }
    const bool news = plan_clock_join(&past->known[strand], *stored);
    plan_clock_drop(*stored);
    *stored = NULL;
    return news;
}

static void enter(struct plan_past *past, guint strand, guint part)
{
    const guint number = g_array_index(past->links->parts, struct plan_participation, part).meeting;
    if (number == PLAN_NONE) {
        return;
    }
    past->entered[part] = plan_clock_share(past->known[strand]);
    struct plan_clock **joined = &past->joined[number];
    if (*joined == NULL) {
        *joined = plan_clock_share(past->known[strand]);
    } else {
        (void)plan_clock_join(joined, past->known[strand]);
    }
}

static bool leave(struct plan_past *past, guint strand, guint part)
{
    const struct plan_participation *own =
        &g_array_index(past->links->parts, struct plan_participation, part);
    if (own->meeting == PLAN_NONE) {
        return false;
    }
    const struct plan_meeting *meeting = g_ptr_array_index(past->links->meetings, own->meeting);
    if (!brings(past, meeting->keep || meeting->of_file)) {
        return false;
    }
    if (meeting->flow == PLAN_ALL) {
        return plan_clock_join(&past->known[strand], past->joined[own->meeting]);
    }
    bool news = false;
    for (guint i = 0; i < meeting->parts->len; i++) {
        struct plan_clock *other = past->entered[g_array_index(meeting->parts, guint, i)];
        if (other != NULL && plan_meeting_reaches(meeting, i, own->position)) {
            news |= plan_clock_join(&past->known[strand], other);
        }
    }
    return news;
}

bool plan_past_step(struct plan_past *past, const struct plan_place *place)
{
    const struct plan_links *links = past->links;
    const struct plan_event *event =
        &g_array_index((const GArray *)g_ptr_array_index(links->events, place->strand),
                       struct plan_event, place->event);
    const struct plan_half *half = NULL;
    switch (event->step) {
    case PLAN_STEP_IO:
        plan_clock_tick(&past->known[place->strand], place->strand);
        return false;
    case PLAN_STEP_SEND:
        half = &g_array_index(links->sends, struct plan_half, event->what);
        if (half->partner != PLAN_NONE && brings(past, half->keep)) {
            past->sent[event->what] = plan_clock_share(past->known[place->strand]);
        }
        return false;
    case PLAN_STEP_POST:
        half = &g_array_index(links->receives, struct plan_half, event->what);
        if (half->partner != PLAN_NONE) {
            const struct plan_half *send =
                &g_array_index(links->sends, struct plan_half, half->partner);
            if (send->synchronous && brings(past, send->keep)) {
                past->posted[event->what] = plan_clock_share(past->known[place->strand]);
            }
        }
        return false;
    case PLAN_STEP_RECEIVE:
        half = &g_array_index(links->receives, struct plan_half, event->what);
        return half->partner != PLAN_NONE && take(past, place->strand, &past->sent[half->partner]);
    case PLAN_STEP_ACCEPT:
        half = &g_array_index(links->sends, struct plan_half, event->what);
        return half->partner != PLAN_NONE &&
               take(past, place->strand, &past->posted[half->partner]);
    case PLAN_STEP_ENTER:
        enter(past, place->strand, event->what);
        return false;
    case PLAN_STEP_LEAVE:
        return leave(past, place->strand, event->what);
    }
    return false;
}
