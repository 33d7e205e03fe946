// SPDX-License-Identifier: GPL-3.0-or-later
/* Preloaded to the ranks on the virtual cluster. MPICH looks for messages again and again without
 * waiting; on hosts that share a few processors the waiting ranks then keep the others from
 * computing and sending, as they would not on machines of their own. This poll() waits a moment
 * when it is asked to look only: what arrives ends the wait at once. It is idle where other ranks
 * share the host, since what they write into shared memory would end no wait. */
#define _GNU_SOURCE // NOLINT: ppoll
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

int poll(struct pollfd *files, nfds_t count, int milliseconds);

/* Nanoseconds that a look may take; 0: as asked for. Threads may find this out at the same time. */
static long longest_wait(void)
{
    static volatile long known = -1;
    if (known < 0) {
        const char *neighbours = getenv("MPI_LOCALNRANKS"); // NOLINT: nothing changes it
        known = neighbours != NULL && strcmp(neighbours, "1") == 0 ? 1000000 : 0;
    }
    return known;
}

__attribute__((visibility("default"))) int poll(struct pollfd *files, nfds_t count,
                                                int milliseconds)
{
    struct timespec wait = {.tv_sec = milliseconds / 1000,
                            .tv_nsec = milliseconds % 1000 * 1000000L};
    if (milliseconds == 0 && count > 0) {
        wait.tv_nsec = longest_wait();
    }
    return ppoll(files, count, milliseconds < 0 ? NULL : &wait, NULL);
}
