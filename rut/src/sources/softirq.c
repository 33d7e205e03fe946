/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How often each class of deferred interrupts ran, on all CPUs: the line `softirq` of /proc/stat,
 * a total and then one number for each class in the kernel's order. */
#include "rut_keyed.h"
#include "rut_source.h"

#define SOFTIRQ(place, name)                                                                       \
    {                                                                                              \
        "softirq ", "", place, "SOFTIRQ_" name, "#", 1, true                                       \
    }
static const struct hd_rut_layout layout = {
    .grouping = "SOFTIRQ",
    .count = 10,
    .fields = {SOFTIRQ(1, "HI"), SOFTIRQ(2, "TIMER"), SOFTIRQ(3, "NET_TX"), SOFTIRQ(4, "NET_RX"),
               SOFTIRQ(5, "BLOCK"), SOFTIRQ(6, "IRQ_POLL"), SOFTIRQ(7, "TASKLET"),
               SOFTIRQ(8, "SCHED"), SOFTIRQ(9, "HRTIMER"), SOFTIRQ(10, "RCU")}};
#undef SOFTIRQ

static int open_file(void *state, const struct hd_rut_target *target)
{
    const int cause = hd__rut_keyed_begin(state, target->root);
    return cause != 0 ? cause : hd__rut_keyed_add(state, "/proc/stat", "", &layout);
}

const struct hd_rut_source hd__rut_softirq = {
    .name = "softirq",
    .open = open_file,
    HD_RUT_KEYED_FUNCTIONS,
};
