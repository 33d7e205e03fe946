/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hdreplay run, for one MPI. All ranks agree after each stage, so that whatever is wrong before the
 * first call is told once, and nobody waits for a rank that has given up. */
#include "plan/plan_error.h"
#include "run_mpi.h"
#include "run_options.h"
#include "run_polite.h"
#include "run_scale.h"
#include "threads/threads.h"

#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { EXIT_WRONG = 1, EXIT_BAD = 2 };

/* --- agreement ----------------------------------------------------------------------------------
 */

/* Whether all went well everywhere; the lowest rank with an error tells it. */
static bool agree(const struct run *run, gboolean ok, const GError *error)
{
    const int own = ok ? run->size : run->rank;
    int first = 0;
    (void)MPI_Allreduce(&own, &first, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
    if (first == run->rank) {
        (void)fprintf(stderr, "hdreplay: %s\n", error == NULL ? "failed" : error->message);
        (void)fflush(stderr);
    }
    return first == run->size;
}

/* --- the traces of this rank --------------------------------------------------------------------
 */

static uint32_t most_numbers(const struct run *run, const struct plan_strand_entry *entry)
{
    const struct plan_cell *cell = plan_file_cells(&run->plan, entry);
    const struct plan_cell *const end = cell + entry->cell_count;
    uint32_t most = 0;
    for (; cell < end; cell += 1 + cell->more) {
        most = MAX(most, cell->number_count);
    }
    return most;
}

static gboolean make_strand(const struct run *run, const struct plan_strand_entry *entry,
                            struct run_rank *rank, struct run_strand *s, GError **error)
{
    size_t bytes = 0;
    if (!run_check_strand(run, entry, &bytes, error) ||
        !run_strand_init(s, run, entry, rank, bytes, error)) {
        return FALSE;
    }
    const uint32_t most = most_numbers(run, entry);
    s->mpi = g_new0(struct run_strand_mpi, 1);
    s->mpi->files = g_new0(MPI_File, entry->file_slots + 1);
    s->mpi->requests = g_new0(MPI_Request, entry->request_slots + 1);
    s->mpi->waited = g_new0(MPI_Request, most + 1);
    s->mpi->statuses = g_new0(MPI_Status, most + 1);
    for (uint32_t i = 0; i < entry->request_slots; i++) {
        s->mpi->requests[i] = MPI_REQUEST_NULL;
    }
    for (uint32_t i = 0; i < entry->file_slots; i++) {
        s->mpi->files[i] = MPI_FILE_NULL;
    }
    return TRUE;
}

static void free_strands(GArray *strands)
{
    for (guint i = 0; i < strands->len; i++) {
        struct run_strand *s = &g_array_index(strands, struct run_strand, i);
        if (s->mpi != NULL) {
            g_free(s->mpi->files);
            g_free(s->mpi->requests);
            g_free(s->mpi->waited);
            g_free(s->mpi->statuses);
            g_free(s->mpi);
        }
        run_strand_fini(s);
    }
    g_array_unref(strands);
}

static gboolean make_strands(const struct run *run, struct run_rank *rank, GArray *strands,
                             GError **error)
{
    for (uint32_t i = 0; i < run->plan.head->strands.count; i++) {
        const struct plan_strand_entry *entry = plan_file_strand(&run->plan, i);
        if ((int)entry->rank == run->rank) {
            struct run_strand s = {.entry = entry};
            const gboolean ok = make_strand(run, entry, rank, &s, error);
            g_array_append_val(strands, s);
            if (!ok) {
                return FALSE;
            }
        }
    }
    return TRUE;
}

static void *follow(void *strand)
{
    run_follow(strand);
    return NULL;
}

static void follow_all(GArray *strands)
{
    pthread_t *threads = g_new0(pthread_t, strands->len + 1);
    for (guint i = 1; i < strands->len; i++) {
        if (pthread_create(&threads[i], NULL, follow,
                           &g_array_index(strands, struct run_strand, i)) != 0) {
            (void)fprintf(stderr, "hdreplay: no thread for a trace can be started\n");
            (void)MPI_Abort(MPI_COMM_WORLD, EXIT_BAD);
        }
    }
    if (strands->len > 0) {
        run_follow(&g_array_index(strands, struct run_strand, 0));
    }
    for (guint i = 1; i < strands->len; i++) {
        (void)pthread_join(threads[i], NULL);
    }
    g_free(threads);
}

/* --- stages -------------------------------------------------------------------------------------
 */

/* The node's processes spin only when each trace has a processor of its own. */
static gboolean may_spin(const struct run *run)
{
    MPI_Comm node = MPI_COMM_NULL;
    cpu_set_t set;
    int strands = 0;
    int all = 0;
    for (uint32_t i = 0; i < run->plan.head->strands.count; i++) {
        strands += (int)plan_file_strand(&run->plan, i)->rank == run->rank;
    }
    (void)MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node);
    (void)MPI_Allreduce(&strands, &all, 1, MPI_INT, MPI_SUM, node);
    (void)MPI_Comm_free(&node);
    const long online = sysconf(_SC_NPROCESSORS_ONLN);
    const int allowed =
        sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : (int)MAX(online, 1);
    /* A launcher may have bound each process to its own. */
    return !run->options.sleep_only && (all <= allowed || (allowed < online && all <= online));
}

