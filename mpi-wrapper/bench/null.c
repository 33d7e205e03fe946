/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a call costs that does nothing: MPI_Send of one byte to MPI_PROC_NULL.
 *
 *      null CALLS [THREADS] [stalls]
 *
 * Prints the processor time per call in ns, of all threads together; with `stalls` also how long the
 * longest calls took, which takes the time of each. */
#include <mpi.h>
#include <pthread.h>
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

/* Gives back the ns of processor time that the thread needed. */
static void *work(void *result)
{
    send_many(WARM_UP);
    (void)pthread_barrier_wait(&start);
    const int64_t begin = get_ns(CLOCK_THREAD_CPUTIME_ID);
    send_many(calls);
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
    (void)printf("longest %.3f ms, 99.9999 %% %.3f ms\n", (double)took[calls - 1] / 1e6,
                 (double)took[calls - 1 - calls / 1000000] / 1e6);
    free(took);
    return EXIT_SUCCESS;
}

int main(int argc, char **argv)
{
    int provided = 0;
    int status = EXIT_SUCCESS;
    const int threads = argc > 2 ? atoi(argv[2]) : 1;
    calls = argc > 1 ? atol(argv[1]) : 0;
    MPI_Init_thread(&argc, &argv, threads > 1 ? MPI_THREAD_MULTIPLE : MPI_THREAD_SINGLE, &provided);
    if (calls < 1 || threads < 1 || threads > THREADS_MAX) {
        (void)fprintf(stderr, "usage: null CALLS [THREADS] [stalls]\n");
        status = EXIT_FAILURE;
    } else if (argc > 3 && strcmp(argv[3], "stalls") == 0) {
        status = print_stalls();
    } else {
        (void)printf("%.2f\n", run_threads(threads));
    }
    MPI_Finalize();
    return status;
}
