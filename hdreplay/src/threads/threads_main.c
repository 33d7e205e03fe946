/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hdreplay run --threads: a plan in one process, by POSIX alone. */
#include "plan/plan_error.h"
#include "run/run_scale.h"
#include "threads.h"

#include <math.h>
#include <sched.h>
#include <string.h>
#include <unistd.h>

enum { EXIT_WRONG = 1, EXIT_BAD = 2, STACK_BYTES = 256 << 10 };

/* --- one trace ----------------------------------------------------------------------------------
 */

/* A thread cannot end the others, so an error ends the process. */
static G_NORETURN void give_up(const struct threads_strand *s, const struct plan_cell *cell,
                               const char *cause)
{
    run_tell_failure(&s->base, cell, cause);
    threads_record_remove(s->engine);
    _exit(EXIT_BAD);
}

static int make_call(struct threads_strand *s, const struct plan_cell *cell, int64_t *moved)
{
    *moved = -1;
    if (plan_call_is_posix(cell->call)) {
        return run_posix(&s->base, cell, moved);
    }
    if (cell->call < PLAN_CALL_SEND) {
        return threads_file_call(s, cell, moved);
    }
    threads_communicate(s, cell);
    return 0;
}

static void *follow(void *strand)
{
    struct threads_strand *s = strand;
    const struct plan_cell *cell = plan_file_cells(&s->engine->run.plan, s->base.entry);
    const struct plan_cell *const end = cell + s->base.entry->cell_count;
    (void)pthread_barrier_wait(&s->engine->start);
    s->begin_ns = s->base.before_ns = run_now();
    for (; cell < end; cell += 1 + cell->more) {
        int64_t moved = -1;
        const int64_t wait_ns = run_think(&s->base, cell);
        const int64_t begin_ns = run_now();
        const int cause = make_call(s, cell, &moved);
        s->base.before_ns = run_now();
        g_autofree char *text =
            cause != 0 ? g_strdup(g_strerror(cause)) : run_short_write(cell, moved);
        if (text != NULL) {
            give_up(s, cell, text);
        }
        if (cell->call != PLAN_CALL_FINALIZE) {
            run_count(&s->base, cell, moved, begin_ns);
            threads_record_call(s, cell, wait_ns, begin_ns, moved);
        }
    }
    return NULL;
}

static size_t bytes_of(const struct run *run, const struct plan_strand_entry *entry)
{
    const struct plan_cell *cell = plan_file_cells(&run->plan, entry);
    const struct plan_cell *const end = cell + entry->cell_count;
    size_t most = run_posix_bytes(run, entry);
    for (; cell < end; cell += 1 + cell->more) {
        if (cell->call <= PLAN_CALL_FILE_IWRITE_SHARED) {
            most = MAX(most, (size_t)MAX(cell->bytes, 0));
        }
    }
    return most;
}

static gboolean make_strand(struct threads_engine *engine, uint32_t i, struct threads_strand *s,
                            GError **error)
{
    const struct run *run = &engine->run;
    const struct plan_strand_entry *entry = plan_file_strand(&run->plan, i);
    if (!run_strand_init(&s->base, run, entry, &engine->ranks[entry->rank], bytes_of(run, entry),
                         error)) {
        return FALSE;
    }
    threads_make_tables(s, engine);
    return threads_find_members(s, error);
}

static void free_strand(struct threads_strand *s)
{
    for (uint32_t f = 0; s->files != NULL && f < s->base.entry->file_slots; f++) {
        if (s->files[f].fd >= 0) {
            close(s->files[f].fd);
        }
    }
    threads_free_tables(s);
    if (s->base.entry != NULL) {
        run_strand_fini(&s->base);
    }
}

/* --- all of them --------------------------------------------------------------------------------
 */

/* Few processors are those that the system names first.
 * @return how many there are */
static int choose_processors(int wanted)
{
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) != 0) {
        return (int)MAX(sysconf(_SC_NPROCESSORS_ONLN), 1);
    }
    int count = CPU_COUNT(&set);
    if (wanted > 0 && wanted < count) {
        for (size_t i = CPU_SETSIZE; i > 0 && count > wanted; i--) {
            if (CPU_ISSET(i - 1, &set)) {
                CPU_CLR(i - 1, &set);
                count--;
            }
        }
        (void)sched_setaffinity(0, sizeof set, &set);
    }
    return count;
}

static gboolean start_all(struct threads_strand *strands, uint32_t count, GError **error)
{
    pthread_attr_t attributes;
    int cause = pthread_attr_init(&attributes);
    (void)pthread_attr_setstacksize(&attributes, STACK_BYTES);
    for (uint32_t i = 0; i < count && cause == 0; i++) {
        cause = pthread_create(&strands[i].thread, &attributes, follow, &strands[i]);
    }
    (void)pthread_attr_destroy(&attributes);
    return cause == 0 ||
           plan_fail(error, "no thread for a trace can be started: %s", g_strerror(cause));
}

