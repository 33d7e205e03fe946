/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HD_TESTS_RANDOM_CALLS_H
#define HD_TESTS_RANDOM_CALLS_H
/* A row of calls on a trace that depends on a seed alone: states of shapes and in the general way,
 * events, data, long values, nested up to 12 deep. */

#include <hdtrace/trace.h>
#include <stdint.h>

typedef struct random_calls {
    uint64_t seed;
    unsigned longest; /* bytes of the longest value, below 100000; 0: no long ones */
    unsigned depth;
    uint64_t ended; /* states and events that have ended so far */
    /* gets `ended` behind each call that ends one, for who survives the process; or NULL */
    _Atomic uint64_t *told;
} random_calls;

/* Make the next call or few that belong together. */
void random_calls_step(random_calls *calls, hd_trace *trace);

/* Close what is open. */
void random_calls_finish(random_calls *calls, hd_trace *trace);

/* Create a trace whose head does not depend on the machine or the process. */
hd_trace *random_calls_create(const hd_topology_node *node, const hd_trace_options *options);

#endif
