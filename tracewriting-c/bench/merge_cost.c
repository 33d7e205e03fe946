/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What `hdtrace merge` costs for a run of very many ranks: generates their files and prints wall
 * time, processor time and the peak of the resident memory.
 *
 *   hdtrace-merge-cost MERGE FOLDER [SIDE [maps]]     SIDE * SIDE ranks, 64 by default; `maps`: as
 *                                                     before version 3, every rank lists all
 * members FOLDER must exist; what is generated stays there. */
#include "many_ranks.h"

#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double get_seconds(void)
{
    struct timespec now = {0, 0};
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static double seconds_of(struct timeval time)
{
    return (double)time.tv_sec + (double)time.tv_usec * 1e-6;
}

static int run(const char *merge, const char *folder)
{
    const pid_t child = fork();
    if (child == 0) {
        (void)execl(merge, merge, folder, (char *)NULL);
        _exit(127);
    }
    int status = 0;
    return child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status)
               ? WEXITSTATUS(status)
               : -1;
}

int main(int argc, char **argv)
{
    if (argc < 3 || argc > 5) {
        (void)fputs("usage: hdtrace-merge-cost MERGE FOLDER [SIDE [maps]]\n", stderr);
        return 2;
    }
    char folder[2048];
    (void)snprintf(folder, sizeof folder, "%s/", argv[2]);
    const many_ranks made = {.side = argc > 3 ? (int)strtol(argv[3], NULL, 10) : 64,
                             .gids = argc < 5 || strcmp(argv[4], "maps") != 0,
                             .own_file = true};
    if (made.side < 1 || made.side > 1000 || !many_ranks_write(&made, folder, "many")) {
        (void)fprintf(stderr, "%s: the files can't be written\n", folder);
        return 1;
    }
    const double begin = get_seconds();
    const int result = run(argv[1], argv[2]);
    const double wall = get_seconds() - begin;
    struct rusage usage;
    (void)getrusage(RUSAGE_CHILDREN, &usage);
    (void)printf("%d ranks merged: %.2f s wall, %.2f s user, %.2f s system, %ld KiB resident\n",
                 made.side * made.side, wall, seconds_of(usage.ru_utime),
                 seconds_of(usage.ru_stime), usage.ru_maxrss);
    return result;
}
