/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "project_write.h"

#include "plan/plan_error.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <hdtrace/project.h>
#include <hdtrace/topology.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

enum { BUFFER_BYTES = 1 << 16, FOLDER_MODE = 0777, PATH_BYTES = 8192 };

struct project_rank {
    char *host;
    int number;
    hd_fragment *fragment; /* of its first trace: of what the process says of itself */
    GHashTable *files;     /* name: number + 1 */
};

struct project_writer {
    char *target;
    char *folder; /* the hidden one */
    char *name;
    char *clock;
    gint64 start_ns;
    hd_topology *topology;
    GPtrArray *ranks;
    GPtrArray *lines; /* fragments of further threads */
    GError *error;    /* the first */
};

static void fail(struct project_writer *project)
{
    if (project->error == NULL) {
        plan_fail(&project->error, "%s: %s", project->target, hd_error_get_text());
    }
}

static void rank_free(gpointer data)
{
    struct project_rank *rank = data;
    (void)hd_fragment_destroy(rank->fragment);
    g_hash_table_unref(rank->files);
    g_free(rank->host);
    g_free(rank);
}

static void project_free(struct project_writer *project)
{
    g_ptr_array_unref(project->ranks);
    g_ptr_array_unref(project->lines);
    hd_topology_destroy(project->topology);
    g_clear_error(&project->error);
    g_free(project->target);
    g_free(project->folder);
    g_free(project->name);
    g_free(project->clock);
    g_free(project);
}

/* Each trace and each process has a file open. */
static void allow_files(void)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur < limit.rlim_max) {
        limit.rlim_cur = limit.rlim_max;
        (void)setrlimit(RLIMIT_NOFILE, &limit);
    }
}

/* Whether the folder may become ours: not there, or empty. */
static gboolean is_free(const char *target, GError **error)
{
    g_autoptr(GDir) dir = g_dir_open(target, 0, NULL);
    if (dir == NULL && g_file_test(target, G_FILE_TEST_EXISTS)) {
        return plan_fail(error, "%s: is there and no folder that can be read", target);
    }
    return dir == NULL || g_dir_read_name(dir) == NULL ||
           plan_fail(error, "%s: the folder is not empty", target);
}

gboolean project_check_target(const char *target, GError **error)
{
    g_autofree char *whole = g_canonicalize_filename(target, NULL);
    g_autofree char *parent = g_path_get_dirname(whole);
    return is_free(target, error) && (g_access(parent, W_OK | X_OK) == 0 ||
                                      plan_fail(error, "%s: %s", target, g_strerror(errno)));
}

struct project_writer *project_begin(const char *target, const char *name, const char *clock,
                                     gint64 start_ns, GError **error)
{
    static const char *const levels[] = {"Hostname", "Rank", "Thread"};
    g_autofree char *whole = g_canonicalize_filename(target, NULL);
    g_autofree char *parent = g_path_get_dirname(whole);
    g_autofree char *base = g_path_get_basename(whole);
    g_autofree char *folder = g_strdup_printf("%s/.%s.%ld", parent, base, (long)getpid());
    if (!is_free(target, error)) {
        return NULL;
    }
    if (g_mkdir(folder, FOLDER_MODE) != 0) {
        plan_fail(error, "%s: %s", target, g_strerror(errno));
        return NULL;
    }
    allow_files();
    struct project_writer *project = g_new0(struct project_writer, 1);
    project->target = g_steal_pointer(&whole);
    project->folder = g_steal_pointer(&folder);
    project->name = g_strdup(name);
    project->clock = g_strdup(clock);
    project->start_ns = start_ns;
    project->ranks = g_ptr_array_new_with_free_func(rank_free);
    project->lines = g_ptr_array_new_with_free_func(g_free);
    if (hd_topology_create(project->folder, project->name, G_N_ELEMENTS(levels), levels,
                           &project->topology) != HD_OK) {
        plan_fail(error, "%s: %s", target, hd_error_get_text());
        project_drop(project);
        return NULL;
    }
    return project;
}

struct project_rank *project_add_rank(struct project_writer *project, const char *host, int rank)
{
    struct project_rank *one = g_new0(struct project_rank, 1);
    one->host = g_strdup(host);
    one->number = rank;
    one->files = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    g_ptr_array_add(project->ranks, one);
    return one;
}

/* The first trace's fragment takes the lines of the process, the others only say where they belong.
 */
static gboolean add_fragment(struct project_writer *project, struct project_rank *rank,
                             const hd_topology_node *node)
{
    hd_fragment *fragment = NULL;
    if (hd_fragment_create(node, &fragment) != HD_OK) {
        return FALSE;
    }
    if (rank->fragment == NULL) {
        rank->fragment = fragment;
        return TRUE;
    }
    g_ptr_array_add(project->lines, g_strdup(hd_fragment_get_text(fragment, NULL)));
    return hd_fragment_destroy(fragment) == HD_OK;
}

