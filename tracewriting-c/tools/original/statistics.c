/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Statistics and indexes (FORMATS B 1.4, B 1.6). */
#include "original.h"

#include <math.h>
#include <string.h>

enum { VALUES_MAX = 256, STAMP_BYTES = 8, NANOS = 1000000000 };
enum { INDEX_HEADER_BYTES = 4, INDEX_RECORD_BYTES = 12 };

struct value {
    unsigned bytes;
    gboolean is_real;
};

struct group {
    struct value values[VALUES_MAX];
    unsigned count;
    unsigned stamp_bytes;
    gsize record_bytes;
    gboolean found;
    GString *labels; /* of the node, each with a '_' behind */
};

/* --- the header ------------------------------------------------------------------------------- */

static void check_lengths(struct original *o, const char *file, hd_reader *reader)
{
    static const struct {
        const char *attribute;
        gsize most;
    } limits[] = {{"name", 49}, {"unit", 9}, {"grouping", 19}};
    for (size_t i = 0; i < G_N_ELEMENTS(limits); i++) {
        const char *text = hd_reader_get_text(reader, 0, limits[i].attribute);
        if (text != NULL && strlen(text) > limits[i].most) {
            original_report(o, ORIGINAL_TRAP, "S9", file, -1, "%s of a value longer than %zu",
                            limits[i].attribute, limits[i].most);
        }
    }
}

static void read_value(struct original *o, const char *file, hd_reader *reader,
                       const hd_entry *entry, struct group *group)
{
    static const struct {
        const char *type;
        struct value value;
    } types[] = {
        {"INT32", {4, FALSE}}, {"INT64", {8, FALSE}}, {"FLOAT", {4, TRUE}}, {"DOUBLE", {8, TRUE}}};
    const char *type = hd_reader_get_text(reader, 0, "type");
    if (!hd_slice_equals(entry->name, "Value")) {
        original_report(o, ORIGINAL_TRAP, "S8", file, (gint64)entry->offset,
                        "value whose element is not called Value");
    }
    if (hd_reader_get_text(reader, 0, "name") == NULL) {
        original_report(o, ORIGINAL_ERROR, "S7", file, (gint64)entry->offset, "value without name");
    }
    check_lengths(o, file, reader);
    if (hd_reader_get_text(reader, 0, "multiplier") != NULL) {
        original_report(o, ORIGINAL_TRAP, "S8", file, (gint64)entry->offset,
                        "multiplier: so in the oldest files");
    }
    if (g_strcmp0(type, "STRING") == 0) {
        original_report(o, ORIGINAL_TRAP, "S7", file, (gint64)entry->offset,
                        "text, which C can't write; its records are not looked at");
        group->found = FALSE;
        return;
    }
    for (size_t i = 0; i < G_N_ELEMENTS(types); i++) {
        if (g_strcmp0(type, types[i].type) == 0 && group->count < VALUES_MAX) {
            group->values[group->count++] = types[i].value;
            group->record_bytes += types[i].value.bytes;
            return;
        }
    }
    original_report(o, ORIGINAL_ERROR, group->count < VALUES_MAX ? "S7" : "S10", file,
                    (gint64)entry->offset,
                    group->count < VALUES_MAX ? "value of a type that it does not read"
                                              : "more than 256 values");
    group->found = FALSE;
}

/** The labels lead to the file, as its name does; and the group's name is short. */
static void check_place(struct original *o, const char *file, const char *name,
                        const struct group *group)
{
    enum { GROUP_BYTES_MAX = 19 };
    g_autofree char *wanted =
        g_strdup_printf("%s_%s%s.stat", o->project, group->labels->str, name == NULL ? "" : name);
    if (name != NULL && strlen(name) > GROUP_BYTES_MAX) {
        original_report(o, ORIGINAL_ERROR, "S9", file, -1,
                        "name of a group with more than 19 characters");
    }
    if (group->labels->len == 0) {
        original_report(o, ORIGINAL_TRAP, "S16", file, -1, "no TopologyNode: so Java");
    } else if (strcmp(wanted, file) != 0) {
        original_report(o, ORIGINAL_TRAP, "S16", file, -1, "TopologyNode of another file");
    }
}

