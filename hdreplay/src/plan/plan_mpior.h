/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PLAN_MPIOR_H
#define PLAN_MPIOR_H

#include "plan_walk.h"

/** Keep what the published rule of MPIOR keeps. Each process remembers of which others it has heard
 *  since its last I/O; a message is kept when either side had not heard of the other. What reaches
 * a third process through a second is lost where the second did no I/O of its own. Source:
 * papers/MPIOR, section 3; TOOLS 2.3, 2.4. */
void plan_mpior_keep(struct plan_links *links, struct plan_array *row);

#endif
