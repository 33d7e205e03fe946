/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PD_OUTPUT_H
#define PD_OUTPUT_H
/** The files of a run, all written with MPI-IO on MPI_COMM_WORLD. A file that cannot be written
 *  ends the run with status 1 and a message that names it.
 *
 *  progress.dat: for each iteration one record: its number (int32), then the matrix diagonal
 *      (order doubles). A reader can follow the run while it goes on.
 *  checkpoint-NNNNNN.dat: the whole matrix row by row (doubles) after iteration NNNNNN.
 *  Numbers are in the byte order of the machine. */

#include "pd_grid.h"

#include <mpi.h>

struct pd_output {
    const char *folder; /* borrowed; NULL for no files */
    MPI_Info hints;     /* MPI_INFO_NULL without any */
    MPI_File progress;
    MPI_Datatype diagonal; /* this rank's part of the diagonal, in memory */
};

/** Create the folder (unless it has a file system's prefix), remove the files of an earlier run and
 * open the progress file. Collective; false when the folder cannot be made, with a message from
 * rank 0. */
bool pd_output_open(struct pd_output *output, const struct pd_grid *grid,
                    const struct pd_options *options);

/** Write the record of this iteration. Collective. */
void pd_output_write_progress(struct pd_output *output, const struct pd_grid *grid, int iteration);

/** Write a checkpoint: open, write, close. Collective. */
void pd_output_write_checkpoint(const struct pd_output *output, const struct pd_grid *grid,
                                int iteration);

void pd_output_close(struct pd_output *output);

#endif
