/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What runs: one entry for each control block, from the first state that is seen to the program's
 * own call at its end. Blocks are freed and their addresses used again; an entry of an earlier one
 * is told by the function at its end, which is no longer ours. */
#include "machines.h"

#include "control.h"
#include "lock.h"
#include "machine_table.h"
#include "map.h"
#include "states.h"

#include <stdlib.h>
#include <string.h>

/* A part of the running machines, by control block, so that threads seldom wait for each other:
 * records are made while a machine is locked. Nobody locks two. */
typedef struct shelf {
    _Alignas(64) hdpvfs_lock lock;
    hdpvfs_map machines;
} shelf;

enum { SHELVES = 32, BLOCK_SHIFT = 8 /* blocks are about so large */ };

static shelf shelves[SHELVES];

static shelf *lock_shelf(const hdpvfs_smcb *smcb)
{
    const uint64_t key = hdpvfs_key(smcb) >> BLOCK_SHIFT;
    shelf *const found = &shelves[(key ^ key >> 5 ^ key >> 10) % SHELVES];
    hdpvfs_lock_take(&found->lock);
    return found;
}

static void unlock_shelf(shelf *locked)
{
    hdpvfs_lock_give(&locked->lock);
}

/* What the machine that started this one works for. */
typedef struct above {
    bool runs;
    hdpvfs_token token;
} above;

static above find_above(const hdpvfs_smcb *smcb)
{
    above found = {false, {{NULL, 0}, 0}};
    if (smcb->parent != NULL) {
        shelf *const of_parent = lock_shelf(smcb->parent);
        const hdpvfs_running *const r =
            hdpvfs_map_get(&of_parent->machines, hdpvfs_key(smcb->parent));
        if (r != NULL) {
            found = (above){true, r->token};
        }
        unlock_shelf(of_parent);
    }
    return found;
}

/* Of the machine that was started, under those that it called. */
static const hdpvfs_state *state_at(const hdpvfs_smcb *smcb, int level)
{
    return level < smcb->depth ? smcb->callers[level].state : smcb->state;
}

static const hdpvfs_machine *machine_at(const hdpvfs_smcb *smcb, int level)
{
    return state_at(smcb, level)->machine;
}

/* --- tokens and states ------------------------------------------------------------------------ */

static void turn_to(hdpvfs_session *session, hdpvfs_running *r, hdpvfs_turn turn, int64_t now_ns)
{
    static const hdpvfs_facility facilities[] = {HDPVFS_OS, HDPVFS_REQ, HDPVFS_BREQ};
    if (r->turn != HDPVFS_NO_TURN) {
        hdpvfs_count(session, facilities[r->turn], -1, now_ns);
    }
    r->turn = turn;
    if (r->turn != HDPVFS_NO_TURN) {
        hdpvfs_count(session, facilities[r->turn], 1, now_ns);
    }
}

static void end_state(hdpvfs_session *session, hdpvfs_running *r, hdpvfs_ending ending,
                      int32_t error)
{
    hdpvfs_states_end(session, r->token, ending, error);
    r->state_is_open = false;
}

static void end_token(hdpvfs_session *session, hdpvfs_running *r, int32_t error, int64_t now_ns)
{
    if (!r->is_traced || r->serial != hdpvfs_session_serial(session)) {
        r->turn = HDPVFS_NO_TURN;
        return;
    }
    turn_to(session, r, HDPVFS_NO_TURN, now_ns);
    hdpvfs_role_end(session, r, error);
    hdpvfs_owner_set(r->hints, (hdpvfs_token){0});
    if (r->state_is_open) {
        end_state(session, r, HDPVFS_HAS_ENDED, error);
    }
    hdpvfs_token_end(session, r->token); /* and the machines that are open */
}

