/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Messages as counts of what was sent and what is waited for, collectives as counts of who has
 * come. No data goes anywhere. */
#include "threads.h"

#include <string.h>

/* --- messages -----------------------------------------------------------------------------------
 */

static struct threads_request begin_send(const struct threads_strand *s,
                                         const struct plan_cell *cell, bool is_synchronous)
{
    struct threads_channel *c = threads_channel_to(s, cell);
    (void)pthread_mutex_lock(&c->lock);
    const uint64_t number = c->sent++;
    (void)pthread_cond_broadcast(&c->changed);
    (void)pthread_mutex_unlock(&c->lock);
    return (struct threads_request){is_synchronous ? THREADS_SEND : THREADS_DONE, c, number, cell};
}

static struct threads_request begin_receive(const struct threads_strand *s,
                                            const struct plan_cell *cell)
{
    struct threads_channel *c = threads_channel_from(s, cell);
    (void)pthread_mutex_lock(&c->lock);
    const uint64_t number = c->begun++;
    (void)pthread_cond_broadcast(&c->changed); /* for synchronous sends */
    (void)pthread_mutex_unlock(&c->lock);
    return (struct threads_request){THREADS_RECEIVE, c, number, cell};
}

static void end_message(const struct threads_request *request)
{
    struct threads_channel *c = request->channel;
    const uint64_t *const other = request->kind == THREADS_RECEIVE ? &c->sent : &c->begun;
    (void)pthread_mutex_lock(&c->lock);
    while (*other <= request->number) {
        (void)pthread_cond_wait(&c->changed, &c->lock);
    }
    (void)pthread_mutex_unlock(&c->lock);
}

/* --- collectives --------------------------------------------------------------------------------
 */

struct threads_request threads_enter(const struct threads_strand *s, const struct plan_cell *cell,
                                     uint32_t communicator)
{
    struct threads_group *group = &s->engine->groups[communicator];
    (void)pthread_mutex_lock(&group->lock);
    const uint64_t number = ++group->entered[s->members[communicator]];
    (void)pthread_cond_broadcast(&group->changed);
    (void)pthread_mutex_unlock(&group->lock);
    return (struct threads_request){THREADS_MEET, NULL, number, cell};
}

void threads_find_sources(const struct threads_strand *s, const struct plan_cell *cell,
                          uint32_t communicator, uint32_t *first, uint32_t *behind)
{
    const uint32_t own = s->members[communicator];
    const uint32_t count = s->engine->groups[communicator].count;
    *first = 0;
    *behind = count;
    if (cell == NULL) {
        return;
    }
    switch (cell->call) {
    case PLAN_CALL_BCAST:
    case PLAN_CALL_SCATTER:
        *first = cell->peer;
        *behind = cell->peer + 1;
        break;
    case PLAN_CALL_GATHER:
    case PLAN_CALL_REDUCE:
        *behind = own == cell->peer ? count : 0;
        break;
    case PLAN_CALL_SCAN:
    case PLAN_CALL_EXSCAN:
        *behind = own;
        break;
    default:
        break;
    }
}

static void leave(const struct threads_strand *s, const struct threads_request *request,
                  uint32_t communicator)
{
    struct threads_group *group = &s->engine->groups[communicator];
    uint32_t next = 0;
    uint32_t behind = 0;
    threads_find_sources(s, request->cell, communicator, &next, &behind);
    (void)pthread_mutex_lock(&group->lock);
    while (next < behind) {
        if (group->entered[next] >= request->number) {
            next++;
        } else {
            (void)pthread_cond_wait(&group->changed, &group->lock);
        }
    }
    (void)pthread_mutex_unlock(&group->lock);
}

void threads_wait_for_lower(const struct threads_strand *s, uint32_t communicator)
{
    struct threads_group *group = &s->engine->groups[communicator];
    const uint32_t own = s->members[communicator];
    uint32_t next = 0;
    (void)pthread_mutex_lock(&group->lock);
    while (next < own) {
        if (group->entered[next] > group->entered[own]) {
            next++;
        } else {
            (void)pthread_cond_wait(&group->changed, &group->lock);
        }
    }
    (void)pthread_mutex_unlock(&group->lock);
}

