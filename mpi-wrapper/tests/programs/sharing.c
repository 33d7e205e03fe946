/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Eight threads per rank under MPI_THREAD_MULTIPLE use files, windows, persistent requests and
 * matched messages, which the next thread completes; handles that one frees are another one's at
 * once. On communicators whose ranks are not those of MPI_COMM_WORLD. Two ranks; the argument is
 * the name of a file. */
#include <mpi.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

enum { THREADS = 8, ROUNDS = 5 };

/* What a thread leaves for the next one to complete. */
typedef struct handover {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    bool full;
    MPI_Request started[2];
    MPI_Message message;
    int sent, received;
} handover;

static int rank;
static const char *file_name;
static handover handovers[THREADS];
static MPI_Comm comms[THREADS]; /* the other process has this one's rank in MPI_COMM_WORLD */
static MPI_Win windows[THREADS];

static void check(bool holds, const char *what)
{
    if (!holds) {
        (void)fprintf(stderr, "sharing: %s\n", what);
        exit(EXIT_FAILURE);
    }
}

static void leave(int thread, int round)
{
    handover *const own = &handovers[thread];
    (void)pthread_mutex_lock(&own->lock);
    while (own->full) {
        (void)pthread_cond_wait(&own->changed, &own->lock);
    }
    own->sent = round;
    MPI_Startall(2, own->started);
    MPI_Send(&round, 1, MPI_INT, rank, 2, comms[thread]);
    MPI_Mprobe(rank, 2, comms[thread], &own->message, MPI_STATUS_IGNORE);
    own->full = true;
    (void)pthread_cond_broadcast(&own->changed);
    (void)pthread_mutex_unlock(&own->lock);
}

static void complete(int thread, int round)
{
    handover *const from = &handovers[(thread + THREADS - 1) % THREADS];
    int matched = -1;
    (void)pthread_mutex_lock(&from->lock);
    while (!from->full) {
        (void)pthread_cond_wait(&from->changed, &from->lock);
    }
    MPI_Mrecv(&matched, 1, MPI_INT, &from->message, MPI_STATUS_IGNORE);
    MPI_Wait(&from->started[0], MPI_STATUS_IGNORE);
    MPI_Wait(&from->started[1], MPI_STATUS_IGNORE);
    check(matched == round && from->received == round, "a wrong value from another thread's");
    from->full = false;
    (void)pthread_cond_broadcast(&from->changed);
    (void)pthread_mutex_unlock(&from->lock);
}

/* The communicator is freed before the receive on it is done. */
static void free_early(int thread, int round)
{
    int received = -1;
    MPI_Comm copy;
    MPI_Request request;
    MPI_Comm_dup(comms[thread], &copy);
    MPI_Irecv(&received, 1, MPI_INT, rank, 3, copy, &request);
    MPI_Send(&round, 1, MPI_INT, rank, 3, copy);
    MPI_Comm_free(&copy);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    check(received == round, "a wrong value from a freed communicator");
}

/* MPICH 4.0 does not bear that several threads open files at once. */
static pthread_mutex_t opening = PTHREAD_MUTEX_INITIALIZER;

static void write_and_put(int thread, int round)
{
    char name[4096];
    MPI_File file;
    (void)snprintf(name, sizeof(name), "%s.%d.%d", file_name, rank, thread);
    (void)pthread_mutex_lock(&opening);
    MPI_File_open(MPI_COMM_SELF, name, MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &file);
    (void)pthread_mutex_unlock(&opening);
    MPI_File_write_at(file, (MPI_Offset)4 * round, &round, 1, MPI_INT, MPI_STATUS_IGNORE);
    (void)pthread_mutex_lock(&opening);
    MPI_File_close(&file);
    (void)pthread_mutex_unlock(&opening);
    if (windows[thread] != MPI_WIN_NULL) {
        MPI_Put(&round, 1, MPI_INT, rank, 0, 1, MPI_INT, windows[thread]);
        MPI_Win_flush(rank, windows[thread]);
    }
}

static void *work(void *argument)
{
    const int thread = *(const int *)argument;
    handover *const own = &handovers[thread];
    MPI_Recv_init(&own->received, 1, MPI_INT, rank, 1, comms[thread], &own->started[0]);
    MPI_Send_init(&own->sent, 1, MPI_INT, rank, 1, comms[thread], &own->started[1]);
    for (int round = 0; round < ROUNDS; round++) {
        leave(thread, round);
        write_and_put(thread, round);
        free_early(thread, round);
        complete(thread, round);
    }
    return NULL;
}

/* Open MPI has no one-sided calls for several threads everywhere. */
static void prepare(int thread)
{
    MPI_Comm_split(MPI_COMM_WORLD, 0, -rank, &comms[thread]);
    windows[thread] = MPI_WIN_NULL;
#ifndef OPEN_MPI
    static int cells[THREADS];
    MPI_Win_create(&cells[thread], sizeof(int), sizeof(int), MPI_INFO_NULL, comms[thread],
                   &windows[thread]);
    MPI_Win_lock_all(0, windows[thread]);
#endif
    (void)pthread_mutex_init(&handovers[thread].lock, NULL);
    (void)pthread_cond_init(&handovers[thread].changed, NULL);
}

static void clear(int thread)
{
    if (windows[thread] != MPI_WIN_NULL) {
        MPI_Win_unlock_all(windows[thread]);
        MPI_Win_free(&windows[thread]);
    }
    MPI_Request_free(&handovers[thread].started[0]);
    MPI_Request_free(&handovers[thread].started[1]);
    MPI_Comm_free(&comms[thread]);
}

int main(int argc, char **argv)
{
    int provided = 0;
    pthread_t threads[THREADS];
    int numbers[THREADS];
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    check(provided == MPI_THREAD_MULTIPLE && argc > 1, "no MPI_THREAD_MULTIPLE, or no file");
    file_name = argv[1];
    for (int i = 0; i < THREADS; i++) {
        prepare(i);
    }
    for (int i = 0; i < THREADS; i++) {
        numbers[i] = i;
        check(pthread_create(&threads[i], NULL, work, &numbers[i]) == 0, "no thread");
    }
    for (int i = 0; i < THREADS; i++) {
        (void)pthread_join(threads[i], NULL);
    }
    for (int i = 0; i < THREADS; i++) {
        clear(i);
    }
    MPI_Finalize();
    return EXIT_SUCCESS;
}
