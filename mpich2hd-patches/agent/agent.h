/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef MPICH2HD_AGENT_H
#define MPICH2HD_AGENT_H
/** The agent: lets look inside an MPICH that is not patched, preloaded beside the tracer. It has
 * three exits: ROMIO's table of each file, ROMIO's own MPI calls, which the tracer leads to itself,
 * and the messages that go to UCX. Each looks whether things are as they were measured, and stays
 *  closed with one line otherwise. Thread: any. */

#include <mpich2hd/gate.h>
#include <stdbool.h>

/** Whether the tracer asked the agent to look inside, as it does in MPI_Init and in sessions. */
extern bool agent_was_started;

/** Say that an exit is closed, once per process and on rank 0. */
void agent_warn(const char *exit, const char *reason);

/** Where a shared object lies: its first and last byte that are mapped. */
typedef struct agent_range {
    uintptr_t begin, end;
} agent_range;

/** The object that holds an address; empty when there is none. */
agent_range agent_find_object(const void *address);
bool agent_contains(agent_range range, const void *address);

/** Open the exit of files for one that was opened. */
void agent_adopt_file(void *file);

/** Open the exit of messages. @return NULL, or why it stays closed */
const char *agent_start_messages(void);

#endif
