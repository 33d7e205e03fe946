/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What runs: one entry for each control block, from the first state that is seen to the program's
 * own call at its end. Blocks are freed and their addresses used again; an entry of an earlier one
 * is told by the function at its end, which is no longer ours. */
#include "machines.h"

#include "control.h"
#include "machine_table.h"
#include "map.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* A part of the running machines, by control block, so that threads seldom wait for each other:
 * records are made while a machine is locked. Nobody locks two. */
typedef struct shelf {
    _Alignas(64) pthread_mutex_t lock;
    hdpvfs_map machines;
} shelf;

enum { SHELVES = 32, BLOCK_SHIFT = 8 /* blocks are about so large */ };

#define SHELF                                                                                      \
    {                                                                                              \
        .lock = PTHREAD_MUTEX_INITIALIZER                                                          \
    }
#define EIGHT_MORE SHELF, SHELF, SHELF, SHELF, SHELF, SHELF, SHELF, SHELF
static shelf shelves[SHELVES] = {EIGHT_MORE, EIGHT_MORE, EIGHT_MORE, EIGHT_MORE};

static shelf *lock_shelf(const hdpvfs_smcb *smcb)
{
    const uint64_t key = hdpvfs_key(smcb) >> BLOCK_SHIFT;
    shelf *const found = &shelves[(key ^ key >> 5 ^ key >> 10) % SHELVES];
    (void)pthread_mutex_lock(&found->lock);
    return found;
}

