/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Eight threads per rank under MPI_THREAD_MULTIPLE, all at once: messages, datatypes and
 * communicators of their own, requests that the next thread completes. Two ranks. */
#include <mpi.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

enum { THREADS = 8, ROUNDS = 40 };

static int rank;

/* What a thread leaves for the next one to complete. */
typedef struct handover {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    MPI_Request request;
    int value;
    bool full;
} handover;

static handover handovers[THREADS];
static MPI_Comm comms[THREADS];

static void check(bool holds, const char *what)
{
    if (!holds) {
        (void)fprintf(stderr, "stress: %s\n", what);
        exit(EXIT_FAILURE);
    }
}

static void leave(int thread)
{
    handover *const own = &handovers[thread];
    (void)pthread_mutex_lock(&own->lock);
    while (own->full) {
        (void)pthread_cond_wait(&own->changed, &own->lock);
    }
    MPI_Irecv(&own->value, 1, MPI_INT, 1 - rank, 100 + thread, MPI_COMM_WORLD, &own->request);
    own->full = true;
    (void)pthread_cond_broadcast(&own->changed);
    (void)pthread_mutex_unlock(&own->lock);
}

static void complete(int thread, int expected)
{
    handover *const from = &handovers[(thread + THREADS - 1) % THREADS];
    (void)pthread_mutex_lock(&from->lock);
    while (!from->full) {
        (void)pthread_cond_wait(&from->changed, &from->lock);
    }
    MPI_Wait(&from->request, MPI_STATUS_IGNORE);
    check(from->value == expected, "a wrong value from another thread's request");
    from->full = false;
    (void)pthread_cond_broadcast(&from->changed);
    (void)pthread_mutex_unlock(&from->lock);
}

static void exchange(int thread, int round)
{
    int value = round;
    int received = -1;
    MPI_Request requests[2];
    MPI_Datatype type;
    MPI_Type_contiguous(1, MPI_INT, &type);
    MPI_Type_commit(&type);
    MPI_Isend(&value, 1, type, 1 - rank, thread, comms[thread], &requests[0]);
    MPI_Irecv(&received, 1, type, 1 - rank, thread, comms[thread], &requests[1]);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    MPI_Type_free(&type);
    check(received == round, "a wrong value");
}

static void *work(void *argument)
{
    const int thread = *(const int *)argument;
    for (int round = 0; round < ROUNDS; round++) {
        leave(thread);
        exchange(thread, round);
        MPI_Send(&round, 1, MPI_INT, 1 - rank, 100 + thread, MPI_COMM_WORLD);
        complete(thread, round);
        if (round % 10 == 0) {
            MPI_Barrier(comms[thread]);
        }
    }
    return NULL;
}

int main(int argc, char **argv)
{
    int provided = 0;
    pthread_t threads[THREADS];
    int numbers[THREADS];
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    check(provided == MPI_THREAD_MULTIPLE, "no MPI_THREAD_MULTIPLE");
    for (int i = 0; i < THREADS; i++) {
        MPI_Comm_dup(MPI_COMM_WORLD, &comms[i]);
        (void)pthread_mutex_init(&handovers[i].lock, NULL);
        (void)pthread_cond_init(&handovers[i].changed, NULL);
    }
    for (int i = 0; i < THREADS; i++) {
        numbers[i] = i;
        check(pthread_create(&threads[i], NULL, work, &numbers[i]) == 0, "no thread");
    }
    for (int i = 0; i < THREADS; i++) {
        (void)pthread_join(threads[i], NULL);
        MPI_Comm_free(&comms[i]);
    }
    MPI_Finalize();
    return EXIT_SUCCESS;
}
