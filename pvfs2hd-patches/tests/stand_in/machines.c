/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The machines of a request that writes:
 *   io: prelude (setup, work (req_sched, validate)), start_flow, fan_out (2 children), send_ack,
 *       final_response (release, send_resp, cleanup), finish
 * of which req_sched waits for every fourth request, and start_flow always. */
#include "stand_in.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef OTHER_REQUEST /* a release that has something else where the request was */
enum { REQUEST_AT = 480, SOMETHING_ELSE_AT = 472 };
#else
enum { REQUEST_AT = 472, SOMETHING_ELSE_AT = 480 };
#endif

counts done;

request *request_of(hdpvfs_smcb *smcb)
{
    return (request *)(void *)((char *)smcb - offsetof(request, smcb));
}

/* --- functions of states ---------------------------------------------------------------------- */

static void go_on(void *argument)
{
    engine_go_on(argument, 0);
}

static int nothing(hdpvfs_smcb *smcb, hdpvfs_job_status *status)
{
    (void)smcb;
    status->error = 0;
    return HDPVFS_COMPLETE;
}

/* What the unexpected machine does: the block becomes that of the request. */
static int receive(hdpvfs_smcb *smcb, hdpvfs_job_status *status)
{
    request *const r = request_of(smcb);
    smcb->op = IO_OP;
    memcpy(r->data + HDPVFS_FRAME_OP, &smcb->op, sizeof smcb->op);
    smcb->depth = 0;
    smcb->callers[smcb->depth++] = (hdpvfs_caller){pvfs2_io_sm.first, smcb->base_frame};
    smcb->state = pvfs2_prelude_sm.first;
    return RUN_STATE(smcb, status);
}

static int schedule(hdpvfs_smcb *smcb, hdpvfs_job_status *status)
{
    status->error = 0;
    if (request_of(smcb)->number % 4 != 1) {
        return HDPVFS_COMPLETE;
    }
    atomic_fetch_add(&done.blocked, 1);
    queue_add(go_on, smcb);
    return HDPVFS_DEFERRED;
}

static int validate(hdpvfs_smcb *smcb, hdpvfs_job_status *status)
{
    status->error = request_of(smcb)->number % 7 == 0 ? -22 : 0; /* either way goes on */
    return HDPVFS_COMPLETE;
}

static void flow_ended(hdpvfs_flow *flow, int cancelled)
{
    request *const r = (request *)(void *)((char *)flow - offsetof(request, flow));
    (void)cancelled;
    queue_add(go_on, &r->smcb);
}

static int start_flow(hdpvfs_smcb *smcb, hdpvfs_job_status *status)
{
    request *const r = request_of(smcb);
    (void)status;
    r->flow = (hdpvfs_flow){.done = flow_ended, .size = -1, .hints = r->hints};
    r->flow.from.kind = HDPVFS_END_NETWORK;
    r->flow.to.kind = HDPVFS_END_STORAGE;
    return fp_multiqueue_ops.post(&r->flow) == 0 ? HDPVFS_DEFERRED : HDPVFS_FAILED;
}

static int finish(hdpvfs_smcb *smcb, hdpvfs_job_status *status)
{
    (void)smcb;
    status->error = 0;
    return HDPVFS_TERMINATE;
}

/* --- machines --------------------------------------------------------------------------------- */

// NOLINTBEGIN(bugprone-macro-parentheses): names
#define STATE(machine, name)                                                                       \
    static hdpvfs_state machine##_##name;                                                          \
    static hdpvfs_transition machine##_##name##_to[2]
#define RUNS(machine, shown, function, kind)                                                       \
    static hdpvfs_state machine##_##shown = {                                                      \
        #shown, &pvfs2_##machine##_sm, kind, {.run = function}, NULL, machine##_##shown##_to}
