/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A plan as a project: its calls as states of traces (format.md), each with the number `op` of the
 * original's call and the place `trace` of its trace in the plan. PIOsimHD keeps what it does not
 * know of a state, so that the report finds these numbers in a simulation. Times are those of the
 * plan: waited, then as long as recorded. */
#include "export_project.h"

#include "plan/plan_error.h"
#include "plan/plan_order.h"

/* The latest time of a plan, its earliest one negative: those of damaged plans are moved there, so
 * that they don't leave what a trace can hold. */
#define LATEST_NS (INT64_C(1) << 61)

/* When the first trace of a rank began. */
static int64_t origin_of(const struct plan_file_image *plan, uint32_t rank)
{
    int64_t origin_ns = INT64_MAX;
    for (uint32_t i = 0; i < plan->head->strands.count; i++) {
        const struct plan_strand_entry *strand = plan_file_strand(plan, i);
        if (strand->cell_count > 0 && (strand->rank == rank || rank == PLAN_FILE_NOTHING)) {
            origin_ns = MIN(origin_ns, strand->start_ns);
        }
    }
    return origin_ns == INT64_MAX ? 0 : CLAMP(origin_ns, -LATEST_NS, LATEST_NS);
}

static void write_call(struct project_strand *s, uint32_t number, const struct plan_cell *cell,
                       int64_t begin_ns, int64_t end_ns)
{
    char room[PROJECT_NAME_BYTES];
    hd_trace_begin_state_at(s->trace, project_call_name(cell, room), begin_ns);
    hd_trace_add_int(s->trace, "op", (int64_t)cell->index);
    hd_trace_add_int(s->trace, "trace", number);
    export_project_call(s, cell);
    hd_trace_end_state_at(s->trace, end_ns);
}

static int64_t later_by(int64_t time_ns, int64_t wait_ns)
{
    return MIN(time_ns + CLAMP(wait_ns, 0, LATEST_NS), LATEST_NS);
}

/* A replay has a beginning of its own, from which the plan tells the time to the first call. */
static void write_init(struct project_strand *s, int64_t time_ns)
{
    hd_trace_begin_state_at(s->trace, "Init", time_ns);
    hd_trace_end_state_at(s->trace, time_ns);
}

static void write_strand(struct exporting *e, struct project_strand *s, uint32_t number)
{
    const struct plan_cell *cell = plan_file_cells(&e->plan, s->entry);
    const struct plan_cell *const end = cell + s->entry->cell_count;
    int64_t time_ns = origin_of(&e->plan, s->entry->rank);
    if (s->number == 0 && (e->plan.head->flags & PLAN_FILE_MPI) != 0) { /* its first trace */
        write_init(s, time_ns);
    }
    s->cursors = g_new0(struct run_cursor, s->entry->file_slots + 1);
    s->numbers = g_new0(int64_t, s->entry->file_slots + 1);
    for (uint32_t i = 0; i < s->entry->file_slots; i++) {
        s->cursors[i].file = PLAN_FILE_NOTHING;
    }
    for (; cell < end; cell += 1 + cell->more) {
        const int64_t begin_ns = later_by(later_by(time_ns, cell->think_ns), cell->left_out_ns);
        time_ns = later_by(begin_ns, cell->duration_ns);
        if (export_project_has(cell->call)) {
            write_call(s, number, cell, begin_ns, time_ns);
        } else {
            export_lose(&e->losses, "POSIX and stdio I/O is time between calls", 1);
        }
    }
    g_free(s->cursors);
    g_free(s->numbers);
}

static void note_losses(struct exporting *e)
{
    const struct plan_file_head *head = e->plan.head;
    const uint64_t left_out = head->left_out_failed + head->left_out_unknown;
    if (head->rule != (uint32_t)PLAN_ORDER_ALL) {
        export_lose(&e->losses,
                    "messages and collectives that the plan left out (plan --order all keeps them)",
                    0);
    }
    if (left_out > 0) {
        export_lose(&e->losses, "calls that no replay makes are time between calls", left_out);
    }
    export_lose(&e->losses, "data of messages is bytes", 0);
}

/* What is known of a rank when its traces are written. */
struct written_rank {
    struct project_rank *rank; /* NULL: no trace yet */
    int64_t traces;
    int64_t next; /* place of its next trace */
};

/* @return whether the trace could be written; project_end tells why not */
static bool write_trace(struct exporting *e, struct project_writer *project,
                        const struct run_views *views, struct written_rank *ranks, uint32_t number)
{
    const struct plan_strand_entry *entry = plan_file_strand(&e->plan, number);
    struct written_rank *own = &ranks[entry->rank];
    const bool is_first = own->rank == NULL;
    if (is_first) {
        own->rank = project_add_rank(project, project_host(&e->plan, entry), (int)entry->rank);
    }
    struct project_strand s = {
        .plan = &e->plan,
        .entry = entry,
        .project = project,
        .rank = own->rank,
        .trace = project_add_trace(project, own->rank, (int)entry->thread, -1),
        .views = views,
        .number = own->next++,
        .number_step = own->traces,
    };
    if (s.trace == NULL) {
        return false;
    }
    if (is_first) {
        project_add_communicators(project, s.rank, &e->plan, entry->rank);
        project_add_types(project, s.rank, &e->plan);
    }
    write_strand(e, &s, number);
    project_close_trace(project, s.trace);
    return true;
}

static void write_strands(struct exporting *e, struct project_writer *project,
                          const struct run_views *views)
{
    const uint32_t count = (uint32_t)e->plan.head->strands.count;
    struct written_rank *ranks = g_new0(struct written_rank, (gsize)e->plan.head->rank_count + 1);
    bool ok = true;
    for (uint32_t i = 0; i < count; i++) {
        ranks[plan_file_strand(&e->plan, i)->rank].traces++;
    }
    for (uint32_t i = 0; ok && i < count; i++) {
        ok = write_trace(e, project, views, ranks, i);
    }
    g_free(ranks);
}

gboolean export_project(struct exporting *e, const char *folder, GError **error)
{
    struct run_views views = {.count = 0};
    struct project_writer *project = NULL;
    gboolean ok = run_views_make(&views, &e->plan, error);
    if (ok) {
        project = project_begin(folder, plan_file_text(&e->plan, e->plan.head->name),
                                "CLOCK_REALTIME", origin_of(&e->plan, PLAN_FILE_NOTHING), error);
        ok = project != NULL;
    }
    if (ok) {
        note_losses(e);
        write_strands(e, project, &views);
        ok = project_end(project, error);
    }
    run_views_free(&views);
    return ok;
}
