/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Nonblocking and persistent calls and every way to complete them. Run with 2 ranks. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { MANY = 20 };

static int failures;

static void expect(int condition, const char *what)
{
    if (!condition) {
        printf("not as expected: %s\n", what);
        failures++;
    }
}

/* Many sends at once: MPI may give all of them the same handle. */
static void send_many(int rank)
{
    int values[MANY];
    MPI_Request requests[MANY];
    for (int i = 0; i < MANY; i++) {
        values[i] = i;
        if (rank == 0) {
            MPI_Isend(&values[i], 1, MPI_INT, 1, 100 + i, MPI_COMM_WORLD, &requests[i]);
        } else {
            MPI_Irecv(&values[i], 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD,
                      &requests[i]);
        }
    }
    MPI_Waitall(MANY, requests, MPI_STATUSES_IGNORE);
    for (int i = 0; i < MANY; i++) {
        expect(values[i] == i && requests[i] == MPI_REQUEST_NULL, "Waitall");
    }
}

static void complete_any_some_all(int rank)
{
    int values[4] = {0};
    MPI_Request requests[4];
    MPI_Status status;
    int index = -1;
    int count = 0;
    int flag = 0;
    int indices[4];
    if (rank == 0) {
        for (int i = 0; i < 4; i++) {
            MPI_Send(&values[i], 1, MPI_INT, 1, 200 + i, MPI_COMM_WORLD);
        }
        MPI_Barrier(MPI_COMM_WORLD);
        return;
    }
    for (int i = 0; i < 4; i++) {
        MPI_Irecv(&values[i], 1, MPI_INT, 0, 200 + i, MPI_COMM_WORLD, &requests[i]);
    }
    MPI_Barrier(MPI_COMM_WORLD); /* all four are on their way now, in order */
    MPI_Waitany(4, requests, &index, &status);
    expect(index >= 0 && status.MPI_TAG == 200 + index, "Waitany");
    MPI_Waitsome(4, requests, &count, indices, MPI_STATUSES_IGNORE);
    expect(count >= 1, "Waitsome");
    while (!flag) {
        MPI_Testall(4, requests, &flag, MPI_STATUSES_IGNORE);
    }
    MPI_Testany(4, requests, &index, &flag, MPI_STATUS_IGNORE);
    expect(flag && index == MPI_UNDEFINED, "Testany of nothing");
}

/* One request handle, used again and again. */
static void restart(int rank)
{
    int value = rank;
    MPI_Request request;
    if (rank == 0) {
        MPI_Send_init(&value, 1, MPI_INT, 1, 300, MPI_COMM_WORLD, &request);
    } else {
        MPI_Recv_init(&value, 1, MPI_INT, MPI_ANY_SOURCE, 300, MPI_COMM_WORLD, &request);
    }
    for (int i = 0; i < 2; i++) {
        MPI_Start(&request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        expect(request != MPI_REQUEST_NULL, "a persistent request lives on");
    }
    MPI_Wait(&request, MPI_STATUS_IGNORE); /* inactive: returns at once */
    MPI_Request_free(&request);
}

static void collective_and_cancelled(void)
{
    int value = 0;
    MPI_Request requests[2];
    MPI_Status status;
    int cancelled = 0;
    MPI_Ibarrier(MPI_COMM_WORLD, &requests[0]);
    MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
    MPI_Irecv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 999, MPI_COMM_WORLD, &requests[1]);
    MPI_Cancel(&requests[1]);
    MPI_Wait(&requests[1], &status);
    MPI_Test_cancelled(&status, &cancelled);
    expect(cancelled, "Cancel");
}

/* Started on a communicator that is freed before it completes. */
static void freed_communicator(int rank)
{
    int value = 0;
    MPI_Comm comm;
    MPI_Request request;
    MPI_Comm_split(MPI_COMM_WORLD, 0, -rank, &comm);
    if (rank == 1) {
        MPI_Irecv(&value, 1, MPI_INT, 1, 400, comm, &request);
    } else {
        MPI_Isend(&value, 1, MPI_INT, 0, 400, comm, &request);
    }
    MPI_Comm_free(&comm);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

int main(int argc, char **argv)
{
    int rank = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    send_many(rank);
    complete_any_some_all(rank);
    restart(rank);
    collective_and_cancelled();
    freed_communicator(rank);
    MPI_Finalize();
    return failures > 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}
