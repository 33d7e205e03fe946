/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Stands behind the tracer for an MPI library whose processes open files each for itself: the first
 * and the last open of rank 1 fail. */
#include <mpi.h>

int MPI_File_open(MPI_Comm comm, const char *filename, int amode, MPI_Info info, MPI_File *fh)
{
    static int opens;
    int rank = 0;
    PMPI_Comm_rank(comm, &rank);
    opens++;
    if (rank == 1 && opens != 2) {
        *fh = MPI_FILE_NULL;
        return MPI_ERR_NO_SPACE;
    }
    return PMPI_File_open(MPI_COMM_SELF, filename, amode, info, fh);
}
