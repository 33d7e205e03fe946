/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Error handlers of the program that count how often they are called; the argument says which. */
#include <mpi.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int calls;

static void file_handler(MPI_File *file, int *code, ...)
{
    (void)file;
    calls++;
    *code = MPI_SUCCESS;
}

/* A handler for files that are not open yet makes a success of an open that failed. */
static int mend_open(void)
{
    MPI_File file = MPI_FILE_NULL;
    MPI_Errhandler handler;
    MPI_File_create_errhandler(file_handler, &handler);
    MPI_File_set_errhandler(MPI_FILE_NULL, handler);
    MPI_Errhandler_free(&handler);
    MPI_File_open(MPI_COMM_SELF, "/nowhere/at/all", MPI_MODE_RDONLY, MPI_INFO_NULL, &file);
    return calls == 1 && file == MPI_FILE_NULL;
}

int main(int argc, char **argv)
{
    const char *const what = argv[1];
    int is_right = 0;
    MPI_Init(&argc, &argv);
    if (strcmp(what, "file") == 0) {
        is_right = mend_open();
    }
    MPI_Finalize();
    printf("%s\n", is_right ? "ok" : "bad");
    return is_right ? EXIT_SUCCESS : EXIT_FAILURE;
}
