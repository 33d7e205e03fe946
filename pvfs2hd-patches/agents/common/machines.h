/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HDPVFS_MACHINES_H
#define HDPVFS_MACHINES_H
/* State machines: every function of a state is replaced by one of ours, which finds the old one by
 * the state. A machine that runs has a token; the token's states are the machine, the machines that
 * it calls, and their states. A state whose function waits for a job lasts until the next one. */

#include "symbols.h"
#include "token.h"

/* What a state means for the request scheduler. */
typedef enum hdpvfs_step_kind { HDPVFS_PLAIN, HDPVFS_SCHEDULES, HDPVFS_RELEASES } hdpvfs_step_kind;

/* A request at the scheduler: not known to it, being served, waiting for another one. */
typedef enum hdpvfs_turn { HDPVFS_NO_TURN, HDPVFS_RUNNING, HDPVFS_BLOCKED } hdpvfs_turn;

/* A machine that runs. Guarded by a lock of machines.c. */
typedef struct hdpvfs_running {
    hdpvfs_token token;
    unsigned serial;
    int32_t op;
    bool is_traced;
    hdpvfs_action *terminate; /* the traced program's */
    const hdpvfs_hint *hints; /* whose owner this is, or NULL */
    uint64_t step;            /* of the state that was begun last */
    bool state_is_open;
    hdpvfs_step_kind kind; /* of that state */
    hdpvfs_turn turn;
    int depth;
    const hdpvfs_machine *called[HDPVFS_CALLERS + 1];
} hdpvfs_running;

/* Check all machines of an object and take over their states. @return NULL, or why nothing was
 * done; *count is the number of states */
const char *hdpvfs_machines_install(const hdpvfs_object *object, size_t *count);

/* What the role has to say. Called with the machine locked. */

/* Find what a new operation belongs to: set `parent`, or `remote` with a token's text. */
void hdpvfs_role_begin(hdpvfs_session *session, hdpvfs_running *running, const hdpvfs_smcb *smcb,
                       hdpvfs_token *parent, char remote[HDPVFS_TOKEN_BYTES]);
void hdpvfs_role_end(hdpvfs_session *session, hdpvfs_running *running, int32_t error);

/* Make the running machine known before its first state. @return its token */
hdpvfs_token hdpvfs_machines_post(hdpvfs_session *session, hdpvfs_smcb *smcb);

/* What a program that is made with cocci/states.cocci calls for each state, with the state's
 * function. Where the agent has taken over the states itself nothing is done twice. */
__attribute__((visibility("default"))) int hdpvfs_run(hdpvfs_action *run, hdpvfs_smcb *smcb,
                                                      hdpvfs_job_status *status);

/* 1 in a program that is made so, which then need not show its symbols. */
extern __attribute__((visibility("default"))) int hdpvfs_calls;

/* What is done with these hints belongs to the machine from now on. */
void hdpvfs_machines_own(hdpvfs_session *session, hdpvfs_smcb *smcb, const hdpvfs_hint *hints);

#endif
