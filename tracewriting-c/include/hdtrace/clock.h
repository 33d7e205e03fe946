/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HDTRACE_CLOCK_H
#define HDTRACE_CLOCK_H
/** The one clock of all files of a process. */

#include <hdtrace/status.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Get the time in ns since the epoch. Monotonic: pinned to the wall clock once, at the first call.
 *  Thread: any. Cost: one clock reading. Source: FORMATS A2. */
HD_API int64_t hd_clock_get_ns(void);

#ifdef __cplusplus
}
#endif
#endif
