/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One byte to and fro between two ranks.
 *
 *      pingpong ROUNDS          rank 0 prints the median time of a round trip in ns, over batches
 * of a hundred, and that of MPI_Finalize divided by the round trips: what a tracer left for the end
 *      pingpong ROUNDS beside   every second batch calls the MPI library's own functions, past
 *                               whatever was preloaded: prints the median of the batches of
 * MPI_Send and MPI_Recv and that of the others, which found the same processor, the same memory and
 * the same noise */
#include <dlfcn.h>
#include <mpi.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#ifdef OPEN_MPI
#define LIBRARY "libmpi.so.40"
#else
#define LIBRARY "libmpich.so.12"
#endif

enum { BATCH = 100, WARM_UP = 20, NANOS = 1000000000 };

typedef struct functions {
    int (*send)(const void *, int, MPI_Datatype, int, int, MPI_Comm);
    int (*receive)(void *, int, MPI_Datatype, int, int, MPI_Comm, MPI_Status *);
} functions;

static int64_t get_ns(void)
{
    struct timespec now = {0, 0};
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * NANOS + now.tv_nsec;
}

static int64_t play(const functions *by, int rank)
{
    char byte = 0;
    const int64_t begin = get_ns();
    for (int i = 0; i < BATCH; i++) {
        if (rank == 0) {
            by->send(&byte, 1, MPI_CHAR, 1, 0, MPI_COMM_WORLD);
            by->receive(&byte, 1, MPI_CHAR, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        } else {
            by->receive(&byte, 1, MPI_CHAR, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            by->send(&byte, 1, MPI_CHAR, 0, 0, MPI_COMM_WORLD);
        }
    }
    return get_ns() - begin;
}

/* Those that nothing stands before. */
static bool find_own(functions *own)
{
    void *const library = dlopen(LIBRARY, RTLD_LAZY | RTLD_NOLOAD);
    if (library == NULL) {
        return false;
    }
    *(void **)&own->send = dlsym(library, "PMPI_Send");
    *(void **)&own->receive = dlsym(library, "PMPI_Recv");
    return own->send != NULL && own->receive != NULL;
}

static int compare(const void *left, const void *right)
{
    const int64_t a = *(const int64_t *)left;
    const int64_t b = *(const int64_t *)right;
    return (a > b) - (a < b);
}

static double get_median(int64_t *took, long count)
{
    qsort(took, (size_t)count, sizeof *took, compare);
    const long middle = count / 2;
    return (double)took[middle] / BATCH;
}

int main(int argc, char **argv)
{
    int rank = 0;
    const functions called = {MPI_Send, MPI_Recv};
    functions own = called;
    const long count = argc > 1 ? strtol(argv[1], NULL, 10) / BATCH : 0;
    const bool beside = argc > 2 && strcmp(argv[2], "beside") == 0;
    int64_t *const took = count < 1 ? NULL : malloc(2 * (size_t)count * sizeof *took);
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (took == NULL || (beside && !find_own(&own))) {
        (void)fprintf(stderr, "usage: pingpong ROUNDS [beside]; or " LIBRARY " is not loaded\n");
        free(took);
        MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
        return EXIT_FAILURE;
    }
    for (int i = 0; i < WARM_UP; i++) {
        (void)play(&called, rank);
    }
    for (long i = 0; i < count; i++) {
        took[i] = play(&called, rank);
        took[count + i] = beside ? play(&own, rank) : 0;
    }
    const double called_ns = get_median(took, count);
    const double own_ns = get_median(took + count, count);
    free(took);
    const int64_t begin = get_ns();
    MPI_Finalize();
    if (rank == 0) {
        const double end_ns = (double)(get_ns() - begin) / ((double)count * BATCH);
        (void)printf("%.1f %.1f\n", called_ns, beside ? own_ns : end_ns);
    }
    return EXIT_SUCCESS;
}
