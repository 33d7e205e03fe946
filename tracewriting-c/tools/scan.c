/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "scan.h"

#include "../src/project_data.h"
#include "folder.h"

#include <stdio.h>
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

/** What is known while the files are gone through. */
struct scan {
    const char *directory;
    GPtrArray *projects;
    GHashTable *by_name; /* of the same */
    scan_complain complain;
};

static void project_free(gpointer data)
{
    struct scan_project *project = data;
    g_free(project->name);
    g_free(project->levels);
    hd_project_destroy(project->project);
    g_hash_table_unref(project->ranks);
    g_free(project);
}

static struct scan_project *get_project(struct scan *scan, const char *name)
{
    struct scan_project *project = g_hash_table_lookup(scan->by_name, name);
    if (project != NULL) {
        return project;
    }
    project = g_new0(struct scan_project, 1);
    project->name = g_strdup(name);
    project->ranks = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    if (hd_project_create(name, &project->project) != HD_OK) {
        g_error("%s", hd_error_get_text()); /* no memory: GLib ends in the same way */
    }
    g_ptr_array_add(scan->projects, project);
    g_hash_table_insert(scan->by_name, project->name, project);
    return project;
}

/** Add one file's part to the project; a part that says nothing usable is reported and left out. */
static void add_part(const struct scan *scan, struct scan_project *project, const char *origin,
                     const char *text, size_t length)
{
    if (hd_project_add_fragment(project->project, text, length, origin) != HD_OK) {
        scan->complain(origin, hd_error_get_text());
    }
}

