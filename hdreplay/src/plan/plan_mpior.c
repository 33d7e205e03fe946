/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan_mpior.h"

#include <string.h>

struct memory {
    struct plan_links *links;
    guint strands;
    bool *heard;                /* of [process][other] since its last I/O */
    struct plan_array *decided; /* bool of each send: its sender wants it kept */
    struct plan_array *entered; /* guint of each meeting */
};

static bool *heard(const struct memory *m, guint process)
{
    return m->heard + (gsize)process * m->strands;
}

static guint strand_of(const struct memory *m, const struct plan_meeting *meeting, guint i)
{
    return plan_links_part(m->links, plan_links_member(m->links, meeting, i))->strand;
}

static void meet(struct memory *m, guint number)
{
    struct plan_meeting *meeting = plan_links_meeting(m->links, number);
    bool all = true;
    if (meeting->of_file) {
        return; /* the thesis traces calls of libc, which meet nobody */
    }
    for (guint i = 0; i < meeting->count; i++) {
        const guint strand = strand_of(m, meeting, i);
        for (guint other = 0; other < m->strands; other++) {
            all &= heard(m, strand)[other] || other == strand;
        }
    }
    meeting->keep = !all;
    for (guint i = 0; i < meeting->count; i++) {
        const guint strand = strand_of(m, meeting, i);
        memset(heard(m, strand), true, m->strands);
    }
}

static void step(struct memory *m, const struct plan_place *place)
{
    const struct plan_event *event = plan_links_event(m->links, place->strand, place->event);
    struct plan_half *send = NULL;
    guint partner = PLAN_NONE;
    guint number = PLAN_NONE;
    switch (event->step) {
    case PLAN_STEP_IO:
        memset(heard(m, place->strand), false, m->strands);
        break;
    case PLAN_STEP_SEND:
        partner = plan_links_send(m->links, event->what)->partner;
        if (partner != PLAN_NONE) {
            const guint to = plan_links_receive(m->links, partner)->strand;
            *(bool *)plan_array_at(m->decided, event->what) = !heard(m, place->strand)[to];
        }
        break;
    case PLAN_STEP_RECEIVE:
        partner = plan_links_receive(m->links, event->what)->partner;
        if (partner != PLAN_NONE) {
            send = plan_links_send(m->links, partner);
            send->keep = *(const bool *)plan_array_at(m->decided, partner) ||
                         !heard(m, place->strand)[send->strand];
            heard(m, place->strand)[send->strand] = true;
        }
        break;
    case PLAN_STEP_ENTER:
        number = plan_links_part(m->links, event->what)->meeting;
        if (number != PLAN_NONE) {
            guint *entered = plan_array_at(m->entered, number);
            if (++*entered == plan_links_meeting(m->links, number)->count) {
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

void plan_mpior_keep(struct plan_links *links, struct plan_array *row)
{
    struct memory m = {
        .links = links,
        .strands = links->strands->len,
        .decided = plan_array_new_zero(links->spill, sizeof(bool), links->sends->len),
        .entered = plan_array_new_zero(links->spill, sizeof(guint), links->meetings->len),
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
    plan_array_free(m.decided);
    plan_array_free(m.entered);
}
