/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PLAN_PAST_H
#define PLAN_PAST_H
/** What each strand knows of the I/O of others while the steps are gone through in their order. */

#include "plan_clock.h"
#include "plan_walk.h"

struct plan_past;

/** Begin with nobody knowing anything.
 *  @param only_kept what is not kept brings nothing */
struct plan_past *plan_past_new(const struct plan_links *links, bool only_kept);
void plan_past_free(struct plan_past *past);

/** Take the next step. @return whether the strand learned of I/O that it did not know of */
bool plan_past_step(struct plan_past *past, const struct plan_place *place);

/** Get what a strand knows. Borrowed until its next step. */
const struct plan_clock *plan_past_get(const struct plan_past *past, guint strand);

#endif
