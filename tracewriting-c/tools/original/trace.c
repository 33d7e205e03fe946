/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Traces (FORMATS B 1.3, B 3.3). */
#include "original.h"

#include <string.h>

struct reading {
    struct original *o;
    const char *file;
    hd_reader *reader;
    hd_entry entry;
    char *process;                            /* "rank:thread", NULL: not by the file's name */
    unsigned decimals;                        /* of each time, in strict files */
    gboolean in_block[HD_READ_DEPTH_MAX + 2]; /* there was a state or event in it */
    gint64 last_start[HD_READ_DEPTH_MAX + 2]; /* of the state before, by depth */
    gint64 last_end[HD_READ_DEPTH_MAX + 2];
    gint64 earliest[HD_READ_DEPTH_MAX + 2]; /* of the block's states */
    gint64 latest[HD_READ_DEPTH_MAX + 2];
};

static void report(struct reading *r, original_kind kind, const char *rule, const char *text)
{
    original_report(r->o, kind, rule, r->file, (gint64)r->entry.offset, "%s", text);
}

/* --- the head --------------------------------------------------------------------------------- */

static void check_head(struct reading *r)
{
    static const char *const known[] = {"timeAdjustment", "processorSpeedinMHZ",
                                        "processorModelName"};
    const size_t count = hd_reader_get_attribute_count(r->reader, 0);
    for (size_t i = 0; i < count; i++) {
        hd_slice name;
        hd_slice value;
        (void)hd_reader_get_attribute(r->reader, 0, i, &name, &value);
        gboolean is_known = FALSE;
        for (size_t k = 0; k < G_N_ELEMENTS(known); k++) {
            is_known = is_known || hd_slice_equals(name, known[k]);
        }
        if (!is_known) {
            report(r, ORIGINAL_TRAP, "T3", "attribute of Program that the original does not write");
        }
    }
    hd_slice value;
    if (!hd_reader_find(r->reader, 0, "timeAdjustment", &value)) {
        report(r, ORIGINAL_TRAP, "T4", "no timeAdjustment: so Java, and the oldest files");
    } else if (!original_is_time(value)) {
        report(r, ORIGINAL_ERROR, "T5", "timeAdjustment that is no time");
    } else if (!g_ascii_isdigit(value.at[value.length - 1]) ||
               memchr(value.at, '.', value.length) != NULL) {
        report(r, ORIGINAL_TRAP, "T4", "timeAdjustment that is no whole seconds: so Java");
    }
    if (hd_reader_find(r->reader, 0, "processorSpeedinMHZ", &value)) {
        g_autofree char *text = g_strndup(value.at, value.length);
        if (!g_regex_match_simple("^[0-9]+(\\.[0-9]*)?$", text, 0, 0)) {
            report(r, ORIGINAL_ERROR, "T5", "processorSpeedinMHZ that is no number");
        }
    }
}

/* --- times ------------------------------------------------------------------------------------ */

static void check_time(struct reading *r, const char *name)
{
    enum { DECIMALS = 6 };
    hd_slice text;
    if (!hd_reader_find(r->reader, 0, name, &text)) {
        return; /* the reader has refused it */
    }
    if (!original_is_time(text)) {
        report(r, ORIGINAL_ERROR, "T5",
               "time that is negative, too late, or with more than 9 decimals");
    } else {
        const char *const point = memchr(text.at, '.', text.length);
        if (point == NULL || text.at + text.length - point - 1 != DECIMALS) {
            report(r, ORIGINAL_TRAP, "T6", "time with other than 6 decimals");
        }
    }
}

/** States of one level come in the order of their ends, and begin one after the other. */
static void check_order(struct reading *r)
{
    const unsigned depth = r->entry.depth;
    if (r->entry.end_ns < r->entry.start_ns) {
        report(r, ORIGINAL_ERROR, "T7", "state that ends before it begins");
    }
    if (r->in_block[depth] &&
        (r->entry.end_ns < r->last_end[depth] || r->entry.start_ns < r->last_start[depth])) {
        report(r, ORIGINAL_ERROR, "T8", "state before the one that stands in front of it");
    }
    if (r->entry.has_nested &&
        (r->entry.start_ns > r->earliest[depth + 1] || r->entry.end_ns < r->latest[depth + 1])) {
        report(r, ORIGINAL_TRAP, "T9", "state that does not enclose those inside it");
    }
    r->last_start[depth] = r->entry.start_ns;
    r->last_end[depth] = r->entry.end_ns;
    r->earliest[depth] =
        r->in_block[depth] ? MIN(r->earliest[depth], r->entry.start_ns) : r->entry.start_ns;
    r->latest[depth] =
        r->in_block[depth] ? MAX(r->latest[depth], r->entry.end_ns) : r->entry.end_ns;
}

