/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PROJECT_CALLS_H
#define PROJECT_CALLS_H
/** Calls of a plan as states of a trace, with the names and attributes that the tracer of MPI
 *  writes. The state is the one that is open; numbers are those of the plan's tables.
 *  Thread: that of the trace. */

#include "plan/plan_file.h"

#include <hdtrace/trace.h>

enum { PROJECT_NAME_BYTES = 64 };

/** Get the name of a call's state: a collective with a request is `Ibarrier`, what ends a split
 *  transfer is `Wait`.
 *  @param room for it, where it isn't the call's own */
const char *project_call_name(const struct plan_cell *cell, char room[PROJECT_NAME_BYTES]);

/** Add what a message, a collective, or a wait for requests was given. */
void project_add_communication(hd_trace *trace, const struct plan_file_image *plan,
                               const struct plan_cell *cell);

/** Add the request of a call that begins a split transfer, or what a call that ends one says; other
 *  calls have neither. Such requests come behind all others of a trace, by the file's slot. */
void project_add_split(hd_trace *trace, const struct plan_strand_entry *strand,
                       const struct plan_cell *cell);

#endif
