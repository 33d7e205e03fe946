/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The project of a DXT text: opens and closes are put around the accesses of each rank, which go to
 * as many traces as there are at a time. */
#include "import_dxt.h"

enum { FIRST_FD = 3 };

/* A rank's use of a file. */
struct use {
    int oid;
    bool is_read, is_written, is_open;
    guint last; /* row that ends last */
};

static gint by_time(gconstpointer a, gconstpointer b)
{
    const struct dxt_row *one = a;
    const struct dxt_row *other = b;
    return one->begin_ns != other->begin_ns ? (one->begin_ns < other->begin_ns ? -1 : 1)
           : one->end_ns != other->end_ns   ? (one->end_ns < other->end_ns ? -1 : 1)
                                            : 0;
}

static gint by_rank(gconstpointer a, gconstpointer b)
{
    const struct dxt_row *one = a;
    const struct dxt_row *other = b;
    return one->rank != other->rank ? one->rank - other->rank : by_time(a, b);
}

/* How large each file was at least: what was read before anybody wrote it. */
static void find_sizes(const struct dxt_text *text)
{
    for (guint i = 0; i < text->rows->len; i++) {
        const struct dxt_row *row = &g_array_index(text->rows, struct dxt_row, i);
        if (row->size > 0) {
            (row->writes ? import_file_wrote : import_file_read)(row->file,
                                                                 row->offset + row->size);
        }
    }
}

/* Give each row the first trace that is free then. @return how many there are */
static guint choose_lanes(struct dxt_row *rows, guint count)
{
    g_autoptr(GArray) ends = g_array_new(FALSE, FALSE, sizeof(gint64));
    for (guint i = 0; i < count; i++) {
        guint lane = 0;
        while (lane < ends->len && g_array_index(ends, gint64, lane) > rows[i].begin_ns) {
            lane++;
        }
        if (lane == ends->len) {
            g_array_set_size(ends, lane + 1);
        }
        g_array_index(ends, gint64, lane) = rows[i].end_ns;
        rows[i].lane = lane;
    }
    return ends->len;
}

/* Threads share what POSIX has opened, by MPI each opens for itself. */
static char *use_key(const struct dxt_row *row)
{
    return g_strdup_printf("%d %s", row->is_mpi ? (int)row->lane : -1, row->file->name);
}

/* The use that each row is of. @return in the order of the rows, borrowed from `uses` */
static struct use **find_uses(const struct dxt_row *rows, guint count, GHashTable *uses)
{
    struct use **found = g_new(struct use *, count);
    for (guint i = 0; i < count; i++) {
        g_autofree char *key = use_key(&rows[i]);
        struct use *use = g_hash_table_lookup(uses, key);
        if (use == NULL) {
            use = g_new0(struct use, 1);
            use->oid = (int)g_hash_table_size(uses);
            use->last = i;
            g_hash_table_insert(uses, g_steal_pointer(&key), use);
        }
        use->is_read |= !rows[i].writes;
        use->is_written |= rows[i].writes;
        use->last = rows[i].end_ns >= rows[use->last].end_ns ? i : use->last;
        found[i] = use;
    }
    return found;
}

static void begin_call(struct dxt_text *text, hd_trace *trace, const char *name, gint64 time_ns,
                       const struct use *use, int fid)
{
    import_count(text->summary->calls, name);
    hd_trace_begin_state_at(trace, name, time_ns);
    hd_trace_add_int(trace, "fid", fid);
    hd_trace_add_int(trace, "oid", use->oid);
}

static void write_open(struct dxt_text *text, hd_trace *trace, const struct dxt_row *row,
                       struct use *use, int fid, gint64 time_ns)
{
    use->is_open = true;
    begin_call(text, trace, row->is_mpi ? "File_open" : "open", time_ns, use, fid);
    hd_trace_add_int(trace, row->is_mpi ? "cid" : "fd", row->is_mpi ? 0 : FIRST_FD + use->oid);
    hd_trace_add_int(trace, "fileSize", row->file->initial_bytes);
    hd_trace_add_text(trace, "name", row->file->name);
    const char *const by_posix = !use->is_written ? "RDONLY"
                                 : use->is_read   ? "RDWR|CREAT"
                                                  : "WRONLY|CREAT";
    const char *const by_mpi = !use->is_written ? "RDONLY"
                               : use->is_read   ? "CREATE|RDWR"
                                                : "CREATE|WRONLY";
    hd_trace_add_text(trace, "amode", row->is_mpi ? by_mpi : by_posix);
    hd_trace_end_state_at(trace, time_ns);
}

