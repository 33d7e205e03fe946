// SPDX-License-Identifier: GPL-3.0-or-later
/* Faults that the test of hdtrace validate plants in ranks, preloaded. FAULT_RANK=R: that rank
 * computes on a processor that something else keeps busy nearly all the time; waiting for
 * messages takes no longer. FAULT_FILES: each write at an offset takes 80 ms longer. */
#define _GNU_SOURCE // NOLINT: syscall
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
    const struct timespec pause = {.tv_nsec = 80000000};
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
