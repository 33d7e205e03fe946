/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sites.h"

#include "lines.h"

#include <stdlib.h>
#include <string.h>

struct sites {
    GHashTable *texts;                       /* number -> attributes */
    GHashTable *missing[LINES_RESULT_COUNT]; /* path -> number of places without source */
};

static const char *const causes[LINES_RESULT_COUNT] = {
    [LINES_NO_OBJECT] = "cannot be read any more",
    [LINES_OTHER_BUILD] = "has been built anew since the run",
    [LINES_NO_DEBUG] = "has no debug information; compile it with -g",
    [LINES_NO_LINE] = "has debug information, but not of these",
};

/* Value of ` name='value'` in a line, references decoded; NULL when it has none. */
static char *take_field(const char *line, const char *name)
{
    g_autofree char *start = g_strdup_printf(" %s='", name);
    const char *const found = strstr(line, start);
    const char *const value = found == NULL ? NULL : found + strlen(start);
    const char *const end = value == NULL ? NULL : strchr(value, '\'');
    if (end == NULL) {
        return NULL;
    }
    static const char *const references[][2] = {
        {"&lt;", "<"}, {"&gt;", ">"}, {"&apos;", "'"}, {"&quot;", "\""}, {"&amp;", "&"}};
    GString *const text = g_string_new_len(value, end - value);
    for (guint i = 0; i < G_N_ELEMENTS(references); i++) {
        (void)g_string_replace(text, references[i][0], references[i][1], 0);
    }
    return g_string_free(text, FALSE);
}

static void note_missing(sites *all, lines_result why, const char *path)
{
    GHashTable *const table = all->missing[why];
    const guint count = GPOINTER_TO_UINT(g_hash_table_lookup(table, path));
    g_hash_table_insert(table, g_strdup(path), GUINT_TO_POINTER(count + 1));
}

static void take_line(sites *all, GHashTable *objects, const char *line)
{
    g_autofree char *id = take_field(line, "id");
    g_autofree char *offset = take_field(line, "offset");
    g_autofree char *build = take_field(line, "build");
    g_autofree char *path = take_field(line, "module");
    if (id == NULL || offset == NULL || build == NULL || path == NULL) {
        return;
    }
    lines *object = g_hash_table_lookup(objects, path);
    if (object == NULL) {
        object = lines_open(path, build);
        g_hash_table_insert(objects, g_strdup(path), object);
    }
    const char *file = NULL;
    int number = 0;
    const lines_result result =
        lines_find(object, g_ascii_strtoull(offset, NULL, 10), &file, &number);
    if (result != LINES_OK) {
        note_missing(all, result, path);
        return;
    }
    g_autofree char *escaped = g_markup_escape_text(file, -1);
    char *const text = g_strdup_printf(" cFile='%s' cLine='%d'", escaped, number);
    g_hash_table_insert(all->texts, GUINT_TO_POINTER(g_ascii_strtoull(id, NULL, 10)), text);
}

static void close_object(gpointer object)
{
    lines_close(object);
}

sites *sites_read(const char *fragment_path, GError **error)
{
    g_autofree char *text = NULL;
    if (!g_file_get_contents(fragment_path, &text, NULL, error)) {
        return NULL;
    }
    sites *const all = g_new0(sites, 1);
    all->texts = g_hash_table_new_full(NULL, NULL, NULL, g_free);
    for (guint i = 0; i < LINES_RESULT_COUNT; i++) {
        all->missing[i] = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    }
    g_autoptr(GHashTable) objects =
        g_hash_table_new_full(g_str_hash, g_str_equal, g_free, close_object);
    g_auto(GStrv) all_lines = g_strsplit(text, "\n", -1);
    for (char **line = all_lines; *line != NULL; line++) {
        if (g_str_has_prefix(*line, "Site ")) {
            take_line(all, objects, *line);
        }
    }
    return all;
}

void sites_free(sites *all)
{
    if (all == NULL) {
        return;
    }
    g_hash_table_unref(all->texts);
    for (guint i = 0; i < LINES_RESULT_COUNT; i++) {
        g_hash_table_unref(all->missing[i]);
    }
    g_free(all);
}

guint sites_get_count(const sites *all)
{
    return g_hash_table_size(all->texts);
}

const char *sites_get_text(const sites *all, guint64 id)
{
    return g_hash_table_lookup(all->texts, GUINT_TO_POINTER(id));
}

guint sites_report(const sites *all, void (*say)(const char *object, const char *cause))
{
    guint places = 0;
    for (guint why = 0; why < LINES_RESULT_COUNT; why++) {
        GHashTableIter iterator;
        gpointer path = NULL, count = NULL;
        g_hash_table_iter_init(&iterator, all->missing[why]);
        while (g_hash_table_iter_next(&iterator, &path, &count)) {
            g_autofree char *text =
                g_strdup_printf("%s (%u call%s)", causes[why], GPOINTER_TO_UINT(count),
                                GPOINTER_TO_UINT(count) == 1 ? "" : "s");
            say(path, text);
            places += GPOINTER_TO_UINT(count);
        }
    }
    return places;
}
