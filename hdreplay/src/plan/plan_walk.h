/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PLAN_WALK_H
#define PLAN_WALK_H
/** An order of all steps in which each comes after those that it waits for. */

#include "plan_links.h"

struct plan_place {
    guint strand;
    guint event; /**< of the strand */
};

/** Put the steps of all strands into one row.
 *  @param unresolved gets how many steps waited for something that never comes, as in cut traces;
 *         they go on without it
 *  @return array of struct plan_place; the caller's */
GArray *plan_walk(const struct plan_links *links, guint64 *unresolved);

#endif
