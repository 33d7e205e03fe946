/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PLAN_CLOCK_H
#define PLAN_CLOCK_H
/** Vector clocks over I/O operations: how many of each strand's happened before. Clocks are shared
 *  until one of them changes, so that messages between two operations cost nothing. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct plan_clock {
    size_t users;
    size_t length;
    uint32_t counts[];
};

/** A clock of nothing. Ownership: the caller's; plan_clock_drop. */
struct plan_clock *plan_clock_new(size_t strands);
struct plan_clock *plan_clock_share(struct plan_clock *clock);
void plan_clock_drop(struct plan_clock *clock);

/** Count one more operation of a strand. */
void plan_clock_tick(struct plan_clock **clock, size_t strand);

/** Learn what another clock knows. @return whether it was anything new */
bool plan_clock_join(struct plan_clock **clock, struct plan_clock *other);

bool plan_clock_equals(const struct plan_clock *one, const struct plan_clock *other);

#endif