/** Take a quoted attribute out of a fragment line or an XML header; NULL when it is not there. */
static char *attribute_of(const char *line, size_t length, const char *name)
{
    const char *const end = line + length;
    const size_t name_length = strlen(name);
    for (const char *at = line; at < end; at++) {
        const char *value = at + 1 + name_length;
        if (!g_ascii_isspace(*at) || value >= end || strncmp(at + 1, name, name_length) != 0) {
            continue;
        }
        while (value < end && g_ascii_isspace(*value)) {
            value++;
        }
        if (value == end || *value++ != '=') {
            continue;
        }
        while (value < end && g_ascii_isspace(*value)) {
            value++;
        }
        const char *const stop = value < end && (*value == '\'' || *value == '"')
                                     ? memchr(value + 1, *value, (size_t)(end - value) - 1)
                                     : NULL;
        if (stop != NULL) {
            return g_strndup(value + 1, (gsize)(stop - value) - 1);
        }
    }
    return NULL;
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
static gboolean split_by_topology(const char *stem, const char *text, struct name_parts *parts)
{
    if (!g_str_has_prefix(text, "Topology ")) {
        return FALSE;
    }
    const size_t length = strcspn(text, "\n");
    parts->levels = attribute_of(text, length, "levels");
    parts->labels = attribute_of(text, length, "labels");
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

/** Note the place of a process with a fragment, as the project will name it: characters may be
 *  written in several ways. */
static void note_place(struct scan_project *project, const char *levels, const char *labels)
{
    g_auto(GStrv) label = g_strsplit(labels, ";", -1);
    g_auto(GStrv) level = g_strsplit(levels, ";", -1);
    g_autoptr(GString) place = g_string_new(NULL);
    for (guint i = 0; label[i] != NULL && level[i] != NULL; i++) {
        g_string_append_printf(place, ";%s", label[i]);
        if (g_ascii_strcasecmp(level[i], "Rank") == 0) {
            (void)g_hash_table_add(project->ranks, g_strdup(place->str));
        }
    }
}

/** Items between semicolons; 0 when it is no list of labels or levels to the project. */
static guint count_items(const char *list)
{
    guint count = list == NULL ? 0 : 1;
    for (const char *at = list; count > 0 && *at != '\0'; at++) {
        count += *at == ';';
    }
    const gboolean has_empty = list == NULL || *list == '\0' || *list == ';' ||
                               strstr(list, ";;") != NULL || g_str_has_suffix(list, ";");
    return has_empty || count > HD__LEVELS_MAX ? 0 : count;
}

/** The line that says where the fragment belongs: the first one that the project can use. */
static void note_fragment(struct scan_project *project, const char *text, size_t length)
{
    const char *const end = text + length;
    hd__info_line line = {.size = 0};
    for (gboolean found = FALSE; !found && text < end;) {
        const char *const stop = memchr(text, '\n', (size_t)(end - text));
        const size_t bytes = stop == NULL ? (size_t)(end - text) : (size_t)(stop - text);
        if (hd__info_line_read(&line, text, bytes) == HD__LINE_OK &&
            strcmp(line.word, "Topology") == 0) {
            const char *const levels = hd__info_line_get(&line, "levels");
            const char *const labels = hd__info_line_get(&line, "labels");
            const guint count = count_items(labels);
            found = count > 0 && count <= count_items(levels);
            if (found) {
                note_place(project, levels, labels);
            }
        }
        text = stop == NULL ? end : stop + 1;
    }
    hd__info_line_fini(&line);
}

/** Note the process; of one with a fragment also its rank. */
static void note_process(struct scan_project *project, const struct name_parts *parts,
                         gboolean has_fragment, const char *text, size_t length)
{
    if (project->levels == NULL) {
        project->levels = g_strdup(parts->levels);
    }
    project->processes++;
    if (has_fragment) {
        note_fragment(project, text, length);
    }
}

/** Add a process: its fragment, or only its place when it left nothing but a trace. */
static void add_process(struct scan *scan, const char *name, const char *stem, const char *text,
                        size_t length)
{
    struct name_parts parts = {NULL, NULL, NULL};
    g_autofree char *with_line = NULL;
    const gboolean has_fragment = length > 0;
    gboolean known = split_by_topology(stem, text, &parts);
    if (!known) {
        name_parts_clear(&parts);
        parts = (struct name_parts){NULL, NULL, NULL};
        known = split_by_name(stem, &parts);
        if (known) {
            g_autofree char *line =
                g_strdup_printf("Topology levels='%s' labels='%s'\n", parts.levels, parts.labels);
            g_autoptr(GString) joined = g_string_new(line);
            (void)g_string_append_len(joined, text, (gssize)length);
            length = joined->len;
            with_line = g_string_free(g_steal_pointer(&joined), FALSE);
        }
    }
    if (known) {
        struct scan_project *project = get_project(scan, parts.project);
        text = with_line == NULL ? text : with_line;
        note_process(project, &parts, has_fragment, text, length);
        add_part(scan, project, name, text, length);
    }
    name_parts_clear(&parts);
}

/** Find the project that the statistics file `name` with the ending `tail` belongs to. A node that
 * only sampled left nothing else: then the name is PROJECT_HOST_GROUP.stat. */
static struct scan_project *project_of_statistics(struct scan *scan, const char *name,
                                                  const char *tail)
{
    g_autofree char *rest = g_strndup(name, strlen(name) - strlen(tail));
    char *last = strrchr(rest, '_');
    if (last == NULL || last == rest) {
        return NULL;
    }
    g_autofree char *front = g_strdup(rest);
    for (char *cut = strrchr(front, '_'); cut != NULL; cut = strrchr(front, '_')) {
        *cut = '\0';
        struct scan_project *project = g_hash_table_lookup(scan->by_name, front);
        if (project != NULL && rest[cut - front + 1] != '\0') {
            return project;
        }
    }
    *last = '\0';
    return get_project(scan, rest);
}

/** Get the group's name out of the header of a statistics file; NULL when it has none. */
static char *group_of(const char *directory, const char *name)
{
    enum { HEADER_LIMIT = 100 * 1024 };
    g_autofree char *path = g_build_filename(directory, name, NULL);
    FILE *in = fopen(path, "rb");
    if (in == NULL) {
        return NULL;
    }
    g_autofree char *header = g_malloc(HEADER_LIMIT + 1);
    header[fread(header, 1, HEADER_LIMIT, in)] = '\0';
    (void)fclose(in);
    const char *tag = strstr(header, "<Group");
    return tag == NULL ? NULL : attribute_of(tag, strcspn(tag, ">"), "name");
}

static void add_statistics(struct scan *scan, const char *name)
{
    g_autofree char *group = group_of(scan->directory, name);
    g_autofree char *tail = g_strdup_printf("_%s.stat", group);
    if (group == NULL || !g_str_has_suffix(name, tail)) {
        return;
    }
    struct scan_project *project = project_of_statistics(scan, name, tail);
    if (project == NULL) {
        return;
    }
    const char *levels = project->levels == NULL ? "Hostname" : project->levels;
    const char *first = name + strlen(project->name) + 1;
    g_autofree char *labels = g_strndup(first, strlen(first) - strlen(tail));
    (void)g_strdelimit(labels, "_", ';');
    g_autofree char *text =
        g_strdup_printf("Topology levels='%s' labels='%s'\nGroup name='%s' labels='%s'\n", levels,
                        labels, group, labels);
    add_part(scan, project, name, text, strlen(text));
    project->statistics++;
}

/** Cut the ending of a file that holds a trace; NULL for other files. */
static char *stem_of_trace(const char *name)
{
    static const char *const endings[] = {".trc", ".trc.zst", ".trc.gz", ".trc.tail", ".ring"};
    for (size_t i = 0; i < G_N_ELEMENTS(endings); i++) {
        if (g_str_has_suffix(name, endings[i])) {
            return g_strndup(name, strlen(name) - strlen(endings[i]));
        }
    }
    return NULL;
}

/** Add the process that a file of this name stands for, once; FALSE when it can't be read. */
static gboolean add_process_file(struct scan *scan, GHashTable *seen, const char *name,
                                 GError **error)
{
    static const char ending[] = ".info";
    if (g_str_has_suffix(name, ending)) {
        g_autofree char *stem = g_strndup(name, strlen(name) - strlen(ending));
        g_autofree char *path = g_build_filename(scan->directory, name, NULL);
        g_autofree char *text = NULL;
        gsize length = 0;
        if (!g_file_get_contents(path, &text, &length, error)) {
            return FALSE;
        }
        add_process(scan, name, stem, text, length);
        return TRUE;
    }
    g_autofree char *stem = stem_of_trace(name);
    if (stem != NULL && !g_hash_table_contains(seen, stem)) {
        add_process(scan, name, stem, "", 0);
        (void)g_hash_table_add(seen, g_steal_pointer(&stem));
    }
    return TRUE;
}

/** The stems of all fragments: their traces say nothing more. */
static GHashTable *stems_of_fragments(const GPtrArray *names)
{
    GHashTable *stems = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    for (guint i = 0; i < names->len; i++) {
        const char *name = g_ptr_array_index(names, i);
        if (g_str_has_suffix(name, ".info")) {
            (void)g_hash_table_add(stems, g_strndup(name, strlen(name) - strlen(".info")));
        }
    }
    return stems;
}

GPtrArray *scan_directory(const char *directory, scan_complain complain, GError **error)
{
    g_autoptr(GPtrArray) names = folder_list_names(directory, error);
    if (names == NULL) {
        return NULL;
    }
    g_autoptr(GPtrArray) projects = g_ptr_array_new_with_free_func(project_free);
    g_autoptr(GHashTable) by_name = g_hash_table_new(g_str_hash, g_str_equal);
    g_autoptr(GHashTable) seen = stems_of_fragments(names);
    struct scan scan = {directory, projects, by_name, complain};
    for (guint i = 0; i < names->len; i++) {
        if (!add_process_file(&scan, seen, g_ptr_array_index(names, i), error)) {
            return NULL;
        }
    }
    for (guint i = 0; i < names->len; i++) {
        const char *name = g_ptr_array_index(names, i);
        if (g_str_has_suffix(name, ".stat")) {
            add_statistics(&scan, name);
        }
    }
    return g_steal_pointer(&projects);
}
