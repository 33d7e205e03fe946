/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Collectives on all ranks and on halves with reversed order. Run with 4 ranks. */
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank = 0;
    MPI_Comm half;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    /* Even ranks: 2, 0; odd ranks: 3, 1. */
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, -rank, &half);
    MPI_Comm_set_name(half, rank % 2 ? "odd & <ranks>" : "even");

    int one = 1;
    int four[4] = {0, 1, 2, 3};
    int all[4];
    const int counts[4] = {1, 1, 1, 1};
    const int displacements[4] = {0, 1, 2, 3};
    double sum = 0;
    double part = rank;
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Bcast(four, 4, MPI_INT, 3, MPI_COMM_WORLD);
    MPI_Bcast(&one, 1, MPI_INT, 1, half);                     /* world rank 0 or 1 */
    MPI_Reduce(&part, &sum, 1, MPI_DOUBLE, MPI_SUM, 0, half); /* world rank 2 or 3 */
    MPI_Allreduce(MPI_IN_PLACE, &part, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    /* Only the root's receive arguments count; others may be anything. */
    MPI_Gather(&one, 1, MPI_INT, all, 1, rank == 2 ? MPI_INT : (MPI_Datatype)0x12345678, 2,
               MPI_COMM_WORLD);
    if (rank == 0) {
        MPI_Gather(MPI_IN_PLACE, 7, MPI_CHAR, all, 1, MPI_INT, 0, MPI_COMM_WORLD);
    } else {
        MPI_Gather(&one, 1, MPI_INT, NULL, 0, MPI_INT, 0, MPI_COMM_WORLD);
    }
    MPI_Scatter(four, 1, MPI_INT, &one, 1, MPI_INT, 1, MPI_COMM_WORLD);
    MPI_Gatherv(&one, 1, MPI_INT, all, counts, displacements, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Scatterv(four, counts, displacements, MPI_INT, &one, 1, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Allgather(&one, 1, MPI_INT, all, 1, MPI_INT, MPI_COMM_WORLD);
    MPI_Alltoall(four, 1, MPI_INT, all, 1, MPI_INT, MPI_COMM_WORLD);
    const int send_counts[4] = {rank, rank, rank, rank};
    const int receive_counts[4] = {0, 1, 2, 3};
    const int send_displacements[4] = {0, 0, 0, 0};
    const int receive_displacements[4] = {0, 0, 1, 3};
    int received[6];
    MPI_Alltoallv(four, send_counts, send_displacements, MPI_INT, received, receive_counts,
                  receive_displacements, MPI_INT, MPI_COMM_WORLD);
    const int pair[2] = {1, 3};
    MPI_Reduce_scatter(four, all, pair, MPI_INT, MPI_SUM, half);
    MPI_Scan(&one, all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Exscan(&one, all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Comm same;
    MPI_Comm_dup(half, &same);
    MPI_Barrier(same);
    MPI_Comm_free(&same);
    MPI_Comm none;
    MPI_Comm_split(MPI_COMM_WORLD, rank == 0 ? 0 : MPI_UNDEFINED, 0, &none);
    if (none != MPI_COMM_NULL) {
        MPI_Comm_free(&none);
    }
    MPI_Comm_free(&half);
    MPI_Barrier(MPI_COMM_SELF);
    MPI_Finalize();
    return EXIT_SUCCESS;
}
