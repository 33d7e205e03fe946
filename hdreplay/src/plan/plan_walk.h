/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PLAN_WALK_H
#define PLAN_WALK_H
/** An order of all steps in which each comes after those that it waits for.
 *
 *      struct plan_array *row = plan_walk(links, PLAN_TURN, &unresolved);
 *      struct plan_row_at at = {0, 0};
 *      struct plan_place place;
 *      while (plan_row_next(row, &at, &place)) {
 *          ... plan_links_event(links, place.strand, place.event) ...
 *      }
 *      plan_array_free(row); */

#include "plan_links.h"

struct plan_place {
    guint strand;
    guint event; /**< of the strand */
};

enum { PLAN_TURN = 64 };

/** Steps of one strand behind one another. */
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
 *  @param turn steps that a strand takes before others, where those could go on as well: with few
 *         of them few messages are under way at a time. Who knows of which I/O doesn't change
 *  @param unresolved gets how many steps waited for something that never comes, as in cut traces;
 *         they go on without it
 *  @return array of struct plan_run; the caller's */
struct plan_array *plan_walk(const struct plan_links *links, guint turn, guint64 *unresolved);

/** Go to the next step, or back to the one before. @return false: there is none */
bool plan_row_next(struct plan_array *row, struct plan_row_at *at, struct plan_place *place);
bool plan_row_previous(struct plan_array *row, struct plan_row_at *at, struct plan_place *place);

/** Get the place behind the last step. */
struct plan_row_at plan_row_end(const struct plan_array *row);

#endif