hd_trace *project_add_trace(struct project_writer *project, struct project_rank *rank, int thread,
                            gint64 pid)
{
    g_autofree char *rank_text = g_strdup_printf("%d", rank->number);
    g_autofree char *thread_text = g_strdup_printf("%d", thread);
    g_autofree char *pid_text = pid < 0 ? g_strdup("") : g_strdup_printf("%" G_GINT64_FORMAT, pid);
    const hd_trace_property properties[] = {{"host", rank->host},
                                            {"pid", pid_text},
                                            {"rank", rank_text},
                                            {"thread", thread_text},
                                            {"clock", project->clock}};
    const hd_trace_options options = {.buffer_bytes = BUFFER_BYTES,
                                      .properties = properties,
                                      .property_count = G_N_ELEMENTS(properties),
                                      .index = true,
                                      .start_ns = project->start_ns};
    const char *const labels[] = {rank->host, rank_text, thread_text};
    const hd_topology_node *node = NULL;
    hd_trace *trace = NULL;
    if (project->error != NULL) {
        return NULL;
    }
    if (hd_topology_get_node(project->topology, G_N_ELEMENTS(labels), labels, &node) != HD_OK ||
        hd_trace_create(node, &options, &trace) != HD_OK || !add_fragment(project, rank, node)) {
        fail(project);
        (void)hd_trace_destroy(trace);
        return NULL;
    }
    return trace;
}

void project_close_trace(struct project_writer *project, hd_trace *trace)
{
    if (hd_trace_destroy(trace) != HD_OK) {
        fail(project);
    }
}

void project_add_line(struct project_writer *project, struct project_rank *rank, const char *line)
{
    if (rank->fragment == NULL || hd_fragment_add_line(rank->fragment, line) != HD_OK) {
        fail(project);
    }
}

void project_add_mpi(struct project_writer *project, struct project_rank *rank)
{
    g_autofree char *own = g_strdup_printf("Comm id=0 name='SELF' map='%d->0;'", rank->number);
    project_add_line(project, rank, own);
    project_add_line(
        project, rank,
        "Type id='0' combiner='MPI_COMBINER_NAMED' name='MPI_BYTE' integers='' addresses='' "
        "types=''");
}

void project_append_value(GString *line, const char *value)
{
    for (const char *c = value; *c != '\0'; c++) {
        if ((unsigned char)*c < ' ' || strchr("&<>\"'", *c) != NULL) {
            g_string_append_printf(line, "&#%d;", *c);
        } else {
            g_string_append_c(line, *c);
        }
    }
}

int project_add_file(struct project_writer *project, struct project_rank *rank, const char *name,
                     gint64 size_bytes)
{
    const gpointer found = g_hash_table_lookup(rank->files, name);
    if (found != NULL) {
        return GPOINTER_TO_INT(found) - 1;
    }
    const int id = (int)g_hash_table_size(rank->files);
    g_hash_table_insert(rank->files, g_strdup(name), GINT_TO_POINTER(id + 1));
    g_autoptr(GString) line = g_string_new("File name=\"");
    project_append_value(line, name);
    g_string_append_printf(line, "\" Size=%" G_GINT64_FORMAT " id=%d", MAX(size_bytes, 0), id);
    project_add_line(project, rank, line->str);
    return id;
}

/* --- end ---------------------------------------------------------------------------------------
 */

static gboolean add_fragments(struct project_writer *project, hd_project *file)
{
    for (guint i = 0; i < project->ranks->len; i++) {
        const struct project_rank *rank = g_ptr_array_index(project->ranks, i);
        size_t length = 0;
        const char *text =
            rank->fragment == NULL ? NULL : hd_fragment_get_text(rank->fragment, &length);
        if (text != NULL && hd_project_add_fragment(file, text, length, "a process") != HD_OK) {
            return FALSE;
        }
    }
    for (guint i = 0; i < project->lines->len; i++) {
        const char *text = g_ptr_array_index(project->lines, i);
        if (hd_project_add_fragment(file, text, strlen(text), "a thread") != HD_OK) {
            return FALSE;
        }
    }
    return TRUE;
}

static void write_project(struct project_writer *project)
{
    hd_project *file = NULL;
    char path[PATH_BYTES];
    if (hd_project_create(project->name, &file) != HD_OK || !add_fragments(project, file) ||
        hd_topology_get_project_path(project->topology, path, sizeof path) != HD_OK ||
        hd_project_write(file, path) != HD_OK) {
        fail(project);
    }
    hd_project_destroy(file);
}

gboolean project_end(struct project_writer *project, GError **error)
{
    if (project->error == NULL) {
        write_project(project);
    }
    if (project->error == NULL && g_rename(project->folder, project->target) != 0) {
        plan_fail(&project->error, "%s: %s", project->target, g_strerror(errno));
    }
    if (project->error != NULL) {
        g_propagate_error(error, g_steal_pointer(&project->error));
        project_drop(project);
        return FALSE;
    }
    project_free(project);
    return TRUE;
}

void project_remove(const struct project_writer *project)
{
    g_autoptr(GDir) dir = g_dir_open(project->folder, 0, NULL);
    const char *name = NULL;
    while (dir != NULL && (name = g_dir_read_name(dir)) != NULL) {
        g_autofree char *path = g_build_filename(project->folder, name, NULL);
        (void)g_unlink(path);
    }
    (void)g_rmdir(project->folder);
}

void project_drop(struct project_writer *project)
{
    project_remove(project);
    project_free(project);
}
