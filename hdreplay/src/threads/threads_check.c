/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whether threads that follow a plan come to their end. Threads wait for counts that only grow and
 * for openings that are made once, so that the order in which they go on makes no difference: what
 * waits in this way through the plan waits in every run. A run by MPI waits at least for what any
 * MPI has to wait for: messages, other than empty collectives, and openings. */
#include "plan/plan_error.h"
#include "threads.h"

#include <string.h>

/* An opening by POSIX. */
struct opening {
    enum { NONE, OPEN, CLOSED } state;
    unsigned uses;
};

/* A trace while it is gone through. */
struct walk {
    struct threads_strand *strand;
    const struct plan_cell *cell;
    const struct plan_cell *end;
    struct opening *openings;       /* of its rank */
    struct threads_request request; /* that the call waits for */
    bool by_mpi;
    uint32_t step; /* of the call; of waits: of its requests */
};

/* GONE_ON: the next step; WAITS; FAILS: the run will say what is wrong and end */
enum outcome { GONE_ON, PASSED, WAITS, FAILS };

static bool has_word(const struct plan_cell *cell, const char *word)
{
    return strstr(plan_file_call_name(cell->call), word) != NULL;
}

/* Whether what a call has begun is not over yet. */
static bool would_wait(const struct walk *w, const struct threads_request *request,
                       uint32_t communicator)
{
    const bool is_empty = request->kind == THREADS_MEET && request->cell != NULL &&
                          request->cell->call != PLAN_CALL_BARRIER && request->cell->count == 0;
    return !(w->by_mpi && is_empty) && threads_would_wait(w->strand, request, communicator);
}

/* How often all ranks of a file meet in a call; an MPI may let each go on alone. */
static uint32_t meetings_of(const struct walk *w)
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

/* Steps: all that comes before, then one for each meeting. threads_files.c waits in the same way.
 */
static enum outcome pass_file_call(struct walk *w)
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
    if (w->step > 0 && would_wait(w, &w->request, file->communicator)) {
        return WAITS;
    }
    if (w->step == 0 && !w->by_mpi && has_word(cell, "_ordered") &&
        plan_call_transfers(cell->call) &&
        threads_lower_are_missing(w->strand, file->communicator)) {
        return WAITS;
    }
    if (w->step == 0 && plan_call_transfers(cell->call) && cell->request != PLAN_FILE_NOTHING) {
        w->strand->requests[cell->request] = (struct threads_request){.kind = THREADS_DONE};
    }
    if (w->step < meetings_of(w)) {
        w->request = threads_enter(w->strand, NULL, file->communicator);
        w->step++;
        return GONE_ON;
    }
    if (cell->call == PLAN_CALL_FILE_CLOSE) {
        file->fd = -1;
    }
    return PASSED;
}

static enum outcome pass_communication(struct walk *w)
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
            request->kind = THREADS_DONE;
        }
        return PASSED;
    }
    if (w->step == 0) {
        w->request = threads_begin(s, cell);
        w->step = 1;
        if (threads_ends_later(cell)) {
            s->requests[cell->request] = w->request;
            return PASSED;
        }
    }
    return would_wait(w, &w->request, cell->communicator) ? WAITS : PASSED;
}

/* Whether an opening is there. */
static enum outcome find(const struct walk *w, uint32_t slot)
{
    const struct opening *opening = &w->openings[slot];
    if (opening->state == NONE) {
        return w->strand->base.rank->strands > 1 ? WAITS : FAILS;
    }
    return opening->state == OPEN ? PASSED : FAILS;
}

static enum outcome pass_close(struct walk *w)
{
    const struct plan_cell *cell = w->cell;
    const struct run_rank *rank = w->strand->base.rank;
    struct opening *opening = &w->openings[cell->file];
    if (rank->strands > 1 &&
        (opening->state == NONE || opening->uses < rank->openings[cell->file].all_uses)) {
        return WAITS;
    }
    if (opening->state != OPEN) {
        return FAILS;
    }
    opening->state = CLOSED;
    return PASSED;
}

