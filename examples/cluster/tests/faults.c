// SPDX-License-Identifier: GPL-3.0-or-later
/* Faults that the test of hdtrace validate plants in ranks, preloaded. FAULT_RANK=R: that rank
 * computes on a processor that something else keeps busy nearly all the time; waiting for
 * messages takes no longer. FAULT_FILES: each write at an offset takes 30 ms longer.
 * FAULT_EXCHANGES: the directions of MPI_Sendrecv go one after the other. */
#define _GNU_SOURCE // NOLINT: syscall
#include <mpi.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

enum {
    SLICE_NS = 4000000,
    SLICE_MOST_NS = 20000000, /* what waiting for messages took before isn't computation */
    TIMES_AWAY = 16,
};

static int64_t processor_ns(void)
{
    struct timespec used;
    (void)clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
    return used.tv_sec * INT64_C(1000000000) + used.tv_nsec;
}

/* Away in proportion to what the rank computed: on a busy machine signals come irregularly. */
static void give_way(int number)
{
    static int64_t before = 0;
    const int64_t now = processor_ns();
    const int64_t slice = now - before < SLICE_MOST_NS ? now - before : SLICE_MOST_NS;
    const struct timespec pause = {.tv_nsec = slice * TIMES_AWAY};
    (void)number;
    (void)nanosleep(&pause, NULL);
    before = now;
}

__attribute__((constructor)) static void begin(void)
{
    const char *wanted = getenv("FAULT_RANK"); // NOLINT: nothing changes it
    const char *rank = getenv("PMI_RANK");     // NOLINT: nothing changes it
    if (wanted == NULL || rank == NULL || strcmp(wanted, rank) != 0) {
        return;
    }
    const struct sigaction action = {.sa_handler = give_way, .sa_flags = SA_RESTART};
    const struct itimerval slice = {.it_interval.tv_usec = SLICE_NS / 1000,
                                    .it_value.tv_usec = SLICE_NS / 1000};
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
