/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Processes that started apart: `join` makes a communicator over a socket between the two ranks,
 * `spawn` starts two more processes of this program. Run with 2 ranks. */
#include <arpa/inet.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static int rank;

static int failed(const char *what)
{
    (void)fprintf(stderr, "apart: %s\n", what);
    MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
    return -1;
}

/* A connection between the two ranks. */
static int listen_for_other(void)
{
    struct sockaddr_in address = {.sin_family = AF_INET};
    socklen_t size = sizeof(address);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    const int listener = socket(AF_INET, SOCK_STREAM, 0);
    if (bind(listener, (struct sockaddr *)&address, size) != 0 || listen(listener, 1) != 0 ||
        getsockname(listener, (struct sockaddr *)&address, &size) != 0) {
        return failed("no socket");
    }
    const int port = ntohs(address.sin_port);
    MPI_Send(&port, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    const int connection = accept(listener, NULL, NULL);
    (void)close(listener);
    return connection;
}

static int connect_to_other(void)
{
    int port = 0;
    struct sockaddr_in address = {.sin_family = AF_INET};
    MPI_Recv(&port, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    address.sin_port = htons((unsigned short)port);
    const int connection = socket(AF_INET, SOCK_STREAM, 0);
    if (connect(connection, (struct sockaddr *)&address, sizeof(address)) != 0) {
        return failed("no connection");
    }
    return connection;
}

/* Not every MPI library can do this. */
static void join(void)
{
    MPI_Comm other = MPI_COMM_NULL;
    const int connection = rank == 0 ? listen_for_other() : connect_to_other();
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    if (MPI_Comm_join(connection, &other) == MPI_SUCCESS && other != MPI_COMM_NULL) {
        int received = -1;
        MPI_Sendrecv(&rank, 1, MPI_INT, 0, 5, &received, 1, MPI_INT, 0, 5, other,
                     MPI_STATUS_IGNORE);
        printf("joined %d\n", received);
        MPI_Comm_disconnect(&other);
    } else {
        (void)fputs("cannot join\n", stdout); /* one piece: MPICH takes the buffer away */
    }
    (void)close(connection);
}

static void spawn(char *program)
{
    char word[] = "spawn";
    char *arguments[] = {word, NULL};
    MPI_Comm children;
    int value = 7;
    MPI_Comm_spawn(program, arguments, 2, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &children,
                   MPI_ERRCODES_IGNORE);
    if (rank == 0) {
        MPI_Send(&value, 1, MPI_INT, 1, 3, children);
    }
    MPI_Comm_disconnect(&children);
}

static void be_child(MPI_Comm parent)
{
    int value = 0;
    if (rank == 1) {
        MPI_Recv(&value, 1, MPI_INT, 0, 3, parent, MPI_STATUS_IGNORE);
        if (value != 7) {
            (void)failed("a wrong value from the parent");
        }
    }
    MPI_Comm_disconnect(&parent);
}

int main(int argc, char **argv)
{
    MPI_Comm parent = MPI_COMM_NULL;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_get_parent(&parent);
    if (parent != MPI_COMM_NULL) {
        be_child(parent);
    } else if (argc > 1 && strcmp(argv[1], "join") == 0) {
        join();
    } else {
        spawn(argv[0]);
    }
    MPI_Finalize();
    return EXIT_SUCCESS;
}
