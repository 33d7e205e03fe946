/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fs_parts.h"

#include <pthread.h>
#include <stdlib.h>

enum { WRITE_OP = 6 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

/* The block stays until the operation is released, as a client's does. */
static int at_end(hdpvfs_smcb *smcb, hdpvfs_job_status *status)
{
    operation *const op = (operation *)(void *)((char *)smcb - offsetof(operation, smcb));
    (void)pthread_mutex_lock(&lock);
    op->error = status->error;
    op->ended = true;
    (void)pthread_cond_broadcast(&changed);
    (void)pthread_mutex_unlock(&lock);
    return 0;
}

int stand_in_write(int number, long bytes)
{
    operation *const op = calloc(1, sizeof *op);
    int64_t id = 0;
    if (op == NULL) {
        abort();
    }
    op->number = number;
    op->bytes = bytes;
    op->smcb.op = WRITE_OP;
    op->smcb.terminate = at_end;
    op->smcb.state = &fs_first_state; /* a block that was made knows where it begins */
    op->smcb.frames = (hdpvfs_link){&op->smcb.frames, &op->smcb.frames};
    (void)PINT_client_state_machine_post(&op->smcb, &id, NULL);
    (void)pthread_mutex_lock(&lock);
    while (!op->ended) {
        (void)pthread_cond_wait(&changed, &lock);
    }
    (void)pthread_mutex_unlock(&lock);
    const int error = op->error;
    free_hints(op->hints);
    free(op);
    return error;
}
