/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fs_parts.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { WRITE_OP = 6, CREDENTIAL = 64, STATE = 48 /* bytes, as with the present release */ };

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

static operation *make(hdpvfs_machine *machine, int kind, int number)
{
    operation *const op = calloc(1, sizeof *op);
    if (op == NULL) {
        abort();
    }
    op->machine = machine;
    op->number = number;
    op->smcb.op = kind;
    op->smcb.terminate = at_end;
    op->smcb.state = machine->first; /* a block that was made knows where it begins */
    return op;
}

/* Post it and wait for its end. */
static int run(operation *op)
{
    int64_t id = 0;
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

int stand_in_write(int number, long bytes)
{
    operation *const op = make(&pvfs2_client_io_sm, WRITE_OP, number);
    op->bytes = bytes;
    return run(op);
}

#ifdef HAS_STATE
enum { STATE_OP = 40, FILE_SYSTEM = 77 };

/* As after a mount: known once so many operations have been posted. */
int PVFS_util_get_default_fsid(int32_t *id)
{
    static atomic_int asked;
    const char *const after = getenv("MOUNTED_AFTER"); // NOLINT(concurrency-mt-unsafe): only read
    *id = FILE_SYSTEM;
    return atomic_fetch_add(&asked, 1) < (after == NULL ? 0 : strtol(after, NULL, 10)) ? -1 : 0;
}

int PVFS_util_gen_credential_defaults(void *credential)
{
    memset(credential, 'c', CREDENTIAL);
    return 0;
}

int PVFS_sys_statfs(int32_t id, const char *credential, void *state, const hdpvfs_hint *hints)
{
    operation *const op = make(&pvfs2_client_statfs_sm, STATE_OP, -1);
    if (id != FILE_SYSTEM || credential[CREDENTIAL - 1] != 'c') {
        abort();
    }
    const char *const token = sent_token(hints);
    if (strcmp(token, "-") != 0) {
        (void)PVFS_hint_add(&op->hints, hints->name, (int)strlen(token) + 1, hints->value);
    }
    memset(state, 0, STATE);
    return run(op);
}

void PVFS_hint_free(const hdpvfs_hint *hints)
{
    free_hints(hints);
}
#endif