void threads_meet_all(struct threads_strand *s, uint32_t communicator)
{
    const struct threads_request request = threads_enter(s, NULL, communicator);
    leave(s, &request, communicator);
}

/* --- all ----------------------------------------------------------------------------------------
 */

static void end(const struct threads_strand *s, struct threads_request *request)
{
    if (request->kind == THREADS_MEET) {
        leave(s, request, request->cell->communicator);
    } else if (request->kind != THREADS_DONE) {
        end_message(request);
    }
    request->kind = THREADS_DONE;
}

static void wait_for_all(struct threads_strand *s, const struct plan_cell *cell)
{
    const int64_t *slots = plan_file_more(cell);
    for (uint32_t i = 0; i < cell->number_count; i++) {
        end(s, &s->requests[slots[i]]);
    }
}

struct threads_request threads_begin(const struct threads_strand *s, const struct plan_cell *cell)
{
    switch (cell->call) {
    case PLAN_CALL_FINALIZE:
    case PLAN_CALL_TEST: /* it found nothing */
    case PLAN_CALL_WAIT:
        return (struct threads_request){.kind = THREADS_DONE};
    case PLAN_CALL_SEND:
    case PLAN_CALL_SSEND:
    case PLAN_CALL_ISEND:
    case PLAN_CALL_ISSEND:
        return begin_send(s, cell, cell->call == PLAN_CALL_SSEND || cell->call == PLAN_CALL_ISSEND);
    case PLAN_CALL_RECV:
    case PLAN_CALL_IRECV:
        return begin_receive(s, cell);
    case PLAN_CALL_SENDRECV:
        (void)begin_send(s, cell, false);
        return begin_receive(s, cell);
    default:
        return threads_enter(s, cell, cell->communicator);
    }
}

bool threads_ends_later(const struct plan_cell *cell)
{
    return cell->call == PLAN_CALL_ISEND || cell->call == PLAN_CALL_ISSEND ||
           cell->call == PLAN_CALL_IRECV ||
           (cell->call >= PLAN_CALL_BARRIER && cell->call < PLAN_CALL_FINALIZE &&
            (cell->flags & PLAN_CELL_NONBLOCKING) != 0);
}

void threads_communicate(struct threads_strand *s, const struct plan_cell *cell)
{
    struct threads_request request = threads_begin(s, cell);
    if (cell->call == PLAN_CALL_WAIT) {
        wait_for_all(s, cell);
    } else if (threads_ends_later(cell)) {
        s->requests[cell->request] = request;
    } else {
        end(s, &request);
    }
}

/* --- before a run -------------------------------------------------------------------------------
 */

bool threads_would_wait(const struct threads_strand *s, const struct threads_request *request,
                        uint32_t communicator)
{
    const struct threads_channel *c = request->channel;
    uint32_t next = 0;
    uint32_t behind = 0;
    switch (request->kind) {
    case THREADS_RECEIVE:
        return c->sent <= request->number;
    case THREADS_SEND:
        return c->begun <= request->number;
    case THREADS_MEET:
        threads_find_sources(s, request->cell, communicator, &next, &behind);
        while (next < behind && s->engine->groups[communicator].entered[next] >= request->number) {
            next++;
        }
        return next < behind;
    case THREADS_DONE:
        break;
    }
    return false;
}

bool threads_lower_are_missing(const struct threads_strand *s, uint32_t communicator,
                               uint64_t entered)
{
    const struct threads_group *group = &s->engine->groups[communicator];
    const uint32_t own = s->members[communicator];
    uint32_t next = 0;
    while (next < own && group->entered[next] > entered) {
        next++;
    }
    return next < own;
}

void threads_forget(struct threads_engine *engine)
{
    for (uint32_t i = 0; i < engine->channel_count; i++) {
        struct threads_channel *c = &engine->channels[i];
        c->sent = c->begun = c->received = c->confirmed = 0;
    }
    for (uint32_t i = 0; i < engine->run.plan.head->communicators.count; i++) {
        memset(engine->groups[i].entered, 0,
               engine->groups[i].count * sizeof *engine->groups[i].entered);
    }
}
