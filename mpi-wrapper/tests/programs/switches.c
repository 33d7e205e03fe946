/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is recorded when: a bit of everything, with the switch turned in between.
 *
 *      switches plain              nothing is turned
 *      switches signal             by SIGUSR2, for which the program has a handler of its own
 *      switches control FILE       by the file
 *      switches many               only very many messages to nobody */
#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MESSAGES = 30000 };

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

static void turn(const char *how, const char *path, const char *word)
{
    if (strcmp(how, "signal") == 0) {
        (void)raise(SIGUSR2);
    } else if (strcmp(how, "control") == 0) {
        FILE *const file = fopen(path, "w");
        if (file == NULL || fputs(word, file) < 0 || fclose(file) != 0) {
            MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
        }
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
    work(rank);
    turn(how, path, "off");
    work(rank);
    turn(how, path, "on");
    work(rank);
    MPI_Finalize();
    (void)printf("%d signals\n", (int)signals);
    return EXIT_SUCCESS;
}
