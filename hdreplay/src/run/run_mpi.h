/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef RUN_MPI_H
#define RUN_MPI_H
/** What a replay by MPI has beside what all engines share. */

#include "run.h"

#include <mpi.h>

/** A datatype of this process. */
struct run_type {
    MPI_Datatype handle; /**< MPI_DATATYPE_NULL: this MPI lacks it */
    MPI_Aint lower;      /**< of its data */
    MPI_Aint upper;
    MPI_Aint extent;
    MPI_Count size;
};

/** Of a process. */
struct run_mpi {
    struct run_type *types;
    MPI_Comm *communicators;
    uint32_t *classes; /**< of each file: which of the command line's hints are for it */
    uint32_t class_count;
    MPI_Info *infos;    /**< by class and first hint of a set */
    MPI_Info *no_infos; /**< by class, of calls without recorded hints: the command line's */
};

/** Of a trace. */
struct run_strand_mpi {
    MPI_File *files;
    MPI_Request *requests;
    MPI_Request *waited; /**< of one call */
    MPI_Status *statuses;
};

/** Make datatypes, communicators and hints. Collective. A communicator that can't be made ends all.
 *  @return FALSE and an error on a rank that lacks something else; the others go on */
gboolean run_make_objects(struct run *run, GError **error);
void run_free_objects(struct run *run);

/** Make the hints of all files, recorded ones and those of the command line. */
gboolean run_make_hints(struct run *run, GError **error);
void run_free_hints(struct run *run);

/** Check that every call of a trace can be made: sizes of datatypes, communicators.
 *  @param buffer_bytes gets what its largest call needs */
gboolean run_check_strand(const struct run *run, const struct plan_strand_entry *strand,
                          size_t *buffer_bytes, GError **error);

/** Follow a trace to its end. An error ends all processes with status 2. */
void run_follow(struct run_strand *strand);

#endif
