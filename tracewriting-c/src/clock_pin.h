/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HD_SRC_CLOCK_PIN_H
#define HD_SRC_CLOCK_PIN_H

#include <hdtrace/clock.h>

/* hd_clock_get_ns for callers inside the library, which need no detour over the linker's table. */
int64_t hd__clock_now(void);

/* Get the time of the process's first reading: no time of its traces lies before it. */
int64_t hd__clock_get_start_ns(void);

/* Forget the pinned offset and the source, so that a test's clock takes effect. */
void hd__clock_unpin(void);

#endif