/* The same control block does something else now, or a new recording began. */
static void begin_token(hdpvfs_session *session, hdpvfs_running *r, const hdpvfs_smcb *smcb,
                        const above *higher)
{
    hdpvfs_action *const terminate = r->terminate;
    *r = (hdpvfs_running){.serial = hdpvfs_session_serial(session), .op = smcb->op};
    r->terminate = terminate;
    r->is_traced = smcb->state != NULL && !hdpvfs_machine_waits(machine_at(smcb, 0));
    if (!r->is_traced) {
        return;
    }
    hdpvfs_token parent = {{NULL, 0}, 0};
    char remote[HDPVFS_TOKEN_BYTES];
    remote[0] = '\0'; /* and not all of it */
    if (higher->runs) {
        parent = higher->token;
    } else {
        hdpvfs_role_begin(session, r, smcb, &parent, remote);
    }
    r->token = hdpvfs_token_begin(session, hdpvfs_role, parent, remote[0] == '\0' ? NULL : remote);
    hdpvfs_owner_set(r->hints, r->token);
}

/* --- what runs -------------------------------------------------------------------------------- */

/* A state whose function has ended in this thread. Its end is written with what this machine does
 * next, which is at once and in this thread: one lock and one time for both. Only a state that
 * waits may go on in another thread. */
typedef struct ended {
    const hdpvfs_smcb *smcb; /* NULL: none; it may be gone */
    uint64_t step;
    unsigned serial;
    int result;
    int32_t error;
} ended;

static _Thread_local ended last;

/* Its machine's entry still is what it was. */
static bool is_last(const hdpvfs_session *session, const hdpvfs_running *r, const hdpvfs_smcb *smcb)
{
    return last.smcb == smcb && r != NULL && r->step == last.step && r->serial == last.serial &&
           r->serial == hdpvfs_session_serial(session);
}

/* The caller holds the machine and the relation. */
static void settle(hdpvfs_session *session, hdpvfs_running *r, const ended *e, int64_t now_ns)
{
    if (r->kind == HDPVFS_SCHEDULES && e->error == 0) {
        turn_to(session, r, e->result == HDPVFS_DEFERRED ? HDPVFS_BLOCKED : HDPVFS_RUNNING, now_ns);
    } else if (r->kind == HDPVFS_RELEASES) {
        turn_to(session, r, HDPVFS_NO_TURN, now_ns);
    }
    if (e->result != HDPVFS_DEFERRED) {
        r->kind = HDPVFS_PLAIN;
        end_state(session, r, hdpvfs_ending_of(e->result), e->error);
    }
}

/* By itself: this thread does something else than to go on with its machine, or another one may. */
static void settle_last(hdpvfs_session *session)
{
    shelf *const own = lock_shelf(last.smcb);
    hdpvfs_running *const r = hdpvfs_map_get(&own->machines, hdpvfs_key(last.smcb));
    if (is_last(session, r, last.smcb)) {
        hd_relation *const relation = hdpvfs_session_relation(session, hdpvfs_role);
        const int64_t now_ns = hd_relation_hold(relation);
        settle(session, r, &last, now_ns);
        hd_relation_release(relation);
    }
    unlock_shelf(own);
    last.smcb = NULL;
}

static void settle_others(hdpvfs_session *session, const hdpvfs_smcb *smcb)
{
    if (last.smcb != NULL && last.smcb != smcb) {
        settle_last(session);
    }
}

static int at_end(hdpvfs_smcb *smcb, hdpvfs_job_status *status)
{
    hdpvfs_session *const session = hdpvfs_enter();
    if (session != NULL) {
        settle_others(session, smcb);
    }
    shelf *const own = lock_shelf(smcb);
    hdpvfs_running *const r = hdpvfs_map_take(&own->machines, hdpvfs_key(smcb));
    if (session != NULL) {
        hd_relation *const relation = hdpvfs_session_relation(session, hdpvfs_role);
        const int64_t now_ns = hd_relation_hold(relation);
        if (is_last(session, r, smcb)) {
            settle(session, r, &last, now_ns);
        }
        end_token(session, r, status->error, now_ns);
        hd_relation_release(relation);
    }
    unlock_shelf(own);
    last.smcb = NULL;
    if (session != NULL) {
        hdpvfs_leave();
    }
    hdpvfs_action *const terminate = r->terminate;
    smcb->terminate = terminate;
    free(r);
    return terminate(smcb, status);
}

