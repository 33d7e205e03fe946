/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What an MPI_Bcast of 8 bytes takes: blocks of calls, of which the shortest counts. Prints ns per
 * call. With "steps": single calls, with SIGUSR1 before and SIGUSR2 behind them for the program
 * `steps`, and nothing at all between the two first; a receiver begins when its message is there.
 */
#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { BLOCKS = 30, CALLS = 4000, STEPPED = 40, SENT_BY_THEN_US = 20000 };

static char data[8];

static void broadcast(void)
{
    MPI_Bcast(data, sizeof(data), MPI_BYTE, 0, MPI_COMM_WORLD);
}

static double time_block(void)
{
    MPI_Barrier(MPI_COMM_WORLD);
    const double start = MPI_Wtime();
    for (int call = 0; call < CALLS; call++) {
        broadcast();
    }
    return (MPI_Wtime() - start) / CALLS;
}

static void step(int rank)
{
    (void)raise(SIGUSR1);
    (void)raise(SIGUSR2);
    for (int call = 0; call < STEPPED; call++) {
        MPI_Barrier(MPI_COMM_WORLD);
        if (rank > 0) {
            (void)usleep(SENT_BY_THEN_US);
        }
        (void)raise(SIGUSR1);
        broadcast();
        (void)raise(SIGUSR2);
    }
}

int main(int argc, char **argv)
{
    int rank = 0;
    double best = 1e9;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (argc > 1 && strcmp(argv[1], "steps") == 0) {
        step(rank);
        MPI_Finalize();
        return 0;
    }
    for (int block = 0; block < BLOCKS; block++) {
        const double took = time_block();
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
