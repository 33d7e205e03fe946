// SPDX-License-Identifier: GPL-3.0-or-later
/* Faults that the test of hdtrace validate plants in ranks, preloaded. FAULT_RANK=R: that rank
 * computes on a processor that something else keeps busy nearly all the time; waiting for
 * messages takes no longer. FAULT_FILES: each write at an offset takes 30 ms longer.
 * FAULT_EXCHANGES: the directions of MPI_Sendrecv go one after the other. */
#define _GNU_SOURCE // NOLINT: syscall
#include <mpi.h>
#include <signal.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

static void give_way(int number)
{
    const struct timespec pause = {.tv_nsec = 40000000};
    (void)number;
    (void)nanosleep(&pause, NULL);
}

__attribute__((constructor)) static void begin(void)
{
    const char *wanted = getenv("FAULT_RANK"); // NOLINT: nothing changes it
    const char *rank = getenv("PMI_RANK");     // NOLINT: nothing changes it
    if (wanted == NULL || rank == NULL || strcmp(wanted, rank) != 0) {
        return;
    }
    const struct sigaction action = {.sa_handler = give_way, .sa_flags = SA_RESTART};
    const struct itimerval slice = {.it_interval.tv_usec = 4000, .it_value.tv_usec = 4000};
    (void)sigaction(SIGVTALRM, &action, NULL);
    (void)setitimer(ITIMER_VIRTUAL, &slice, NULL);
}

// NOLINTBEGIN(readability-inconsistent-declaration-parameter-name): the system's names are reserved
__attribute__((visibility("default"))) ssize_t pwrite64(int file, const void *data, size_t bytes,
                                                        off_t offset)
{
    const struct timespec pause = {.tv_nsec = 30000000};
    if (getenv("FAULT_FILES") != NULL) { // NOLINT: nothing changes it
        (void)nanosleep(&pause, NULL);
    }
    return syscall(SYS_pwrite64, file, data, bytes, offset);
}

__attribute__((visibility("default"))) ssize_t pwrite(int file, const void *data, size_t bytes,
                                                      off_t offset)
{
    return pwrite64(file, data, bytes, offset);
}
// NOLINTEND(readability-inconsistent-declaration-parameter-name)

/* Every other rank sends only when it has received. A synchronous send ends when the other
 * receives. */
__attribute__((visibility("default"))) int MPI_Sendrecv(const void *out, int out_count,
                                                        MPI_Datatype out_type, int to, int out_tag,
                                                        void *in, int in_count,
                                                        MPI_Datatype in_type, int from, int in_tag,
                                                        MPI_Comm comm, MPI_Status *status)
{
    int rank = 0;
    PMPI_Comm_rank(comm, &rank);
    if (getenv("FAULT_EXCHANGES") == NULL || to == rank) { // NOLINT: nothing changes it
        return PMPI_Sendrecv(out, out_count, out_type, to, out_tag, in, in_count, in_type, from,
                             in_tag, comm, status);
    }
    const int last = rank % 2 == to % 2 ? rank > to : rank % 2 == 1;
    if (last) {
        PMPI_Recv(in, in_count, in_type, from, in_tag, comm, status);
    }
    PMPI_Ssend(out, out_count, out_type, to, out_tag, comm);
    return last ? MPI_SUCCESS : PMPI_Recv(in, in_count, in_type, from, in_tag, comm, status);
}
