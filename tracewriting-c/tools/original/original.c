/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hdtrace-check-original: hold a project against what the programs of the original read. */
#include "original.h"

#include "../folder.h"

#include <glib/gstdio.h>
#include <libxml/parser.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { EXIT_FINDING = 1, EXIT_BAD_INPUT = 2 };

/* --- for all files ---------------------------------------------------------------------------- */

void original_report(struct original *o, original_kind kind, const char *rule, const char *file,
                     gint64 offset, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    g_autofree char *text = g_strdup_vprintf(format, arguments);
    va_end(arguments);
    const gboolean is_error = kind == ORIGINAL_ERROR || o->strict;
    g_autofree char *place =
        offset < 0 ? g_strdup("") : g_strdup_printf(" byte %" G_GINT64_FORMAT ":", offset);
    (void)printf("%s:%s %s %s: %s\n", file, place, is_error ? "error" : "trap", rule, text);
    o->errors += is_error ? 1 : 0;
    o->traps += is_error ? 0 : 1;
}

gboolean original_load(struct original *o, const char *file, char **text, gsize *length)
{
    g_autofree char *path = g_build_filename(o->directory, file, NULL);
    g_autoptr(GError) error = NULL;
    if (!g_file_get_contents(path, text, length, &error)) {
        original_report(o, ORIGINAL_ERROR, "N0", file, -1, "can't be read: %s", error->message);
        return FALSE;
    }
    return TRUE;
}

gboolean original_check_xml(struct original *o, const char *file, const char *rule,
                            const char *text, gsize length)
{
    const char *nul = memchr(text, '\0', length);
    if (nul != NULL) {
        original_report(o, ORIGINAL_ERROR, rule, file, nul - text, "NUL is no character of XML");
        return FALSE;
    }
    xmlParserCtxtPtr parser = xmlNewParserCtxt();
    const int options = XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NOWARNING | XML_PARSE_HUGE;
    xmlDocPtr document = length > G_MAXINT
                             ? NULL
                             : xmlCtxtReadMemory(parser, text, (int)length, file, NULL, options);
    const gboolean good = document != NULL;
    if (!good) {
        const xmlError *const error = xmlCtxtGetLastError(parser);
        g_autofree char *cause = g_strdup(error == NULL ? "too long" : error->message);
        original_report(o, ORIGINAL_ERROR, rule, file, -1, "no well-formed XML: line %d: %s",
                        error == NULL ? 0 : error->line, g_strchomp(cause));
    } else if (document->intSubset != NULL) {
        original_report(o, ORIGINAL_ERROR, rule, file, -1, "has a document type");
    }
    xmlFreeDoc(document);
    xmlFreeParserCtxt(parser);
    return good;
}

gboolean original_is_label(const char *text)
{
    for (const char *c = text; *c != '\0'; c++) {
        if (!g_ascii_isalnum(*c) && strchr("-. ", *c) == NULL) {
            return FALSE;
        }
    }
    return *text != '\0';
}

gboolean original_is_time(hd_slice text)
{
    g_autofree char *copy = g_strndup(text.at, text.length);
    return g_regex_match_simple("^[0-9]{1,10}(\\.[0-9]{1,9})?(ms|s)?$", copy, 0, 0) &&
           g_ascii_strtoll(copy, NULL, 10) <= G_MAXINT32;
}

gboolean original_get_int32(hd_reader *reader, size_t element, const char *name, gint64 *value)
{
    return hd_reader_get_int(reader, element, name, value) && *value >= G_MININT32 &&
           *value <= G_MAXINT32;
}

/* --- the files of a project ------------------------------------------------------------------- */

/** Whether PROJECT_LABELS.ending is a node's; `group`: PROJECT_LABELS_GROUP.stat, also the root's.
 */
