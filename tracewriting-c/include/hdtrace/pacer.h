/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HDTRACE_PACER_H
#define HDTRACE_PACER_H
/** A thread that does something at each multiple of an interval of wall-clock time, so that nodes
 *  with synchronised clocks do it together: what samplers run on. */

#include <hdtrace/status.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct hd_pacer hd_pacer;

/** What is done at a slot, in the pacer's thread. `slot_ns` is when it was due, by hd_clock. */
typedef hd_status (*hd_pacer_tick)(void *argument, int64_t slot_ns);

/** Start the thread, named `name` (15 characters count), with all signals blocked. Slots that pass
 *  while a tick lasts are left out. A tick that doesn't return HD_OK is the last one.
 *  @param interval_ns at least 1
 *  @return HD_OK | HD_INVALID | HD_NOMEM | HD_LIMIT (no thread) */
HD_API HD_CHECK hd_status hd_pacer_start(const char *name, int64_t interval_ns, hd_pacer_tick tick,
                                         void *argument, hd_pacer **pacer);

/** Have the thread end before its next slot, wait for it, and free all. Returns at once, whatever
 *  the interval, unless a tick is under way. NULL is allowed.
 *  @return what the last tick returned, HD_OK without one; in a forked child, which has no such
 *  thread, HD_STATE, and what belongs to the parent is left alone */
HD_API hd_status hd_pacer_stop(hd_pacer *pacer);

#ifdef __cplusplus
}
#endif
#endif
