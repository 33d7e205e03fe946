/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Calls whose lines the test knows by the comments behind them: @ and the function. A part of them
 * is in a shared library (-DPART). First argument: how often to probe; with a second one it dies.
 */
#include <mpi.h>
#include <signal.h>
#include <stdlib.h>

int part_of_program(void);

#ifdef PART
int part_of_program(void)
{
    return MPI_Barrier(MPI_COMM_WORLD) +                               /* @Barrier */
           MPI_Allreduce(MPI_IN_PLACE, &(int){1}, 1, MPI_INT, MPI_SUM, /* not the first line */
                         MPI_COMM_WORLD);
}
#else
static void inlined(MPI_Request *request)
{
    MPI_Ibarrier(MPI_COMM_WORLD, request); /* @Ibarrier */
}

int main(int argc, char **argv)
{
    MPI_Request request;
    int value = 0;
    MPI_Init(&argc, &argv);
    inlined(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);            /* @Wait */
    MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD); /* @Bcast */
    const int failed = part_of_program();
    for (long i = argc > 1 ? strtol(argv[1], NULL, 10) : 0; i > 0; i--) {
        MPI_Iprobe(MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &value, MPI_STATUS_IGNORE); /* many */
    }
    if (argc > 2) {
        MPI_Barrier(MPI_COMM_WORLD); /* whoever dies first takes the others along */
        (void)raise(SIGKILL);
    }
    MPI_Finalize(); /* @Finalize */
    return failed;
}
#endif
