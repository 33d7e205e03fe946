/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Four threads per rank under MPI_THREAD_MULTIPLE, each with its partner thread. Two ranks. */
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { THREADS = 4, ROUNDS = 50, FREED_ROUNDS = 200 };

static int rank;

/* MPI gives the handles that one thread frees to the others at once. */
static void make_and_free(void)
{
    for (int i = 0; i < FREED_ROUNDS; i++) {
        MPI_Request request;
        MPI_Send_init(&i, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &request);
        MPI_Start(&request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        MPI_Request_free(&request);
    }
}

static void *talk(void *argument)
{
    const int tag = *(const int *)argument;
    for (int i = 0; i < ROUNDS; i++) {
        int value = i;
        MPI_Request request;
        MPI_Datatype type;
        MPI_Type_contiguous(1, MPI_INT, &type);
        MPI_Type_commit(&type);
        MPI_Isend(&value, 1, type, 1 - rank, tag, MPI_COMM_WORLD, &request);
        int received = -1;
        MPI_Recv(&received, 1, MPI_INT, 1 - rank, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        MPI_Type_free(&type);
        if (received != i) {
            exit(EXIT_FAILURE);
        }
    }
    make_and_free();
    return NULL;
}

int main(int argc, char **argv)
{
    int provided = 0;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    pthread_t threads[THREADS];
    int tags[THREADS];
    for (int i = 0; i < THREADS; i++) {
        tags[i] = i;
        pthread_create(&threads[i], NULL, talk, &tags[i]);
    }
    for (int i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
    }
    MPI_Finalize();
    return provided == MPI_THREAD_MULTIPLE ? EXIT_SUCCESS : EXIT_FAILURE;
}
