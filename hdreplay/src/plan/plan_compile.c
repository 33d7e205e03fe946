/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan_compile.h"

#include "plan_compiling.h"
#include "plan_error.h"

#include <string.h>

/* --- output -------------------------------------------------------------------------------------
 */

struct plan_cell compiling_cell(const struct compiling *c, enum plan_file_call call)
{
    const struct plan_op *op = compiling_op(c);
    return (struct plan_cell){
        .call = (uint16_t)call,
        .index = c->op,
        .think_cpu_ns = -1,
        .duration_ns = op->end_ns - op->start_ns,
        .moved = -1,
        .file = PLAN_FILE_NOTHING,
        .communicator = PLAN_FILE_NOTHING,
        .type = PLAN_FILE_NOTHING,
        .request = PLAN_FILE_NOTHING,
        .peer = PLAN_FILE_NOTHING,
        .peer_in = PLAN_FILE_NOTHING,
    };
}

gboolean compiling_emit(struct compiling *c, struct plan_cell *cell, const int64_t *numbers,
                        uint32_t count, GError **error)
{
    static const int64_t none[PLAN_CELL_NUMBERS] = {0};
    const uint32_t rest = count % PLAN_CELL_NUMBERS;
    cell->number_count = count;
    cell->more = count / PLAN_CELL_NUMBERS + (rest > 0);
    if (!c->has_cells) {
        cell->think_ns = c->think_ns;
        cell->think_cpu_ns = c->cpu_ns;
        cell->left_out_ns = c->left_out_ns;
        c->think_ns = c->cpu_ns = c->left_out_ns = 0;
        c->has_cells = true;
    } else {
        cell->think_cpu_ns = 0;
    }
    c->head.flags |= plan_call_is_posix(cell->call)     ? PLAN_FILE_POSIX
                     : cell->call == PLAN_CALL_FINALIZE ? 0
                                                        : PLAN_FILE_MPI;
    c->head.planned_calls += cell->call != PLAN_CALL_FINALIZE; /* which a replay does not count */
    c->entry->cell_count += 1 + cell->more;
    return plan_output_add(&c->out, cell, sizeof *cell, error) &&
           plan_output_add(&c->out, numbers, count * sizeof *numbers, error) &&
           plan_output_add(&c->out, none, rest > 0 ? (PLAN_CELL_NUMBERS - rest) * sizeof *none : 0,
                           error);
}

/* --- what the parts share -----------------------------------------------------------------------
 */

const struct plan_op *compiling_op(const struct compiling *c)
{
    return plan_strand_op(c->strand, c->op);
}

gboolean compiling_leave_out_posix(struct compiling *c)
{
    c->head.left_out_posix++;
    return TRUE;
}

int64_t compiling_get(const struct compiling *c, const char *name, int64_t otherwise)
{
    int64_t value = otherwise;
    return hd_reader_get_int(c->reader, 0, name, &value) ? value : otherwise;
}

uint32_t compiling_take_slot(GArray *free, uint32_t *used)
{
    if (free->len == 0) {
        return (*used)++;
    }
    const uint32_t slot = g_array_index(free, uint32_t, free->len - 1);
    g_array_set_size(free, free->len - 1);
    return slot;
}

uint32_t compiling_add_request(struct compiling *c, int64_t request)
{
    const gint64 key = request;
    struct compiled_request *one = g_hash_table_lookup(c->requests, &key);
    if (one == NULL) {
        gint64 *owned = g_new(gint64, 1);
        *owned = key;
        one = g_new0(struct compiled_request, 1);
        g_hash_table_insert(c->requests, owned, one);
    }
    const uint32_t slot = compiling_take_slot(c->free_requests, &c->entry->request_slots);
    if (one->count < G_N_ELEMENTS(one->slots)) {
        one->slots[one->count++] = slot;
    }
    return slot;
}

/* --- one trace ----------------------------------------------------------------------------------
 */

static bool begins_with(hd_slice name, const char *word)
{
    const size_t length = strlen(word);
    return name.length >= length && memcmp(name.at, word, length) == 0;
}

static gboolean compile_call(struct compiling *c, hd_slice name, GError **error)
{
    const struct plan_op *op = compiling_op(c);
    if (op->call.persistent) {
        gint64 *key = g_new(gint64, 1);
        gint64 *value = g_new(gint64, 1);
        *key = op->request;
        *value = c->op;
        g_hash_table_replace(c->described, key, value);
        return TRUE;
    }
    if (op->call.posix != PLAN_POSIX_NONE) {
        return compile_posix_call(c, name, error);
    }
    if (begins_with(name, "File_")) {
        return compile_file_call(c, name, error);
    }
    switch (op->call.role) {
    case PLAN_SEND:
    case PLAN_RECEIVE:
    case PLAN_EXCHANGE:
    case PLAN_MEET:
    case PLAN_KEEP:
        return compile_communication(c, name, error);
    case PLAN_START:
        return compile_start(c, error);
    case PLAN_COMPLETE:
    case PLAN_TRY:
        return compile_wait(c, name, error);
    case PLAN_LOCAL:
    case PLAN_IO:
    case PLAN_IO_TOGETHER:
    case PLAN_IO_BEGIN:
    case PLAN_OPEN:
    case PLAN_CLOSE:
        break;
    }
    return TRUE;
}

