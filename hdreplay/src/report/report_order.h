/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef REPORT_ORDER_H
#define REPORT_ORDER_H
/** Whether a replay has every order of I/O that the original has: by vector clocks of both. */

#include "plan/plan_links.h"

struct report_order {
    guint64 orders; /**< how often I/O comes after some of another trace in the original */
    guint64 lost;   /**< those that the replay's communication does not make sure */
    guint64 added;  /**< that it makes sure beyond the original's */
    guint64 absent; /**< I/O steps that the replay has not */
};

/** The I/O steps of a run, and what each knows of other traces. */
struct report_steps;

/** Follow all communication.
 *  @param indexes of each strand the number of each op's call; NULL: its place */
struct report_steps *report_steps_make(const struct plan_links *links, const GPtrArray *indexes);
void report_steps_free(struct report_steps *steps);

struct report_order report_order_compare(const struct report_steps *original,
                                         const struct report_steps *replay);

#endif
