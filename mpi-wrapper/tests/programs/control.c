/* SPDX-License-Identifier: GPL-3.0-or-later */
/* MPI_Pcontrol, states of the program, MPI calls inside MPI calls. Run with 2 ranks. */
#include <hdmpi/hdmpi.h>
#include <mpi.h>
#include <stdlib.h>

/* Only there when the wrapper is. */
#pragma weak hdMPI_threadLogStateStart
#pragma weak hdMPI_threadLogAttributes
#pragma weak hdMPI_threadLogStateEnd

static int copy(MPI_Comm comm, int keyval, void *extra, void *in, void *out, int *flag)
{
    (void)comm;
    (void)keyval;
    (void)extra;
    (void)in;
    (void)out;
    MPI_Barrier(MPI_COMM_SELF);
    *flag = 0;
    return MPI_SUCCESS;
}

static void assemble(void)
{
    if (hdMPI_threadLogStateStart == NULL) {
        MPI_Barrier(MPI_COMM_WORLD);
        return;
    }
    hdMPI_threadLogStateStart("assemble");
    MPI_Barrier(MPI_COMM_WORLD);
    hdMPI_threadLogAttributes("rows='%d' what=\"%s\" broken", 12, "a <b>");
    hdMPI_threadLogStateEnd();
}

int main(int argc, char **argv)
{
    int keyval = MPI_KEYVAL_INVALID;
    int value = 0;
    MPI_Comm comm;
    MPI_Init(&argc, &argv);
    MPI_Comm_create_keyval(copy, MPI_COMM_NULL_DELETE_FN, &keyval, NULL);
    MPI_Comm_set_attr(MPI_COMM_WORLD, keyval, &value);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Pcontrol(0);
    MPI_Barrier(comm);
    MPI_Comm_free(&comm);
    MPI_Pcontrol(1);
    assemble();
    MPI_Comm_delete_attr(MPI_COMM_WORLD, keyval);
    MPI_Finalize();
    return EXIT_SUCCESS;
}