static gboolean compile_op(struct compiling *c, const hd_entry *entry, GError **error)
{
    const struct plan_op *op = compiling_op(c);
    if (begins_with(entry->name, "Init") && !begins_with(entry->name, "Initialized")) {
        c->think_ns = c->left_out_ns = c->cpu_ns = 0; /* a replay has its own */
        c->before_ns = op->end_ns;
        c->origin_ns = op->end_ns;
        return TRUE;
    }
    const int64_t cpu_ns = compiling_get(c, "cpuNs", -1);
    c->think_ns += MAX(op->start_ns - c->before_ns, 0);
    c->cpu_ns = c->cpu_ns < 0 || cpu_ns < 0 ? -1 : c->cpu_ns + cpu_ns;
    c->has_cells = false;
    if (!compile_call(c, entry->name, error)) {
        return FALSE;
    }
    const bool probes =
        hd_slice_equals(entry->name, "Probe") || hd_slice_equals(entry->name, "Mprobe");
    if (!c->has_cells && !hd_slice_equals(entry->name, "Finalize") &&
        !(probes && compile_waits_for_kept(c))) {
        c->left_out_ns += op->end_ns - op->start_ns;
    }
    c->before_ns = MAX(c->before_ns, op->end_ns);
    return TRUE;
}

/* The end, for the time in front of it. */
static gboolean compile_end(struct compiling *c, GError **error)
{
    if (c->strand->ops->len == 0) {
        return TRUE;
    }
    c->op = c->strand->ops->len - 1;
    c->has_cells = false;
    if (c->buffered->len > 0) {
        struct plan_cell wait = compiling_cell(c, PLAN_CALL_WAIT);
        if (!compiling_emit(c, &wait, (const int64_t *)(const void *)c->buffered->data,
                            c->buffered->len, error)) {
            return FALSE;
        }
    }
    struct plan_cell cell = compiling_cell(c, PLAN_CALL_FINALIZE);
    return compiling_emit(c, &cell, NULL, 0, error);
}

static gboolean follow_trace(struct compiling *c, GError **error)
{
    const struct plan_array *ops = c->strand->ops;
    hd_entry entry;
    hd_status status = HD_OK;
    uint64_t state = 0;
    c->op = 0;
    while (c->op < ops->len && (status = hd_reader_next(c->reader, &entry)) == HD_OK) {
        if ((entry.kind == HD_ENTRY_STATE || entry.kind == HD_ENTRY_EVENT) &&
            state++ == compiling_op(c)->state) {
            if (!compile_op(c, &entry, error)) {
                return FALSE;
            }
            c->op++;
        }
    }
    if (c->op < ops->len) {
        return status == HD_END
                   ? plan_fail(error, "%s: changed while it was read", c->strand->trace->path)
                   : plan_fail(error, "%s", hd_read_error_get_text());
    }
    return compile_end(c, error);
}

static gboolean compile_strand(struct compiling *c, GError **error)
{
    const struct plan_trace *trace = c->strand->trace;
    const struct plan_array *ops = c->strand->ops;
    struct plan_strand_entry entry = {
        .rank = (uint32_t)trace->rank,
        .thread = (uint32_t)MAX(trace->thread, 0),
        .host = plan_tables_add_text(c->tables, trace->host == NULL ? "" : trace->host),
        .first_cell = (c->out.bytes - sizeof c->head) / sizeof(struct plan_cell),
    };
    if (ops->len > 0) {
        entry.start_ns = plan_strand_op(c->strand, 0)->start_ns;
        entry.end_ns = plan_strand_op(c->strand, ops->len - 1)->end_ns;
    }
    if (hd_reader_open(trace->path, &c->reader) != HD_OK) {
        return plan_fail(error, "%s", hd_read_error_get_text());
    }
    c->entry = &entry;
    if (ops->len > 0 && c->origin_rank != trace->rank) {
        c->origin_rank = trace->rank;
        c->origin_ns = c->first_ns >= 0 ? c->first_ns : entry.start_ns;
    }
    c->before_ns = MIN(entry.start_ns, c->origin_ns); /* nothing else tells what came before */
    c->think_ns = c->cpu_ns = c->left_out_ns = 0;
    c->requests = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, g_free);
    c->described = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, g_free);
    c->opens = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, g_free);
    c->free_files = g_array_new(FALSE, FALSE, sizeof(uint32_t));
    c->free_requests = g_array_new(FALSE, FALSE, sizeof(uint32_t));
    c->buffered = g_array_new(FALSE, FALSE, sizeof(int64_t));
    compile_posix_begin(c);
    const gboolean ok = follow_trace(c, error);
    compile_posix_end(c);
    g_hash_table_unref(c->requests);
    g_hash_table_unref(c->described);
    g_hash_table_unref(c->opens);
    g_array_unref(c->free_files);
    g_array_unref(c->free_requests);
    g_array_unref(c->buffered);
    hd_reader_close(c->reader);
    g_array_append_val(c->strands, entry);
    c->entry = NULL;
    return ok;
}

