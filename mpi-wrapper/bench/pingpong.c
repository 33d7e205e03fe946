/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One byte to and fro between two ranks.
 *
 *      pingpong ROUNDS
 *
 * Rank 0 prints the median time of a round trip in ns, over batches of a hundred, and that of
 * MPI_Finalize divided by the round trips: what a tracer left for the end. */
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { BATCH = 100, WARM_UP = 20, NANOS = 1000000000 };

static int64_t get_ns(void)
{
    struct timespec now = {0, 0};
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * NANOS + now.tv_nsec;
}

static void play(int rank)
{
    char byte = 0;
    for (int i = 0; i < BATCH; i++) {
        if (rank == 0) {
            MPI_Send(&byte, 1, MPI_CHAR, 1, 0, MPI_COMM_WORLD);
            MPI_Recv(&byte, 1, MPI_CHAR, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        } else {
            MPI_Recv(&byte, 1, MPI_CHAR, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            MPI_Send(&byte, 1, MPI_CHAR, 0, 0, MPI_COMM_WORLD);
        }
    }
}

static int compare(const void *left, const void *right)
{
    const int64_t a = *(const int64_t *)left;
    const int64_t b = *(const int64_t *)right;
    return (a > b) - (a < b);
}

int main(int argc, char **argv)
{
    int rank = 0;
    const long count = argc > 1 ? atol(argv[1]) / BATCH : 0;
    int64_t *const took = count < 1 ? NULL : malloc((size_t)count * sizeof *took);
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (took == NULL) {
        (void)fprintf(stderr, "usage: pingpong ROUNDS\n");
        MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
    }
    for (int i = 0; i < WARM_UP; i++) {
        play(rank);
    }
    for (long i = 0; i < count; i++) {
        const int64_t begin = get_ns();
        play(rank);
        took[i] = get_ns() - begin;
    }
    qsort(took, (size_t)count, sizeof *took, compare);
    const double median_ns = (double)took[count / 2] / BATCH;
    free(took);
    const int64_t begin = get_ns();
    MPI_Finalize();
    if (rank == 0) {
        const double end_ns = (double)(get_ns() - begin) / ((double)count * BATCH);
        (void)printf("%.1f %.1f\n", median_ns, end_ns);
    }
    return EXIT_SUCCESS;
}
