/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How a trace goes through its calls before a run, and what it waits for in them. */
#include "threads_walk.h"

#include <string.h>

/* GONE_ON: the next step; WAITS; FAILS: the run will say what is wrong and end */
enum outcome { GONE_ON, PASSED, WAITS, FAILS };

static bool has_word(const struct plan_cell *cell, const char *word)
{
    return strstr(plan_file_call_name(cell->call), word) != NULL;
}

/* Whether an MPI need not wait for it. */
static bool is_free(const struct threads_walk *w, const struct threads_request *request)
{
    return w->by_mpi && request->kind == THREADS_MEET && request->cell != NULL &&
           request->cell->call != PLAN_CALL_BARRIER && request->cell->count == 0;
}

/* Whether what a call has begun is not over yet. */
static bool would_wait(const struct threads_walk *w, const struct threads_request *request,
                       uint32_t communicator)
{
    return !is_free(w, request) && threads_would_wait(w->strand, request, communicator);
}

/* How much of a counter is a trace's own. */
static uint64_t own_of(const struct threads_walk *w, uint64_t *counter)
{
    return w->strand->base.rank->strands == 1
               ? *counter
               : GPOINTER_TO_SIZE(g_hash_table_lookup(w->own, counter));
}

/* Count what a trace of several has itself begun. @return how much that was before */
static uint64_t count_own(const struct threads_walk *w, uint64_t *counter)
{
    const uint64_t before = own_of(w, counter);
    (void)g_hash_table_insert(w->own, counter, GSIZE_TO_POINTER(before + 1));
    return before;
}

static uint64_t *entered_by(const struct threads_strand *s, uint32_t communicator)
{
    return &s->engine->groups[communicator].entered[s->members[communicator]];
}

/* Of what was begun, give that the number which it has in the order that lets it go on first. */
static struct threads_request number_own(const struct threads_walk *w,
                                         struct threads_request request, uint32_t communicator)
{
    struct threads_channel *channel = request.channel;
    if (w->strand->base.rank->strands == 1) {
        return request;
    }
    if (request.kind == THREADS_MEET) {
        request.number = count_own(w, entered_by(w->strand, communicator)) + 1;
    } else if (channel != NULL) {
        request.number =
            count_own(w, request.kind == THREADS_RECEIVE ? &channel->begun : &channel->sent);
        if (request.cell->call == PLAN_CALL_SENDRECV) {
            (void)count_own(w, &threads_channel_to(w->strand, request.cell)->sent);
        }
    }
    return request;
}

/* How often all ranks of a file meet in a call; an MPI may let each go on alone. */
static uint32_t meetings_of(const struct threads_walk *w)
{
    const struct plan_cell *cell = w->cell;
    if (w->by_mpi) {
        return 0;
    }
    if (plan_call_transfers(cell->call)) {
        const bool is_collective = cell->request == PLAN_FILE_NOTHING && has_word(cell, "_all") &&
                                   !has_word(cell, "_begin");
        return (has_word(cell, "_ordered") ? 1U : 0U) + (is_collective ? 1U : 0U);
    }
    switch (cell->call) {
    case PLAN_CALL_FILE_OPEN:
    case PLAN_CALL_FILE_CLOSE:
        return 1;
    case PLAN_CALL_FILE_SET_VIEW:
    case PLAN_CALL_FILE_SEEK_SHARED:
    case PLAN_CALL_FILE_SET_SIZE:
    case PLAN_CALL_FILE_PREALLOCATE:
        return 2;
    default:
        return 0;
    }
}

static void note_over(struct threads_walk *w, struct threads_request *request,
                      uint32_t communicator)
{
    if (!is_free(w, request)) {
        threads_walk_need(w, request, communicator);
    }
    request->kind = THREADS_DONE;
}

/* Steps: all that comes before, then one for each meeting. threads_files.c waits in the same way.
 */
static enum outcome pass_file_call(struct threads_walk *w)
{
    const struct plan_cell *cell = w->cell;
    if (cell->call == PLAN_CALL_FILE_DELETE) {
        return PASSED;
    }
    struct threads_file *file = &w->strand->files[cell->file];
    if (w->step == 0 && cell->call == PLAN_CALL_FILE_OPEN) {
        file->communicator = cell->communicator;
        file->fd = 0;
    }
    if (file->fd < 0) {
        return FAILS;
    }
    if (w->step > 0) {
        if (would_wait(w, &w->request, file->communicator)) {
            return WAITS;
        }
        note_over(w, &w->request, file->communicator);
    }
    if (w->step == 0 && !w->by_mpi && has_word(cell, "_ordered") &&
        plan_call_transfers(cell->call) &&
        threads_lower_are_missing(w->strand, file->communicator,
                                  own_of(w, entered_by(w->strand, file->communicator)))) {
        return WAITS;
    }
    if (w->step == 0 && plan_call_transfers(cell->call) && cell->request != PLAN_FILE_NOTHING) {
        w->strand->requests[cell->request] = (struct threads_request){.kind = THREADS_DONE};
    }
    if (w->step < meetings_of(w)) {
        w->request =
            number_own(w, threads_enter(w->strand, NULL, file->communicator), file->communicator);
        w->step++;
        return GONE_ON;
    }
    if (cell->call == PLAN_CALL_FILE_CLOSE) {
        file->fd = -1;
    }
    return PASSED;
}

