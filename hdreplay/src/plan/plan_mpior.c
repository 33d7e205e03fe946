/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan_mpior.h"

#include <string.h>

struct memory {
    struct plan_links *links;
    guint strands;
    bool *heard;    /* of [process][other] since its last I/O */
    bool *decided;  /* for each send: its sender wants it kept */
    guint *entered; /* of each meeting */
};

static bool *heard(const struct memory *m, guint process)
{
    return m->heard + (gsize)process * m->strands;
}

static void meet(struct memory *m, guint number)
{
    struct plan_meeting *meeting = g_ptr_array_index(m->links->meetings, number);
    bool all = true;
    if (meeting->of_file) {
        return; /* the thesis traces calls of libc, which meet nobody */
    }
    for (guint i = 0; i < meeting->parts->len; i++) {
        const guint part = g_array_index(meeting->parts, guint, i);
        const guint strand = g_array_index(m->links->parts, struct plan_participation, part).strand;
        for (guint other = 0; other < m->strands; other++) {
            all &= heard(m, strand)[other] || other == strand;
        }
    }
    meeting->keep = !all;
    for (guint i = 0; i < meeting->parts->len; i++) {
        const guint part = g_array_index(meeting->parts, guint, i);
        const guint strand = g_array_index(m->links->parts, struct plan_participation, part).strand;
        memset(heard(m, strand), true, m->strands);
    }
}

static void step(struct memory *m, const struct plan_place *place)
{
    const struct plan_event *event =
        &g_array_index((const GArray *)g_ptr_array_index(m->links->events, place->strand),
                       struct plan_event, place->event);
    struct plan_half *send = NULL;
    guint partner = PLAN_NONE;
    guint number = PLAN_NONE;
    switch (event->step) {
    case PLAN_STEP_IO:
        memset(heard(m, place->strand), false, m->strands);
        break;
    case PLAN_STEP_SEND:
        partner = g_array_index(m->links->sends, struct plan_half, event->what).partner;
        if (partner != PLAN_NONE) {
            const guint to = g_array_index(m->links->receives, struct plan_half, partner).strand;
            m->decided[event->what] = !heard(m, place->strand)[to];
        }
        break;
    case PLAN_STEP_RECEIVE:
        partner = g_array_index(m->links->receives, struct plan_half, event->what).partner;
        if (partner != PLAN_NONE) {
            send = &g_array_index(m->links->sends, struct plan_half, partner);
            send->keep = m->decided[partner] || !heard(m, place->strand)[send->strand];
            heard(m, place->strand)[send->strand] = true;
        }
        break;
    case PLAN_STEP_ENTER:
        number = g_array_index(m->links->parts, struct plan_participation, event->what).meeting;
        if (number != PLAN_NONE) {
            const struct plan_meeting *meeting = g_ptr_array_index(m->links->meetings, number);
            if (++m->entered[number] == meeting->parts->len) {
                meet(m, number);
            }
        }
        break;
    case PLAN_STEP_POST:
    case PLAN_STEP_ACCEPT:
    case PLAN_STEP_LEAVE:
        break;
    }
}

void plan_mpior_keep(struct plan_links *links, const GArray *row)
{
    struct memory m = {
        .links = links,
        .strands = links->strands->len,
        .decided = g_new0(bool, links->sends->len + 1),
        .entered = g_new0(guint, links->meetings->len + 1),
    };
    const gsize pairs = (gsize)m.strands * m.strands;
    m.heard = g_new(bool, pairs + 1);
    memset(m.heard, true, pairs); /* there was no I/O yet */
    struct plan_row_at at = {0, 0};
    struct plan_place place;
    while (plan_row_next(row, &at, &place)) {
        step(&m, &place);
    }
    g_free(m.heard);
    g_free(m.decided);
    g_free(m.entered);
}
