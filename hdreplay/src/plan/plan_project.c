/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan_project.h"

#include "plan_error.h"

#include <hdtrace/read.h>
#include <stdlib.h>
#include <string.h>

static void communicator_free(gpointer data)
{
    struct plan_communicator *one = data;
    g_free(one->name);
    g_array_unref(one->members);
    g_free(one);
}

static void trace_free(gpointer data)
{
    struct plan_trace *trace = data;
    g_free(trace->path);
    g_free(trace->host);
    g_free(trace);
}

void plan_project_free(struct plan_project *project)
{
    if (project != NULL) {
        g_free(project->path);
        g_free(project->name);
        g_ptr_array_unref(project->communicators);
        g_hash_table_unref(project->numbers);
        g_hash_table_unref(project->files);
        g_ptr_array_unref(project->traces);
        plan_spill_free(project->spill);
        g_free(project);
    }
}

static gint64 *new_number(gint64 value)
{
    gint64 *number = g_new(gint64, 1);
    *number = value;
    return number;
}

static gint64 pair_of(int rank, gint64 cid)
{
    return ((gint64)rank << 32) | (cid & G_MAXUINT32);
}

int plan_project_find_communicator(const struct plan_project *project, int rank, gint64 cid)
{
    const gint64 key = pair_of(rank, cid);
    const gint64 *index = g_hash_table_lookup(project->numbers, &key);
    return index == NULL ? -1 : (int)*index;
}

int plan_project_count_ranks(const struct plan_project *project)
{
    int ranks = 0;
    for (guint i = 0; i < project->traces->len; i++) {
        const struct plan_trace *trace = g_ptr_array_index(project->traces, i);
        ranks = MAX(ranks, trace->rank + 1);
    }
    return ranks;
}

gint64 *plan_project_find_absent(const struct plan_project *project)
{
    const int ranks = plan_project_count_ranks(project);
    gint64 *absent = g_new(gint64, project->communicators->len + 1);
    gboolean *has_trace = g_new0(gboolean, (gsize)ranks + 1);
    for (guint i = 0; i < project->traces->len; i++) {
        has_trace[((const struct plan_trace *)g_ptr_array_index(project->traces, i))->rank] = TRUE;
    }
    for (guint c = 0; c < project->communicators->len; c++) {
        const GArray *members =
            ((const struct plan_communicator *)g_ptr_array_index(project->communicators, c))
                ->members;
        absent[c] = PLAN_ALL_PRESENT;
        for (guint m = 0; m < members->len && absent[c] == PLAN_ALL_PRESENT; m++) {
            const gint64 rank = g_array_index(members, gint64, m);
            if (rank < 0 || rank >= ranks || !has_trace[rank]) {
                absent[c] = rank;
            }
        }
    }
    g_free(has_trace);
    return absent;
}

/* --- the project file --------------------------------------------------------------------------
 */

static void begin_communicator(struct plan_project *project, const char *name)
{
    struct plan_communicator *one = g_new0(struct plan_communicator, 1);
    one->name = g_strdup(name);
    one->members = g_array_new(FALSE, FALSE, sizeof(gint64));
    g_ptr_array_add(project->communicators, one);
}

/** A member whose rank in it is not told comes last. */
static void add_member(struct plan_project *project, hd_reader *reader)
{
    gint64 global = -1;
    gint64 local = -1;
    gint64 cid = -1;
    const guint count = project->communicators->len;
    if (count == 0 || !hd_reader_get_int(reader, 0, "global", &global) || global < 0 ||
        global > G_MAXINT) {
        return;
    }
    struct plan_communicator *one = g_ptr_array_index(project->communicators, count - 1);
    if (g_strcmp0(one->name, "SELF") == 0 && one->members->len > 0) {
        /* One element stands for as many communicators as there are processes. */
        begin_communicator(project, one->name);
        one = g_ptr_array_index(project->communicators, count);
    }
    GArray *members = one->members;
    hd_slice side;
    one->is_inter = hd_reader_find(reader, 0, "group", &side) || one->is_inter;
    if (!hd_reader_get_int(reader, 0, "local", &local) || local < 0 || local > G_MAXINT / 16) {
        local = members->len;
    }
    const gint64 nobody = -1;
    while ((gint64)members->len <= local) {
        g_array_append_val(members, nobody);
    }
    g_array_index(members, gint64, local) = global;
    if (hd_reader_get_int(reader, 0, "cid", &cid) && cid >= 0) {
        g_hash_table_insert(project->numbers, new_number(pair_of((int)global, cid)),
                            new_number(project->communicators->len - 1));
    }
}

