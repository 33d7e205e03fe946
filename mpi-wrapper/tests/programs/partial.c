/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A file that is there for all but rank 1, which the standard allows: an open may return an error
 * at some processes only. Both MPI libraries that are tested agree on errors instead, or wait for
 * ever; so the open of a library without such agreement, each process for itself, stands behind the
 * tracer: see partial_tool.c. The others use their file; the second time all have it. */
#include <mpi.h>
#include <stdio.h>

static int open_file(const char *name, MPI_File *file)
{
    return MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL,
                         file);
}

int main(int argc, char **argv)
{
    int rank = 0;
    const char byte = 'x';
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 0; argc > 1 && i < 3; i++) {
        MPI_File file = MPI_FILE_NULL;
        if (open_file(argv[1], &file) == MPI_SUCCESS) {
            MPI_File_write_at(file, rank, &byte, 1, MPI_BYTE, MPI_STATUS_IGNORE);
            MPI_File_close(&file);
        }
    }
    MPI_Barrier(MPI_COMM_WORLD);
    (void)printf("rank %d is done\n", rank);
    MPI_Finalize();
    return 0;
}