/* --- states ----------------------------------------------------------------------------------- */

static void check_attributes(struct reading *r, const char *state)
{
    const char *wanted = original_attributes_of(state);
    hd_slice value;
    if (wanted == NULL || hd_reader_find(r->reader, 0, "err", &value)) {
        return;
    }
    g_auto(GStrv) names = g_strsplit(wanted, " ", -1);
    for (guint i = 0; names[i] != NULL; i++) {
        if (!hd_reader_find(r->reader, 0, names[i], &value)) {
            original_report(r->o, ORIGINAL_TRAP, "T15", r->file, (gint64)r->entry.offset,
                            "%s without '%s'", state, names[i]);
        }
    }
}

static void check_id(struct reading *r, const char *attribute, GHashTable *ids, const char *owner,
                     const char *what)
{
    gint64 id = 0;
    if (owner == NULL || !hd_reader_get_int(r->reader, 0, attribute, &id) || id < 0) {
        return;
    }
    g_autofree char *key = g_strdup_printf("%s:%" G_GINT64_FORMAT, owner, id);
    if (!g_hash_table_contains(ids, key)) {
        original_report(r->o, ORIGINAL_TRAP, "T16", r->file, (gint64)r->entry.offset,
                        "%s %" G_GINT64_FORMAT " that the project does not list", what, id);
    }
}

/** The elements inside a state: of which kind, and what they must say. */
static void check_children(struct reading *r, const char *state)
{
    const struct original_child *const wanted = original_child_of(state);
    g_auto(GStrv) names = wanted == NULL ? NULL : g_strsplit(wanted->attributes, " ", -1);
    hd_slice value;
    if (wanted != NULL && wanted->is_required && r->entry.data_count == 0 &&
        !hd_reader_find(r->reader, 0, "err", &value)) {
        original_report(r->o, ORIGINAL_TRAP, "T15", r->file, (gint64)r->entry.offset,
                        "%s without a child %s", state, wanted->name);
    }
    for (size_t i = 1; wanted != NULL && i <= r->entry.data_count; i++) {
        gboolean good = hd_slice_equals(hd_reader_get_name(r->reader, i), wanted->name) &&
                        hd_reader_get_depth(r->reader, i) == 1;
        for (guint k = 0; names[k] != NULL; k++) {
            good = good && hd_reader_find(r->reader, i, names[k], &value);
        }
        if (!good && !(wanted->empty != NULL &&
                       hd_slice_equals(hd_reader_get_name(r->reader, i), wanted->empty))) {
            original_report(r->o, ORIGINAL_TRAP, "T15", r->file, (gint64)r->entry.offset,
                            "%s with a child other than %s with %s", state, wanted->name,
                            wanted->attributes);
        }
    }
}

/** What the simulator looks up in the project. */
static void check_ids(struct reading *r, const char *state)
{
    g_autofree char *rank =
        r->process == NULL ? NULL : g_strndup(r->process, strcspn(r->process, ":"));
    check_id(r, "cid", r->o->comm_ids, rank, "communicator");
    if (r->o->has_types) {
        check_id(r, "tid", r->o->type_ids, r->process, "type");
    }
    if (strcmp(state, "File_open") == 0) {
        const char *name = hd_reader_get_text(r->reader, 0, "name");
        if (name != NULL && !g_hash_table_contains(r->o->file_names, name)) {
            report(r, ORIGINAL_TRAP, "T16", "file that the project does not list");
        }
    }
}

