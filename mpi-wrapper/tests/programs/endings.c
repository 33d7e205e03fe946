/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ways to end: the argument is one of bare, abort, comms, exit, fatal, fork, inner, late FILE,
 * stays (for half a second). Two ranks. */
#include "late.h"

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* A child that ends by exit() runs the libraries' destructors in a copy of this process. */
static void fork_child(void)
{
    const pid_t child = fork();
    if (child == 0) {
        exit(EXIT_SUCCESS);
    }
    int status = 0;
    waitpid(child, &status, 0);
}

/* This program once more, by itself. */
static void start_inner(const char *program)
{
    char command[1024];
    (void)snprintf(command, sizeof(command), "env -u PMI_FD -u PMI_RANK -u PMI_SIZE '%s' bare",
                   program);
    if (system(command) != 0) {
        MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
    }
}

int main(int argc, char **argv)
{
    int rank = 0;
    if (strcmp(argv[1], "hosts") == 0) { /* as if each rank ran on a node of its own */
        const char *const number =
            getenv("PMI_RANK") != NULL ? getenv("PMI_RANK") : getenv("OMPI_COMM_WORLD_RANK");
        setenv("HDTRACE_HOST", number != NULL && strcmp(number, "0") == 0 ? "n_1" : "n-1", 1);
    }
    MPI_Init(&argc, &argv);
    if (strcmp(argv[1], "bare") == 0) {
        MPI_Finalize();
        return EXIT_SUCCESS;
    }
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Barrier(MPI_COMM_WORLD);
    if (strcmp(argv[1], "abort") == 0) {
        if (rank == 1) {
            MPI_Abort(MPI_COMM_WORLD, 3);
        }
        MPI_Barrier(MPI_COMM_WORLD);
    } else if (strcmp(argv[1], "exit") == 0) {
        exit(4);
    } else if (strcmp(argv[1], "comms") == 0) {
        MPI_Comm comm;
        MPI_Comm_dup(MPI_COMM_WORLD, &comm);
        MPI_Barrier(comm);
        MPI_Comm_free(&comm);
    } else if (strcmp(argv[1], "fatal") == 0) {
        MPI_Send(&rank, 1, MPI_INT, 99, 0, MPI_COMM_WORLD);
    } else if (strcmp(argv[1], "fork") == 0) {
        fork_child();
        MPI_Barrier(MPI_COMM_WORLD);
    } else if (strcmp(argv[1], "inner") == 0 && rank == 1) {
        start_inner(argv[0]);
    } else if (strcmp(argv[1], "stays") == 0) {
        (void)nanosleep(&(struct timespec){.tv_nsec = 500000000}, NULL);
    } else if (strcmp(argv[1], "late") == 0) {
        be_late(rank == 1, argv[2]);
    }
    MPI_Finalize();
    return EXIT_SUCCESS;
}