static gboolean open_plan(struct run *run, GError **error)
{
    if (run->options.threads) {
        return plan_fail(error, "--threads: one process, without mpiexec");
    }
    if (run->options.record != NULL) {
        return plan_fail(error,
                         "--record: of --threads; a run by MPI is recorded by hdtrace record");
    }
    if (!run_open_plan(run, run->rank == 0, error)) {
        return FALSE;
    }
    return (int)run->plan.head->rank_count == run->size || run->options.dry_run ||
           plan_fail(error, "%s: the plan is of %u ranks, %d were started: mpiexec -n %u",
                     run->options.plan, run->plan.head->rank_count, run->size,
                     run->plan.head->rank_count);
}

static gboolean has_threads(const struct run *run, int provided, GError **error)
{
    for (uint32_t i = 0; i < run->plan.head->strands.count; i++) {
        if (plan_file_strand(&run->plan, i)->thread > 0 && provided < MPI_THREAD_MULTIPLE) {
            return plan_fail(error, "the plan has several threads, this MPI does not allow them");
        }
    }
    return TRUE;
}

static void sum_up(const GArray *strands, struct run_sums *total, double *seconds)
{
    struct run_sums mine = {0};
    for (guint i = 0; i < strands->len; i++) {
        run_add_sums(&mine, &g_array_index(strands, struct run_strand, i).sums);
    }
    const uint64_t own[] = {mine.calls, mine.transfers, mine.bytes_read, mine.bytes_written,
                            mine.different};
    const int64_t times[] = {mine.io_ns, mine.think_ns, mine.late_ns, mine.waits};
    uint64_t all[G_N_ELEMENTS(own)] = {0};
    int64_t all_times[G_N_ELEMENTS(times)] = {0};
    double longest = 0;
    (void)MPI_Reduce(own, all, (int)G_N_ELEMENTS(own), MPI_UINT64_T, MPI_SUM, 0, MPI_COMM_WORLD);
    (void)MPI_Reduce(times, all_times, (int)G_N_ELEMENTS(times), MPI_INT64_T, MPI_SUM, 0,
                     MPI_COMM_WORLD);
    (void)MPI_Reduce(&mine.latest_ns, &total->latest_ns, 1, MPI_INT64_T, MPI_MAX, 0,
                     MPI_COMM_WORLD);
    (void)MPI_Reduce(seconds, &longest, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
    *seconds = longest;
    total->calls = all[0];
    total->transfers = all[1];
    total->bytes_read = all[2];
    total->bytes_written = all[3];
    total->different = all[4];
    total->io_ns = all_times[0];
    total->think_ns = all_times[1];
    total->late_ns = all_times[2];
    total->waits = all_times[3];
}

/* Bring the latencies of all ranks to rank 0. */
static void gather_latencies(const struct run *run, const GArray *strands)
{
    g_autoptr(GArray) mine = g_array_new(FALSE, FALSE, sizeof(double));
    g_autofree int *counts = g_new0(int, (gsize)run->size + 1);
    g_autofree int *places = g_new0(int, (gsize)run->size + 1);
    for (guint i = 0; i < strands->len; i++) {
        run_add_latencies(mine, &g_array_index(strands, struct run_strand, i));
    }
    const int count = (int)mine->len;
    (void)MPI_Gather(&count, 1, MPI_INT, counts, 1, MPI_INT, 0, MPI_COMM_WORLD);
    for (int i = 0; i < run->size; i++) {
        places[i + 1] = places[i] + counts[i];
    }
    g_array_set_size(run->trial, run->rank == 0 ? (guint)places[run->size] : 0);
    (void)MPI_Gatherv(mine->data, count, MPI_DOUBLE, run->trial->data, counts, places, MPI_DOUBLE,
                      0, MPI_COMM_WORLD);
}

static int replay(struct run *run, struct run_rank *rank, GArray *strands)
{
    g_autoptr(GError) error = NULL;
    struct run_sums total = {0};
    (void)MPI_Barrier(MPI_COMM_WORLD);
    const int64_t begin_ns = run_now();
    follow_all(strands);
    run_rank_close(rank);
    double seconds = (double)(run_now() - begin_ns) / 1e9;
    (void)MPI_Barrier(MPI_COMM_WORLD);
    if (run->trial != NULL) {
        gather_latencies(run, strands);
        return 0;
    }
    sum_up(strands, &total, &seconds);
    gboolean ok = TRUE;
    struct run_verdict verdict = {0};
    if (run->rank == 0) {
        if (run->options.verify) {
            run_verify(run, &verdict);
            run->verdict = &verdict;
        }
        run_report(run, &total, seconds);
        run->verdict = NULL;
        ok = run_flush_output(&error) &&
             (!run->options.clean || safe_root_clean(&run->root, &error));
    }
    int wrong = verdict.wrong > 0;
    (void)MPI_Bcast(&wrong, 1, MPI_INT, 0, MPI_COMM_WORLD);
    return !agree(run, ok, error) ? EXIT_BAD : wrong ? EXIT_WRONG : 0;
}

static int run_stages(struct run *run, int provided)
{
    g_autoptr(GError) error = NULL;
    gboolean ok = open_plan(run, &error) && has_threads(run, provided, &error) &&
                  (run->rank != 0 || run->options.dry_run || run->trials > 0 ||
                   threads_check_mpi(run, &error));
    if (!agree(run, ok, error)) {
        return EXIT_BAD;
    }
    if (run->options.dry_run) {
        if (run->rank == 0) {
            run_report_files(run);
            ok =
                run_flush_output(&error) && safe_root_has_space(&run->root, run_space(run), &error);
        }
        return agree(run, ok, error) ? 0 : EXIT_BAD;
    }
    run->spins = may_spin(run);
    struct run_rank rank;
    run_rank_init(&rank, run, (uint32_t)run->rank);
    GArray *strands = g_array_new(FALSE, FALSE, sizeof(struct run_strand));
    int status = EXIT_BAD;
    ok = run_make_objects(run, &error);
    if (agree(run, ok, error)) {
        ok = (run->options.content != RUN_OFFSET ||
              run_views_make(&run->views, &run->plan, &error)) &&
             make_strands(run, &rank, strands, &error);
        if (agree(run, ok, error)) {
            ok = run->rank != 0 || run_prepare(run, &error);
            ok = agree(run, ok, error);
            if (ok) {
                ok = run_open_folders(run, &error);
                status = agree(run, ok, error) ? replay(run, &rank, strands) : EXIT_BAD;
            }
        }
    }
    free_strands(strands);
    run_rank_fini(&rank);
    run_free_objects(run);
    run_views_free(&run->views);
    return status;
}

/* Replays until the scale is found; rank 0 decides. Tracers that listen leave them out.
 * @return exit status: something went wrong */
static int find_scale(struct run *run, int provided)
{
    struct run_search search;
    int status = 0;
    run_search_init(&search);
    (void)MPI_Pcontrol(0);
    for (;;) {
        double scale = run->rank == 0 ? run_search_next(&search) : 0;
        (void)MPI_Bcast(&scale, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
        if (isnan(scale)) {
            break;
        }
        run->options.compute_scale = scale;
        run->trial = g_array_new(FALSE, FALSE, sizeof(double));
        status = run_stages(run, provided);
        run_close_plan(run);
        run->root = (struct safe_root){.fd = -1};
        if (status == 0 && run->rank == 0) {
            run_search_note(&search, run->trial);
        }
        g_clear_pointer(&run->trial, g_array_unref);
        if (status != 0) {
            break;
        }
        run->trials++;
    }
    run->options.compute_scale = search.found;
    (void)MPI_Bcast(&run->options.compute_scale, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    run_search_fini(&search);
    (void)MPI_Pcontrol(1);
    return status;
}

static int start(struct run *run, int *argc, char ***argv)
{
    int provided = MPI_THREAD_SINGLE;
    run_keep_polling(run->options.polls);
    if (MPI_Init_thread(argc, argv, MPI_THREAD_MULTIPLE, &provided) != MPI_SUCCESS) {
        (void)fprintf(stderr, "hdreplay: MPI does not start\n");
        return EXIT_BAD;
    }
    (void)MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    (void)MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    (void)MPI_Comm_rank(MPI_COMM_WORLD, &run->rank);
    (void)MPI_Comm_size(MPI_COMM_WORLD, &run->size);
    int status = run->options.auto_scale && !run->options.dry_run ? find_scale(run, provided) : 0;
    status = status != 0 ? status : run_stages(run, provided);
    (void)MPI_Finalize();
    return status;
}

static gboolean is_dense(const struct run *run, uint32_t type)
{
    const struct run_type *one = &run->mpi->types[type];
    return one->extent == one->size && one->upper - one->lower == one->size;
}

static int complain(const GError *error)
{
    const char *const ranks[] = {"PMI_RANK", "PMIX_RANK", "OMPI_COMM_WORLD_RANK"};
    for (size_t i = 0; i < G_N_ELEMENTS(ranks); i++) {
        const char *rank = g_getenv(ranks[i]);
        if (rank != NULL && strcmp(rank, "0") != 0) {
            return EXIT_BAD; /* rank 0 tells it */
        }
    }
    (void)fprintf(stderr, "hdreplay: %s\n", error->message);
    return EXIT_BAD;
}

int main(int argc, char **argv)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *help = NULL;
    struct run_mpi mpi = {.types = NULL};
    struct run run = {.root = {.fd = -1}, .mpi = &mpi, .type_is_dense = is_dense};
    switch (run_options_read(argc, argv, &run.options, &help, &error)) {
    case RUN_HELP:
        (void)fputs(help, stdout);
        return 0;
    case RUN_WRONG:
        return complain(error);
    case RUN_GO:
        break;
    }
    const int status = start(&run, &argc, &argv);
    run_close_plan(&run);
    return status;
}
