/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HDTRACE_CLOCK_H
#define HDTRACE_CLOCK_H
/** The one clock of all files of a process. */

#include <hdtrace/status.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Where the time comes from. */
typedef enum hd_clock_source {
    HD_CLOCK_AUTO, /**< the processor's counter where it is invariant, else the system's clock */
    HD_CLOCK_TSC,  /**< the counter, calibrated against CLOCK_MONOTONIC about once a second */
    HD_CLOCK_MONOTONIC /**< CLOCK_MONOTONIC */
} hd_clock_source;

/** Choose the source; without it HD_CLOCK_AUTO holds.
 *  Thread: any, before the first reading of the process.
 *  @return HD_OK | HD_STATE (the time was read already) | HD_MISSING (no invariant counter here;
 * the source stays as it was) | HD_INVALID */
HD_API HD_CHECK hd_status hd_clock_select(hd_clock_source source);

/** Get the name of the source as in `Program clock=`: "tsc" or "monotonic". Never NULL. */
HD_API const char *hd_clock_get_name(void);

/** Get the time in ns since the epoch. Monotonic: pinned to the wall clock once, at the first call,
 *  and within about a microsecond of CLOCK_MONOTONIC from then on.
 *  Thread: any; signal handlers too. Cost: one clock reading. Source: FORMATS A2. */
HD_API int64_t hd_clock_get_ns(void);

#ifdef __cplusplus
}
#endif
#endif
