/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HD_TESTS_GOLDEN_H
#define HD_TESTS_GOLDEN_H
/* The cases of examples/traces as programs: each writes its files into one folder, with a clock,
 * host and process that never change, so that the bytes are the same on every machine. */

#include <hdtrace/status.h>
#include <hdtrace/topology.h>
#include <hdtrace/trace.h>
#include <stdint.h>

/* Whole second in which every file begins. */
#define GOLDEN_EPOCH INT64_C(1300000000)

/* Time of a case: ns since GOLDEN_EPOCH, as ns since the epoch. */
static inline int64_t golden_time(int64_t ns)
{
    return GOLDEN_EPOCH * INT64_C(1000000000) + ns;
}

/* End the program with a message when a call failed: a case that can't be written is no case. */
void golden_require(hd_status status, const char *call);
#define GOLDEN(call) golden_require((call), #call)

/* Topology Hostname/Rank/Thread of the project in the folder, and its node n1/rank/0. */
hd_topology *golden_topology(const char *folder, const char *project);
const hd_topology_node *golden_node(hd_topology *topology, const char *host, const char *rank);

/* Trace with the fixed head. */
hd_trace *golden_trace(const hd_topology_node *node);

/* Copy the first `length` bytes of a file, to make a damaged one. */
void golden_cut(const char *folder, const char *from, const char *to, long length);

/* The cases. */
void golden_nested_states(const char *folder);
void golden_events(const char *folder);
void golden_escaping(const char *folder);
void golden_cut_trace(const char *folder);
void golden_statistics(const char *folder);
void golden_relations(const char *folder);
void golden_datatypes(const char *folder);

#endif