static hdpvfs_running *adopt(shelf *own, hdpvfs_smcb *smcb)
{
    hdpvfs_running *r = hdpvfs_map_get(&own->machines, hdpvfs_key(smcb));
    if (smcb->terminate == at_end || smcb->terminate == NULL) {
        return smcb->terminate == NULL ? NULL : r;
    }
    if (r == NULL) {
        r = malloc(sizeof *r); /* a calloc would pass by what this thread has freed */
        if (r == NULL || !hdpvfs_map_put(&own->machines, hdpvfs_key(smcb), r)) {
            free(r);
            return NULL;
        }
        *r = (hdpvfs_running){0};
    }
    r->op = -1; /* of no operation yet */
    r->terminate = smcb->terminate;
    smcb->terminate = at_end;
    return r;
}

/* Find the entry and give it the token of what it does now. @return NULL: no memory */
static hdpvfs_running *find(hdpvfs_session *session, shelf *own, hdpvfs_smcb *smcb,
                            const above *higher, int64_t now_ns)
{
    hdpvfs_running *const r = adopt(own, smcb);
    if (is_last(session, r, smcb)) {
        settle(session, r, &last, now_ns);
        last.smcb = NULL;
    }
    if (r != NULL && (r->serial != hdpvfs_session_serial(session) || r->op != smcb->op)) {
        end_token(session, r, 0, now_ns);
        begin_token(session, r, smcb, higher);
    }
    return r;
}

/* Bring the machines that are open in line with those that called each other. */
static void follow_calls(hdpvfs_session *session, hdpvfs_running *r, const hdpvfs_smcb *smcb)
{
    const int depth = 1 + (smcb->depth < HDPVFS_CALLERS ? smcb->depth : HDPVFS_CALLERS);
    int same = 0;
    while (same < r->depth && same < depth && r->called[same] == machine_at(smcb, same)) {
        same++;
    }
    for (; r->depth > same; r->depth--) {
        hdpvfs_state_end(session, r->token, NULL);
    }
    for (; r->depth < depth; r->depth++) {
        const hdpvfs_state *const at = state_at(smcb, r->depth);
        const hdpvfs_known *const known = hdpvfs_known_get(at);
        r->called[r->depth] = at->machine;
        hdpvfs_states_begin(session, r->token, known == NULL ? NULL : known->begin_machine,
                            hdpvfs_machine_name(at->machine));
    }
}

/* @return number of the step; 0: it isn't recorded */
static uint64_t before_state(hdpvfs_session *session, hdpvfs_smcb *smcb, const hdpvfs_known *known,
                             hdpvfs_step_kind kind, const hdpvfs_job_status *status)
{
    settle_others(session, smcb);
    const above higher = find_above(smcb);
    shelf *const own = lock_shelf(smcb);
    hd_relation *const relation = hdpvfs_session_relation(session, hdpvfs_role);
    const int64_t now_ns = hd_relation_hold(relation);
    hdpvfs_running *const r = find(session, own, smcb, &higher, now_ns);
    uint64_t step = 0;
    last.smcb = NULL;
    if (r != NULL && r->is_traced) {
        if (r->state_is_open) {
            end_state(session, r, HDPVFS_IS_DEFERRED, status->error);
        }
        if (r->turn == HDPVFS_BLOCKED ||
            (r->kind == HDPVFS_SCHEDULES && r->turn == HDPVFS_NO_TURN && status->error == 0)) {
            turn_to(session, r, HDPVFS_RUNNING, now_ns);
        }
        follow_calls(session, r, smcb);
        hdpvfs_states_begin(session, r->token, known == NULL ? NULL : known->begin,
                            smcb->state->name);
        r->state_is_open = true;
        r->kind = kind;
        step = ++r->step;
        hdpvfs_here = r->token;
    }
    hd_relation_release(relation);
    unlock_shelf(own);
    return step;
}

