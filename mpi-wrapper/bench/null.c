/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a call costs that does nothing: MPI_Send of one byte to MPI_PROC_NULL.
 *
 *      null CALLS             processor time per call in ns
 *      null CALLS receive     the same of MPI_Recv from there
 *      null CALLS THREADS     the same of several threads at once, under MPI_THREAD_MULTIPLE
 *      null CALLS stalls      the longest call and the 99.9999 % quantile in ms, of the time
 * between the ends of two calls */
#include <mpi.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { WARM_UP = 1000, THREADS_MAX = 64, NANOS = 1000000000 };

static long calls;
static pthread_barrier_t start;

static int64_t get_ns(clockid_t clock)
{
    struct timespec now = {0, 0};
    (void)clock_gettime(clock, &now);
    return (int64_t)now.tv_sec * NANOS + now.tv_nsec;
}

static void send_many(long count)
{
    char byte = 0;
    for (long i = 0; i < count; i++) {
        MPI_Send(&byte, 1, MPI_CHAR, MPI_PROC_NULL, 7, MPI_COMM_WORLD);
    }
}

static void receive_many(long count)
{
    char byte = 0;
    for (long i = 0; i < count; i++) {
        MPI_Recv(&byte, 1, MPI_CHAR, MPI_PROC_NULL, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
}

static void (*call_many)(long count) = send_many;

/* Gives back the ns of processor time that the thread needed. */
static void *work(void *result)
{
    call_many(WARM_UP);
    (void)pthread_barrier_wait(&start);
    const int64_t begin = get_ns(CLOCK_THREAD_CPUTIME_ID);
    call_many(calls);
    *(int64_t *)result = get_ns(CLOCK_THREAD_CPUTIME_ID) - begin;
    return NULL;
}

static double run_threads(int count)
{
    pthread_t threads[THREADS_MAX];
    int64_t needed[THREADS_MAX];
    int64_t sum = 0;
    (void)pthread_barrier_init(&start, NULL, (unsigned)count);
    for (int i = 1; i < count; i++) {
        if (pthread_create(&threads[i], NULL, work, &needed[i]) != 0) {
            MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
        }
    }
    (void)work(&needed[0]);
    for (int i = 0; i < count; i++) {
        if (i > 0) {
            (void)pthread_join(threads[i], NULL);
        }
        sum += needed[i];
    }
    return (double)sum / (double)calls / count;
}

static int compare(const void *left, const void *right)
{
    const int64_t a = *(const int64_t *)left;
    const int64_t b = *(const int64_t *)right;
    return (a > b) - (a < b);
}

static int print_stalls(void)
{
    int64_t *const took = malloc((size_t)calls * sizeof *took);
    if (took == NULL) {
        return EXIT_FAILURE;
    }
    memset(took, 1, (size_t)calls * sizeof *took); /* its pages are there before */
    send_many(WARM_UP);
    int64_t last = get_ns(CLOCK_MONOTONIC);
    for (long i = 0; i < calls; i++) {
        send_many(1);
        const int64_t now = get_ns(CLOCK_MONOTONIC);
        took[i] = now - last;
        last = now;
    }
    qsort(took, (size_t)calls, sizeof *took, compare);
    const long quantile = calls - 1 - calls / 1000000;
    (void)printf("%.3f %.3f\n", (double)took[calls - 1] / 1e6, (double)took[quantile] / 1e6);
    free(took);
    return EXIT_SUCCESS;
}

int main(int argc, char **argv)
{
    int provided = 0;
    int status = EXIT_SUCCESS;
    const char *const how = argc > 2 ? argv[2] : "1";
    const bool stalls = strcmp(how, "stalls") == 0;
    const bool receives = strcmp(how, "receive") == 0;
    const int threads = stalls || receives ? 1 : (int)strtol(how, NULL, 10);
    const int level = threads > 1 ? MPI_THREAD_MULTIPLE : MPI_THREAD_SINGLE;
    double call_ns = 0;
    calls = argc > 1 ? strtol(argv[1], NULL, 10) : 0;
    call_many = receives ? receive_many : send_many;
    MPI_Init_thread(&argc, &argv, level, &provided);
    if (calls < 1 || threads < 1 || threads > THREADS_MAX) {
        (void)fprintf(stderr, "usage: null CALLS [THREADS | receive | stalls]\n");
        status = EXIT_FAILURE;
    } else if (stalls) {
        status = print_stalls();
    } else {
        call_ns = run_threads(threads);
    }
    const int64_t begin = get_ns(CLOCK_PROCESS_CPUTIME_ID);
    MPI_Finalize();
    if (call_ns > 0) {
        const int64_t end_ns = get_ns(CLOCK_PROCESS_CPUTIME_ID) - begin;
        (void)printf("%.2f %.2f\n", call_ns, (double)end_ns / (double)calls / threads);
    }
    return status;
}
