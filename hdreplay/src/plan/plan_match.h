/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PLAN_MATCH_H
#define PLAN_MATCH_H
/** Finds the other ends; parts of plan_links_make. */

#include "plan_links.h"

/** Give each receive the send that MPI's order of messages gives it. */
void plan_match_messages(struct plan_links *links);

/** Give each participation its meeting. Those of an unknown communicator, of members that call
 *  different functions, or that move nothing are not followed. */
void plan_match_meetings(struct plan_links *links, const struct plan_project *project);

#endif
