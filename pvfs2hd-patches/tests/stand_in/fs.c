/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An operation is posted, adds hints, and runs a machine (setup, transfer, finish) whose flow sends
 * two messages. Its parts run in other threads. */
#include "fs_parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MESSAGES = 2, REFUSED = -((1 << 30) | 38), UNREACHABLE = -((1 << 30) | 60) };

extern const hdpvfs_bmi_table bmi_tcp_ops;

static operation *operation_of(hdpvfs_smcb *smcb)
{
    return (operation *)(void *)((char *)smcb - offsetof(operation, smcb));
}

/* --- network and flows ------------------------------------------------------------------------ */

static int post_send(int64_t *id, void *address, const void *buffer, int64_t size, int kind,
                     int32_t tag, void *user, int64_t context, const hdpvfs_hint *hints)
{
    (void)id;
    (void)address;
    (void)buffer;
    (void)kind;
    (void)user;
    (void)context;
    if (hints == NULL || size <= 0 || tag < 0) {
        abort();
    }
    return 1;
}

const hdpvfs_bmi_table bmi_tcp_ops = {.name = "bmi_tcp", .post_send = post_send};

static void send_data(void *argument)
{
    hdpvfs_flow *const flow = argument;
    const operation *const op = (operation *)(void *)((char *)flow - offsetof(operation, flow));
    const hdpvfs_bmi_table *volatile network = &bmi_tcp_ops;
    int64_t id = 0;
    for (int i = 0; i < MESSAGES; i++) {
        (void)network->post_send(&id, NULL, op, op->bytes / MESSAGES, 1, op->number, NULL, 2,
                                 flow->hints);
    }
    flow->transferred = op->bytes;
    flow->done(flow, 0);
}

static int post_flow(hdpvfs_flow *flow)
{
    queue_add(send_data, flow);
    return 0;
}

hdpvfs_flow_table fp_multiqueue_ops = {.post = post_flow};

/* --- the machine ------------------------------------------------------------------------------ */

static int setup(hdpvfs_smcb *smcb, hdpvfs_job_status *status)
{
    (void)smcb;
    (void)status;
    return HDPVFS_COMPLETE;
}

static void go_on(void *argument)
{
    engine_go_on(argument, 0);
}

static void flow_ended(hdpvfs_flow *flow, int cancelled)
{
    operation *const op = (operation *)(void *)((char *)flow - offsetof(operation, flow));
    (void)cancelled;
    queue_add(go_on, &op->smcb);
}

static int transfer(hdpvfs_smcb *smcb, hdpvfs_job_status *status)
{
    operation *const op = operation_of(smcb);
    (void)status;
    op->flow = (hdpvfs_flow){.done = flow_ended, .size = op->bytes, .hints = op->hints};
    op->flow.from.kind = HDPVFS_END_MEMORY;
    op->flow.to.kind = HDPVFS_END_NETWORK;
    return fp_multiqueue_ops.post(&op->flow) == 0 ? HDPVFS_DEFERRED : HDPVFS_FAILED;
}

static int finish(hdpvfs_smcb *smcb, hdpvfs_job_status *status)
{
    (void)smcb;
#ifdef OLD_SERVER /* it refuses what it doesn't know */
    status->error = strcmp(sent_token(operation_of(smcb)->hints), "-") == 0 ? 0 : REFUSED;
#elif defined NO_SERVER /* one of them doesn't answer, which no write needs */
    status->error = operation_of(smcb)->number < 0 ? UNREACHABLE : 0;
#else
    status->error = 0;
#endif
    return HDPVFS_TERMINATE;
}

static hdpvfs_state state_transfer, state_finish;
static hdpvfs_transition to_transfer[] = {{HDPVFS_ANY_RESULT, HDPVFS_TO_STATE, &state_transfer}};
static hdpvfs_transition to_finish[] = {{HDPVFS_ANY_RESULT, HDPVFS_TO_STATE, &state_finish}};
static hdpvfs_transition to_end[] = {{HDPVFS_ANY_RESULT, HDPVFS_TO_END, NULL}};
static hdpvfs_state state_setup, state_ask;
hdpvfs_machine pvfs2_client_io_sm = {"pvfs2_client_io_sm", &state_setup};
hdpvfs_machine pvfs2_client_statfs_sm = {"pvfs2_client_statfs_sm", &state_ask};
#define STATE(shown, of, function, to)                                                             \
    {                                                                                              \
        shown, &(of), HDPVFS_RUN, {.run = (function)}, NULL, (to)                                  \
    }
static hdpvfs_state state_setup = STATE("setup", pvfs2_client_io_sm, setup, to_transfer);
static hdpvfs_state state_transfer = STATE("transfer", pvfs2_client_io_sm, transfer, to_finish);
static hdpvfs_state state_ask = STATE("ask", pvfs2_client_statfs_sm, finish, to_end);
#ifdef LOST_STATE /* a release whose states have another layout */
static hdpvfs_state state_finish = {"finish", NULL, HDPVFS_RUN, {.run = finish}, NULL, to_end};
#else
static hdpvfs_state state_finish = STATE("finish", pvfs2_client_io_sm, finish, to_end);
#endif

void engine_fork(request *parent)
{
    (void)parent;
    abort(); /* there is no parallel state here */
}

request *request_of(hdpvfs_smcb *smcb)
{
    (void)smcb;
    return NULL;
}

/* --- operations ------------------------------------------------------------------------------- */

int PINT_client_state_machine_post(hdpvfs_smcb *smcb, int64_t *id, void *user)
{
    operation *const op = operation_of(smcb);
    int32_t kind = smcb->op;
    (void)user;
    *id = op->number;
    (void)PVFS_hint_add_internal(&op->hints, HDPVFS_HINT_OP_ID, sizeof kind, &kind);
    if (op->number < 0) {
        printf("asked %s\n", sent_token(op->hints));
    } else {
        printf("sent %d %s\n", op->number, sent_token(op->hints));
    }
    engine_start(smcb, op->machine);
    return 0;
}

__attribute__((constructor)) static void start(void)
{
    queue_start(3);
}

__attribute__((destructor)) static void stop(void)
{
    queue_end();
}