char *plan_project_file_name(const char *name)
{
    g_auto(GStrv) parts = g_strsplit(name, "/", -1);
    g_autoptr(GString) plain = g_string_new(*name == '/' ? "/" : "");
    const gsize root = plain->len;
    for (guint i = 0; parts[i] != NULL; i++) {
        if (*parts[i] != '\0' && strcmp(parts[i], ".") != 0) {
            g_string_append_printf(plain, "%s%s", plain->len > root ? "/" : "", parts[i]);
        }
    }
    return g_strdup(plain->len > root ? plain->str : name);
}

/* @return its name, the caller's; NULL: it has none, or stands there already with its first size */
static char *add_file(struct plan_project *project, hd_reader *reader)
{
    const char *text = hd_reader_get_text(reader, 0, "name");
    g_autofree char *name = text == NULL ? NULL : plan_project_file_name(text);
    if (name == NULL || g_hash_table_contains(project->files, name)) {
        return NULL;
    }
    g_hash_table_insert(project->files, g_strdup(name), new_number(0));
    return g_steal_pointer(&name);
}

/** The size stands in an element of its own, behind the file's. */
static void add_size(struct plan_project *project, hd_reader *reader, const char *file)
{
    const char *text = hd_reader_get_content_text(reader, 0);
    gint64 *size = file == NULL ? NULL : g_hash_table_lookup(project->files, file);
    if (size != NULL && text != NULL) {
        *size = g_ascii_strtoll(text, NULL, 10);
    }
}

static gboolean read_file(struct plan_project *project, hd_reader *reader, GError **error)
{
    hd_entry entry;
    hd_status status = HD_OK;
    g_autofree char *file = NULL;
    gboolean in_communicators = FALSE;
    gboolean expects_size = FALSE;
    while ((status = hd_reader_next(reader, &entry)) == HD_OK) {
        if (entry.kind == HD_ENTRY_TEXT && expects_size) {
            add_size(project, reader, file);
        }
        if (entry.kind == HD_ENTRY_END && hd_slice_equals(entry.name, "CommunicatorList")) {
            in_communicators = FALSE;
        }
        if (entry.kind != HD_ENTRY_BEGIN) {
            continue;
        }
        expects_size = hd_slice_equals(entry.name, "InitialSize");
        if (entry.depth == 0) {
            g_free(project->name);
            project->name = g_strdup(hd_reader_get_text(reader, 0, "name"));
            hd_slice simulator;
            project->is_simulated = hd_reader_find(reader, 0, "simulator", &simulator);
        } else if (hd_slice_equals(entry.name, "CommunicatorList")) {
            in_communicators = TRUE;
        } else if (in_communicators && hd_slice_equals(entry.name, "Communicator")) {
            begin_communicator(project, hd_reader_get_text(reader, 0, "name"));
        } else if (in_communicators && hd_slice_equals(entry.name, "Rank")) {
            add_member(project, reader);
        } else if (hd_slice_equals(entry.name, "File")) {
            g_free(file);
            file = add_file(project, reader);
        }
    }
    if (status != HD_END) {
        return plan_fail(error, "%s", hd_read_error_get_text());
    }
    if (project->name == NULL) {
        return plan_fail(error, "%s: the project has no name", project->path);
    }
    return TRUE;
}

/* --- its traces --------------------------------------------------------------------------------
 */

