/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef MPICH2HD_GATE_H
#define MPICH2HD_GATE_H
/** The exported table and whether somebody looks, which is asked at each message: one load and a
 *  branch that is never taken. Hence the table's second name, by which a library finds its own:
 *  the exported one could be another library's, so its address is a load of its own.
 *
 *  One source file has `mpich2hd_gate_type mpich2hd_gate MPICH2HD_ALONE = {...}` and behind it
 *  `MPICH2HD_OWN_GATE;`. */

#include <mpich2hd/hooks.h>

extern __attribute__((visibility("default"))) mpich2hd_gate_type mpich2hd_gate;
extern __attribute__((visibility("hidden"))) mpich2hd_gate_type mpich2hd_own_gate;

#define MPICH2HD_OWN_GATE                                                                          \
    extern __attribute__((alias("mpich2hd_gate"))) mpich2hd_gate_type mpich2hd_own_gate

/** In one cache line. */
#define MPICH2HD_ALONE __attribute__((aligned(64)))

static inline const mpich2hd_callbacks *mpich2hd_callbacks_get(void)
{
    return __atomic_load_n(&mpich2hd_own_gate.callbacks, __ATOMIC_ACQUIRE);
}

#endif
