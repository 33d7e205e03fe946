/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PLAN_SCALE_H
#define PLAN_SCALE_H
/** How much the time between calls can shrink before I/O meets other I/O than it did. */

#include "plan_links.h"

/** Find the smallest --compute-scale, from 0 to 1 in steps of 1/1024, down to which (by steps
 *  of 1/64) at most 5 % of
 *  the I/O of a run goes on beside another number of other traces' I/O than it did.
 *  Source: TOOLS 2.7, R6; the time scaling of the MPIOR thesis, whose user tries it out. */
double plan_scale_find(const struct plan_links *links);

#endif
