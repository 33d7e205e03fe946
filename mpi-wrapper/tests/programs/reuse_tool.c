/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A library between the wrapper and MPI: calls that have ended in MPI come back to the wrapper when
 * the program lets them. */
#include <mpi.h>
#include <stddef.h>

/* The program's; none in the run without the wrapper. */
void reuse_pause(const char *function) __attribute__((weak));

static int pause_after(const char *function, int result)
{
    if (reuse_pause != NULL) {
        reuse_pause(function);
    }
    return result;
}

int MPI_Grequest_complete(MPI_Request request)
{
    return pause_after("Grequest_complete", PMPI_Grequest_complete(request));
}

int MPI_Cancel(MPI_Request *request)
{
    return pause_after("Cancel", PMPI_Cancel(request));
}

int MPI_Wait(MPI_Request *request, MPI_Status *status)
{
    return pause_after("Wait", PMPI_Wait(request, status));
}
