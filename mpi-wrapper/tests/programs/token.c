/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The relation token of an MPI-IO call, asked for from inside the call: by an error handler. Run
 * with 1 rank. */
#include <hdmpi/hdmpi.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#pragma weak hdMPI_currentToken

static char token[512];
static int calls;

/* NOLINTNEXTLINE(readability-non-const-parameter): MPI's signature */
static void failed(MPI_File *file, int *error, ...)
{
    (void)file;
    (void)error;
    calls++;
    if (hdMPI_currentToken != NULL && hdMPI_currentToken(token, 4) != 0) {
        exit(EXIT_FAILURE); /* no token is that short */
    }
    if (hdMPI_currentToken != NULL && hdMPI_currentToken(token, sizeof(token)) == 0) {
        exit(EXIT_FAILURE);
    }
}

int main(int argc, char **argv)
{
    MPI_File file;
    MPI_Errhandler handler;
    MPI_Init(&argc, &argv);
    if (hdMPI_currentToken != NULL && hdMPI_currentToken(token, sizeof(token)) != 0) {
        return EXIT_FAILURE;
    }
    MPI_File_create_errhandler(failed, &handler);
    MPI_File_set_errhandler(MPI_FILE_NULL, handler);
    MPI_File_delete("/nowhere/at/all", MPI_INFO_NULL);
    MPI_File_open(MPI_COMM_SELF, "/nowhere/at/all", MPI_MODE_RDONLY, MPI_INFO_NULL, &file);
    MPI_Errhandler_free(&handler);
    (void)fprintf(stderr, "token %s\n", token);
    MPI_Finalize();
    return calls == 2 ? EXIT_SUCCESS : EXIT_FAILURE;
}
