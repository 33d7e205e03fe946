/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fragments, which the original's merger reads (FORMATS B 3.4). */
#include "original.h"

struct reading {
    struct original *o;
    const char *file;
    hd_reader *reader;
    hd_entry entry;
};

static void report(struct reading *r, original_kind kind, const char *rule, const char *text)
{
    original_report(r->o, kind, rule, r->file, (gint64)r->entry.offset, "%s", text);
}

static gboolean has_all(struct reading *r, const char *fields)
{
    g_auto(GStrv) names = g_strsplit(fields, " ", -1);
    hd_slice value;
    for (guint i = 0; names[i] != NULL; i++) {
        if (!hd_reader_find(r->reader, 0, names[i], &value)) {
            return FALSE;
        }
    }
    return TRUE;
}

/** Components stand on earlier lines. */
static void check_components(struct reading *r, GHashTable *known)
{
    const char *types = hd_reader_get_text(r->reader, 0, "types");
    g_auto(GStrv) ids = g_strsplit(types == NULL ? "" : types, ";", -1);
    const char *id = hd_reader_get_text(r->reader, 0, "id");
    for (guint i = 0; ids[i] != NULL; i++) {
        if (*ids[i] != '\0' && !g_hash_table_contains(known, ids[i])) {
            report(r, ORIGINAL_ERROR, "I3", "type whose component was not listed before");
        }
    }
    if (id != NULL) {
        (void)g_hash_table_add(known, g_strdup(id));
    }
}

/** Each list of the form in which it is taken apart. */
static void check_lists(struct reading *r)
{
    static const struct {
        const char *word;
        const char *field;
        const char *form;
    } lists[] = {{"Comm", "map", "^([0-9]+->[0-9]+;)*$"},
                 {"Type", "integers", "^(-?[0-9]+;)*$"},
                 {"Type", "addresses", "^(-?[0-9]+;)*$"},
                 {"Type", "types", "^([0-9]+;)*$"}};
    for (size_t i = 0; i < G_N_ELEMENTS(lists); i++) {
        const char *text = hd_slice_equals(r->entry.name, lists[i].word)
                               ? hd_reader_get_text(r->reader, 0, lists[i].field)
                               : NULL;
        if (text != NULL && !g_regex_match_simple(lists[i].form, text, 0, 0)) {
            original_report(r->o, ORIGINAL_ERROR, "I4", r->file, (gint64)r->entry.offset,
                            "'%s' that is no list of its kind", lists[i].field);
        }
    }
}

static void check_line(struct reading *r, GHashTable *known, GHashTable *ids)
{
    static const struct {
        const char *word;
        const char *fields;
    } lines[] = {{"File", "name Size id"}, {"Comm", "map id name"}, {"Type", "id combiner name"}};
    if (r->entry.malformed) {
        report(r, ORIGINAL_ERROR, "I1", "no line of a fragment");
        return;
    }
    const char *id = hd_reader_get_text(r->reader, 0, "id");
    g_autofree char *key =
        g_strdup_printf("%.*s %s", (int)r->entry.name.length, r->entry.name.at, id);
    const gboolean goes_on = !g_hash_table_add(ids, g_strdup(key)); /* lists may */
    for (size_t i = 0; i < G_N_ELEMENTS(lines) && !goes_on; i++) {
        if (hd_slice_equals(r->entry.name, lines[i].word) && !has_all(r, lines[i].fields)) {
            original_report(r->o, ORIGINAL_TRAP, "I2", r->file, (gint64)r->entry.offset,
                            "%s without all of: %s", lines[i].word, lines[i].fields);
        }
    }
    check_lists(r);
    if (hd_slice_equals(r->entry.name, "Type")) {
        check_components(r, known);
    }
}

void original_check_fragment(struct original *o, const char *file)
{
    g_autofree char *text = NULL;
    gsize length = 0;
    g_autoptr(GHashTable) known = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    g_autoptr(GHashTable) ids = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    if (!original_load(o, file, &text, &length) || length == 0) {
        return;
    }
    struct reading r = {.o = o, .file = file};
    if (hd_reader_open_text(file, text, length, &r.reader) != HD_OK) {
        original_report(o, ORIGINAL_ERROR, "I1", file, -1, "%s", hd_read_error_get_text());
        return;
    }
    while (hd_reader_next(r.reader, &r.entry) == HD_OK) {
        if (r.entry.kind == HD_ENTRY_LINE) {
            check_line(&r, known, ids);
        }
    }
    hd_reader_close(r.reader);
}