/* run_posix.c waits in the same way. */
static enum outcome pass_posix(struct walk *w)
{
    const struct plan_cell *cell = w->cell;
    switch (cell->call) {
    case PLAN_CALL_POSIX_OPEN:
    case PLAN_CALL_POSIX_FOPEN:
        w->openings[cell->file].state = OPEN;
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
    struct opening *to = NULL;
    enum outcome outcome = find(w, cell->file);
    if (outcome == PASSED && cell->call == PLAN_CALL_POSIX_COPY) {
        to = &w->openings[plan_file_more(cell)[PLAN_COPY_TO]];
        outcome = find(w, (uint32_t)plan_file_more(cell)[PLAN_COPY_TO]);
    }
    if (outcome != PASSED) {
        return outcome;
    }
    if (cell->call == PLAN_CALL_POSIX_DUP) {
        w->openings[plan_file_more(cell)[0]].state = OPEN;
    }
    w->openings[cell->file].uses += run_is_use(cell) ? 1 : 0;
    if (to != NULL) {
        to->uses++;
    }
    return PASSED;
}

static enum outcome pass(struct walk *w)
{
    if (plan_call_is_posix(w->cell->call)) {
        return pass_posix(w);
    }
    return w->cell->call < PLAN_CALL_SEND ? pass_file_call(w) : pass_communication(w);
}

/* As far as it goes.
 * @param fails set when the run will end by itself
 * @return whether it has gone on */
static bool go_on(struct walk *w, bool *fails)
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

static gboolean walk_all(struct walk *walks, uint32_t count, GError **error)
{
    bool has_gone = true;
    bool fails = false;
    while (has_gone && !fails) {
        has_gone = false;
        for (uint32_t i = 0; i < count && !fails; i++) {
            has_gone = go_on(&walks[i], &fails) || has_gone;
        }
    }
    for (uint32_t i = 0; i < count && !fails; i++) {
        const struct plan_strand_entry *entry = walks[i].strand->base.entry;
        if (walks[i].cell < walks[i].end) {
            return plan_fail(error,
                             "the plan is damaged: rank %u, thread %u would wait for ever in call "
                             "%" G_GUINT64_FORMAT " (%s)",
                             entry->rank, entry->thread, walks[i].cell->index,
                             plan_file_call_name(walks[i].cell->call));
        }
    }
    return TRUE;
}

/* What the threads find when they begin. */
static void restore(struct threads_engine *engine, struct threads_strand *strands, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        const struct plan_strand_entry *entry = strands[i].base.entry;
        memset(strands[i].requests, 0, entry->request_slots * sizeof *strands[i].requests);
        for (uint32_t f = 0; f < entry->file_slots; f++) {
            strands[i].files[f] = (struct threads_file){.fd = -1};
        }
    }
    threads_forget(engine);
}

static gboolean check(struct threads_engine *engine, struct threads_strand *strands, bool by_mpi,
                      GError **error)
{
    const struct plan_file_image *plan = &engine->run.plan;
    const uint32_t count = (uint32_t)plan->head->strands.count;
    const uint32_t ranks = plan->head->rank_count;
    struct opening **openings = g_new0(struct opening *, ranks + 1);
    struct walk *walks = g_new0(struct walk, count + 1);
    for (uint32_t r = 0; r < ranks; r++) {
        openings[r] = g_new0(struct opening, engine->ranks[r].opening_count + 1);
    }
    for (uint32_t i = 0; i < count; i++) {
        const struct plan_strand_entry *entry = strands[i].base.entry;
        const struct plan_cell *cell = plan_file_cells(plan, entry);
        walks[i] = (struct walk){.strand = &strands[i],
                                 .cell = cell,
                                 .end = cell + entry->cell_count,
                                 .openings = openings[entry->rank],
                                 .by_mpi = by_mpi};
    }
    g_autoptr(GError) cause = NULL;
    const gboolean ok = walk_all(walks, count, &cause) ||
                        plan_fail(error, "%s: %s", engine->run.options.plan, cause->message);
    for (uint32_t r = 0; r < ranks; r++) {
        g_free(openings[r]);
    }
    g_free(openings);
    g_free(walks);
    return ok;
}

gboolean threads_check(struct threads_engine *engine, struct threads_strand *strands,
                       GError **error)
{
    const gboolean ok = check(engine, strands, false, error);
    restore(engine, strands, (uint32_t)engine->run.plan.head->strands.count);
    return ok;
}

/* --- before a run by MPI ------------------------------------------------------------------------
 */

static gboolean make_strands(struct threads_engine *engine, struct threads_strand *strands,
                             GError **error)
{
    const uint32_t count = (uint32_t)engine->run.plan.head->strands.count;
    gboolean ok = TRUE;
    for (uint32_t i = 0; ok && i < count; i++) {
        const struct plan_strand_entry *entry = plan_file_strand(&engine->run.plan, i);
        strands[i].base = (struct run_strand){.entry = entry, .rank = &engine->ranks[entry->rank]};
        threads_make_tables(&strands[i], engine);
        ok = threads_find_members(&strands[i], error);
    }
    return ok;
}

gboolean threads_check_mpi(const struct run *run, GError **error)
{
    const uint32_t count = (uint32_t)run->plan.head->strands.count;
    struct threads_engine engine = {.run = *run}; /* of which it only has the plan */
    struct threads_strand *strands = g_new0(struct threads_strand, count + 1);
    threads_make_ranks(&engine);
    threads_make_channels(&engine);
    const gboolean ok =
        make_strands(&engine, strands, error) && check(&engine, strands, true, error);
    for (uint32_t i = 0; i < count; i++) {
        threads_free_tables(&strands[i]);
    }
    g_free(strands);
    threads_free_channels(&engine);
    threads_free_ranks(&engine);
    return ok;
}
