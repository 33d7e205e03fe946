/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What an MPI_Bcast of 8 bytes takes: blocks of calls, of which the shortest counts. Prints ns per
 * call. */
#include <mpi.h>
#include <stdio.h>

enum { BLOCKS = 30, CALLS = 4000 };

int main(int argc, char **argv)
{
    char data[8] = "";
    int rank = 0;
    double best = 1e9;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int block = 0; block < BLOCKS; block++) {
        MPI_Barrier(MPI_COMM_WORLD);
        const double start = MPI_Wtime();
        for (int call = 0; call < CALLS; call++) {
            MPI_Bcast(data, sizeof(data), MPI_BYTE, 0, MPI_COMM_WORLD);
        }
        const double took = (MPI_Wtime() - start) / CALLS;
        best = took < best ? took : best;
    }
    double slowest = 0;
    MPI_Reduce(&best, &slowest, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
    if (rank == 0) {
        printf("%.1f\n", slowest * 1e9);
    }
    MPI_Finalize();
    return 0;
}
