/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * An exchange of the simulator's benchmarks as an MPI program, for SimGrid's SMPI.
 *
 *   smpi_exchange ring|rdb|alltoall BYTES REPETITIONS
 *
 * Rank 0 prints the simulated nanoseconds between MPI_Init and MPI_Finalize.
 * Java twin: org.hdtrace.bench.simulator.Exchange.
 */
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct exchange {
    int rank;
    int ranks;
    int bytes;
    char *sent;
    char *received;
};

static void step(const struct exchange *x, int target, int source)
{
    MPI_Sendrecv(x->sent, x->bytes, MPI_BYTE, target, 0, x->received, x->bytes, MPI_BYTE, source, 0,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void shift(const struct exchange *x, int distance)
{
    step(x, (x->rank + distance) % x->ranks, (x->rank + x->ranks - distance) % x->ranks);
}

static void ring(const struct exchange *x)
{
    shift(x, 1);
}

static void recursive_doubling(const struct exchange *x)
{
    for (int bit = 1; bit < x->ranks; bit *= 2) {
        step(x, x->rank ^ bit, x->rank ^ bit);
    }
}

static void all_to_all(const struct exchange *x)
{
    for (int distance = 1; distance < x->ranks; distance++) {
        shift(x, distance);
    }
}

typedef void repetition(const struct exchange *);

static repetition *named(const char *name)
{
    if (strcmp(name, "ring") == 0) {
        return ring;
    }
    if (strcmp(name, "rdb") == 0) {
        return recursive_doubling;
    }
    return strcmp(name, "alltoall") == 0 ? all_to_all : NULL;
}

int main(int argc, char **argv)
{
    repetition *const repeat = argc == 4 ? named(argv[1]) : NULL;
    if (repeat == NULL) {
        fputs("usage: smpi_exchange ring|rdb|alltoall BYTES REPETITIONS\n", stderr);
        return 2;
    }
    MPI_Init(&argc, &argv);
    struct exchange x = {.bytes = (int)strtol(argv[2], NULL, 10)};
    MPI_Comm_rank(MPI_COMM_WORLD, &x.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &x.ranks);
    x.sent = calloc((size_t)x.bytes, 1);
    x.received = calloc((size_t)x.bytes, 1);
    const long repetitions = strtol(argv[3], NULL, 10);
    const double begin = MPI_Wtime();
    for (long i = 0; i < repetitions; i++) {
        repeat(&x);
    }
    const double end = MPI_Wtime();
    if (x.rank == 0) {
        printf("%ld\n", lround((end - begin) * 1e9));
    }
    free(x.sent);
    free(x.received);
    MPI_Finalize();
    return 0;
}
