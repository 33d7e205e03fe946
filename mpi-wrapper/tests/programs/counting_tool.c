/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Another profiling library, as small as can be: counts four functions, says so in MPI_Finalize.
 * MPI_Barrier also makes a PMPI call of its own, which is not the program's. */
#include <mpi.h>
#include <stdio.h>

static int sends, receives, barriers, levels, sum;

int MPI_Send(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm)
{
    sends++;
    return PMPI_Send(buf, count, datatype, dest, tag, comm);
}

int MPI_Recv(void *buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm,
             MPI_Status *status)
{
    receives++;
    return PMPI_Recv(buf, count, datatype, source, tag, comm, status);
}

int MPI_Barrier(MPI_Comm comm)
{
    barriers++;
    const int one = 1;
    PMPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, comm);
    return PMPI_Barrier(comm);
}

int MPI_Pcontrol(const int level, ...)
{
    levels += level;
    return PMPI_Pcontrol(level);
}

int MPI_Finalize(void)
{
    int rank = 0;
    PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
    (void)fprintf(stderr, "tool on %d: %d sends, %d receives, %d barriers, levels %d\n", rank,
                  sends, receives, barriers, levels);
    return PMPI_Finalize();
}
