/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Says what it was started with: arguments, preloaded libraries, what is in the open file 9. With
 * the argument "idle" it calls nothing of MPI. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    enum { GIVEN_FILE = 9 };
    char line[4096] = "";
    char given[32] = "";
    int rank = 0, size = 0;
    if (argc == 2 && strcmp(argv[1], "idle") == 0) {
        return 7;
    }
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int sum = 0;
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    for (int i = 1; i < argc; i++) {
        const size_t length = strlen(line);
        (void)snprintf(line + length, sizeof(line) - length, "[%s]", argv[i]);
    }
    if (read(GIVEN_FILE, given, sizeof(given) - 1) < 0) {
        given[0] = '\0';
    }
    const char *const preloaded = getenv("LD_PRELOAD");
    printf("rank %d of %d sum %d arguments %s preloaded %s given %s\n", rank, size, sum, line,
           preloaded == NULL ? "-" : preloaded, given);
    MPI_Finalize();
    return 7;
}
