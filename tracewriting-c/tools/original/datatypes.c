/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Datatypes of the project file (FORMATS B 1.2). */
#include "project_reading.h"

#include <string.h>

struct kind {
    const char *tag;
    const char *attributes; /* whole numbers, separated by blanks */
    const char *child;
    const char *child_attributes;
    gboolean is_placeholder; /* read, but as a type of size zero */
    const char *count;       /* attribute that tells how many children there are */
};

static const struct kind kinds[] = {
    {"NAMED", "id", NULL, NULL, FALSE, NULL},
    {"CONTIGUOUS", "id count oldType", NULL, NULL, FALSE, NULL},
    {"VECTOR", "id count blocklength stride oldType", NULL, NULL, FALSE, NULL},
    {"STRUCT", "id count", "Type", "id displacement blocklen", FALSE, "count"},
    {"SUBARRAY", "id ndims oldType", "Dimension", "size subsize start", FALSE, "ndims"},
    {"HVECTOR", "id", NULL, NULL, TRUE, NULL},
    {"HINDEXED", "id", NULL, NULL, TRUE, NULL},
    {"INDEXED_BLOCK", "id", NULL, NULL, TRUE, NULL},
};

static gboolean is_known_name(const char *name)
{
    static const char *const names[] = {"MPI_LB",
                                        "MPI_UB",
                                        "MPI_BYTE",
                                        "MPI_FLOAT",
                                        "MPI_DOUBLE",
                                        "MPI_CHAR",
                                        "MPI_INT",
                                        "MPI_INTEGER",
                                        "MPI_LONG",
                                        "MPI_LONG_LONG",
                                        "MPI_DOUBLE_PRECISION",
                                        "MPI_PACKED",
                                        "MPI_UNSIGNED_CHAR"};
    for (size_t i = 0; i < G_N_ELEMENTS(names); i++) {
        if (g_strcmp0(name, names[i]) == 0) {
            return TRUE;
        }
    }
    return FALSE;
}

static void check_numbers(struct reading *r, const char *attributes)
{
    g_auto(GStrv) names = g_strsplit(attributes, " ", -1);
    for (guint i = 0; names[i] != NULL; i++) {
        gint64 value = 0;
        if (!original_get_int32(r->reader, 0, names[i], &value)) {
            original_report(r->o, ORIGINAL_ERROR, "P14", r->file, (gint64)r->entry.offset,
                            "'%s' is missing, or no number that fits", names[i]);
        }
    }
}

/** Where the datatypes of one process have got to. */
struct types {
    char *process; /* "rank:thread" */
    const struct kind *open;
    gint64 open_id;
    gint64 wanted; /* children, -1: any number */
    gint64 children;
};

/** The type is at its end. */
static void end_type(struct reading *r, struct types *types)
{
    if (types->open != NULL && types->open->child != NULL && types->wanted >= 0 &&
        types->wanted != types->children) {
        original_report_here(r, ORIGINAL_TRAP, "P21",
                             "type with another number of elements inside");
    }
    types->open = NULL;
}

static void begin_children(struct reading *r, struct types *types)
{
    types->children = 0;
    if (types->open == NULL || types->open->child == NULL ||
        !hd_reader_get_int(r->reader, 0, types->open->count, &types->wanted)) {
        types->wanted = -1;
    }
}

static void check_order(struct reading *r)
{
    const char *order = hd_reader_get_text(r->reader, 0, "order");
    if (g_strcmp0(order, "MPI_ORDER_C") != 0 && g_strcmp0(order, "MPI_ORDER_FORTRAN") != 0) {
        original_report_here(r, ORIGINAL_ERROR, "P14", "SUBARRAY without an order of MPI");
    }
}

static void check_reference(struct reading *r, const struct types *types, const char *attribute)
{
    gint64 id = 0;
    if (!hd_reader_get_int(r->reader, 0, attribute, &id)) {
        return;
    }
    g_autofree char *key = g_strdup_printf("%s:%" G_GINT64_FORMAT, types->process, id);
    if (!g_hash_table_contains(r->o->type_ids, key) ||
        (types->open_id == id && strcmp(attribute, "id") == 0)) {
        original_report_here(r, ORIGINAL_ERROR, "P15", "type that was not listed before");
    }
}

static const struct kind *find_kind(const struct reading *r)
{
    for (size_t i = 0; i < G_N_ELEMENTS(kinds); i++) {
        if (original_is_named(r, kinds[i].tag)) {
            return &kinds[i];
        }
    }
    return NULL;
}

static void check_type(struct reading *r, struct types *types)
{
    gint64 id = 0;
    types->open = find_kind(r);
    if (types->open == NULL) {
        original_report_here(r, ORIGINAL_ERROR, "P13",
                             "combiner that makes the project unreadable");
    } else {
        check_numbers(r, types->open->attributes);
        check_reference(r, types, "oldType");
        if (types->open->is_placeholder) {
            original_report_here(r, ORIGINAL_TRAP, "P16",
                                 "combiner that is taken for a type of size zero");
        }
    }
    if (original_is_named(r, "NAMED") && !is_known_name(hd_reader_get_text(r->reader, 0, "name"))) {
        original_report_here(r, ORIGINAL_ERROR, "P13",
                             "predefined type that makes the project unreadable");
    }
    if (hd_reader_get_int(r->reader, 0, "id", &id)) {
        types->open_id = id;
        if (!g_hash_table_add(r->o->type_ids,
                              g_strdup_printf("%s:%" G_GINT64_FORMAT, types->process, id))) {
            original_report_here(r, ORIGINAL_TRAP, "P22", "two types of one process with one id");
        }
    }
    if (original_is_named(r, "SUBARRAY")) {
        check_order(r);
    }
    begin_children(r, types);
    r->o->has_types = TRUE;
}

static void check_type_child(struct reading *r, struct types *types)
{
    const struct kind *const kind = types->open;
    if (kind == NULL || kind->child == NULL) {
        return;
    }
    if (!original_is_named(r, kind->child)) {
        original_report_here(r, ORIGINAL_ERROR, "P14",
                             "child that does not belong to the combiner");
        return;
    }
    check_numbers(r, kind->child_attributes);
    types->children++;
    if (original_is_named(r, "Type")) {
        check_reference(r, types, "id");
    }
}

void original_read_datatypes(struct reading *r)
{
    const unsigned depth = r->entry.depth;
    struct types types = {NULL, NULL, -1, -1, 0};
    while (original_inside(r, depth)) {
        if (r->entry.kind == HD_ENTRY_END && r->entry.depth == depth + 2) {
            end_type(r, &types);
        }
        if (r->entry.kind != HD_ENTRY_BEGIN) {
            continue;
        }
        if (r->entry.depth == depth + 1) {
            gint64 rank = 0;
            gint64 thread = 0;
            if (!original_get_int32(r->reader, 0, "name", &rank) ||
                !original_get_int32(r->reader, 0, "thread", &thread)) {
                original_report_here(r, ORIGINAL_ERROR, "P17",
                                     "types of a process without name and thread");
            }
            g_free(types.process);
            types.process = g_strdup_printf("%" G_GINT64_FORMAT ":%" G_GINT64_FORMAT, rank, thread);
        } else if (r->entry.depth == depth + 2) {
            check_type(r, &types);
        } else {
            check_type_child(r, &types);
        }
    }
    g_free(types.process);
}
