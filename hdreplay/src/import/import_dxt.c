/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What darshan-dxt-parser prints of a run: which bytes were moved when. Opens and closes are not in
 * there: each rank opens a file right before its first access and closes it behind its last one.
 * Accesses of one rank at the same time are those of threads. */
#include "import.h"
#include "import_files.h"

#include "plan/plan_error.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { RANK_MAX = 1 << 20, FIRST_FD = 3, WORDS_MIN = 8 };

static const double ns_per_second = 1e9;
static const double seconds_max = 4e9;

struct row {
    int rank;
    bool writes;
    struct import_file *file;
    gint64 offset, size;
    gint64 begin_ns, end_ns; /* since the epoch */
};

struct text {
    const char *path;
    guint line;
    struct import_summary *summary;
    GHashTable *files;
    struct import_file *file; /* that rows are of */
    GArray *rows;
    GHashTable *hosts; /* rank + 1: name */
    char *host;
    char *program;
    gint64 start_ns;
    gint64 processes;
};

/* A rank's use of a file. */
struct use {
    int oid;
    bool is_read, is_written, is_open;
    guint last; /* row that ends last */
};

struct lane {
    hd_trace *trace;
    gint64 end_ns;
};

static gboolean bad(const struct text *text, const char *cause, GError **error)
{
    return plan_fail(error, "%s:%u: %s", text->path, text->line, cause);
}

/* --- lines -------------------------------------------------------------------------------------
 */

static bool take_number(const char *word, gint64 *value)
{
    return g_ascii_string_to_signed(word, 10, 0, G_MAXINT64, value, NULL);
}

static bool take_seconds(const char *word, gint64 *ns)
{
    char *end = NULL;
    const double seconds = g_ascii_strtod(word, &end);
    if (end == word || *end != '\0' || !(seconds >= 0 && seconds < seconds_max)) {
        return false;
    }
    *ns = llround(seconds * ns_per_second);
    return true;
}

/* What stands behind KEY in a line, up to `end`; NULL: it is not there. */
static char *value_of(const char *line, const char *key, const char *end)
{
    const char *const begin = strstr(line, key);
    if (begin == NULL) {
        return NULL;
    }
    const char *const from = begin + strlen(key);
    const char *const stop = end == NULL ? NULL : strstr(from, end);
    char *value = stop == NULL ? g_strdup(from) : g_strndup(from, (gsize)(stop - from));
    return g_strstrip(value);
}

static gboolean read_comment(struct text *text, const char *line, GError **error)
{
    g_autofree char *name = value_of(line, "file_name:", NULL);
    g_autofree char *host = value_of(line, "hostname:", NULL);
    if (g_str_has_prefix(line, "# DXT, file_id:")) {
        if (name == NULL || *name == '\0') {
            return bad(text, "a file without a name", error);
        }
        text->file = import_files_get(text->files, name);
    } else if (g_str_has_prefix(line, "# DXT, rank:") && host != NULL) {
        g_free(text->host);
        text->host = g_steal_pointer(&host);
    } else if (g_str_has_prefix(line, "# start_time:")) {
        g_autofree char *value = value_of(line, "start_time:", NULL);
        if (!take_seconds(value, &text->start_ns)) {
            return bad(text, "start_time is no time", error);
        }
    } else if (g_str_has_prefix(line, "# nprocs:")) {
        g_autofree char *value = value_of(line, "nprocs:", NULL);
        if (!take_number(value, &text->processes)) {
            return bad(text, "nprocs is no number", error);
        }
    } else if (g_str_has_prefix(line, "# exe:") && text->program == NULL) {
        g_autofree char *value = value_of(line, "exe:", " -");
        g_auto(GStrv) words = g_strsplit(value, " ", 2);
        text->program =
            words[0] == NULL || *words[0] == '\0' ? NULL : g_path_get_basename(words[0]);
    }
    return TRUE;
}

static gboolean read_row(struct text *text, char **words, GError **error)
{
    struct row row = {.file = text->file};
    gint64 rank = 0;
    if (g_strv_length(words) < WORDS_MIN) {
        return bad(text, "fewer columns than a row has", error);
    }
    row.writes = strcmp(words[2], "write") == 0;
    if (!row.writes && strcmp(words[2], "read") != 0) {
        return bad(text, "neither write nor read", error);
    }
    if (!take_number(words[1], &rank) || rank > RANK_MAX || !take_number(words[4], &row.offset) ||
        !take_number(words[5], &row.size) || row.offset > G_MAXINT64 - row.size) {
        return bad(text, "a rank, offset or length is no number", error);
    }
    if (!take_seconds(words[6], &row.begin_ns) || !take_seconds(words[7], &row.end_ns) ||
        row.end_ns < row.begin_ns) {
        return bad(text, "the times are none, or end before they begin", error);
    }
    if (text->file == NULL) {
        return bad(text, "a row before the name of its file", error);
    }
    row.rank = (int)rank;
    const gpointer key = GINT_TO_POINTER(row.rank + 1);
    if (!g_hash_table_contains(text->hosts, key)) {
        const char *const host =
            text->host == NULL || *text->host == '\0' ? "localhost" : text->host;
        g_hash_table_insert(text->hosts, key, g_strdup(host));
    }
    g_array_append_val(text->rows, row);
    return TRUE;
}

