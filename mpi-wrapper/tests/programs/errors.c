/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Calls that fail, with error codes returned on one communicator only. Run with 2 ranks. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static int class_of(int result)
{
    int class = -1;
    MPI_Error_class(result, &class);
    return class;
}

int main(int argc, char **argv)
{
    int rank = 0;
    int value = 0;
    int values[2] = {0};
    MPI_Comm comm;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    int bad = class_of(MPI_Send(&value, 1, MPI_INT, 99, 0, comm)) != MPI_ERR_RANK;
    /* Asking about this datatype on MPI_COMM_WORLD would abort the program. */
    bad |= class_of(MPI_Send(&value, 1, MPI_DATATYPE_NULL, 1 - rank, 0, comm)) != MPI_ERR_TYPE;
#ifndef OPEN_MPI /* whose handles are pointers that it follows */
    bad |= class_of(MPI_Send(&value, 1, (MPI_Datatype)0x4321, 1 - rank, 0, comm)) != MPI_ERR_TYPE;
#endif
    if (rank == 0) {
        MPI_Send(values, 2, MPI_INT, 1, 1, comm);
    } else {
        const int result = MPI_Recv(&value, 1, MPI_INT, 0, 1, comm, MPI_STATUS_IGNORE);
        bad |= class_of(result) != MPI_ERR_TRUNCATE;
    }
    MPI_File file;
    bad |= class_of(MPI_File_open(MPI_COMM_SELF, "/nowhere/at/all", MPI_MODE_RDONLY, MPI_INFO_NULL,
                                  &file)) != MPI_ERR_NO_SUCH_FILE;
    MPI_Comm_free(&comm);
    MPI_Finalize();
    if (rank == 0) { /* the launcher may mix the lines of several ranks */
        printf("%s\n", bad ? "bad" : "ok");
    }
    return bad ? EXIT_FAILURE : EXIT_SUCCESS;
}
