/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Clocks are stored as what each step has learned since the one before it on its trace, so that
 * the I/O between two messages costs nothing. The steps of both runs are paired by the numbers of
 * their calls; what the replay left out, as calls that had failed, is asked of the step before. */
#include "report_order.h"

#include "plan/plan_past.h"

struct learned {
    guint step; /* of the strand */
    guint of;   /* strand */
    guint32 count;
};

struct report_steps {
    guint strands;
    GPtrArray *calls; /* of each strand: GArray of guint, the call of each step */
    GPtrArray *news;  /* of each strand: GArray of struct learned, by step */
};

static void array_free(gpointer data)
{
    g_array_unref(data);
}

static void add_step(struct report_steps *steps, guint strand, guint call, guint32 *known,
                     const struct plan_clock *clock)
{
    GArray *calls = g_ptr_array_index(steps->calls, strand);
    GArray *news = g_ptr_array_index(steps->news, strand);
    for (guint i = 0; i < steps->strands; i++) {
        if (i != strand && clock->counts[i] != known[i]) {
            const struct learned one = {calls->len, i, clock->counts[i]};
            g_array_append_val(news, one);
            known[i] = clock->counts[i];
        }
    }
    g_array_append_val(calls, call);
}

struct report_steps *report_steps_make(const struct plan_links *links, const GPtrArray *indexes)
{
    struct report_steps *steps = g_new0(struct report_steps, 1);
    guint64 unresolved = 0;
    struct plan_array *row = plan_walk(links, PLAN_TURN, &unresolved);
    struct plan_past *past = plan_past_new(links, false);
    steps->strands = links->strands->len;
    steps->calls = g_ptr_array_new_with_free_func(array_free);
    steps->news = g_ptr_array_new_with_free_func(array_free);
    guint32 *known = g_new0(guint32, (gsize)steps->strands * steps->strands + 1);
    for (guint i = 0; i < steps->strands; i++) {
        g_ptr_array_add(steps->calls, g_array_new(FALSE, FALSE, sizeof(guint)));
        g_ptr_array_add(steps->news, g_array_new(FALSE, FALSE, sizeof(struct learned)));
    }
    struct plan_row_at at = {0, 0};
    struct plan_place place;
    while (plan_row_next(row, &at, &place)) {
        const struct plan_event *event = plan_links_event(links, place.strand, place.event);
        (void)plan_past_step(past, &place);
        if (event->step == PLAN_STEP_IO) {
            const guint call =
                indexes == NULL
                    ? event->op
                    : g_array_index((const GArray *)g_ptr_array_index(indexes, place.strand), guint,
                                    event->op);
            add_step(steps, place.strand, call, known + (gsize)place.strand * steps->strands,
                     plan_past_get(past, place.strand));
        }
    }
    g_free(known);
    plan_past_free(past);
    plan_array_free(row);
    return steps;
}

void report_steps_free(struct report_steps *steps)
{
    if (steps != NULL) {
        g_ptr_array_unref(steps->calls);
        g_ptr_array_unref(steps->news);
        g_free(steps);
    }
}

static const GArray *calls_of(const struct report_steps *steps, guint strand)
{
    return g_ptr_array_index(steps->calls, strand);
}

/* Of how many steps of the replay so many of the original's are the same; for 0 to all. */
static guint32 *pair_up(const GArray *original, const GArray *replay, guint64 *absent)
{
    guint32 *paired = g_new0(guint32, original->len + 1);
    guint at = 0;
    for (guint i = 0; i < original->len; i++) {
        const guint call = g_array_index(original, guint, i);
        guint next = at;
        while (next < replay->len && g_array_index(replay, guint, next) < call) {
            next++;
        }
        const bool is_there = next < replay->len && g_array_index(replay, guint, next) == call;
        *absent += !is_there;
        at = is_there ? next + 1 : at;
        paired[i + 1] = at;
    }
    return paired;
}

/* A clock that is made again step by step. */
struct again {
    const GArray *news;
    guint next;
    guint32 *counts;
};

static void go_to(struct again *clock, guint step)
{
    while (clock->next < clock->news->len) {
        const struct learned *one = &g_array_index(clock->news, struct learned, clock->next);
        if (one->step > step) {
            return;
        }
        clock->counts[one->of] = one->count;
        clock->next++;
    }
}

static void compare_strand(const struct report_steps *original, const struct report_steps *replay,
                           guint strand, guint32 *const *paired, struct report_order *order)
{
    struct again before = {g_ptr_array_index(original->news, strand), 0,
                           g_new0(guint32, original->strands + 1)};
    struct again after = {g_ptr_array_index(replay->news, strand), 0,
                          g_new0(guint32, original->strands + 1)};
    const guint count = calls_of(original, strand)->len;
    for (guint step = 0; step < count; step++) {
        go_to(&before, step);
        if (paired[strand][step + 1] == paired[strand][step]) {
            continue; /* not there */
        }
        go_to(&after, paired[strand][step + 1] - 1);
        for (guint i = 0; i < original->strands; i++) {
            const guint32 wanted = paired[i][before.counts[i]];
            order->orders += i != strand && before.counts[i] > 0;
            order->lost += i != strand && after.counts[i] < wanted;
            order->added += i != strand && after.counts[i] > wanted;
        }
    }
    g_free(before.counts);
    g_free(after.counts);
}

struct report_order report_order_compare(const struct report_steps *original,
                                         const struct report_steps *replay)
{
    struct report_order order = {0};
    guint32 **paired = g_new0(guint32 *, original->strands + 1);
    for (guint i = 0; i < original->strands; i++) {
        paired[i] = pair_up(calls_of(original, i), calls_of(replay, i), &order.absent);
    }
    for (guint i = 0; i < original->strands; i++) {
        compare_strand(original, replay, i, paired, &order);
    }
    for (guint i = 0; i < original->strands; i++) {
        g_free(paired[i]);
    }
    g_free(paired);
    return order;
}