static gboolean read_line(struct text *text, const char *line, GError **error)
{
    if (*line == '#' || *line == '\0') {
        return read_comment(text, line, error);
    }
    g_autoptr(GPtrArray) words = g_ptr_array_new_with_free_func(g_free);
    g_auto(GStrv) parts = g_strsplit_set(line, " \t", -1);
    for (guint i = 0; parts[i] != NULL; i++) {
        if (*parts[i] != '\0') {
            g_ptr_array_add(words, g_strdup(parts[i]));
        }
    }
    g_ptr_array_add(words, NULL);
    const char *const module = g_ptr_array_index(words, 0);
    if (module == NULL) {
        return TRUE;
    }
    if (strcmp(module, "X_POSIX") == 0) {
        return read_row(text, (char **)words->pdata, error);
    }
    if (!g_str_has_prefix(module, "X_")) {
        return bad(text, "no line of darshan-dxt-parser", error);
    }
    import_count(text->summary->skipped, module);
    return TRUE;
}

static gboolean read_text(struct text *text, GError **error)
{
    g_autofree char *content = NULL;
    gsize length = 0;
    if (!g_file_get_contents(text->path, &content, &length, NULL)) {
        return plan_fail(error, "%s: can't be read", text->path);
    }
    for (char *line = content; line < content + length;) {
        char *const end = line + strcspn(line, "\n");
        text->line++;
        if (*end == '\0' && end < content + length) {
            return bad(text, "holds a byte 0", error);
        }
        *end = '\0';
        if (!read_line(text, line, error)) {
            return FALSE;
        }
        line = end + 1;
    }
    return text->rows->len > 0 || plan_fail(error, "%s: holds no rows of X_POSIX%s", text->path,
                                            g_hash_table_contains(text->summary->skipped, "X_MPIIO")
                                                ? "; those of MPI-IO alone are not imported"
                                                : "");
}

/* --- the run -----------------------------------------------------------------------------------
 */

static gint by_time(gconstpointer a, gconstpointer b)
{
    const struct row *one = a;
    const struct row *other = b;
    return one->begin_ns != other->begin_ns ? (one->begin_ns < other->begin_ns ? -1 : 1)
           : one->end_ns != other->end_ns   ? (one->end_ns < other->end_ns ? -1 : 1)
                                            : 0;
}

static gint by_rank(gconstpointer a, gconstpointer b)
{
    const struct row *one = a;
    const struct row *other = b;
    return one->rank != other->rank ? one->rank - other->rank : by_time(a, b);
}

/* How large each file was at least: what was read before anybody wrote it. */
static void find_sizes(const struct text *text)
{
    for (guint i = 0; i < text->rows->len; i++) {
        const struct row *row = &g_array_index(text->rows, struct row, i);
        if (row->size > 0) {
            (row->writes ? import_file_wrote : import_file_read)(row->file,
                                                                 row->offset + row->size);
        }
    }
}

static GHashTable *find_uses(const struct row *rows, guint count)
{
    GHashTable *uses = g_hash_table_new_full(NULL, NULL, NULL, g_free);
    for (guint i = 0; i < count; i++) {
        struct use *use = g_hash_table_lookup(uses, rows[i].file);
        if (use == NULL) {
            use = g_new0(struct use, 1);
            use->oid = (int)g_hash_table_size(uses);
            use->last = i;
            g_hash_table_insert(uses, rows[i].file, use);
        }
        use->is_read |= !rows[i].writes;
        use->is_written |= rows[i].writes;
        use->last = rows[i].end_ns >= rows[use->last].end_ns ? i : use->last;
    }
    return uses;
}

static void write_open(struct text *text, hd_trace *trace, const struct row *row, struct use *use,
                       int fid, gint64 time_ns)
{
    use->is_open = true;
    import_count(text->summary->calls, "open");
    hd_trace_begin_state_at(trace, "open", time_ns);
    hd_trace_add_int(trace, "fid", fid);
    hd_trace_add_int(trace, "oid", use->oid);
    hd_trace_add_int(trace, "fd", FIRST_FD + use->oid);
    hd_trace_add_int(trace, "fileSize", row->file->initial_bytes);
    hd_trace_add_text(trace, "name", row->file->name);
    hd_trace_add_text(trace, "amode",
                      !use->is_written ? "RDONLY"
                      : use->is_read   ? "RDWR|CREAT"
                                       : "WRONLY|CREAT");
    hd_trace_end_state_at(trace, time_ns);
}