static gboolean replay(struct threads_engine *engine, struct threads_strand *strands,
                       gboolean *is_right, GError **error)
{
    struct run *run = &engine->run;
    const uint32_t count = (uint32_t)run->plan.head->strands.count;
    struct run_sums total = {0};
    (void)pthread_barrier_init(&engine->start, NULL, count + 1);
    if (!start_all(strands, count, error)) {
        (void)fprintf(stderr, "hdreplay: %s\n", (*error)->message);
        threads_record_remove(engine);
        _exit(EXIT_BAD); /* those that were started use what a return would free */
    }
    (void)pthread_barrier_wait(&engine->start);
    int64_t begin_ns = INT64_MAX;
    for (uint32_t i = 0; i < count; i++) {
        (void)pthread_join(strands[i].thread, NULL);
        begin_ns = MIN(begin_ns, strands[i].begin_ns);
        run_add_sums(&total, &strands[i].base.sums);
    }
    for (int r = 0; r < run->size; r++) {
        run_rank_close(&engine->ranks[r]);
    }
    const double seconds = (double)(run_now() - begin_ns) / 1e9;
    (void)pthread_barrier_destroy(&engine->start);
    if (run->trial != NULL) {
        for (uint32_t i = 0; i < count; i++) {
            run_add_latencies(run->trial, &strands[i].base);
        }
        return TRUE;
    }
    threads_note(engine);
    struct run_verdict verdict = {0};
    if (run->options.verify) {
        run_verify(run, &verdict);
        run->verdict = &verdict;
    }
    run_report(run, &total, seconds);
    run->verdict = NULL;
    *is_right = verdict.wrong == 0;
    const gboolean is_told = run_flush_output(error);
    const gboolean is_recorded =
        threads_record_end(engine, strands, is_told ? error : NULL) && is_told;
    return is_recorded && (!run->options.clean || safe_root_clean(&run->root, error));
}

static gboolean run_strands(struct threads_engine *engine, gboolean *is_right, GError **error)
{
    struct run *run = &engine->run;
    const uint32_t count = (uint32_t)run->plan.head->strands.count;
    struct threads_strand *strands = g_new0(struct threads_strand, count + 1);
    gboolean ok = TRUE;
    for (uint32_t i = 0; ok && i < count; i++) {
        ok = make_strand(engine, i, &strands[i], error);
    }
    ok = ok && (run->trials > 0 || threads_check(engine, strands, error)) &&
         run_views_make(&run->views, &run->plan, error) && run_prepare(run, error) &&
         run_open_folders(run, error) && threads_record_begin(engine, strands, error) &&
         replay(engine, strands, is_right, error);
    for (uint32_t i = 0; i < count; i++) {
        free_strand(&strands[i]);
    }
    g_free(strands);
    return ok;
}

static gboolean run_all(struct threads_engine *engine, gboolean *is_right, GError **error)
{
    struct run *run = &engine->run;
    run->size = (int)run->plan.head->rank_count;
    if (run->options.dry_run) {
        run_report_files(run);
        return run_flush_output(error) && safe_root_has_space(&run->root, run_space(run), error);
    }
    const int processors = choose_processors(run->options.processors);
    run->spins = !run->options.sleep_only && run->plan.head->strands.count <= (uint64_t)processors;
    threads_make_ranks(engine);
    engine->pointers = g_malloc0((run->plan.head->files.count + 1) * sizeof *engine->pointers);
    threads_make_channels(engine);
    const gboolean ok = run_strands(engine, is_right, error);
    threads_free_channels(engine);
    run_views_free(&run->views);
    threads_free_ranks(engine);
    g_free(engine->pointers);
    g_clear_pointer(&run->notes, g_array_unref);
    return ok;
}

/* @param trial gets the latencies of a trial; NULL: it is none
 * @param trials made before, of the same plan */
static gboolean run_once(const struct run_options *options, GArray *trial, guint trials,
                         gboolean *is_right, GError **error)
{
    struct threads_engine engine = {
        .run = {.options = *options, .root = {.fd = -1}, .trial = trial, .trials = trials}};
    const gboolean ok =
        run_open_plan(&engine.run, TRUE, error) && run_all(&engine, is_right, error);
    run_close_plan(&engine.run);
    return ok;
}

static gboolean find_scale(struct run_options *options, guint *trials, GError **error)
{
    struct run_search search;
    gboolean is_right = TRUE;
    gboolean ok = TRUE;
    double scale = 1;
    run_search_init(&search);
    while (ok && !isnan(scale = run_search_next(&search))) {
        g_autoptr(GArray) latencies = g_array_new(FALSE, FALSE, sizeof(double));
        options->compute_scale = scale;
        ok = run_once(options, latencies, search.trials, &is_right, error);
        if (ok) {
            run_search_note(&search, latencies);
        }
    }
    options->compute_scale = search.found;
    *trials = search.trials;
    run_search_fini(&search);
    return ok;
}

int threads_run(const struct run_options *options)
{
    g_autoptr(GError) error = NULL;
    gboolean is_right = TRUE;
    struct run_options own = *options;
    guint trials = 0;
    const gboolean ok = (own.record == NULL || project_check_target(own.record, &error)) &&
                        (!own.auto_scale || own.dry_run || find_scale(&own, &trials, &error)) &&
                        run_once(&own, NULL, trials, &is_right, &error);
    if (!ok) {
        (void)fprintf(stderr, "hdreplay: %s\n", error == NULL ? "failed" : error->message);
    }
    return !ok ? EXIT_BAD : is_right ? 0 : EXIT_WRONG;
}
