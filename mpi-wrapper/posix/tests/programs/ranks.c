/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Known I/O of two ranks by MPI and by themselves: the argument is a folder. */
#include "expect.h"

#include <fcntl.h>
#include <mpi.h>
#include <string.h>
#include <unistd.h>

static void use_mpi(int rank)
{
    char data[1000];
    MPI_File file;
    memset(data, 'a' + rank, sizeof data);
    MPI_File_open(MPI_COMM_WORLD, "ranks.dat", MPI_MODE_RDWR | MPI_MODE_CREATE, MPI_INFO_NULL,
                  &file);
    MPI_File_write_at(file, (MPI_Offset)rank * 1000, data, 1000, MPI_BYTE, MPI_STATUS_IGNORE);
    MPI_File_close(&file);
}

int main(int count, char **arguments)
{
    int rank = 0;
    if (count != 2 || chdir(arguments[1]) != 0) {
        return 2;
    }
    FILE *const before = fopen("before.txt", "a");
    MPI_Init(&count, &arguments);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    use_mpi(rank);
    char name[32];
    (void)snprintf(name, sizeof name, "own-%d.txt", rank);
    const int own = open(name, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    expect(write(own, "0123456789", 10) == 10 && close(own) == 0, "own file");
    expect(fprintf(before, "%s", "opened before") == 13 && fclose(before) == 0, "fprintf");
    MPI_Finalize();
    return failures > 0;
}
