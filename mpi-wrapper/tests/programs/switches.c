/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is recorded when: a bit of everything, with the switch turned in between.
 *
 *      switches plain              nothing is turned
 *      switches signal             by SIGUSR2, for which the program has a handler of its own
 *      switches control FILE       by the file
 *      switches many               only very many messages to nobody
 *      switches long NS FILE       only calls that are sure to last longer than NS, or sure to be
 *                                  shorter; FILE and the rank's number name what was measured */
#include <mpi.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MESSAGES = 30000, SURE = 10, FREES = 3, BYTES_MAX = 1 << 20 };

static volatile sig_atomic_t signals;

static void count(int number)
{
    (void)number;
    signals++;
}

static void nap(long ms)
{
    const struct timespec time = {ms / 1000, ms % 1000 * 1000000};
    (void)nanosleep(&time, NULL);
}

static void write_word(const char *path, const char *word)
{
    FILE *const file = fopen(path, "w");
    if (file == NULL || fputs(word, file) < 0 || fclose(file) != 0) {
        MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
    }
}

/* The ranks' file is one, and may be looked at in any call: none is made while it changes. The
 * tracer does not see the name that begins with a P. */
static void turn(const char *how, const char *path, const char *word, int rank)
{
    if (strcmp(how, "signal") == 0) {
        (void)raise(SIGUSR2);
    } else if (strcmp(how, "control") == 0) {
        PMPI_Barrier(MPI_COMM_WORLD);
        if (rank == 0) {
            write_word(path, word);
        }
        PMPI_Barrier(MPI_COMM_WORLD);
        nap(1100);
    }
}

/* Messages, collectives and handles; the communicator is new each time. */
static void work(int rank)
{
    int value = rank;
    int other = -1;
    MPI_Comm comm;
    MPI_Datatype type;
    MPI_Request requests[2];
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Type_contiguous(1, MPI_INT, &type);
    MPI_Type_commit(&type);
    MPI_Isend(&value, 1, type, 1 - rank, 1, comm, &requests[0]);
    MPI_Irecv(&other, 1, type, 1 - rank, 1, comm, &requests[1]);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    MPI_Bcast(&value, 1, MPI_INT, 0, comm);
    if (rank == 0) {
        nap(60);
    }
    MPI_Barrier(comm);
    MPI_Type_free(&type);
    MPI_Comm_free(&comm);
    if (other != 1 - rank || value != 0) {
        MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
    }
}

/* The tag of a message is its number. */
static void send_many(void)
{
    for (int i = 0; i < MESSAGES; i++) {
        MPI_Send(&i, 1, MPI_INT, MPI_PROC_NULL, i, MPI_COMM_WORLD);
    }
}

static int64_t now_ns(void)
{
    struct timespec time;
    (void)clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

static int64_t asked_ns, lasted_ns; /* how long the operation shall last, and did */

/* An operation is called inside the call that asks for it, which lasts longer for that reason. */
/* NOLINTNEXTLINE(readability-non-const-parameter): MPI's signature */
static void take_time(void *in, void *in_out, int *bytes, MPI_Datatype *type)
{
    const int64_t begin_ns = now_ns();
    while (now_ns() - begin_ns < asked_ns) {
        nap(1);
    }
    lasted_ns = now_ns() - begin_ns;
    (void)in;
    (void)in_out;
    (void)bytes;
    (void)type;
}

/* One call, whose count is its number. It lasts at least so long; how long at most is seen from
 * outside, because any machine may take a nap amid any call. */
static int64_t reduce(FILE *measured, int number, int64_t least_ns, MPI_Op op)
{
    static char in[BYTES_MAX], in_out[BYTES_MAX];
    asked_ns = least_ns;
    const int64_t begin_ns = now_ns();
    MPI_Reduce_local(in, in_out, number, MPI_BYTE, op);
    const int64_t most_ns = now_ns() - begin_ns;
    (void)fprintf(measured, "%d %lld %lld\n", number, (long long)lasted_ns, (long long)most_ns);
    return most_ns;
}

/* So many calls that last twice the bound at least, so many that last half of it at most, and those
 * between, of which nothing is known, as many as there are. What is freed is always recorded. */
static void take_long(int64_t bound_ns, const char *path, int rank)
{
    char name[1024];
    (void)snprintf(name, sizeof(name), "%s%d", path, rank);
    FILE *const measured = fopen(name, "w");
    if (measured == NULL) {
        MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
        return;
    }
    MPI_Op op;
    MPI_Op_create(take_time, 1, &op);
    int number = 1;
    for (int i = 0; i < SURE; i++) {
        (void)reduce(measured, number++, 2 * bound_ns, op);
        while (number < BYTES_MAX && reduce(measured, number++, 0, op) > bound_ns / 2) {
        }
    }
    MPI_Op_free(&op);
    for (int i = 0; i < FREES; i++) {
        MPI_Datatype type;
        MPI_Type_contiguous(2, MPI_INT, &type);
        MPI_Type_free(&type);
    }
    (void)fclose(measured);
}

int main(int argc, char **argv)
{
    int rank = 0;
    const char *const how = argc > 1 ? argv[1] : "";
    const char *const path = argc > 2 ? argv[2] : "";
    struct sigaction own;
    memset(&own, 0, sizeof own);
    own.sa_handler = count;
    (void)sigaction(SIGUSR2, &own, NULL);
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (strcmp(how, "many") == 0) {
        send_many();
        MPI_Finalize();
        return EXIT_SUCCESS;
    }
    if (strcmp(how, "long") == 0) {
        take_long(strtoll(path, NULL, 10), argv[3], rank);
        MPI_Finalize();
        return EXIT_SUCCESS;
    }
    work(rank);
    turn(how, path, "off", rank);
    work(rank);
    turn(how, path, "on", rank);
    work(rank);
    MPI_Finalize();
    (void)printf("%d signals\n", (int)signals);
    return EXIT_SUCCESS;
}
