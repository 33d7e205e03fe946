/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A program that calls exit() amid the tracer, as a signal handler may: out of the system calls by
 * which a trace grows, which this program defines in front of the C library's.
 *
 *     exits ANYTHING ROUNDS */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <mpi.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static volatile bool armed;

static void leave_if_armed(void)
{
    if (armed && gettid() == getpid()) { /* not in the library's own thread */
        armed = false;
        exit(EXIT_SUCCESS); /* NOLINT(concurrency-mt-unsafe): that is what is tested */
    }
}

/* NOLINTBEGIN(readability-inconsistent-declaration-parameter-name): the system's are reserved */
__attribute__((visibility("default"))) ssize_t pwrite64(int fd, const void *data, size_t bytes,
                                                        off64_t offset)
{
    ssize_t (*genuine)(int, const void *, size_t, off64_t) = NULL;
    *(void **)&genuine = dlsym(RTLD_NEXT, "pwrite64");
    const ssize_t result = genuine(fd, data, bytes, offset);
    leave_if_armed();
    return result;
}

__attribute__((visibility("default"))) int posix_fallocate64(int fd, off64_t offset, off64_t bytes)
{
    int (*genuine)(int, off64_t, off64_t) = NULL;
    *(void **)&genuine = dlsym(RTLD_NEXT, "posix_fallocate64");
    const int result = genuine(fd, offset, bytes);
    leave_if_armed();
    return result;
}

/* NOLINTEND(readability-inconsistent-declaration-parameter-name) */

int main(int argc, char **argv)
{
    const int64_t rounds = argc > 2 ? strtoll(argv[2], NULL, 10) : 0;
    MPI_Init(&argc, &argv);
    for (int64_t i = 0;; i++) {
        int64_t value = i;
        if (i == rounds) {
            armed = true; /* a few hundred calls later the trace grows */
        } else if (i > 10 * rounds) {
            (void)fprintf(stderr, "the trace does not grow\n");
            MPI_Abort(MPI_COMM_WORLD, 1);
        }
        MPI_Sendrecv(&value, 1, MPI_INT64_T, MPI_PROC_NULL, (int)i, &value, 1, MPI_INT64_T,
                     MPI_PROC_NULL, (int)i, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
}
