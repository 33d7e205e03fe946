/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A generalized request whose handle is another request's before a call about it has come back to
 * the wrapper. One rank; the argument says which call is late: Grequest_complete, Cancel, Wait; or
 * none, where the handle is freed before the work is complete. reuse_tool.c holds the call. */
#include <mpi.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TRIES = 2000, TAG = 3 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static const char *late = ""; /* the function that is to be held */
static bool holds, may_go;

static MPI_Request request; /* the generalized one that all cases are about */
static MPI_Request others[TRIES];
static int other_count, received;
static bool others_receive; /* else they are generalized ones, too */

/* Called in the middle of the wrapper's functions; without it after MPI's. */
void reuse_pause(const char *function);
void reuse_pause(const char *function)
{
    (void)pthread_mutex_lock(&lock);
    if (strcmp(function, late) == 0) {
        holds = true;
        late = "";
        (void)pthread_cond_broadcast(&changed);
        while (!may_go) {
            (void)pthread_cond_wait(&changed, &lock);
        }
    }
    (void)pthread_mutex_unlock(&lock);
}

static void wait_until_held(void)
{
    (void)pthread_mutex_lock(&lock);
    while (!holds) {
        (void)pthread_cond_wait(&changed, &lock);
    }
    (void)pthread_mutex_unlock(&lock);
}

static void let_go(void)
{
    (void)pthread_mutex_lock(&lock);
    may_go = true;
    (void)pthread_cond_broadcast(&changed);
    (void)pthread_mutex_unlock(&lock);
}

static int query(void *state, MPI_Status *status)
{
    (void)state;
    MPI_Status_set_elements(status, MPI_INT, 0);
    MPI_Status_set_cancelled(status, 0);
    status->MPI_SOURCE = status->MPI_TAG = MPI_UNDEFINED;
    return MPI_SUCCESS;
}

static int release(void *state)
{
    (void)state;
    return MPI_SUCCESS;
}

static int cancel(void *state, int is_complete)
{
    (void)state;
    (void)is_complete;
    return MPI_SUCCESS;
}

static void start(MPI_Request *handle)
{
    MPI_Grequest_start(query, release, cancel, NULL, handle);
}

static void start_other(MPI_Request *handle)
{
    if (others_receive) {
        MPI_Irecv(&received, 1, MPI_INT, 0, TAG, MPI_COMM_SELF, handle);
    } else {
        start(handle);
    }
}

/* Make requests until one has the handle, which is then the last of them. */
static void reuse(MPI_Request handle)
{
    bool is_reused = false;
    while (!is_reused && other_count < TRIES) {
        start_other(&others[other_count]);
        is_reused = others[other_count++] == handle;
    }
    (void)fprintf(stderr, "the handle is%s reused\n", is_reused ? "" : " not");
}

static void *wait_for_request(void *unused)
{
    MPI_Request copy = request;
    MPI_Wait(&copy, MPI_STATUS_IGNORE);
    reuse_pause("Wait");
    return unused;
}

static void *complete_request(void *unused)
{
    MPI_Grequest_complete(request);
    reuse_pause("Grequest_complete");
    return unused;
}

static void *cancel_request(void *unused)
{
    MPI_Request copy = request;
    MPI_Cancel(&copy);
    reuse_pause("Cancel");
    return unused;
}

static void *ask(void *unused)
{
    int flag = 0;
    MPI_Request_get_status(others[other_count - 1], &flag, MPI_STATUS_IGNORE);
    return unused;
}

typedef void *work(void *);

static pthread_t begin(work *what)
{
    pthread_t thread;
    if (pthread_create(&thread, NULL, what, NULL) != 0) {
        exit(EXIT_FAILURE);
    }
    return thread;
}

static void end(pthread_t thread)
{
    (void)pthread_join(thread, NULL);
}

static void complete_late(void)
{
    const pthread_t waiter = begin(wait_for_request);
    const pthread_t completer = begin(complete_request);
    wait_until_held();
    end(waiter);
    reuse(request);
    let_go();
    end(completer);
}

static void cancel_late(void)
{
    const pthread_t waiter = begin(wait_for_request);
    const pthread_t canceller = begin(cancel_request);
    wait_until_held();
    complete_request(NULL);
    end(waiter);
    reuse(request);
    let_go();
    end(canceller);
}

static void wait_late(void)
{
    others_receive = true;
    complete_request(NULL);
    const pthread_t waiter = begin(wait_for_request);
    wait_until_held();
    reuse(request);
    end(begin(ask));
    let_go();
    end(waiter);
}

/* MPI keeps such a request until its work is complete. */
static void free_early(void)
{
    MPI_Request copy = request;
    MPI_Request_free(&copy);
    end(begin(complete_request));
    reuse(request);
}

static void complete_others(void)
{
    for (int i = 0; i < other_count; i++) {
        if (others_receive) {
            MPI_Send(&i, 1, MPI_INT, 0, TAG, MPI_COMM_SELF);
        } else {
            MPI_Grequest_complete(others[i]);
        }
        MPI_Wait(&others[i], MPI_STATUS_IGNORE);
    }
}

int main(int argc, char **argv)
{
    int provided = 0;
    late = argc > 1 ? argv[1] : "none";
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    start(&request);
    if (strcmp(late, "Grequest_complete") == 0) {
        complete_late();
    } else if (strcmp(late, "Cancel") == 0) {
        cancel_late();
    } else if (strcmp(late, "Wait") == 0) {
        wait_late();
    } else {
        free_early();
    }
    complete_others();
    MPI_Finalize();
    return EXIT_SUCCESS;
}