static void write_row(struct text *text, hd_trace *trace, const struct row *row,
                      const struct use *use, int fid)
{
    const char *const name = row->writes ? "pwrite" : "pread";
    import_count(text->summary->calls, name);
    hd_trace_begin_state_at(trace, name, text->start_ns + row->begin_ns);
    hd_trace_add_int(trace, "fid", fid);
    hd_trace_add_int(trace, "oid", use->oid);
    hd_trace_add_int(trace, "offset", row->offset);
    hd_trace_add_int(trace, "size", row->size);
    hd_trace_add_int(trace, "bytes", row->size);
    hd_trace_end_state_at(trace, text->start_ns + row->end_ns);
}

static void write_close(struct text *text, hd_trace *trace, const struct use *use, int fid,
                        gint64 time_ns)
{
    import_count(text->summary->calls, "close");
    hd_trace_begin_state_at(trace, "close", time_ns);
    hd_trace_add_int(trace, "fid", fid);
    hd_trace_add_int(trace, "oid", use->oid);
    hd_trace_add_int(trace, "fd", FIRST_FD + use->oid);
    hd_trace_end_state_at(trace, time_ns);
}

/* The first trace that is free then. */
static struct lane *take_lane(GArray *lanes, gint64 begin_ns)
{
    guint i = 0;
    while (i < lanes->len && g_array_index(lanes, struct lane, i).end_ns > begin_ns) {
        i++;
    }
    if (i == lanes->len) {
        const struct lane fresh = {NULL, 0};
        g_array_append_val(lanes, fresh);
    }
    return &g_array_index(lanes, struct lane, i);
}

static void write_rank(struct text *text, struct import_project *project, const struct row *rows,
                       guint count)
{
    const char *const host = g_hash_table_lookup(text->hosts, GINT_TO_POINTER(rows[0].rank + 1));
    struct import_rank *rank = import_project_rank(project, host, rows[0].rank);
    g_autoptr(GHashTable) uses = find_uses(rows, count);
    g_autoptr(GArray) lanes = g_array_new(FALSE, FALSE, sizeof(struct lane));
    for (guint i = 0; i < count; i++) {
        const struct row *row = &rows[i];
        struct use *use = g_hash_table_lookup(uses, row->file);
        struct lane *lane = take_lane(lanes, row->begin_ns);
        if (lane->trace == NULL) {
            const int number = (int)(lane - &g_array_index(lanes, struct lane, 0));
            lane->trace = import_project_trace(project, rank, number, -1);
            text->summary->threads++;
        }
        if (lane->trace == NULL) {
            break; /* import_project_end tells */
        }
        const int fid = import_rank_file(project, rank, row->file->name, row->file->initial_bytes);
        if (!use->is_open) {
            write_open(text, lane->trace, row, use, fid, text->start_ns + row->begin_ns);
        }
        write_row(text, lane->trace, row, use, fid);
        if (use->last == i) {
            write_close(text, lane->trace, use, fid, text->start_ns + row->end_ns);
        }
        lane->end_ns = row->end_ns;
    }
    for (guint i = 0; i < lanes->len; i++) {
        import_project_close(project, g_array_index(lanes, struct lane, i).trace);
    }
    text->summary->processes++;
}

static gboolean write_run(struct text *text, const struct import_options *options, GError **error)
{
    const struct row *rows = &g_array_index(text->rows, struct row, 0);
    const guint count = text->rows->len;
    const char *const name = options->name != NULL   ? options->name
                             : text->program != NULL ? text->program
                                                     : "darshan";
    g_array_sort(text->rows, by_time);
    find_sizes(text);
    g_array_sort(text->rows, by_rank);
    struct import_project *project =
        import_project_begin(options->output, name, "darshan", MAX(text->start_ns, 1), error);
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
                              ? (guint)MIN(text->processes - text->summary->processes, RANK_MAX)
                              : 0;
    return import_project_end(project, error);
}

gboolean import_dxt(const struct import_options *options, struct import_summary *summary,
                    GError **error)
{
    struct text text = {.path = options->inputs[0], .summary = summary};
    text.files = import_files_new();
    text.rows = g_array_new(FALSE, FALSE, sizeof(struct row));
    text.hosts = g_hash_table_new_full(NULL, NULL, NULL, g_free);
    const gboolean ok = read_text(&text, error) && write_run(&text, options, error);
    g_hash_table_unref(text.files);
    g_array_unref(text.rows);
    g_hash_table_unref(text.hosts);
    g_free(text.host);
    g_free(text.program);
    return ok;
}