/** `NAME_host_RANK_THREAD.trc`, also compressed; FALSE: another file. */
static gboolean parse_trace_name(const char *file, const char *project, int *rank, int *thread,
                                 char **host)
{
    static const char *const endings[] = {".trc", ".trc.zst", ".trc.gz"};
    const size_t length = strlen(project);
    if (strncmp(file, project, length) != 0 || file[length] != '_') {
        return FALSE;
    }
    for (size_t i = 0; i < G_N_ELEMENTS(endings); i++) {
        if (g_str_has_suffix(file, endings[i])) {
            g_autofree char *stem = g_strndup(file, strlen(file) - strlen(endings[i]));
            char *last = strrchr(stem, '_');
            *last = '\0';
            char *before = strrchr(stem, '_');
            char *end = NULL;
            char *end_of_rank = NULL;
            if (before == NULL) {
                return FALSE;
            }
            *thread = (int)strtol(last + 1, &end, 10);
            *rank = (int)strtol(before + 1, &end_of_rank, 10);
            if (*end != '\0' || end == last + 1 || *end_of_rank != '\0' ||
                end_of_rank == before + 1 || *rank < 0) {
                return FALSE;
            }
            *before = '\0';
            *host = g_strdup(strlen(stem) > length ? stem + length + 1 : "");
            return TRUE;
        }
    }
    return FALSE;
}

static gint compare_traces(gconstpointer a, gconstpointer b)
{
    const struct plan_trace *one = *(const struct plan_trace *const *)a;
    const struct plan_trace *other = *(const struct plan_trace *const *)b;
    return one->rank != other->rank ? one->rank - other->rank : one->thread - other->thread;
}

static gboolean find_traces(struct plan_project *project, GError **error)
{
    g_autofree char *folder = g_path_get_dirname(project->path);
    g_autoptr(GDir) dir = g_dir_open(folder, 0, error);
    if (dir == NULL) {
        return FALSE;
    }
    g_autofree char *base = g_path_get_basename(project->path);
    char *ending = strrchr(base, '.');
    if (ending != NULL) {
        *ending = '\0';
    }
    const char *file = NULL;
    while ((file = g_dir_read_name(dir)) != NULL) {
        int rank = 0;
        int thread = 0;
        char *host = NULL;
        if (parse_trace_name(file, base, &rank, &thread, &host)) {
            struct plan_trace *trace = g_new(struct plan_trace, 1);
            *trace = (struct plan_trace){g_build_filename(folder, file, NULL), rank, thread, host};
            g_ptr_array_add(project->traces, trace);
        }
    }
    g_ptr_array_sort(project->traces, compare_traces);
    if (project->traces->len == 0) {
        return plan_fail(error, "%s: the project has no traces", project->path);
    }
    for (guint i = 1; i < project->traces->len; i++) {
        if (compare_traces(&project->traces->pdata[i - 1], &project->traces->pdata[i]) == 0) {
            const struct plan_trace *one = project->traces->pdata[i - 1];
            const struct plan_trace *other = project->traces->pdata[i];
            return plan_fail(error, "%s and %s: both say they are rank %d, thread %d", one->path,
                             other->path, one->rank, one->thread);
        }
    }
    return TRUE;
}

/** A folder stands for the one project in it. */
static char *find_project_file(const char *path, GError **error)
{
    if (!g_file_test(path, G_FILE_TEST_IS_DIR)) {
        return g_strdup(path);
    }
    g_autoptr(GDir) dir = g_dir_open(path, 0, error);
    g_autofree char *found = NULL;
    const char *file = NULL;
    while (dir != NULL && (file = g_dir_read_name(dir)) != NULL) {
        if (g_str_has_suffix(file, ".proj")) {
            if (found != NULL) {
                plan_fail(error, "%s: the folder holds more than one project", path);
                return NULL;
            }
            found = g_build_filename(path, file, NULL);
        }
    }
    if (dir != NULL && found == NULL) {
        plan_fail(error, "%s: the folder holds no project (.proj)", path);
    }
    return g_steal_pointer(&found);
}

struct plan_project *plan_project_read(const char *path, GError **error)
{
    g_autofree char *file = find_project_file(path, error);
    hd_reader *reader = NULL;
    if (file == NULL) {
        return NULL;
    }
    if (hd_reader_open(file, &reader) != HD_OK) {
        plan_fail(error, "%s", hd_read_error_get_text());
        return NULL;
    }
    struct plan_project *project = g_new0(struct plan_project, 1);
    project->spill = plan_spill_new();
    project->path = g_steal_pointer(&file);
    project->communicators = g_ptr_array_new_with_free_func(communicator_free);
    project->numbers = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, g_free);
    project->files = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    project->traces = g_ptr_array_new_with_free_func(trace_free);
    const gboolean ok = read_file(project, reader, error) && find_traces(project, error);
    hd_reader_close(reader);
    if (!ok) {
        plan_project_free(project);
        return NULL;
    }
    return project;
}
