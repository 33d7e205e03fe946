/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whether threads that follow a plan come to their end. Threads wait for counts that only grow and
 * for openings that are made once, so that the order in which they go on makes no difference: what
 * waits in this way through the plan waits in every run. Which of a rank's messages, sent or
 * received, and of its collectives is that of one of its threads is a matter of that order, though;
 * here, each takes the first that none of its own calls has had, so that no plan is refused that
 * could end. What all threads of a rank need is compared with what there is at the end
 * (threads_needs.c): too little is too little in every order. Where there is enough, threads may
 * still wait for ever in some orders, or in all of them. A run by MPI waits at least for what any
 * MPI has to wait for: messages, other than empty collectives, and openings. */
#include "plan/plan_error.h"
#include "threads_walk.h"

#include <string.h>

static gboolean walk_all(const struct threads_engine *engine, struct threads_walk *walks,
                         uint32_t count, struct threads_walk *const *firsts, GError **error)
{
    bool has_gone = true;
    bool fails = false;
    while (has_gone && !fails) {
        has_gone = false;
        for (uint32_t i = 0; i < count && !fails; i++) {
            has_gone = threads_walk_on(&walks[i], &fails) || has_gone;
        }
    }
    for (uint32_t i = 0; i < count && !fails; i++) {
        const struct plan_strand_entry *entry = walks[i].strand->base.entry;
        if (walks[i].cell < walks[i].end) {
            return plan_fail(
                error, "rank %u, thread %u would wait for ever in call %" G_GUINT64_FORMAT " (%s)",
                entry->rank, entry->thread, walks[i].cell->index,
                plan_file_call_name(walks[i].cell->call));
        }
    }
    return fails || threads_walk_has_all(engine, firsts, error);
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
    const uint32_t communicators = (uint32_t)plan->head->communicators.count;
    struct threads_opening **openings = g_new0(struct threads_opening *, ranks + 1);
    struct threads_walk *walks = g_new0(struct threads_walk, count + 1);
    struct threads_walk **firsts = g_new0(struct threads_walk *, ranks + 1);
    for (uint32_t r = 0; r < ranks; r++) {
        openings[r] = g_new0(struct threads_opening, engine->ranks[r].opening_count + 1);
    }
    for (uint32_t i = 0; i < count; i++) {
        const struct plan_strand_entry *entry = strands[i].base.entry;
        const struct plan_cell *cell = plan_file_cells(plan, entry);
        walks[i] = (struct threads_walk){.strand = &strands[i],
                                         .cell = cell,
                                         .end = cell + entry->cell_count,
                                         .openings = openings[entry->rank],
                                         .next = firsts[entry->rank],
                                         .own = g_hash_table_new(NULL, NULL),
                                         .meets = g_new0(GArray *, communicators + 1),
                                         .by_mpi = by_mpi};
        firsts[entry->rank] = &walks[i];
    }
    g_autoptr(GError) cause = NULL;
    const gboolean ok = walk_all(engine, walks, count, firsts, &cause) ||
                        plan_fail(error, "%s: %s", engine->run.options.plan, cause->message);
    for (uint32_t r = 0; r < ranks; r++) {
        g_free(openings[r]);
    }
    g_free(openings);
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t c = 0; c < communicators; c++) {
            g_clear_pointer(&walks[i].meets[c], g_array_unref);
        }
        g_free(walks[i].meets);
        g_hash_table_unref(walks[i].own);
    }
    g_free(firsts);
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