#define CALLS(machine, shown, called)                                                              \
    static hdpvfs_state machine##_##shown = {#shown,      &pvfs2_##machine##_sm,                   \
                                             HDPVFS_JUMP, {.nested = &pvfs2_##called##_sm},        \
                                             NULL,        machine##_##shown##_to}
#define TO(machine, name, next)                                                                    \
    static hdpvfs_transition machine##_##name##_to[2] = {                                          \
        {HDPVFS_ANY_RESULT, HDPVFS_TO_STATE, &machine##_##next}}
#define TO_FLAG(machine, name, flag)                                                               \
    static hdpvfs_transition machine##_##name##_to[2] = {{HDPVFS_ANY_RESULT, (flag), NULL}}
#define MACHINE(machine, state)                                                                    \
    hdpvfs_machine pvfs2_##machine##_sm = {"pvfs2_" #machine "_sm", &machine##_##state}

// NOLINTEND(bugprone-macro-parentheses)

STATE(unexpected, wait);
TO_FLAG(unexpected, wait, HDPVFS_TO_END);
RUNS(unexpected, wait, receive, HDPVFS_RUN);
MACHINE(unexpected, wait);

STATE(prelude_work, req_sched);
STATE(prelude_work, validate);
TO(prelude_work, req_sched, validate);
TO_FLAG(prelude_work, validate, HDPVFS_TO_CALLER);
RUNS(prelude_work, req_sched, schedule, HDPVFS_RUN);
RUNS(prelude_work, validate, validate, HDPVFS_RUN);
MACHINE(prelude_work, req_sched);

STATE(prelude, setup);
STATE(prelude, work);
TO(prelude, setup, work);
TO_FLAG(prelude, work, HDPVFS_TO_CALLER);
RUNS(prelude, setup, nothing, HDPVFS_RUN);
CALLS(prelude, work, prelude_work);
MACHINE(prelude, setup);

STATE(final_response, release);
STATE(final_response, send_resp);
STATE(final_response, cleanup);
TO(final_response, release, send_resp);
TO(final_response, send_resp, cleanup);
TO_FLAG(final_response, cleanup, HDPVFS_TO_CALLER);
RUNS(final_response, release, nothing, HDPVFS_RUN);
RUNS(final_response, send_resp, nothing, HDPVFS_RUN);
RUNS(final_response, cleanup, nothing, HDPVFS_RUN);
MACHINE(final_response, release);

/* A machine that others call: at its end it returns to nobody. */
STATE(child, look);
TO_FLAG(child, look, HDPVFS_TO_CALLER);
RUNS(child, look, nothing, HDPVFS_RUN);
MACHINE(child, look);

STATE(io, prelude);
STATE(io, start_flow);
STATE(io, fan_out);
STATE(io, send_ack);
STATE(io, answer);
STATE(io, finish);
TO(io, prelude, start_flow);
static hdpvfs_transition io_start_flow_to[2] = {{-5, HDPVFS_TO_STATE, &io_answer},
                                                {HDPVFS_ANY_RESULT, HDPVFS_TO_STATE, &io_fan_out}};
TO(io, fan_out, send_ack);
TO(io, send_ack, answer);
TO(io, answer, finish);
TO_FLAG(io, finish, HDPVFS_TO_END);
CALLS(io, prelude, prelude);
RUNS(io, start_flow, start_flow, HDPVFS_RUN);
RUNS(io, fan_out, nothing, HDPVFS_PARALLEL);
#ifdef LOST_STATE /* a release whose states have another layout */
static hdpvfs_state io_send_ack = {"send_ack", &pvfs2_child_sm, HDPVFS_RUN, {.run = nothing},
                                   NULL,       io_send_ack_to};
#else
RUNS(io, send_ack, nothing, HDPVFS_RUN);
#endif
CALLS(io, answer, final_response);
RUNS(io, finish, finish, HDPVFS_RUN);
MACHINE(io, prelude);

/* --- requests --------------------------------------------------------------------------------- */

static int at_end(hdpvfs_smcb *smcb, hdpvfs_job_status *status)
{
    request *const r = request_of(smcb);
    request *const parent = smcb->parent == NULL ? NULL : request_of(smcb->parent);
    (void)status;
    atomic_fetch_add(r->is_child ? &done.children : &done.requests, 1);
    memset(r, 0x5a, sizeof *r); /* nobody may look at it any more */
    free(r);
    if (parent != NULL && atomic_fetch_sub(&parent->children_left, 1) == 1) {
        queue_add(go_on, &parent->smcb);
    }
    return 0;
}

static void put_pointer(char *place, const void *pointer)
{
    memcpy(place, &pointer, sizeof pointer);
}

request *request_create(int number, int file)
{
    request *const r = calloc(1, sizeof *r);
    if (r == NULL) {
        abort();
    }
    const int32_t op = IO_OP;
    r->number = number;
    r->file = file;
    (void)snprintf(r->token, sizeof r->token, "client:77:3:%d", number);
    r->hints[0] = (hdpvfs_hint){.type = HDPVFS_HINT_OP_ID, .value = (const char *)&r->number};
    r->hints[0].length = sizeof r->number;
    r->hints[0].next = &r->hints[1];
    r->hints[1] = (hdpvfs_hint){.name = "pvfs.hint.reltoken", .value = r->token};
    r->hints[1].length = (int32_t)strlen(r->token) + 1;
    memcpy(r->body, &op, sizeof op);
    put_pointer(r->body + 56, r->hints);
    put_pointer(r->data + SOMETHING_ELSE_AT, (const void *)16); // NOLINT(performance-no-int-to-ptr)
    put_pointer(r->data + REQUEST_AT, r->body);
    r->frame.data = r->data;
    r->frame.link = (hdpvfs_link){&r->smcb.frames, &r->smcb.frames};
    r->smcb.frames = (hdpvfs_link){&r->frame.link, &r->frame.link};
    r->smcb.frame_count = 1;
    r->smcb.op = HDPVFS_UNEXPECTED_OP;
    r->smcb.terminate = at_end;
    return r;
}

void request_serve(request *r)
{
    engine_start(&r->smcb, &pvfs2_unexpected_sm);
}

void engine_fork(request *parent)
{
    atomic_store(&parent->children_left, CHILDREN);
    for (int i = 0; i < CHILDREN; i++) {
        request *const child = request_create(parent->number, parent->file);
        child->is_child = true;
        child->smcb.parent = &parent->smcb;
        child->smcb.op = parent->smcb.op;
        engine_start(&child->smcb, &pvfs2_child_sm);
    }
}
