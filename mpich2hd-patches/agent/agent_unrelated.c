/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A program that never calls MPI_Init: the agent has nothing to see there, and says so once at its
 * end, as somebody asked for it. Not everything that a preloaded library gets into was meant:
 * shells and launchers on the way, and what scripts run, say nothing. Nor does a program that has
 * closed its standard error before, as coreutils do: holding it open would keep its reader waiting.
 */
#include "agent.h"

#include <errno.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#define AGENT_NAME "libmpich2hd-agent.so"

static bool is_asked; /* of the first of the processes that a launcher started */

/* The environment is that before main: at its end a program may have threads. */
static bool is_set(const char *name, const char *to)
{
    const char *const text = getenv(name); /* NOLINT(concurrency-mt-unsafe) */
    return text != NULL && (to == NULL || strcmp(text, to) == 0);
}

__attribute__((constructor)) static void look_at_environment(void)
{
    const bool is_first = (!is_set("PMI_RANK", NULL) || is_set("PMI_RANK", "0")) &&
                          (!is_set("PMIX_RANK", NULL) || is_set("PMIX_RANK", "0"));
    is_asked = is_first && is_set("HDTRACE_INTERNALS", NULL) &&
               !is_set("HDTRACE_INTERNALS", "none") && !is_set("HDTRACE_ENABLED", "0");
}

/* A shell or launcher: what it started is the program. */
static bool had_children(void)
{
    struct rusage usage;
    return getrusage(RUSAGE_CHILDREN, &usage) == 0 && usage.ru_maxrss > 0;
}

/* What a program with the agent runs, or a copy of it. */
static bool is_started_by_such(void)
{
    char path[32];
    char line[4096 + 128];
    bool found = false;
    (void)snprintf(path, sizeof(path), "/proc/%ld/maps", (long)getppid());
    FILE *const maps = fopen(path, "re");
    while (maps != NULL && !found && fgets(line, sizeof(line), maps) != NULL) {
        found = strstr(line, AGENT_NAME) != NULL;
    }
    if (maps != NULL) {
        (void)fclose(maps);
    }
    return found;
}

__attribute__((destructor)) static void tell_of_other_programs(void)
{
    static const char line[] =
        "mpich2hd agent: nothing is seen: this program never called MPI_Init\n";
    const int saved = errno;
    int initialized = 0;
    PMPI_Initialized(&initialized);
    if (!initialized && !agent_was_started && is_asked && !had_children() &&
        !is_started_by_such() && write(STDERR_FILENO, line, sizeof(line) - 1) < 0) {
        errno = saved; /* there is nobody to tell */
    }
    errno = saved;
}
