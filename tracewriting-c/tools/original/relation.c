/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Relations (FORMATS B 1.5). */
#include "original.h"

#include <string.h>

struct reading {
    struct original *o;
    const char *file;
    hd_reader *reader;
    hd_entry entry;
    GHashTable *open; /* token -> struct token */
    gint64 next;
};

static void report(struct reading *r, original_kind kind, const char *rule, const char *text)
{
    original_report(r->o, kind, rule, r->file, (gint64)r->entry.offset, "%s", text);
}

/** A token that was made and is not destroyed. */
struct token {
    unsigned states; /* open */
    double time;     /* of its entry before */
};

static void check_numbers(struct reading *r)
{
    static const char *const numbers[] = {"localToken", "topologyNumber"};
    hd_slice time;
    for (size_t i = 0; i < G_N_ELEMENTS(numbers); i++) {
        const char *text = hd_reader_get_text(r->reader, 0, numbers[i]);
        if (text != NULL && !g_regex_match_simple("^[0-9]+$", text, 0, 0)) {
            original_report(r->o, ORIGINAL_ERROR, "L2", r->file, 0, "'%s' that is no number",
                            numbers[i]);
        }
    }
    if (hd_reader_find(r->reader, 0, "timeAdjustment", &time) && !original_is_time(time)) {
        report(r, ORIGINAL_ERROR, "L2", "timeAdjustment that is no time");
    }
}

static void check_head(struct reading *r)
{
    static const char *const needed[] = {"hostID", "localToken", "topologyNumber",
                                         "timeAdjustment"};
    const char *version = hd_reader_get_text(r->reader, 0, "version");
    if (!hd_slice_equals(r->entry.name, "relation") || g_strcmp0(version, "1") != 0) {
        report(r, ORIGINAL_ERROR, "L2", "the root is no relation of version 1");
    }
    for (size_t i = 0; i < G_N_ELEMENTS(needed); i++) {
        if (hd_reader_get_text(r->reader, 0, needed[i]) == NULL) {
            original_report(r->o, ORIGINAL_ERROR, "L2", r->file, 0, "no '%s'", needed[i]);
        }
    }
    check_numbers(r);
}

static void check_time(struct reading *r)
{
    hd_slice time;
    if (!hd_reader_find(r->reader, 0, "time", &time) || !original_is_time(time)) {
        report(r, ORIGINAL_ERROR, "L3", "no time");
    }
}

static double get_time(struct reading *r)
{
    const char *text = hd_reader_get_text(r->reader, 0, "time");
    return text == NULL ? 0 : g_ascii_strtod(text, NULL);
}

/** At most one of them, each of its form. */
static void check_parent(struct reading *r)
{
    static const struct {
        const char *name;
        const char *form;
    } links[] = {{"p", "^[0-9]+:[0-9]+$"},
                 {"l", "^[0-9]+:[0-9]+:[0-9]+$"},
                 {"r", "^[^:]+:[0-9]+:[0-9]+:[0-9]+$"},
                 {"i", ""}};
    unsigned count = 0;
    for (size_t i = 0; i < G_N_ELEMENTS(links); i++) {
        const char *link = hd_reader_get_text(r->reader, 0, links[i].name);
        count += link != NULL;
        if (link != NULL && !g_regex_match_simple(links[i].form, link, 0, 0)) {
            report(r, ORIGINAL_ERROR, "L5", "link to a parent that is not of its form");
        }
    }
    if (count > 1) {
        report(r, ORIGINAL_ERROR, "L5", "token with more than one parent");
    }
}

static void make_token(struct reading *r, gint64 token)
{
    check_parent(r);
    if (token != r->next) {
        report(r, ORIGINAL_ERROR, "L4", "tokens do not count up from 0");
    }
    r->next = token + 1;
    struct token *const made = g_new0(struct token, 1);
    made->time = get_time(r);
    (void)g_hash_table_insert(r->open, g_memdup2(&token, sizeof token), made);
}

static void use_token(struct reading *r, gint64 token)
{
    struct token *const used = g_hash_table_lookup(r->open, &token);
    if (used == NULL) {
        report(r, ORIGINAL_ERROR, "L6", "token that was not made, or is destroyed");
        return;
    }
    if (get_time(r) < used->time) {
        report(r, ORIGINAL_ERROR, "L11", "entry of a token before the one in front of it");
    }
    used->time = get_time(r);
    if (hd_slice_equals(r->entry.name, "s")) {
        used->states++;
        if (hd_reader_get_text(r->reader, 0, "name") == NULL) {
            report(r, ORIGINAL_ERROR, "L7", "state without name");
        }
    } else if (hd_slice_equals(r->entry.name, "e")) {
        if (used->states == 0) {
            report(r, ORIGINAL_ERROR, "L8", "end without a state");
        }
        used->states -= used->states > 0;
    } else {
        if (used->states > 0) {
            report(r, ORIGINAL_ERROR, "L8", "token destroyed while states are open");
        }
        (void)g_hash_table_remove(r->open, &token);
    }
}

static void check_entry(struct reading *r)
{
    static const char *const names[] = {"rel", "s", "e", "un"};
    gint64 token = 0;
    gboolean is_known = FALSE;
    for (size_t i = 0; i < G_N_ELEMENTS(names); i++) {
        is_known = is_known || hd_slice_equals(r->entry.name, names[i]);
    }
    if (!is_known) {
        report(r, ORIGINAL_ERROR, "L9", "element that is none of a relation");
        return;
    }
    check_time(r);
    if (!hd_reader_get_int(r->reader, 0, "t", &token)) {
        report(r, ORIGINAL_ERROR, "L4", "no token");
    } else if (hd_slice_equals(r->entry.name, "rel")) {
        make_token(r, token);
    } else {
        use_token(r, token);
    }
}

void original_check_relation(struct original *o, const char *file)
{
    g_autofree char *text = NULL;
    gsize length = 0;
    struct reading r = {.o = o, .file = file};
    if (!original_load(o, file, &text, &length) ||
        !original_check_xml(o, file, "L1", text, length)) {
        return;
    }
    if (hd_reader_open_text(file, text, length, &r.reader) != HD_OK) {
        original_report(o, ORIGINAL_ERROR, "L1", file, -1, "%s", hd_read_error_get_text());
        return;
    }
    r.open = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, g_free);
    while (hd_reader_next(r.reader, &r.entry) == HD_OK) {
        if (r.entry.kind == HD_ENTRY_BEGIN && r.entry.depth == 0) {
            check_head(&r);
        } else if (r.entry.kind == HD_ENTRY_BEGIN && r.entry.depth == 1) {
            check_entry(&r);
        }
    }
    if (r.next == 0) {
        original_report(o, ORIGINAL_TRAP, "L12", file, -1, "no token: C removes such a file");
    }
    if (g_hash_table_size(r.open) > 0) {
        original_report(o, ORIGINAL_TRAP, "L10", file, -1,
                        "%u tokens that are not destroyed, and so lost", g_hash_table_size(r.open));
    }
    g_hash_table_unref(r.open);
    hd_reader_close(r.reader);
}
