/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One MPI_Bcast of 8 MiB, which all ranks enter at the same time. */
#include <mpi.h>
#include <stdlib.h>

enum { BYTES = 8 << 20 };

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    char *const data = calloc(BYTES, 1);
    if (data == NULL) {
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Bcast(data, BYTES, MPI_BYTE, 0, MPI_COMM_WORLD);
    free(data);
    MPI_Finalize();
    return 0;
}
