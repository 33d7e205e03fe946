/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef EXPORT_PROJECT_H
#define EXPORT_PROJECT_H
/** Calls of a plan as states of a trace; between export_project*.c only. */

#include "export.h"
#include "project/project_calls.h"
#include "project/project_plan.h"
#include "run/run_cursor.h"

/** A trace while it is written. */
struct project_strand {
    const struct plan_file_image *plan;
    const struct plan_strand_entry *entry;
    struct project_writer *project;
    struct project_rank *rank;
    hd_trace *trace;
    const struct run_views *views;
    struct run_cursor *cursors; /**< by slot of MPI */
    int64_t *numbers;           /**< of openings, by slot of MPI */
    int64_t number;             /**< of the next opening */
    int64_t number_step;        /**< so that threads of a rank have others */
};

/** Whether a call has a state there; others are counted as lost. */
bool export_project_has(unsigned call);

/** Write what a call was given, and what it moved, into the state that is open. */
void export_project_call(struct project_strand *s, const struct plan_cell *cell);

#endif