static void check_resolution(struct original *o, const char *file, hd_reader *reader)
{
    static const char *const known[] = {"Microseconds", "Mikroseconds", "Milliseconds"};
    const char *text = hd_reader_get_text(reader, 0, "timeResulution");
    gboolean is_known = text == NULL;
    for (size_t i = 0; i < G_N_ELEMENTS(known); i++) {
        is_known = is_known || strcmp(text, known[i]) == 0;
    }
    if (!is_known) {
        original_report(o, ORIGINAL_ERROR, "S5", file, -1, "timeResulution that is none");
    }
}

static void read_group(struct original *o, const char *file, hd_reader *reader, struct group *group)
{
    const char *name = hd_reader_get_text(reader, 0, "name");
    const char *stamps = hd_reader_get_text(reader, 0, "timestampDatatype");
    const char *adjustment = hd_reader_get_text(reader, 0, "timeAdjustment");
    g_autofree char *tail = g_strdup_printf("_%s.stat", name);
    if (group->found) { /* its values count as further ones of the first */
        original_report(o, ORIGINAL_ERROR, "S4", file, -1, "more than one Group");
        return;
    }
    check_place(o, file, name, group);
    check_resolution(o, file, reader);
    group->found = TRUE;
    if (name == NULL || !g_str_has_suffix(file, tail)) {
        original_report(o, ORIGINAL_ERROR, "S4", file, -1,
                        "the group's name is not that of the file");
    }
    group->stamp_bytes = g_strcmp0(stamps, "INT32") == 0 ? 4 : STAMP_BYTES;
    if (g_strcmp0(stamps, "EPOCH") != 0 && group->stamp_bytes == STAMP_BYTES) {
        original_report(o, ORIGINAL_ERROR, "S5", file, -1,
                        "timestampDatatype that is neither EPOCH nor INT32");
    }
    if (g_strcmp0(adjustment, "-0000000000.000000000") != 0) {
        original_report(o, ORIGINAL_TRAP, "S6", file, -1, "timeAdjustment that C does not write");
    }
    group->record_bytes = group->stamp_bytes;
}

static void read_header(struct original *o, const char *file, const char *header, gsize length,
                        struct group *group)
{
    hd_reader *reader = NULL;
    hd_entry entry;
    unsigned depth = 0;
    if (hd_reader_open_text(file, header, length, &reader) != HD_OK) {
        original_report(o, ORIGINAL_ERROR, "S3", file, -1, "%s", hd_read_error_get_text());
        return;
    }
    while (hd_reader_next(reader, &entry) == HD_OK) {
        if (entry.kind == HD_ENTRY_BEGIN && hd_slice_equals(entry.name, "Group")) {
            read_group(o, file, reader, group);
            depth = entry.depth;
        } else if (entry.kind == HD_ENTRY_BEGIN && hd_slice_equals(entry.name, "Label") &&
                   group->record_bytes == 0) {
            const char *label = hd_reader_get_text(reader, 0, "value");
            g_string_append_printf(group->labels, "%s_", label == NULL ? "" : label);
        } else if (entry.kind == HD_ENTRY_BEGIN && group->record_bytes > 0 &&
                   entry.depth == depth + 1) {
            read_value(o, file, reader, &entry, group);
        }
    }
    hd_reader_close(reader);
}

/* --- records ---------------------------------------------------------------------------------- */

static guint32 take_32(const char *at)
{
    guint32 value = 0;
    memcpy(&value, at, sizeof value);
    return GUINT32_FROM_BE(value);
}

/** The stamp as a number that grows with time; -1 when it is none. */
static gint64 take_stamp(const struct group *group, const char *at)
{
    const gint64 first = (gint32)take_32(at);
    if (group->stamp_bytes < STAMP_BYTES) {
        return first;
    }
    const guint32 nanos = take_32(at + 4);
    return nanos >= NANOS || first < 0 ? -1 : first * NANOS + nanos;
}

static gboolean is_finite(const struct value *value, const char *at)
{
    if (!value->is_real) {
        return TRUE;
    }
    const guint32 high = take_32(at);
    const guint32 exponent = value->bytes == 4 ? 0x7F800000U : 0x7FF00000U;
    return (high & exponent) != exponent;
}

static void check_values(struct original *o, const char *file, const struct group *group,
                         const char *at)
{
    for (unsigned i = 0; i < group->count; i++) {
        if (!is_finite(&group->values[i], at)) {
            original_report(o, ORIGINAL_TRAP, "S14", file, -1, "value that is taken for 0");
        }
        at += group->values[i].bytes;
    }
}

