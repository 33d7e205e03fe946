/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan_clock.h"

#include <glib.h>
#include <string.h>

struct plan_clock *plan_clock_new(size_t strands)
{
    struct plan_clock *clock = g_malloc0(sizeof *clock + strands * sizeof clock->counts[0]);
    clock->users = 1;
    clock->length = strands;
    return clock;
}

struct plan_clock *plan_clock_share(struct plan_clock *clock)
{
    clock->users++;
    return clock;
}

void plan_clock_drop(struct plan_clock *clock)
{
    if (clock != NULL && --clock->users == 0) {
        g_free(clock);
    }
}

static void own(struct plan_clock **clock)
{
    if ((*clock)->users > 1) {
        struct plan_clock *copy = plan_clock_new((*clock)->length);
        memcpy(copy->counts, (*clock)->counts, copy->length * sizeof copy->counts[0]);
        plan_clock_drop(*clock);
        *clock = copy;
    }
}

void plan_clock_tick(struct plan_clock **clock, size_t strand)
{
    own(clock);
    (*clock)->counts[strand]++;
}

/** Whether `one` knows all that `other` does. */
static bool covers(const struct plan_clock *one, const struct plan_clock *other)
{
    for (size_t i = 0; i < one->length; i++) {
        if (one->counts[i] < other->counts[i]) {
            return false;
        }
    }
    return true;
}

bool plan_clock_join(struct plan_clock **clock, struct plan_clock *other)
{
    if (*clock == other || covers(*clock, other)) {
        return false;
    }
    if (covers(other, *clock)) {
        plan_clock_drop(*clock);
        *clock = plan_clock_share(other);
        return true;
    }
    own(clock);
    for (size_t i = 0; i < other->length; i++) {
        (*clock)->counts[i] = MAX((*clock)->counts[i], other->counts[i]);
    }
    return true;
}

bool plan_clock_equals(const struct plan_clock *one, const struct plan_clock *other)
{
    return one == other ||
           memcmp(one->counts, other->counts, one->length * sizeof one->counts[0]) == 0;
}
