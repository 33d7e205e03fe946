/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The MPI library's table, or the agent's: found by name, so that neither depends on the other. */
#define _GNU_SOURCE /* RTLD_DEFAULT, RTLD_NEXT, dladdr */
#include "hdmpi_inside.h"

#include <dlfcn.h>
#include <mpich2hd/hooks.h>
#include <stdio.h>
#include <string.h>

static mpich2hd_gate_type *gate;

/* A library that lets look inside needs no agent, and where one stands before it, looks at its own
 * table alone. */
static mpich2hd_gate_type *look_for_gate(void)
{
    Dl_info mpi = {0};
    mpich2hd_gate_type *own = NULL;
    void *const init = dlsym(RTLD_NEXT, "PMPI_Init");
    void *const library = init != NULL && dladdr(init, &mpi) != 0 && mpi.dli_fname != NULL
                              ? dlopen(mpi.dli_fname, RTLD_LAZY | RTLD_NOLOAD)
                              : NULL;
    if (library != NULL) {
        own = dlsym(library, MPICH2HD_GATE);
        (void)dlclose(library);
    }
    return own != NULL ? own : dlsym(RTLD_DEFAULT, MPICH2HD_GATE);
}

/* @return NULL, or why there is nothing to see */
static const char *find_gate(void)
{
    mpich2hd_gate_type *const found = look_for_gate();
    if (found == NULL) {
        return "this MPI library lets nobody look inside";
    }
    if (found->version != MPICH2HD_VERSION || found->size != sizeof(*found)) {
        return "the MPI library's table is of another version of mpich2hd-patches";
    }
    const char *const reason = found->start == NULL ? NULL : found->start();
    if (reason == NULL) {
        gate = found;
    }
    return reason;
}

void hd__inside_start(void (*warn)(const char *message))
{
    if (hd__run.config.internals == HD__INTERNALS_NONE) {
        return;
    }
    char message[400];
    const char *const reason = find_gate();
    if (reason != NULL) {
        (void)snprintf(message, sizeof(message),
                       "HDTRACE_INTERNALS: %.300s; only calls of MPI are recorded", reason);
        warn(message);
        return;
    }
    if (gate->own_calls_are_pmpi) {
        hd__chain_take_own_calls();
    }
    __atomic_store_n(&gate->callbacks, hd__inside_prepare(), __ATOMIC_RELEASE);
    if (hd__run.config.verbose) {
        (void)snprintf(message, sizeof(message), "seeing inside %.300s", gate->library);
        warn(message);
    }
}

void hd__inside_stop(void)
{
    if (gate != NULL) {
        __atomic_store_n(&gate->callbacks, NULL, __ATOMIC_RELEASE);
    }
}

void hd__inside_adopt(MPI_File handle)
{
    if (gate != NULL && gate->adopt_file != NULL) {
        void *file = NULL;
        memcpy(&file, &handle, sizeof(file));
        gate->adopt_file(file);
    }
}
