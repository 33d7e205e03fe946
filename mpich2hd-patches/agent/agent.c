/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE /* dl_iterate_phdr, RTLD_DEFAULT */
#include "agent.h"

#include <dlfcn.h>
#include <link.h>
#include <mpi.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const char *start(void);

bool agent_was_started;

mpich2hd_gate_type mpich2hd_gate MPICH2HD_ALONE = {
    .version = MPICH2HD_VERSION,
    .size = sizeof(mpich2hd_gate_type),
    .library = "the installed MPICH, by the agent",
    .adopt_file = agent_adopt_file,
    .own_calls_are_pmpi = 1,
    .start = start,
};
MPICH2HD_OWN_GATE;

void agent_warn(const char *exit, const char *reason)
{
    char line[300];
    int rank = 0;
    PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
    const int length =
        snprintf(line, sizeof(line), "mpich2hd agent: %s: not seen: %s\n", exit, reason);
    if (rank == 0 && write(STDERR_FILENO, line, (size_t)length) < 0) {
        return; /* there is nobody to tell */
    }
}

typedef struct search {
    const void *address;
    agent_range found;
} search;

static int look_at(struct dl_phdr_info *info, size_t size, void *argument)
{
    search *const wanted = argument;
    agent_range range = {UINTPTR_MAX, 0};
    (void)size;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *const segment = &info->dlpi_phdr[i];
        if (segment->p_type == PT_LOAD) {
            const uintptr_t first = info->dlpi_addr + segment->p_vaddr;
            range.begin = first < range.begin ? first : range.begin;
            range.end = first + segment->p_memsz > range.end ? first + segment->p_memsz : range.end;
        }
    }
    if (!agent_contains(range, wanted->address)) {
        return 0;
    }
    wanted->found = range;
    return 1;
}

agent_range agent_find_object(const void *address)
{
    search wanted = {.address = address};
    dl_iterate_phdr(look_at, &wanted);
    return wanted.found;
}

bool agent_contains(agent_range range, const void *address)
{
    return (uintptr_t)address >= range.begin && (uintptr_t)address < range.end;
}

/* Layouts are those of 4.0; the device decides about messages alone. A program with sessions may
 * have no MPI_COMM_WORLD. */
static const char *start(void)
{
    char version[MPI_MAX_LIBRARY_VERSION_STRING] = "";
    int length = 0;
    int initialized = 0;
    agent_was_started = true;
    PMPI_Initialized(&initialized);
    if (!initialized) {
        return "the agent needs MPI_Init, and this program only has sessions";
    }
    PMPI_Get_library_version(version, &length);
    if (sizeof(void *) != 8 || strstr(version, "MPICH Version:\t4.0") == NULL) {
        return "the agent knows MPICH 4.0 on 64-bit machines only, and this is another MPI";
    }
    const char *const reason = strstr(version, "ch4:ucx") == NULL
                                   ? "this MPICH does not send by UCX (device ch4:ucx)"
                                   : agent_start_messages();
    if (reason != NULL) {
        agent_warn("messages inside collectives", reason);
    }
    return NULL;
}
