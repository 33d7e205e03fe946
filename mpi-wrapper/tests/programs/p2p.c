/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Point to point: wildcards, truncation, special ranks, probes. Run with 2 ranks. */
#include <mpi.h>
#include <stdio.h>

static void send_side(MPI_Comm reversed)
{
    int values[4] = {1, 2, 3, 4};
    MPI_Send(values, 3, MPI_INT, 1, 7, MPI_COMM_WORLD);
    MPI_Ssend(values, 2, MPI_INT, 1, 8, MPI_COMM_WORLD);
    MPI_Send(values, 0, MPI_INT, MPI_PROC_NULL, 9, MPI_COMM_WORLD);
    MPI_Send(values, 1, MPI_INT, 0, 10, reversed); /* rank 0 there is world rank 1 */
    MPI_Send(values, 4, MPI_INT, 1, 11, MPI_COMM_WORLD);
    MPI_Sendrecv(values, 1, MPI_INT, 1, 12, values + 1, 3, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static int receive_side(MPI_Comm reversed)
{
    int values[8] = {0};
    int flag = 0;
    MPI_Status status;
    MPI_Message message;
    MPI_Recv(values, 8, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Probe(0, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
    MPI_Recv(values, 8, MPI_INT, 0, 8, MPI_COMM_WORLD, &status);
    const int bad = status.MPI_SOURCE != 0 || status.MPI_TAG != 8;
    MPI_Recv(values, 8, MPI_INT, MPI_PROC_NULL, 9, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Recv(values, 8, MPI_INT, 1, 10, reversed, MPI_STATUS_IGNORE);
    MPI_Iprobe(0, 99, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
    MPI_Mprobe(0, 11, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE);
    MPI_Mrecv(values, 8, MPI_INT, &message, MPI_STATUS_IGNORE);
    MPI_Sendrecv_replace(values, 2, MPI_INT, 0, 13, 0, 12, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return bad;
}

int main(int argc, char **argv)
{
    int rank = 0;
    MPI_Comm reversed;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_split(MPI_COMM_WORLD, 0, -rank, &reversed);
    int bad = 0;
    if (rank == 0) {
        send_side(reversed);
    } else {
        bad = receive_side(reversed);
    }
    MPI_Comm_free(&reversed);
    MPI_Finalize();
    if (rank == 1) {
        printf("%s\n", bad ? "bad" : "ok");
    }
    return bad;
}
