/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PLAN_WALK_H
#define PLAN_WALK_H
/** An order of all steps in which each comes after those that it waits for.
 *
 *      GArray *row = plan_walk(links, &unresolved);
 *      struct plan_row_at at = {0, 0};
 *      struct plan_place place;
 *      while (plan_row_next(row, &at, &place)) {
 *          ... g_ptr_array_index(links->events, place.strand), place.event ...
 *      }
 *      g_array_unref(row); */

#include "plan_links.h"

struct plan_place {
    guint strand;
    guint event; /**< of the strand */
};

/** Steps of one strand behind one another: there are few, as a strand goes as far as it can. */
struct plan_run {
    guint strand;
    guint first; /**< event */
    guint count;
};

/** Where in a row one is: before which step; {0, 0} is the beginning. */
struct plan_row_at {
    guint run;
    guint step; /**< of the run */
};

/** Put the steps of all strands into one row.
 *  @param unresolved gets how many steps waited for something that never comes, as in cut traces;
 *         they go on without it
 *  @return array of struct plan_run; the caller's */
GArray *plan_walk(const struct plan_links *links, guint64 *unresolved);

/** Go to the next step, or back to the one before. @return false: there is none */
bool plan_row_next(const GArray *row, struct plan_row_at *at, struct plan_place *place);
bool plan_row_previous(const GArray *row, struct plan_row_at *at, struct plan_place *place);

/** Get the place behind the last step. */
struct plan_row_at plan_row_end(const GArray *row);

#endif
