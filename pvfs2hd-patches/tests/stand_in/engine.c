/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs state machines by the rules of their tables: a function that is complete leads to the next
 * state by its result, one that waits is gone on with by another thread. */
#include "stand_in.h"

#include <stdlib.h>

#ifdef PATCHED
extern __attribute__((visibility("default"))) int hdpvfs_calls;
int hdpvfs_calls = 1;
#endif

static void enter_state(hdpvfs_smcb *smcb, hdpvfs_state *state)
{
    while (state->flag == HDPVFS_JUMP) {
        if (smcb->depth == HDPVFS_CALLERS) {
            abort();
        }
        smcb->callers[smcb->depth++] = (hdpvfs_caller){state, smcb->base_frame};
        state = state->action.nested->first;
    }
    smcb->state = state;
}

/* @return false: the machine has come to its end */
static bool next_state(hdpvfs_smcb *smcb, int32_t error)
{
    for (;;) {
        const hdpvfs_transition *t = smcb->state->transitions;
        while (t->result != HDPVFS_ANY_RESULT && t->result != error) {
            t++;
        }
        if (t->flag == HDPVFS_TO_STATE) {
            enter_state(smcb, t->next);
            return true;
        }
        if (t->flag == HDPVFS_TO_END || smcb->depth == 0) {
            return false;
        }
        smcb->state = smcb->callers[--smcb->depth].state;
    }
}

static void run(hdpvfs_smcb *smcb)
{
    hdpvfs_job_status status = {0};
    for (;;) {
        const bool parallel = smcb->state->flag == HDPVFS_PARALLEL;
        const int result = RUN_STATE(smcb, &status);
        if (result == HDPVFS_DEFERRED) {
            return; /* it may be gone already */
        }
        if (result == HDPVFS_COMPLETE && parallel) {
            engine_fork(request_of(smcb));
            return;
        }
        if (result == HDPVFS_TERMINATE || !next_state(smcb, status.error)) {
            (void)smcb->terminate(smcb, &status);
            return;
        }
    }
}

void engine_start(hdpvfs_smcb *smcb, hdpvfs_machine *machine)
{
    enter_state(smcb, machine->first);
    run(smcb);
}

void engine_go_on(hdpvfs_smcb *smcb, int32_t error)
{
    hdpvfs_job_status status = {.error = error};
    if (next_state(smcb, error)) {
        run(smcb);
    } else {
        (void)smcb->terminate(smcb, &status);
    }
}
