/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fs_main THREADS OPERATIONS [mpi]: writes once, as the first call of a program, and then each
 * thread so many times; prints "failed NUMBER" of those that failed. mpi: as below a tracer of MPI,
 * whose call of each operation has a token. */
#include "fs.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { THREADS_MAX = 16, BYTES = 65536 };

extern __attribute__((visibility("default"))) size_t hdMPI_currentToken(char *text, size_t size);

static _Thread_local int current = -1;
static int operations;
static int uses_mpi;

size_t hdMPI_currentToken(char *text, size_t size)
{
    return uses_mpi ? (size_t)snprintf(text, size, "compute:5:1:%d", current) : 0;
}

static void write_once(int number)
{
    current = number;
    if (stand_in_write(number, BYTES) != 0) {
        printf("failed %d\n", number);
    }
}

static void *work(void *argument)
{
    const int first = *(const int *)argument * operations;
    for (int i = 1; i <= operations; i++) {
        write_once(first + i);
    }
    return NULL;
}

int main(int argc, char **argv)
{
    pthread_t threads[THREADS_MAX];
    int numbers[THREADS_MAX];
    if (argc < 3) {
        return 2;
    }
    const int count = (int)strtol(argv[1], NULL, 10);
    operations = (int)strtol(argv[2], NULL, 10);
    uses_mpi = argc > 3;
    write_once(0);
    for (int i = 0; i < count && i < THREADS_MAX; i++) {
        numbers[i] = i;
        if (pthread_create(&threads[i], NULL, work, &numbers[i]) != 0) {
            return 1;
        }
    }
    for (int i = 0; i < count && i < THREADS_MAX; i++) {
        (void)pthread_join(threads[i], NULL);
    }
    return 0;
}