static void write_row(struct dxt_text *text, hd_trace *trace, const struct dxt_row *row,
                      const struct use *use, int fid)
{
    const char *const by_posix = row->writes ? "pwrite" : "pread";
    const char *const by_mpi = row->writes ? "File_write_at" : "File_read_at";
    begin_call(text, trace, row->is_mpi ? by_mpi : by_posix, text->start_ns + row->begin_ns, use,
               fid);
    hd_trace_add_int(trace, "offset", row->offset);
    if (row->is_mpi) {
        hd_trace_add_int(trace, "absOffset", row->offset);
        hd_trace_add_int(trace, "count", row->size);
        hd_trace_add_int(trace, "tid", 0);
    }
    hd_trace_add_int(trace, "size", row->size);
    hd_trace_add_int(trace, "bytes", row->size);
    hd_trace_end_state_at(trace, text->start_ns + row->end_ns);
}

static void write_close(struct dxt_text *text, hd_trace *trace, const struct dxt_row *row,
                        const struct use *use, int fid, gint64 time_ns)
{
    begin_call(text, trace, row->is_mpi ? "File_close" : "close", time_ns, use, fid);
    if (!row->is_mpi) {
        hd_trace_add_int(trace, "fd", FIRST_FD + use->oid);
    }
    hd_trace_end_state_at(trace, time_ns);
}

static void write_rows(struct dxt_text *text, struct project_writer *project,
                       struct project_rank *rank, hd_trace **traces, const struct dxt_row *rows,
                       guint count)
{
    g_autoptr(GHashTable) all = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    struct use **uses = find_uses(rows, count, all);
    for (guint i = 0; i < count; i++) {
        const struct dxt_row *row = &rows[i];
        const int fid = project_add_file(project, rank, row->file->name, row->file->initial_bytes);
        hd_trace *trace = traces[row->lane];
        if (!uses[i]->is_open) {
            write_open(text, trace, row, uses[i], fid, text->start_ns + row->begin_ns);
        }
        write_row(text, trace, row, uses[i], fid);
        if (uses[i]->last == i) {
            write_close(text, trace, row, uses[i], fid, text->start_ns + row->end_ns);
        }
    }
    g_free(uses);
}

static void write_rank(struct dxt_text *text, struct project_writer *project, struct dxt_row *rows,
                       guint count)
{
    const char *const host = g_hash_table_lookup(text->hosts, GINT_TO_POINTER(rows[0].rank + 1));
    struct project_rank *rank = project_add_rank(project, host, rows[0].rank);
    const guint lanes = choose_lanes(rows, count);
    hd_trace **traces = g_new0(hd_trace *, lanes);
    bool ok = true, uses_mpi = false;
    for (guint i = 0; i < lanes; i++) {
        traces[i] = project_add_trace(project, rank, (int)i, -1);
        ok = ok && traces[i] != NULL; /* project_end tells */
    }
    for (guint i = 0; i < count; i++) {
        uses_mpi |= rows[i].is_mpi;
    }
    if (ok && uses_mpi) {
        project_add_mpi(project, rank);
    }
    if (ok) {
        write_rows(text, project, rank, traces, rows, count);
    }
    for (guint i = 0; i < lanes; i++) {
        project_close_trace(project, traces[i]);
    }
    g_free(traces);
    text->summary->threads += lanes;
    text->summary->processes++;
}

gboolean import_dxt_write(struct dxt_text *text, const struct import_options *options,
                          GError **error)
{
    struct dxt_row *rows = &g_array_index(text->rows, struct dxt_row, 0);
    const guint count = text->rows->len;
    const char *const name = options->name != NULL   ? options->name
                             : text->program != NULL ? text->program
                                                     : "darshan";
    g_array_sort(text->rows, by_time);
    find_sizes(text);
    g_array_sort(text->rows, by_rank);
    struct project_writer *project =
        project_begin(options->output, name, "darshan", MAX(text->start_ns, 1), error);
    if (project == NULL) {
        return FALSE;
    }
    for (guint i = 0; i < count;) {
        guint next = i;
        while (next < count && rows[next].rank == rows[i].rank) {
            next++;
        }
        write_rank(text, project, rows + i, next - i);
        i = next;
    }
    text->summary->files = g_hash_table_size(text->files);
    text->summary->idle = text->processes > text->summary->processes
                              ? (guint)MIN(text->processes - text->summary->processes, DXT_RANK_MAX)
                              : 0;
    return project_end(project, error);
}
