/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions of the program that MPI calls: error handlers that count how often they are called, and
 * an operation that makes MPI calls itself. The argument says which. */
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

/* A sum that makes and frees a type. */
/* NOLINTNEXTLINE(readability-non-const-parameter): MPI's signature */
static void add(void *in, void *in_out, int *count, MPI_Datatype *type)
{
    MPI_Datatype copy;
    MPI_Type_dup(*type, &copy);
    MPI_Type_free(&copy);
    calls++;
    for (int i = 0; i < *count; i++) {
        ((int *)in_out)[i] += ((const int *)in)[i];
    }
}

static int sum_up(void)
{
    MPI_Op op;
    MPI_Op_create(add, 1, &op);
    const int in[2] = {3, 4};
    int in_out[2] = {1, 1};
    MPI_Reduce_local(in, in_out, 2, MPI_INT, op);
    MPI_Op_free(&op);
    return calls == 1 && in_out[0] == 4 && in_out[1] == 5;
}

int main(int argc, char **argv)
{
    const char *const what = argv[1];
    int is_right = 0;
    MPI_Init(&argc, &argv);
    if (strcmp(what, "file") == 0) {
        is_right = mend_open();
    } else if (strcmp(what, "operation") == 0) {
        is_right = sum_up();
    }
    MPI_Finalize();
    printf("%s\n", is_right ? "ok" : "bad");
    return is_right ? EXIT_SUCCESS : EXIT_FAILURE;
}
