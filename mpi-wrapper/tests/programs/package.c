/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The smallest program that uses an installed tracer: one call inside one state of its own. */
#include <hdmpi/hdmpi.h>
#include <mpi.h>

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    hdMPI_threadLogStateStart("own");
    MPI_Barrier(MPI_COMM_WORLD);
    hdMPI_threadLogInt("answer", 42);
    hdMPI_threadLogStateEnd();
    MPI_Finalize();
    return 0;
}