static gboolean is_of_node(const struct original *o, const char *stem, gboolean group)
{
    const char *rest = stem + strlen(o->project);
    if (!group) {
        return *rest == '_' && g_hash_table_contains(o->nodes, rest + 1);
    }
    const char *last = strrchr(rest, '_');
    if (last == NULL || !g_hash_table_contains(o->groups, last + 1)) {
        return FALSE;
    }
    g_autofree char *labels = g_strndup(rest, (gsize)(last - rest));
    return *labels == '\0' || g_hash_table_contains(o->nodes, labels + 1);
}

static void check_found(struct original *o, const char *file, const char *stem, gboolean group)
{
    if (!is_of_node(o, stem, group)) {
        original_report(o, ORIGINAL_TRAP, "N2", file, -1,
                        group ? "no node and group of the project lead to it"
                              : "no node of the project leads to it");
    }
}

/** An index stands beside what it is of. */
static void check_index_beside(struct original *o, const char *file, const char *stem)
{
    g_autofree char *path = g_build_filename(o->directory, stem, NULL);
    const gboolean of_known = g_str_has_suffix(stem, ".trc") || g_str_has_suffix(stem, ".stat");
    if (!of_known || !g_file_test(path, G_FILE_TEST_EXISTS)) {
        original_report(o, ORIGINAL_TRAP, "N5", file, -1, "index of no trace and no statistics");
    }
}

static void check_file(struct original *o, const char *file)
{
    static const struct {
        const char *ending;
        void (*check)(struct original *o, const char *file);
        gboolean of_node;
        gboolean of_group;
    } kinds[] = {{".trc", original_check_trace, TRUE, FALSE},
                 {".rel", original_check_relation, TRUE, FALSE},
                 {".stat", original_check_statistics, TRUE, TRUE},
                 {".info", original_check_fragment, TRUE, FALSE},
                 {".idx", original_check_index, FALSE, FALSE}};
    static const char *const unknown[] = {".trc.zst", ".trc.gz", ".trc.tail", ".ring"};
    for (size_t i = 0; i < G_N_ELEMENTS(kinds); i++) {
        if (g_str_has_suffix(file, kinds[i].ending)) {
            g_autofree char *stem = g_strndup(file, strlen(file) - strlen(kinds[i].ending));
            if (kinds[i].of_node) {
                check_found(o, file, stem, kinds[i].of_group);
            }
            if (kinds[i].check == original_check_index) {
                check_index_beside(o, file, stem);
            }
            kinds[i].check(o, file);
            return;
        }
    }
    for (size_t i = 0; i < G_N_ELEMENTS(unknown); i++) {
        if (g_str_has_suffix(file, unknown[i])) {
            original_report(o, ORIGINAL_ERROR, "N3", file, -1, "a kind of file that it lacks");
        }
    }
}

static gboolean exists(const struct original *o, const char *labels, const char *ending)
{
    g_autofree char *name = g_strdup_printf("%s_%s%s", o->project, labels, ending);
    g_autofree char *path = g_build_filename(o->directory, name, NULL);
    return g_file_test(path, G_FILE_TEST_EXISTS);
}

static void check_leaves(struct original *o, const char *file)
{
    GHashTableIter at;
    gpointer key = NULL;
    g_hash_table_iter_init(&at, o->leaves);
    while (g_hash_table_iter_next(&at, &key, NULL)) {
        if (!exists(o, key, ".trc") && !exists(o, key, ".rel")) {
            original_report(o, ORIGINAL_TRAP, "N4", file, -1, "node %s has no trace",
                            (const char *)key);
        }
    }
}

static void init(struct original *o)
{
    o->levels = g_ptr_array_new_with_free_func(g_free);
    o->nodes = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    o->leaves = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    o->groups = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    o->file_names = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    o->comm_ids = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    o->type_ids = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
}

