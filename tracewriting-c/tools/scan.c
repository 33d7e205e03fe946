/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "scan.h"

#include <string.h>

/** A file name taken apart, as far as it belongs to a project. */
struct name_parts {
    char *project;
    char *labels; /**< joined by ';' */
    char *levels; /**< joined by ';' */
};

static void name_parts_clear(struct name_parts *parts)
{
    g_free(parts->project);
    g_free(parts->labels);
    g_free(parts->levels);
}

static void part_free(gpointer data)
{
    struct scan_part *part = data;
    g_free(part->origin);
    (void)g_string_free(part->text, TRUE);
    g_free(part);
}

static void project_free(gpointer data)
{
    struct scan_project *project = data;
    g_free(project->name);
    g_ptr_array_unref(project->parts);
    g_free(project);
}

static gint compare_names(gconstpointer a, gconstpointer b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/** List the folder's file names, sorted, so that the same folder always gives the same project. */
static GPtrArray *list_names(const char *directory, GError **error)
{
    g_autoptr(GDir) dir = g_dir_open(directory, 0, error);
    if (dir == NULL) {
        return NULL;
    }
    GPtrArray *names = g_ptr_array_new_with_free_func(g_free);
    for (const char *name = g_dir_read_name(dir); name != NULL; name = g_dir_read_name(dir)) {
        g_ptr_array_add(names, g_strdup(name));
    }
    g_ptr_array_sort(names, compare_names);
    return names;
}

static struct scan_project *get_project(GPtrArray *projects, const char *name)
{
    for (guint i = 0; i < projects->len; i++) {
        struct scan_project *project = g_ptr_array_index(projects, i);
        if (strcmp(project->name, name) == 0) {
            return project;
        }
    }
    struct scan_project *project = g_new0(struct scan_project, 1);
    project->name = g_strdup(name);
    project->parts = g_ptr_array_new_with_free_func(part_free);
    g_ptr_array_add(projects, project);
    return project;
}

static void add_part(struct scan_project *project, const char *origin, GString *text)
{
    struct scan_part *part = g_new0(struct scan_part, 1);
    part->origin = g_strdup(origin);
    part->text = text;
    g_ptr_array_add(project->parts, part);
}

/** Take a quoted attribute out of a fragment line or an XML header; NULL when it is not there. */
static char *attribute_of(const char *line, size_t length, const char *name)
{
    g_autofree char *text = g_strndup(line, length);
    g_autofree char *pattern = g_strdup_printf("\\s%s\\s*=\\s*(?:'([^']*)'|\"([^\"]*)\")", name);
    g_autoptr(GRegex) regex = g_regex_new(pattern, 0, 0, NULL);
    g_autoptr(GMatchInfo) match = NULL;
    if (!g_regex_match(regex, text, 0, &match)) {
        return NULL;
    }
    char *single = g_match_info_fetch(match, 1);
    if (single != NULL && *single != '\0') {
        return single;
    }
    g_free(single);
    return g_match_info_fetch(match, 2);
}

/** Characters that file names do not take became '-' (format.md, names). */
static void sanitise(char *text)
{
    for (char *c = text; *c != '\0'; c++) {
        if (!g_ascii_isalnum(*c) && *c != '.' && *c != '-') {
            *c = '-';
        }
    }
}

/** Split `stem` by the fragment's own Topology line: what is left of the labels is the project. */
static gboolean split_by_topology(const char *stem, const GString *text, struct name_parts *parts)
{
    if (!g_str_has_prefix(text->str, "Topology ")) {
        return FALSE;
    }
    const size_t length = strcspn(text->str, "\n");
    parts->levels = attribute_of(text->str, length, "levels");
    parts->labels = attribute_of(text->str, length, "labels");
    if (parts->levels == NULL || parts->labels == NULL) {
        return FALSE;
    }
    g_auto(GStrv) labels = g_strsplit(parts->labels, ";", -1);
    g_autoptr(GString) tail = g_string_new(NULL);
    for (guint i = 0; labels[i] != NULL; i++) {
        sanitise(labels[i]);
        g_string_append_printf(tail, "_%s", labels[i]);
    }
    if (g_str_has_suffix(stem, tail->str)) {
        parts->project = g_strndup(stem, strlen(stem) - tail->len);
    } else { /* the name was made unique by a suffix: cut as many components as there are labels */
        parts->project = g_strdup(stem);
        for (guint i = 0; i < g_strv_length(labels); i++) {
            char *cut = strrchr(parts->project, '_');
            if (cut == NULL) {
                return FALSE;
            }
            *cut = '\0';
        }
    }
    return TRUE;
}

/** Split `stem` from the right into project, host, rank and thread, as the original's names. */
static gboolean split_by_name(const char *stem, struct name_parts *parts)
{
    g_autofree char *rest = g_strdup(stem);
    const char *component[3] = {NULL};
    for (int i = 2; i >= 0; i--) {
        char *cut = strrchr(rest, '_');
        if (cut == NULL || cut == rest) {
            return FALSE;
        }
        component[i] = cut + 1;
        *cut = '\0';
    }
    parts->project = g_strdup(rest);
    parts->levels = g_strdup("Hostname;Rank;Thread");
    parts->labels = g_strjoin(";", component[0], component[1], component[2], NULL);
    return TRUE;
}

/** Add a process: its fragment, or only its place when it left nothing but a trace. */
static void add_process(GPtrArray *projects, const char *name, GString *text)
{
    struct name_parts parts = {NULL, NULL, NULL};
    g_autofree char *stem = g_strndup(name, (size_t)(strrchr(name, '.') - name));
    gboolean known = split_by_topology(stem, text, &parts);
    if (!known) {
        name_parts_clear(&parts);
        parts = (struct name_parts){NULL, NULL, NULL};
        known = split_by_name(stem, &parts);
        if (known) {
            g_autofree char *line =
                g_strdup_printf("Topology levels='%s' labels='%s'\n", parts.levels, parts.labels);
            g_string_prepend(text, line);
        }
    }
    if (known) {
        struct scan_project *project = get_project(projects, parts.project);
        add_part(project, name, text);
        project->processes++;
    } else {
        (void)g_string_free(text, TRUE);
    }
    name_parts_clear(&parts);
}

static GString *read_text(const char *directory, const char *name, gsize limit, GError **error)
{
    g_autofree char *path = g_build_filename(directory, name, NULL);
    g_autofree char *content = NULL;
    gsize length = 0;
    if (!g_file_get_contents(path, &content, &length, error)) {
        return NULL;
    }
    return g_string_new_len(content, (gssize)MIN(length, limit));
}

/** Find the project that the statistics file `name` with the ending `tail` belongs to. A node that
 * only sampled left nothing else: then the name is PROJECT_HOST_GROUP.stat. */
static struct scan_project *project_of_statistics(GPtrArray *projects, const char *name,
                                                  const char *tail)
{
    for (guint i = 0; i < projects->len; i++) {
        struct scan_project *project = g_ptr_array_index(projects, i);
        g_autofree char *front = g_strconcat(project->name, "_", NULL);
        if (g_str_has_prefix(name, front) && strlen(name) > strlen(front) + strlen(tail)) {
            return project;
        }
    }
    g_autofree char *rest = g_strndup(name, strlen(name) - strlen(tail));
    char *cut = strrchr(rest, '_');
    if (cut == NULL || cut == rest) {
        return NULL;
    }
    *cut = '\0';
    return get_project(projects, rest);
}

/** Get the levels of the project's processes; hosts alone when it has none. */
static char *levels_of(const struct scan_project *project)
{
    if (project->parts->len == 0) {
        return g_strdup("Hostname");
    }
    const struct scan_part *first = g_ptr_array_index(project->parts, 0);
    return attribute_of(first->text->str, strcspn(first->text->str, "\n"), "levels");
}

/** Get the group's name out of the header of a statistics file; NULL when it has none. */
static char *group_of(const char *directory, const char *name)
{
    enum { HEADER_LIMIT = 100 * 1024 };
    GString *header = read_text(directory, name, HEADER_LIMIT, NULL);
    if (header == NULL) {
        return NULL;
    }
    const char *tag = strstr(header->str, "<Group");
    char *group = tag == NULL ? NULL : attribute_of(tag, strcspn(tag, ">"), "name");
    (void)g_string_free(header, TRUE);
    return group;
}

static void add_statistics(GPtrArray *projects, const char *directory, const char *name)
{
    g_autofree char *group = group_of(directory, name);
    g_autofree char *tail = g_strdup_printf("_%s.stat", group);
    if (group == NULL || !g_str_has_suffix(name, tail)) {
        return;
    }
    struct scan_project *project = project_of_statistics(projects, name, tail);
    if (project == NULL) {
        return;
    }
    g_autofree char *levels = levels_of(project);
    const char *first = name + strlen(project->name) + 1;
    g_autofree char *labels = g_strndup(first, strlen(first) - strlen(tail));
    (void)g_strdelimit(labels, "_", ';');
    GString *text = g_string_new(NULL);
    g_string_printf(text, "Topology levels='%s' labels='%s'\nGroup name='%s' labels='%s'\n", levels,
                    labels, group, labels);
    add_part(project, name, text);
    project->statistics++;
}

static gboolean is_trace(const char *name)
{
    return g_str_has_suffix(name, ".trc");
}

static gboolean has_fragment(const GPtrArray *names, const char *trace)
{
    g_autofree char *fragment =
        g_strdup_printf("%.*s.info", (int)(strlen(trace) - strlen(".trc")), trace);
    for (guint i = 0; i < names->len; i++) {
        if (strcmp(g_ptr_array_index(names, i), fragment) == 0) {
            return TRUE;
        }
    }
    return FALSE;
}

GPtrArray *scan_directory(const char *directory, GError **error)
{
    g_autoptr(GPtrArray) names = list_names(directory, error);
    if (names == NULL) {
        return NULL;
    }
    g_autoptr(GPtrArray) projects = g_ptr_array_new_with_free_func(project_free);
    for (guint i = 0; i < names->len; i++) {
        const char *name = g_ptr_array_index(names, i);
        if (g_str_has_suffix(name, ".info")) {
            GString *text = read_text(directory, name, G_MAXSSIZE, error);
            if (text == NULL) {
                return NULL;
            }
            add_process(projects, name, text);
        } else if (is_trace(name) && !has_fragment(names, name)) {
            add_process(projects, name, g_string_new(NULL));
        }
    }
    for (guint i = 0; i < names->len; i++) {
        const char *name = g_ptr_array_index(names, i);
        if (g_str_has_suffix(name, ".stat")) {
            add_statistics(projects, directory, name);
        }
    }
    return g_steal_pointer(&projects);
}
