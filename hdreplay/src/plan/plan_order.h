/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PLAN_ORDER_H
#define PLAN_ORDER_H
/** Which messages and collectives are needed so that no I/O happens earlier than it could have. */

#include "plan_links.h"

enum plan_rule {
    PLAN_ORDER_ALL,   /**< all communication */
    PLAN_ORDER_EXACT, /**< what brings news of I/O to somebody who does I/O later */
    PLAN_ORDER_MPIOR, /**< the rule of the MPIOR thesis; it loses orders that go through others */
    PLAN_ORDER_NONE
};

struct plan_order {
    guint64 kept;       /**< records of communication, as plan_links counts them */
    guint64 io;         /**< operations on files, begins and ends */
    guint64 orders;     /**< how often an I/O operation comes after some of another strand */
    guint64 lost;       /**< those that do not hold any more with what is kept */
    guint64 unresolved; /**< steps that waited for something that the traces do not hold */
};

/** Choose what is kept: sets `keep` of messages and meetings.
 *  Source: TOOLS 2.4; the rule of MPIOR is its section 3. */
struct plan_order plan_order_choose(struct plan_links *links, enum plan_rule rule);

#endif