static void check_records(struct original *o, const char *file, const struct group *group,
                          const char *body, gsize length)
{
    gint64 last = 0;
    gsize at = length % group->record_bytes; /* the stamp of the start */
    if (at != 0) {
        last = take_stamp(group, body);
    } else {
        original_report(o, ORIGINAL_TRAP, "S12", file, -1,
                        "no stamp of the start: so before June 2009, HEAD can't read it");
    }
    if (at == length) {
        original_report(o, ORIGINAL_TRAP, "S15", file, -1, "no record: C removes such a file");
    }
    for (; at < length; at += group->record_bytes) {
        const gint64 stamp = take_stamp(group, body + at);
        if (stamp < last || stamp < 0) {
            original_report(o, ORIGINAL_ERROR, "S13", file, (gint64)at,
                            "record of a time before the one in front of it, or of none");
            return;
        }
        last = stamp;
        check_values(o, file, group, body + at + group->stamp_bytes);
    }
}

void original_check_statistics(struct original *o, const char *file)
{
    static const char end[] = "</Statistics>\n";
    g_autofree char *text = NULL;
    gsize length = 0;
    struct group group = {.count = 0};
    if (!original_load(o, file, &text, &length)) {
        return;
    }
    const gsize digits = strspn(text, "0123456789");
    const gsize bytes = (gsize)g_ascii_strtoull(text, NULL, 10);
    const char *header = text + digits + 1;
    if (digits == 0 || text[digits] != '\n' || bytes > length - digits - 1) {
        original_report(o, ORIGINAL_ERROR, "S1", file, 0, "no length of the header");
        return;
    }
    if (digits != 5) {
        original_report(o, ORIGINAL_TRAP, "S1", file, 0, "length of the header without 5 digits");
    }
    if (bytes < sizeof end - 1 ||
        memcmp(header + bytes - (sizeof end - 1), end, sizeof end - 1) != 0) {
        original_report(o, ORIGINAL_ERROR, "S2", file, (gint64)bytes,
                        "the header does not end with its end tag");
        return;
    }
    if (!original_check_xml(o, file, "S3", header, bytes)) {
        return;
    }
    group.labels = g_string_new(NULL);
    read_header(o, file, header, bytes, &group);
    (void)g_string_free(group.labels, TRUE);
    if (group.record_bytes == 0) {
        original_report(o, ORIGINAL_ERROR, "S4", file, -1, "no Group");
    }
    if (!group.found || group.record_bytes == 0) {
        return;
    }
    const gsize body = length - digits - 1 - bytes;
    if (body % group.record_bytes != 0 && body % group.record_bytes != group.stamp_bytes) {
        original_report(o, ORIGINAL_ERROR, "S11", file, -1, "ends in a record");
        return;
    }
    check_records(o, file, &group, header + bytes, body);
}

/* --- indexes ---------------------------------------------------------------------------------- */

/** Records are found by their times, and lead to places one behind the other. */
static void check_index_order(struct original *o, const char *file, const char *at, gsize count)
{
    gint64 last = -1;
    gint64 last_offset = -1;
    for (gsize i = 0; i < count; i++, at += INDEX_RECORD_BYTES) {
        const gint64 time = (gint64)(gint32)take_32(at) * NANOS + (gint32)take_32(at + 4);
        const gint64 offset = (gint32)take_32(at + 8);
        if (time < last || offset < last_offset) {
            original_report(o, ORIGINAL_ERROR, "X2", file, -1,
                            "record before the one in front of it, or negative");
            return;
        }
        last = time;
        last_offset = offset;
    }
}

void original_check_index(struct original *o, const char *file)
{
    g_autofree char *text = NULL;
    gsize length = 0;
    if (!original_load(o, file, &text, &length)) {
        return;
    }
    if (length < INDEX_HEADER_BYTES || take_32(text) != 1 ||
        (length - INDEX_HEADER_BYTES) % INDEX_RECORD_BYTES != 0) {
        original_report(o, ORIGINAL_ERROR, "X1", file, 0, "no index of version 1");
        return;
    }
    check_index_order(o, file, text + INDEX_HEADER_BYTES,
                      (length - INDEX_HEADER_BYTES) / INDEX_RECORD_BYTES);
}
