/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HDPOWER_CLOCK_H
#define HDPOWER_CLOCK_H
/** The clock of a device that sends a message at the end of each of its cycles, told by ours.
 *
 *  Messages are late, by what the host and the line add, and never early. So one that comes before
 *  it is expected is believed at once; of those that come after, the least late one of a block of
 *  cycles moves what is expected, and how that moves from block to block tells the period. */

#include <stdbool.h>
#include <stdint.h>

struct hd_device_clock {
    double nominal_ns; /* length of a cycle as the device says */
    double period_ns;  /* as found */
    double end_ns;     /* of the last cycle, relative to `base_ns` */
    int64_t base_ns;
    uint64_t blocks;    /* since the beginning */
    unsigned cycles;    /* of this block */
    double least_ns;    /* lateness of this block's least late message */
    double advanced_ns; /* by how much messages of this block were early */
    bool is_running;
};

void hd__device_clock_init(struct hd_device_clock *clock, int64_t cycle_ns);

/** Tell when a cycle ended, `passed` cycles after the one before, whose message came at
 *  `arrival_ns`. The first call begins the clock. A message that is early or late by more than its
 *  cycle and half a second begins it again. */
int64_t hd__device_clock_end(struct hd_device_clock *clock, unsigned passed, int64_t arrival_ns);

#endif
