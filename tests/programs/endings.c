/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A program that ends as its argument says: the ways in which a recorded run can stop. */
#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv)
{
    const char *ending = argc > 1 ? argv[1] : "finalize";
    int rank = 0;
    MPI_Init(&argc, &argv);
    if (strcmp(ending, "nothing") == 0) {
        MPI_Finalize();
        return 0;
    }
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 0; i < 10; i++) {
        MPI_Barrier(MPI_COMM_WORLD);
    }
    PMPI_Barrier(MPI_COMM_WORLD); /* not recorded: all calls before have ended on all ranks */
    if (strcmp(ending, "abort") == 0 && rank == 0) {
        MPI_Abort(MPI_COMM_WORLD, 7);
    }
    if (strcmp(ending, "abort") == 0) {
        MPI_Recv(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    if (strcmp(ending, "kill") == 0) {
        if (rank == 1) {
            (void)raise(SIGKILL);
        }
        MPI_Recv(&rank, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    if (strcmp(ending, "exit") == 0) {
        exit(3);
    }
    MPI_Finalize();
    return strcmp(ending, "status") == 0 ? 5 : 0;
}
