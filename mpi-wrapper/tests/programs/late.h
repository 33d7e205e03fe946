/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef LATE_H
#define LATE_H
/** A rank that comes to MPI_Finalize when another one has given up waiting for it there.
 *
 *  The tracer waits before it calls the MPI library's own MPI_Finalize. That one begins by deleting
 *  the attributes of MPI_COMM_SELF (MPI 4.0, 11.4.1), whose callback makes a file: from then on the
 *  tracer waits no more. Without the tracer nobody waits, and all is the same. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

enum { LATE_STEPS_MAX = 300000, LATE_STEP_NS = 1000000 }; /* 300 s: only for what hangs */

static int late_tell(MPI_Comm comm, int key, void *path, void *extra)
{
    (void)comm;
    (void)key;
    (void)extra;
    FILE *const file = fopen((const char *)path, "w");
    return file != NULL && fclose(file) == 0 ? MPI_SUCCESS : MPI_ERR_OTHER;
}

static void late_wait(const char *path)
{
    for (int i = 0; access(path, F_OK) != 0; i++) {
        if (i == LATE_STEPS_MAX) {
            MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
        }
        (void)nanosleep(&(struct timespec){.tv_nsec = LATE_STEP_NS}, NULL);
    }
}

/** Collective. Returns at once in the others; in the late rank, when they gave up. */
static void be_late(int is_late, char *path)
{
    int key = MPI_KEYVAL_INVALID;
    (void)unlink(path); /* left by a run before */
    MPI_Barrier(MPI_COMM_WORLD);
    if (is_late) {
        late_wait(path);
    } else {
        MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, late_tell, &key, NULL);
        MPI_Comm_set_attr(MPI_COMM_SELF, key, path);
    }
}

#endif
