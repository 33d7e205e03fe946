/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef FAKE_KERNEL_H
#define FAKE_KERNEL_H
/** The other end of a socket, answering as the kernel's taskstats do. */

#include <stddef.h>
#include <stdint.h>

struct fake_taskstats {
    int refusal;    /* errno value of each answer about a process; 0: none */
    int family_gap; /* 1: this kernel has no taskstats */
    uint16_t version;
    size_t length;   /* of the structure in the answer */
    uint64_t number; /* wait i: number * (i + 1) ns, number times, in the order cpu, blkio, ... */
    uint32_t asked_about; /* what the last question was about */
    int late_answers;     /* that many messages of no interest come first */
};

/** Begin to answer. Only one at a time. */
void fake_kernel_start(const struct fake_taskstats *taskstats);

/** What hd_rut_target.netlink is set to. */
int fake_kernel_socket(void);

/** Have other answers from now on. */
void fake_kernel_set(const struct fake_taskstats *taskstats);
struct fake_taskstats fake_kernel_get(void);

/** Wait until the socket is closed. */
void fake_kernel_join(void);

#endif
