/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HDPOWER_RAPL_COMMON_H
#define HDPOWER_RAPL_COMMON_H
/** What holds of RAPL's counters by whatever way they are read: powercap, perf events, registers.
 */

#include "power_meter.h"

extern const struct hd_meter_key hd__rapl_keys[];

/** Of each driver. */
#define HD_RAPL_DRIVER                                                                             \
    .keys = hd__rapl_keys, .cycle_ms = 100, .least_cycle_ms = 1, .most_cycle_ms = 60000,           \
    .is_local = true

/** Say by which way, and how old its numbers are. */
void hd__rapl_begin(struct hd_meter *meter, const char *way);

/** Add a counter. @param range_uj 0: it doesn't wrap */
void hd__rapl_add(struct hd_meter *meter, const char *label, uint64_t range_uj, bool in_total);

#endif