/* A state that waits stays open. The control block may be gone: another thread can have gone on
 * with it, which the number of the step tells. */
static void after_state(const hdpvfs_smcb *smcb, uint64_t step, unsigned serial,
                        hdpvfs_step_kind kind, int result, int32_t error)
{
    last = (ended){smcb, step, serial, result, error};
    if (result != HDPVFS_DEFERRED) {
        return;
    }
    hdpvfs_session *const session = kind == HDPVFS_PLAIN ? NULL : hdpvfs_enter();
    if (session != NULL) {
        settle_last(session);
        hdpvfs_leave();
    }
    last.smcb = NULL;
}

/* `known`: NULL for a state whose machine isn't shown. */
static int run_traced(hdpvfs_action *run, const hdpvfs_known *known, hdpvfs_smcb *smcb,
                      hdpvfs_job_status *status)
{
    const hdpvfs_step_kind kind = known == NULL ? hdpvfs_known_kind(smcb->state) : known->kind;
    const hdpvfs_token here = hdpvfs_here;
    uint64_t step = 0;
    unsigned serial = 0;
    hdpvfs_control_look();
    hdpvfs_session *session = hdpvfs_enter();
    if (session == NULL && hdpvfs_session_is_pending() &&
        !hdpvfs_machine_waits(machine_at(smcb, 0))) {
        session = hdpvfs_enter_first();
    }
    if (session != NULL) {
        serial = hdpvfs_session_serial(session);
        step = before_state(session, smcb, known, kind, status);
        hdpvfs_leave();
    }
    const int result = run(smcb, status);
    const int32_t error = result == HDPVFS_DEFERRED ? 0 : status->error;
    hdpvfs_here = here;
    if (step != 0) {
        after_state(smcb, step, serial, kind, result, error);
    }
    return result;
}

static int run_state(hdpvfs_smcb *smcb, hdpvfs_job_status *status)
{
    const hdpvfs_known *const known = hdpvfs_known_get(smcb->state);
    return run_traced(known->run, known, smcb, status);
}

int hdpvfs_calls = 0;

int hdpvfs_run(hdpvfs_action *run, hdpvfs_smcb *smcb, hdpvfs_job_status *status)
{
    return run == run_state ? run(smcb, status) : run_traced(run, NULL, smcb, status);
}

hdpvfs_token hdpvfs_machines_post(hdpvfs_session *session, hdpvfs_smcb *smcb)
{
    const above higher = find_above(smcb);
    shelf *const own = lock_shelf(smcb);
    const hdpvfs_running *const r = find(session, own, smcb, &higher, 0);
    const hdpvfs_token token = r == NULL ? (hdpvfs_token){0} : r->token;
    unlock_shelf(own);
    return token;
}

void hdpvfs_machines_own(hdpvfs_session *session, hdpvfs_smcb *smcb, const hdpvfs_hint *hints)
{
    const above higher = find_above(smcb);
    shelf *const own = lock_shelf(smcb);
    hdpvfs_running *const r = find(session, own, smcb, &higher, 0);
    if (r != NULL && r->is_traced) {
        r->hints = hints;
        hdpvfs_owner_set(hints, r->token);
    }
    unlock_shelf(own);
}

const char *hdpvfs_machines_install(const hdpvfs_object *object, size_t *count)
{
    const char *const reason = hdpvfs_known_collect(object);
    hdpvfs_states_prepare();
    if (reason == NULL) {
        *count = hdpvfs_known_replace(object, run_state);
    }
    return reason;
}
