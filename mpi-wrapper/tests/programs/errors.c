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

/* Messages of two ints for receives of one. @return whether it went wrong */
static int truncate_requests(int rank, MPI_Comm comm)
{
    enum { COUNT = 6 };
    int values[2] = {0};
    int got[COUNT] = {0};
    int flag = 0, index = 0;
    MPI_Request requests[COUNT];
    MPI_Status statuses[2];
    if (rank == 0) {
        for (int i = 0; i < COUNT; i++) {
            MPI_Send(values, i == 3 ? 1 : 2, MPI_INT, 1, 10 + i, comm);
        }
        return 0;
    }
    for (int i = 0; i < COUNT - 1; i++) {
        MPI_Irecv(&got[i], 1, MPI_INT, 0, 10 + i, comm, &requests[i]);
    }
    MPI_Recv_init(&got[COUNT - 1], 1, MPI_INT, 0, 10 + COUNT - 1, comm, &requests[COUNT - 1]);
    int bad = class_of(MPI_Wait(&requests[0], MPI_STATUS_IGNORE)) != MPI_ERR_TRUNCATE;
    int result = MPI_SUCCESS;
    while (result == MPI_SUCCESS && !flag) {
        result = MPI_Test(&requests[1], &flag, MPI_STATUS_IGNORE);
    }
    bad |= class_of(result) != MPI_ERR_TRUNCATE;
    bad |= class_of(MPI_Waitall(2, &requests[2], statuses)) != MPI_ERR_IN_STATUS;
    bad |= class_of(statuses[0].MPI_ERROR) != MPI_ERR_TRUNCATE;
    if (class_of(statuses[1].MPI_ERROR) == MPI_ERR_PENDING) {
        bad |= MPI_Wait(&requests[3], MPI_STATUS_IGNORE) != MPI_SUCCESS;
    }
    bad |= class_of(MPI_Waitany(1, &requests[4], &index, MPI_STATUS_IGNORE)) != MPI_ERR_TRUNCATE;
    MPI_Start(&requests[COUNT - 1]);
    bad |= class_of(MPI_Wait(&requests[COUNT - 1], MPI_STATUS_IGNORE)) != MPI_ERR_TRUNCATE;
    if (requests[COUNT - 1] != MPI_REQUEST_NULL) { /* Open MPI frees it after an error */
        MPI_Request_free(&requests[COUNT - 1]);
    }
    return bad;
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
    /* For requests MPICH asks MPI_COMM_WORLD's. */
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    bad |= truncate_requests(rank, comm);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
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
