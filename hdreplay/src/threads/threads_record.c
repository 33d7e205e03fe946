/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A run by threads as a project, as if its calls had been made by a program of its own: one trace
 * for each thread, around each call a state `Replay`. What the engine does for a call (pieces of a
 * view, counters) is not told apart from it. */
#include "plan/plan_error.h"
#include "project/project_calls.h"
#include "project/project_plan.h"
#include "threads.h"

#include <string.h>
#include <time.h>

struct threads_record {
    struct project_writer *project;
    struct project_rank **ranks; /* by rank */
    uint32_t **openings;         /* by rank, by opening of POSIX: which one a copy is of */
    pthread_mutex_t lock;        /* of the ranks: their files */
    int64_t epoch_ns;            /* of monotonic time 0 */
};

static int64_t find_epoch(void)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec - run_now();
}

/* --- begin and end ------------------------------------------------------------------------------
 */

/* Which opening each one of a rank is a copy of, itself if of none. The plan tells: a thread may
 * use a copy that another one has made and not noted yet. A damaged plan may copy in a circle. */
static uint32_t *find_originals(const struct plan_file_image *plan, uint32_t rank, uint32_t count)
{
    uint32_t *originals = g_new(uint32_t, (gsize)count + 1);
    for (uint32_t o = 0; o < count; o++) {
        originals[o] = o;
    }
    for (uint32_t i = 0; i < plan->head->strands.count; i++) {
        const struct plan_strand_entry *strand = plan_file_strand(plan, i);
        const struct plan_cell *cell = plan_file_cells(plan, strand);
        const struct plan_cell *const end = cell + strand->cell_count;
        for (; strand->rank == rank && cell < end; cell += 1 + cell->more) {
            if (cell->call == PLAN_CALL_POSIX_DUP) {
                originals[plan_file_more(cell)[0]] = cell->file;
            }
        }
    }
    for (uint32_t o = 0; o < count; o++) {
        uint32_t original = originals[o];
        for (uint32_t step = 0; step < count && originals[original] != original; step++) {
            original = originals[original];
        }
        originals[o] = original;
    }
    return originals;
}

static void add_traces(struct threads_engine *engine, struct threads_strand *strands)
{
    struct threads_record *record = engine->record;
    uint32_t *places = g_new0(uint32_t, (gsize)engine->run.size + 1);
    for (uint32_t i = 0; i < engine->run.plan.head->strands.count; i++) {
        const struct plan_strand_entry *entry = strands[i].base.entry;
        const bool is_first = record->ranks[entry->rank] == NULL;
        if (is_first) {
            record->ranks[entry->rank] = project_add_rank(
                record->project, project_host(&engine->run.plan, entry), (int)entry->rank);
        }
        struct project_rank *rank = record->ranks[entry->rank];
        strands[i].trace = project_add_trace(record->project, rank, (int)entry->thread, -1);
        if (is_first && strands[i].trace != NULL) {
            project_add_communicators(record->project, rank, &engine->run.plan, entry->rank);
        }
        strands[i].place = places[entry->rank]++;
        if (record->openings[entry->rank] == NULL) {
            record->openings[entry->rank] =
                find_originals(&engine->run.plan, entry->rank, strands[i].base.rank->opening_count);
        }
    }
    g_free(places);
}

static void free_record(struct threads_engine *engine)
{
    struct threads_record *record = g_steal_pointer(&engine->record);
    for (int r = 0; r < engine->run.size; r++) {
        g_free(record->openings[r]);
    }
    (void)pthread_mutex_destroy(&record->lock);
    g_free(record->openings);
    g_free(record->ranks);
    g_free(record);
}

gboolean threads_record_begin(struct threads_engine *engine, struct threads_strand *strands,
                              GError **error)
{
    const struct plan_file_image *plan = &engine->run.plan;
    if (engine->run.options.record == NULL || engine->run.trial != NULL) {
        return TRUE;
    }
    struct threads_record *record = g_new0(struct threads_record, 1);
    record->epoch_ns = find_epoch();
    record->project =
        project_begin(engine->run.options.record, plan_file_text(plan, plan->head->name),
                      "CLOCK_MONOTONIC", record->epoch_ns + run_now(), error);
    if (record->project == NULL) {
        g_free(record);
        return FALSE;
    }
    record->ranks = g_new0(struct project_rank *, (gsize)engine->run.size + 1);
    record->openings = g_new0(uint32_t *, (gsize)engine->run.size + 1);
    (void)pthread_mutex_init(&record->lock, NULL);
    engine->record = record;
    add_traces(engine, strands);
    for (uint32_t i = 0; i < plan->head->strands.count; i++) {
        if (strands[i].trace == NULL) { /* the end tells why */
            return threads_record_end(engine, strands, error);
        }
    }
    return TRUE;
}

gboolean threads_record_end(struct threads_engine *engine, struct threads_strand *strands,
                            GError **error)
{
    struct threads_record *record = engine->record;
    if (record == NULL) {
        return TRUE;
    }
    for (uint32_t i = 0; i < engine->run.plan.head->strands.count; i++) {
        if (strands[i].trace != NULL) {
            project_close_trace(record->project, g_steal_pointer(&strands[i].trace));
        }
    }
    const gboolean ok = project_end(record->project, error);
    free_record(engine);
    return ok;
}

