/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An MPI library that is not as the agent knows it, as FAKE says: "version", "device" (it says that
 * it is another one), "endpoints" (they are made where the agent does not see it), or "roots_only"
 * (a variable of that name was set). Preloaded before the agent. */
#define _GNU_SOURCE /* RTLD_NEXT */
#include <dlfcn.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EXPORTED __attribute__((visibility("default")))

static int is_wanted(const char *what)
{
    const char *const fake = getenv("FAKE"); // NOLINT(concurrency-mt-unsafe): in MPI_Init
    return fake != NULL && strcmp(fake, what) == 0;
}

EXPORTED int PMPI_Get_library_version(char *version, int *resultlen);
int PMPI_Get_library_version(char *version, int *resultlen)
{
    int (*real)(char *, int *) = NULL;
    void *const symbol = dlsym(RTLD_NEXT, "PMPI_Get_library_version");
    memcpy(&real, &symbol, sizeof real);
    const int result = real(version, resultlen);
    if (is_wanted("version")) {
        *resultlen = snprintf(version, MPI_MAX_LIBRARY_VERSION_STRING, "MPICH Version:\t5.0.0\n");
    } else if (is_wanted("device")) {
        *resultlen = snprintf(version, MPI_MAX_LIBRARY_VERSION_STRING,
                              "MPICH Version:\t4.0.2\nMPICH Device:\tch3:nemesis\n");
    }
    return result;
}

typedef int create_function(void *worker, const void *parameters, void **endpoint);
EXPORTED create_function ucp_ep_create;
int ucp_ep_create(void *worker, const void *parameters, void **endpoint)
{
    create_function *real = NULL;
    if (is_wanted("roots_only")) { /* MPI_Init has read it, and the agent has not */
        (void)setenv("MPIR_CVAR_CH4_ROOTS_ONLY_PMI", "1", 1); // NOLINT(concurrency-mt-unsafe)
    }
    void *const ucx = is_wanted("endpoints") ? dlopen("libucp.so.0", RTLD_NOW | RTLD_NOLOAD) : NULL;
    void *const symbol = dlsym(ucx == NULL ? RTLD_NEXT : ucx, "ucp_ep_create");
    memcpy(&real, &symbol, sizeof real);
    return real(worker, parameters, endpoint);
}