static void unlock_shelf(shelf *locked)
{
    (void)pthread_mutex_unlock(&locked->lock);
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

/* The machine that was started, under those that it called. */
static const hdpvfs_machine *machine_at(const hdpvfs_smcb *smcb, int level)
{
    return level < smcb->depth ? smcb->callers[level].state->machine : smcb->state->machine;
}

/* Machines that wait for something to come, for as long as the program runs. */
static bool waits_for_ever(const hdpvfs_machine *machine)
{
    return strcmp(machine->name, "pvfs2_unexpected_sm") == 0 ||
           strstr(machine->name, "job_timer_sm") != NULL ||
           strstr(machine->name, "perf_count_timer_sm") != NULL ||
           strcmp(machine->name, "pvfs2_perf_update_sm") == 0 ||
           strcmp(machine->name, "pvfs2_precreate_pool_refiller_sm") == 0;
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

static void end_state(hdpvfs_session *session, hdpvfs_running *r, const char *how, int32_t error)
{
    hdpvfs_values values;
    values.count = 0;
    if (how != NULL) {
        hdpvfs_values_add_text(&values, "action", how);
    }
    if (error != 0) {
        hdpvfs_values_add(&values, "result", error);
    }
    hdpvfs_state_end(session, r->token, &values);
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
        end_state(session, r, NULL, error);
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
    r->is_traced = smcb->state != NULL && !waits_for_ever(machine_at(smcb, 0));
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

static int at_end(hdpvfs_smcb *smcb, hdpvfs_job_status *status)
{
    hdpvfs_session *const session = hdpvfs_enter();
    shelf *const own = lock_shelf(smcb);
    hdpvfs_running *const r = hdpvfs_map_take(&own->machines, hdpvfs_key(smcb));
    if (session != NULL) {
        hd_relation *const relation = hdpvfs_session_relation(session, hdpvfs_role);
        const int64_t now_ns = hd_relation_hold(relation);
        end_token(session, r, status->error, now_ns);
        hd_relation_release(relation);
    }
    unlock_shelf(own);
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
        const hdpvfs_machine *const machine = machine_at(smcb, r->depth);
        r->called[r->depth] = machine;
        hdpvfs_state_begin(session, r->token, machine->name + sizeof "pvfs2_" - 1, NULL);
    }
}

/* @return number of the step; 0: it isn't recorded */
static uint64_t before_state(hdpvfs_session *session, hdpvfs_smcb *smcb, hdpvfs_step_kind kind,
                             const hdpvfs_job_status *status)
{
    const above higher = find_above(smcb);
    shelf *const own = lock_shelf(smcb);
    hd_relation *const relation = hdpvfs_session_relation(session, hdpvfs_role);
    const int64_t now_ns = hd_relation_hold(relation);
    hdpvfs_running *const r = find(session, own, smcb, &higher, now_ns);
    uint64_t step = 0;
    if (r != NULL && r->is_traced) {
        if (r->state_is_open) {
            end_state(session, r, "deferred", status->error);
        }
        if (r->turn == HDPVFS_BLOCKED ||
            (r->kind == HDPVFS_SCHEDULES && r->turn == HDPVFS_NO_TURN && status->error == 0)) {
            turn_to(session, r, HDPVFS_RUNNING, now_ns);
        }
        follow_calls(session, r, smcb);
        hdpvfs_state_begin(session, r->token, smcb->state->name, NULL);
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
static void after_state(hdpvfs_session *session, const hdpvfs_smcb *smcb, uint64_t step, int result,
                        int32_t error)
{
    shelf *const own = lock_shelf(smcb);
    hdpvfs_running *const r = hdpvfs_map_get(&own->machines, hdpvfs_key(smcb));
    if (r != NULL && r->step == step && r->serial == hdpvfs_session_serial(session)) {
        hd_relation *const relation = hdpvfs_session_relation(session, hdpvfs_role);
        const int64_t now_ns = hd_relation_hold(relation);
        if (r->kind == HDPVFS_SCHEDULES && error == 0) {
            turn_to(session, r, result == HDPVFS_DEFERRED ? HDPVFS_BLOCKED : HDPVFS_RUNNING,
                    now_ns);
        } else if (r->kind == HDPVFS_RELEASES) {
            turn_to(session, r, HDPVFS_NO_TURN, now_ns);
        }
        if (result != HDPVFS_DEFERRED) {
            r->kind = HDPVFS_PLAIN;
            end_state(session, r,
                      result == HDPVFS_COMPLETE    ? "complete"
                      : result == HDPVFS_TERMINATE ? "terminate"
                                                   : "failed",
                      error);
        }
        hd_relation_release(relation);
    }
    unlock_shelf(own);
}

static int run_traced(hdpvfs_action *run, hdpvfs_step_kind kind, hdpvfs_smcb *smcb,
                      hdpvfs_job_status *status)
{
    const hdpvfs_token here = hdpvfs_here;
    uint64_t step = 0;
    hdpvfs_control_look();
    hdpvfs_session *session = hdpvfs_enter();
    if (session == NULL && hdpvfs_session_is_pending() && !waits_for_ever(machine_at(smcb, 0))) {
        session = hdpvfs_enter_first();
    }
    if (session != NULL) {
        step = before_state(session, smcb, kind, status);
        hdpvfs_leave();
    }
    const int result = run(smcb, status);
    const int32_t error = result == HDPVFS_DEFERRED ? 0 : status->error;
    hdpvfs_here = here;
    session = step == 0 ? NULL : hdpvfs_enter();
    if (session != NULL) {
        after_state(session, smcb, step, result, error);
        hdpvfs_leave();
    }
    return result;
}

static int run_state(hdpvfs_smcb *smcb, hdpvfs_job_status *status)
{
    const hdpvfs_known *const known = hdpvfs_known_get(smcb->state);
    return run_traced(known->run, known->kind, smcb, status);
}

int hdpvfs_calls = 0;

int hdpvfs_run(hdpvfs_action *run, hdpvfs_smcb *smcb, hdpvfs_job_status *status)
{
    return run == run_state ? run(smcb, status)
                            : run_traced(run, hdpvfs_known_kind(smcb->state), smcb, status);
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
    if (reason == NULL) {
        *count = hdpvfs_known_replace(object, run_state);
    }
    return reason;
}
