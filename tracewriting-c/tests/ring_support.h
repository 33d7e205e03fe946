/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HD_TESTS_RING_SUPPORT_H
#define HD_TESTS_RING_SUPPORT_H
/* What tests of growing rings share: traces in ring mode by the calls of the system itself, with a
 * helper thread, and states of one size. */

#include "support.h"

#define RING_MIB (INT64_C(1) << 20)

enum {
    RING_HEAD_BYTES = 260 * 1024, /* of a ring's file, before its slots */
    RING_RECORD_BYTES = 4 * 8     /* of each state: first word, two times, a value */
};

/* Keep the system's calls; for cmocka_run_group_tests, before all others. */
int ring_keep_system(void **state);

/* In place of test_setup, whose replacements count, and there are two threads here. */
int ring_setup(void **state);

hd_trace *ring_create(const hd_topology_node *node, size_t ring_bytes);

/* States that take so many bytes of the ring. */
void ring_write_states(hd_trace *trace, long first, long bytes);

/* The states in a trace of the folder, which are numbered without gaps from 0. */
long ring_count_states(const char *name);

#endif
