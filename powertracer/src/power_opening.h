/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HDPOWER_OPENING_H
#define HDPOWER_OPENING_H
/** Opening all devices at once, each in a thread of its own. */

#include "power_device.h"

/** What became of a device. */
struct hd_power_opening {
    struct hd_power_device *device; /* NULL: it never came back, and belongs to its thread */
    bool is_open;
    bool is_late; /* it had to be told to stop */
};

/** Open devices that are initialised. Threads have all signals blocked. When the limit passes,
 * those that still wait are told to stop by `stop`, the writing end of the pipe that they look at;
 * one that does not even hear that, as within a foreign library, is left behind with all that it
 *  borrowed.
 *  @param limit_ns from now on
 *  @return how many were left behind: what devices borrow must not be freed then */
size_t hd__power_open_all(struct hd_power_opening *openings, size_t count, int64_t limit_ns,
                          const int stop[2]);

#endif
