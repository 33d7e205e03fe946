/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Says how far the rings are while they become text at the end. */
#include "hdmpi_session.h"

#include <errno.h>
#include <hdtrace/progress.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

static hd_progress progress;
static bool said; /* a line is enough for a process */

static int64_t get_now(void)
{
    struct timespec now = {0, 0};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

void hd__progress_begin(void)
{
    static char what[64];
    const int saved = errno;
    said = said || progress.told;
    (void)snprintf(what, sizeof(what), "hdtrace: rank %d: the trace", hd__run.rank);
    progress = (hd_progress){
        .what = what, .on_terminal = isatty(STDERR_FILENO) == 1, .begin_ns = get_now()};
    progress.told = said && !progress.on_terminal;
    errno = saved;
}

void hd__progress_tell(void *unused, uint64_t done, uint64_t total)
{
    (void)unused;
    char line[HD_PROGRESS_BYTES];
    const int saved = errno;
    const size_t bytes = hd_progress_get_line(&progress, get_now(), done, total, line);
    if (bytes > 0 && write(STDERR_FILENO, line, bytes) < 0) {
        errno = saved; /* there is nobody left to tell */
    }
    errno = saved;
}