static void check_state(struct reading *r)
{
    g_autofree char *state = g_strndup(r->entry.name.at, r->entry.name.length);
    if (strcmp(state, "Program") == 0) {
        report(r, ORIGINAL_ERROR, "T18", "Program inside of Program");
    }
    if (g_regex_match_simple("^File_(read|write)_(all|at_all|ordered)_end$", state, 0, 0)) {
        report(r, ORIGINAL_TRAP, "T19", "end of a split call, which the original calls Wait");
    }
    check_time(r, "time");
    check_time(r, "end");
    check_order(r);
    if (r->entry.has_nested && r->entry.data_count > 0) {
        report(r, ORIGINAL_TRAP, "T10", "data beside nested states, which it then loses");
    }
    check_attributes(r, state);
    check_children(r, state);
    check_ids(r, state);
}

static void check_event(struct reading *r)
{
    enum { NAME_CHARACTERS_MIN = 2 };
    const char *name = hd_reader_get_text(r->reader, 0, "name");
    check_time(r, "time");
    if (name == NULL || g_utf8_strlen(name, -1) < NAME_CHARACTERS_MIN) {
        report(r, ORIGINAL_ERROR, "T11", "event with a name of less than 2 characters");
    }
}

static void check_entry(struct reading *r)
{
    const unsigned depth = r->entry.depth;
    switch (r->entry.kind) {
    case HD_ENTRY_PROGRAM:
        check_head(r);
        return;
    case HD_ENTRY_NESTED:
        r->in_block[depth] = FALSE;
        if (r->entry.parent_unknown) {
            report(r, ORIGINAL_ERROR, "T12", "nested states without the state that they are in");
        }
        return;
    case HD_ENTRY_STATE:
        check_state(r);
        r->in_block[depth] = TRUE;
        return;
    case HD_ENTRY_EVENT:
        check_event(r);
        return;
    case HD_ENTRY_BEGIN:
    case HD_ENTRY_END:
    case HD_ENTRY_TEXT:
    case HD_ENTRY_LINE:
        return;
    }
}

/** PROJECT_HOST_RANK_THREAD, where the ids of these files are those of one process. */
static char *process_of(const struct original *o, const char *file)
{
    g_autofree char *labels = g_strdup(file + strlen(o->project));
    char *dot = strrchr(labels, '.');
    *dot = '\0';
    g_auto(GStrv) parts = g_strsplit(labels, "_", -1);
    const guint count = g_strv_length(parts);
    if (count < 3 || o->levels->len != 3) {
        return NULL;
    }
    return g_strdup_printf("%s:%s", parts[count - 2], parts[count - 1]);
}

/** Blocks without states: nothing but the tags. */
static void check_empty_blocks(struct original *o, const char *file, const char *text)
{
    if (g_regex_match_simple("<Nested>\\s*</Nested>|<Nested\\s*/>", text, 0, 0)) {
        original_report(o, ORIGINAL_ERROR, "T13", file, -1, "Nested without states in it");
    }
}

static void check_beginning(struct original *o, const char *file, const char *text)
{
    if (g_str_has_prefix(text, "<?xml")) {
        original_report(o, ORIGINAL_TRAP, "T17", file, 0, "declaration of XML before Program");
    }
}

void original_check_trace(struct original *o, const char *file)
{
    g_autofree char *text = NULL;
    gsize length = 0;
    if (!original_load(o, file, &text, &length) ||
        !original_check_xml(o, file, "T1", text, length)) {
        return;
    }
    g_autofree struct reading *r = g_new0(struct reading, 1);
    hd_status status = hd_reader_open_text(file, text, length, &r->reader);
    r->o = o;
    r->file = file;
    r->process = process_of(o, file);
    check_beginning(o, file, text);
    check_empty_blocks(o, file, text);
    if (status == HD_OK && hd_reader_get_kind(r->reader) != HD_READ_TRACE) {
        original_report(o, ORIGINAL_ERROR, "T2", file, -1, "the root is no Program");
    }
    while (status == HD_OK && hd_reader_get_kind(r->reader) == HD_READ_TRACE) {
        status = hd_reader_next(r->reader, &r->entry);
        if (status == HD_OK) {
            check_entry(r);
        }
    }
    if (status != HD_END && status != HD_OK) {
        original_report(o, ORIGINAL_ERROR, "T14", file, -1, "%s", hd_read_error_get_text());
    }
    hd_reader_close(r->reader);
    g_free(r->process);
}
