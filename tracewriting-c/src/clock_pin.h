/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HD_SRC_CLOCK_PIN_H
#define HD_SRC_CLOCK_PIN_H

#include "clock_ticks.h"

#include <hdtrace/clock.h>

/* What is left to do where the counter of ticks does not tell the time. */
int64_t hd__clock_read_slowly(void);

/* hd_clock_get_ns for callers inside the library. */
static inline int64_t hd__clock_now(void)
{
    int64_t now_ns = 0;
    return __builtin_expect(hd__ticks_read(&now_ns), 1) ? now_ns : hd__clock_read_slowly();
}

/* Get the time of the process's first reading: no time of its traces lies before it. */
int64_t hd__clock_get_start_ns(void);

/* Forget the pinned offset and the source, so that a test's clock takes effect. */
void hd__clock_unpin(void);

#endif