static void fini(struct original *o)
{
    g_ptr_array_unref(o->levels);
    g_hash_table_unref(o->nodes);
    g_hash_table_unref(o->leaves);
    g_hash_table_unref(o->groups);
    g_hash_table_unref(o->file_names);
    g_hash_table_unref(o->comm_ids);
    g_hash_table_unref(o->type_ids);
    g_free(o->project);
}

static int check(const char *directory, const char *file, const GPtrArray *names, gboolean strict)
{
    struct original o = {.directory = directory, .strict = strict};
    o.project = g_strndup(file, strlen(file) - strlen(".proj"));
    g_autofree char *front = g_strconcat(o.project, "_", NULL);
    init(&o);
    if (!original_is_label(o.project)) {
        original_report(&o, ORIGINAL_ERROR, "N1", file, -1,
                        "the project's name has characters that are left out in look-ups");
    }
    original_check_project(&o, file);
    for (guint i = 0; i < names->len; i++) {
        if (g_str_has_prefix(g_ptr_array_index(names, i), front)) {
            check_file(&o, g_ptr_array_index(names, i));
        }
    }
    check_leaves(&o, file);
    (void)printf("%s: %u error%s, %u trap%s\n", file, o.errors, o.errors == 1 ? "" : "s", o.traps,
                 o.traps == 1 ? "" : "s");
    const unsigned errors = o.errors;
    fini(&o);
    return errors == 0 ? 0 : EXIT_FINDING;
}

static int check_directory(const char *directory, gboolean strict)
{
    g_autoptr(GPtrArray) names = folder_list_names(directory, NULL);
    int worst = -1;
    for (guint i = 0; names != NULL && i < names->len; i++) {
        if (g_str_has_suffix(g_ptr_array_index(names, i), ".proj")) {
            const int result = check(directory, g_ptr_array_index(names, i), names, strict);
            worst = MAX(worst, result);
        }
    }
    if (worst < 0) {
        (void)fprintf(stderr, "hdtrace check: %s: holds no project file\n", directory);
        return EXIT_BAD_INPUT;
    }
    return worst;
}

static int check_path(const char *path, gboolean strict)
{
    if (!g_str_has_suffix(path, ".proj")) {
        return check_directory(path, strict);
    }
    g_autofree char *directory = g_path_get_dirname(path);
    g_autofree char *file = g_path_get_basename(path);
    g_autoptr(GPtrArray) names = folder_list_names(directory, NULL);
    if (names == NULL || !g_file_test(path, G_FILE_TEST_IS_REGULAR)) {
        (void)fprintf(stderr, "hdtrace check: %s: no such file\n", path);
        return EXIT_BAD_INPUT;
    }
    return check(directory, file, names, strict);
}

int main(int argc, char **argv)
{
    gboolean strict = FALSE;
    gboolean original = FALSE;
    const GOptionEntry options[] = {
        {"strict", 's', 0, G_OPTION_ARG_NONE, &strict, "Take traps for errors", NULL},
        {"original", 0, G_OPTION_FLAG_HIDDEN, G_OPTION_ARG_NONE, &original, "", NULL},
        G_OPTION_ENTRY_NULL};
    g_autoptr(GError) error = NULL;
    g_autoptr(GOptionContext) context = g_option_context_new("P");
    g_option_context_set_summary(
        context, "Checks whether the programs of the original HDTrace read the project P, a .proj "
                 "file or its\nfolder. Each finding names the rule of the format that it breaks; a "
                 "trap is something that\nthe original's own files have too.\n"
                 "Exit status: 0 no error, 1 errors, 2 bad input or usage.");
    g_option_context_add_main_entries(context, options, NULL);
    if (!g_option_context_parse(context, &argc, &argv, &error)) {
        (void)fprintf(stderr, "hdtrace check: %s\n", error->message);
        return EXIT_BAD_INPUT;
    }
    if (argc != 2) {
        (void)fputs("usage: hdtrace check --original [--strict] P\n", stderr);
        return EXIT_BAD_INPUT;
    }
    return check_path(argv[1], strict);
}