/* --- the whole ----------------------------------------------------------------------------------
 */

static void find_meetings(struct compiling *c)
{
    const struct plan_links *links = c->plan->links;
    const guint none = PLAN_NONE;
    c->meetings = plan_array_new(c->plan->project->spill, sizeof(guint));
    for (guint i = 0; i < links->parts->len; i++) {
        plan_array_add(c->meetings, &none);
    }
    for (guint m = 0; m < links->meetings->len; m++) {
        const struct plan_meeting *meeting = plan_links_meeting(links, m);
        for (guint i = 0; i < meeting->count; i++) {
            *(guint *)plan_array_at(c->meetings, plan_links_member(links, meeting, i)) = m;
        }
    }
}

static gboolean compile_all(struct compiling *c, GError **error)
{
    const struct plan *plan = c->plan;
    c->head = (struct plan_file_head){
        .magic = PLAN_FILE_MAGIC,
        .version = PLAN_FILE_VERSION,
        .head_bytes = sizeof c->head,
        .rank_count = (uint32_t)plan_project_count_ranks(plan->project),
        .rule = (uint32_t)plan->rule,
        .flags = plan->files_meet ? PLAN_FILE_MEET : 0,
        .recorded_calls = plan->operations,
    };
    if (!plan_types_read(c->tables, plan->project, error)) {
        return FALSE;
    }
    compile_add_files(c);
    find_meetings(c);
    c->head.cells.offset = c->out.bytes;
    for (c->number = 0; c->number < plan->strands->len; c->number++) {
        c->strand = g_ptr_array_index(plan->strands, c->number);
        if (!compile_strand(c, error)) {
            return FALSE;
        }
    }
    c->head.cells.count = (c->out.bytes - c->head.cells.offset) / sizeof(struct plan_cell);
    return compile_tables(c, error);
}

static gboolean refuse_cut(const struct plan *plan, GError **error)
{
    for (guint i = 0; i < plan->strands->len; i++) {
        const struct plan_strand *strand = g_ptr_array_index(plan->strands, i);
        if (strand->is_cut) {
            return plan_fail(error, "%s: the trace is cut, its end is missing: nothing was written",
                             strand->trace->path);
        }
    }
    return TRUE;
}

/* Processes without MPI have nothing but the time that tells how far apart they began. -1: they
 * have MPI, or there is one alone. */
static int64_t begin_of_processes(const struct plan *plan)
{
    int64_t first_ns = INT64_MAX;
    for (guint i = 0; i < plan->strands->len; i++) {
        const struct plan_strand *strand = g_ptr_array_index(plan->strands, i);
        for (guint j = 0; j < strand->ops->len; j++) {
            const struct plan_op *op = plan_strand_op(strand, j);
            if (op->call.posix == PLAN_POSIX_NONE && op->call.role != PLAN_LOCAL) {
                return -1;
            }
            first_ns = MIN(first_ns, op->start_ns);
        }
    }
    return plan_project_count_ranks(plan->project) > 1 && first_ns < INT64_MAX ? first_ns : -1;
}

gboolean plan_compile(struct plan *plan, const char *path, GError **error)
{
    if (!refuse_cut(plan, error)) {
        return FALSE;
    }
    struct compiling c = {
        .origin_rank = -1,
        .first_ns = begin_of_processes(plan),
        .plan = plan,
        .tables = plan_tables_new(),
        .files = g_array_new(FALSE, FALSE, sizeof(struct compiled_file)),
        .file_names = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL),
        .strands = g_array_new(FALSE, FALSE, sizeof(struct plan_strand_entry)),
        .openings_used = g_array_new(FALSE, TRUE, sizeof(uint32_t)),
        .absent = plan_project_find_absent(plan->project),
    };
    g_array_set_size(c.openings_used, (guint)plan_project_count_ranks(plan->project));
    gboolean ok = plan_output_open(&c.out, path, error);
    if (ok) {
        ok = compile_all(&c, error);
        ok = plan_output_close(&c.out, ok ? &c.head : NULL, ok ? error : NULL);
    }
    plan->is_compiled = ok;
    plan->planned_calls = c.head.planned_calls;
    plan->left_out_failed = c.head.left_out_failed;
    plan->left_out_unknown = c.head.left_out_unknown;
    plan->left_out_posix = c.head.left_out_posix;
    plan_tables_free(c.tables);
    g_array_unref(c.files);
    g_hash_table_unref(c.file_names);
    g_array_unref(c.strands);
    g_array_unref(c.openings_used);
    plan_array_free(c.meetings);
    g_free(c.absent);
    return ok;
}