void threads_record_remove(const struct threads_engine *engine)
{
    if (engine->record != NULL) {
        project_remove(engine->record->project);
    }
}

/* --- calls --------------------------------------------------------------------------------------
 */

static void add(const struct threads_strand *s, const char *name, int64_t value)
{
    hd_trace_add_int(s->trace, name, value);
}

/* The number of a file and, where a call is given that, its name. */
static void add_file(const struct threads_strand *s, uint32_t file, bool has_name)
{
    const struct run *run = &s->engine->run;
    struct threads_record *record = s->engine->record;
    const uint32_t rank = s->base.entry->rank;
    const char *path = run_full_path(run, run_target(run, file, rank));
    (void)pthread_mutex_lock(&record->lock);
    const int fid = project_add_file(record->project, record->ranks[rank], path,
                                     plan_file_file(&run->plan, file)->initial_bytes);
    (void)pthread_mutex_unlock(&record->lock);
    add(s, "fid", fid);
    if (has_name) {
        hd_trace_add_text(s->trace, "name", path);
    }
}

/* Data that a transfer moved; where it begins unless a shared pointer told. */
static void add_transfer(const struct threads_strand *s, const struct plan_cell *cell,
                         int64_t offset, int64_t moved)
{
    if (offset >= 0) {
        add(s, plan_call_is_posix(cell->call) ? "offset" : "absOffset", offset);
    }
    add(s, "size", cell->bytes);
    if (moved >= 0) {
        add(s, "bytes", moved);
    }
}

/* Where a transfer by MPI, which is over, began in its file; -1: not known. */
static int64_t place_of(const struct threads_file *file, const struct plan_cell *cell)
{
    const char *name = plan_file_call_name(cell->call);
    int64_t run = 0;
    if (strstr(name, "_shared") != NULL || strstr(name, "_ordered") != NULL) {
        return -1;
    }
    const int64_t byte = strstr(name, "_at") != NULL
                             ? run_cursor_sum(0, cell->offset, file->at.unit)
                             : file->at.position - MAX(cell->bytes, 0);
    return byte < 0 ? -1 : run_cursor_place(&file->at, byte, &run);
}

static void add_mpi_file(struct threads_strand *s, const struct plan_cell *cell, int64_t moved)
{
    if (cell->call == PLAN_CALL_FILE_DELETE) {
        add_file(s, cell->file, true);
        return;
    }
    struct threads_file *file = &s->files[cell->file];
    if (cell->call == PLAN_CALL_FILE_OPEN) { /* numbers of POSIX come first, traces take turns */
        file->number = (int)(s->base.rank->opening_count +
                             (uint32_t)s->opened++ * s->base.rank->strands + s->place);
        add(s, "cid", cell->communicator);
    }
    add_file(s, file->at.file, cell->call == PLAN_CALL_FILE_OPEN);
    add(s, "oid", file->number);
    if (plan_call_transfers(cell->call)) {
        add_transfer(s, cell, place_of(file, cell), moved);
        if (cell->request != PLAN_FILE_NOTHING) {
            add(s, "rid", cell->request);
        }
    }
    project_add_split(s->trace, s->base.entry, cell);
}

static void add_posix(const struct threads_strand *s, const struct plan_cell *cell, int64_t moved)
{
    if (plan_call_names_file(cell->call)) {
        add_file(s, cell->file, true);
        return;
    }
    const uint32_t *openings = s->engine->record->openings[s->base.entry->rank];
    if (cell->file == PLAN_FILE_NOTHING) {
        add(s, "fid", -1);
        return;
    }
    const bool opens = cell->call == PLAN_CALL_POSIX_OPEN || cell->call == PLAN_CALL_POSIX_FOPEN;
    add_file(s, s->base.rank->openings[cell->file].file, opens);
    add(s, "oid", openings[cell->file]);
    if (plan_call_transfers(cell->call)) {
        const bool is_placed = cell->call == PLAN_CALL_POSIX_PREAD ||
                               cell->call == PLAN_CALL_POSIX_PWRITE ||
                               (cell->flags & PLAN_CELL_SHARED) != 0;
        add_transfer(s, cell, is_placed ? cell->offset : -1, moved);
    }
}

void threads_record_call(struct threads_strand *s, const struct plan_cell *cell, int64_t wait_ns,
                         int64_t begin_ns, int64_t moved)
{
    if (s->trace == NULL) {
        return;
    }
    char room[PROJECT_NAME_BYTES];
    const int64_t epoch_ns = s->engine->record->epoch_ns;
    hd_trace_begin_state_at(s->trace, "Replay", epoch_ns + begin_ns);
    add(s, "op", (int64_t)cell->index);
    add(s, "trace", s->base.entry - plan_file_strand(&s->engine->run.plan, 0));
    add(s, "wait", wait_ns);
    hd_trace_begin_state_at(s->trace, project_call_name(cell, room), epoch_ns + begin_ns);
    if (plan_call_is_posix(cell->call)) {
        add_posix(s, cell, moved);
    } else if (cell->call < PLAN_CALL_SEND) {
        add_mpi_file(s, cell, moved);
    } else {
        project_add_communication(s->trace, &s->engine->run.plan, cell);
    }
    hd_trace_end_state_at(s->trace, epoch_ns + s->base.before_ns);
    hd_trace_end_state_at(s->trace, epoch_ns + s->base.before_ns);
}