static enum outcome pass_communication(struct threads_walk *w)
{
    const struct plan_cell *cell = w->cell;
    struct threads_strand *s = w->strand;
    if (cell->call == PLAN_CALL_WAIT) {
        const int64_t *slots = plan_file_more(cell);
        for (; w->step < cell->number_count; w->step++) {
            struct threads_request *request = &s->requests[slots[w->step]];
            const uint32_t communicator =
                request->kind == THREADS_MEET ? request->cell->communicator : 0;
            if (would_wait(w, request, communicator)) {
                return WAITS;
            }
            note_over(w, request, communicator);
        }
        return PASSED;
    }
    if (w->step == 0) {
        w->request = number_own(w, threads_begin(s, cell), cell->communicator);
        w->step = 1;
        if (threads_ends_later(cell)) {
            s->requests[cell->request] = w->request;
            return PASSED;
        }
    }
    if (would_wait(w, &w->request, cell->communicator)) {
        return WAITS;
    }
    note_over(w, &w->request, cell->communicator);
    return PASSED;
}

/* Whether an opening is there. */
static enum outcome find(const struct threads_walk *w, uint32_t slot)
{
    const struct threads_opening *opening = &w->openings[slot];
    if (opening->state == THREADS_NOT_YET) {
        return w->strand->base.rank->strands > 1 ? WAITS : FAILS;
    }
    return opening->state == THREADS_OPEN ? PASSED : FAILS;
}

static enum outcome pass_close(struct threads_walk *w)
{
    const struct plan_cell *cell = w->cell;
    const struct run_rank *rank = w->strand->base.rank;
    struct threads_opening *opening = &w->openings[cell->file];
    if (rank->strands > 1 && (opening->state == THREADS_NOT_YET ||
                              opening->uses < rank->openings[cell->file].all_uses)) {
        return WAITS;
    }
    if (opening->state != THREADS_OPEN) {
        return FAILS;
    }
    opening->state = THREADS_CLOSED;
    return PASSED;
}

/* run_posix.c waits in the same way. */
static enum outcome pass_posix(struct threads_walk *w)
{
    const struct plan_cell *cell = w->cell;
    switch (cell->call) {
    case PLAN_CALL_POSIX_OPEN:
    case PLAN_CALL_POSIX_FOPEN:
        w->openings[cell->file].state = THREADS_OPEN;
        return PASSED;
    case PLAN_CALL_POSIX_CLOSE:
    case PLAN_CALL_POSIX_FCLOSE:
        return pass_close(w);
    case PLAN_CALL_POSIX_UNMAP:
    case PLAN_CALL_POSIX_MSYNC:
    case PLAN_CALL_POSIX_TRUNCATE:
    case PLAN_CALL_POSIX_UNLINK:
    case PLAN_CALL_POSIX_RENAME:
        return PASSED;
    default:
        break;
    }
    struct threads_opening *to = NULL;
    enum outcome outcome = find(w, cell->file);
    if (outcome == PASSED && cell->call == PLAN_CALL_POSIX_COPY) {
        to = &w->openings[plan_file_more(cell)[PLAN_COPY_TO]];
        outcome = find(w, (uint32_t)plan_file_more(cell)[PLAN_COPY_TO]);
    }
    if (outcome != PASSED) {
        return outcome;
    }
    if (cell->call == PLAN_CALL_POSIX_DUP) {
        w->openings[plan_file_more(cell)[0]].state = THREADS_OPEN;
    }
    w->openings[cell->file].uses += run_is_use(cell) ? 1 : 0;
    if (to != NULL) {
        to->uses++;
    }
    return PASSED;
}

static enum outcome pass(struct threads_walk *w)
{
    if (plan_call_is_posix(w->cell->call)) {
        return pass_posix(w);
    }
    return w->cell->call < PLAN_CALL_SEND ? pass_file_call(w) : pass_communication(w);
}

bool threads_walk_on(struct threads_walk *w, bool *fails)
{
    bool has_gone = false;
    while (w->cell < w->end) {
        const enum outcome outcome = pass(w);
        if (outcome == WAITS || outcome == FAILS) {
            *fails = *fails || outcome == FAILS;
            return has_gone;
        }
        has_gone = true;
        if (outcome == PASSED) {
            w->step = 0;
            w->cell += 1 + w->cell->more;
        }
    }
    return has_gone;
}
