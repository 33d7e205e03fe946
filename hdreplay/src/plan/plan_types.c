/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Datatypes as the project file describes them (format.md 6), stored once for all ranks that have
 * the same. Integers, addresses and types are in the order of MPI_Type_get_contents. */
#include "plan_error.h"
#include "plan_tables.h"

#include <hdtrace/read.h>
#include <string.h>

struct described {
    enum plan_combiner combiner;
    int64_t id;
    char *name;
    bool is_known; /* all that is needed to make it */
    GArray *integers;
    GArray *more[3]; /* parts of arrays that end up behind one another */
    GArray *addresses;
    GArray *types; /* indices */
};

struct reading {
    struct plan_tables *tables;
    hd_reader *reader;
    int rank;
    unsigned depth; /* of the types */
    struct described *type;
};

#define NAME_OF(name) #name,
static const char *const combiners[] = {PLAN_COMBINERS(NAME_OF)};
#undef NAME_OF

static gint64 *new_key(uint64_t value)
{
    gint64 *key = g_new(gint64, 1);
    *key = (gint64)value;
    return key;
}

static uint64_t id_key(int rank, int64_t tid)
{
    return ((uint64_t)rank << 32) | ((uint64_t)tid & G_MAXUINT32);
}

uint32_t plan_types_find(const struct plan_tables *tables, int rank, int64_t tid)
{
    const gint64 key = (gint64)id_key(rank, tid);
    gpointer index = NULL;
    return tid >= 0 && g_hash_table_lookup_extended(tables->type_ids, &key, NULL, &index)
               ? GPOINTER_TO_UINT(index)
               : PLAN_FILE_NOTHING;
}

/* --- the project file ---------------------------------------------------------------------------
 */

static void add_number(GArray *numbers, int64_t value)
{
    g_array_append_val(numbers, value);
}

static void add_attribute(struct reading *r, GArray *numbers, const char *name)
{
    int64_t value = 0;
    r->type->is_known = hd_reader_get_int(r->reader, 0, name, &value) && r->type->is_known;
    add_number(numbers, value);
}

/* A symbolic number. */
static void add_word(struct reading *r, GArray *numbers, const char *name, const char *const *words,
                     int64_t count)
{
    hd_slice word = {NULL, 0};
    if (hd_reader_find(r->reader, 0, name, &word)) {
        for (int64_t i = 0; i < count; i++) {
            if (hd_slice_equals(word, words[i])) {
                add_number(numbers, i);
                return;
            }
        }
    }
    r->type->is_known = false;
    add_number(numbers, 0);
}

static void add_old(struct reading *r, const char *name)
{
    int64_t id = -1;
    (void)hd_reader_get_int(r->reader, 0, name, &id);
    const uint32_t old = plan_types_find(r->tables, r->rank, id);
    r->type->is_known = r->type->is_known && old != PLAN_FILE_NOTHING;
    add_number(r->type->types, old);
}

static void described_free(struct described *type)
{
    if (type != NULL) {
        g_array_unref(type->integers);
        g_array_unref(type->addresses);
        g_array_unref(type->types);
        for (size_t i = 0; i < G_N_ELEMENTS(type->more); i++) {
            g_array_unref(type->more[i]);
        }
        g_free(type->name);
        g_free(type);
    }
}

static const char *const orders[] = {"MPI_ORDER_C", "MPI_ORDER_FORTRAN"};
static const char *const distributions[] = {"MPI_DISTRIBUTE_BLOCK", "MPI_DISTRIBUTE_CYCLIC",
                                            "MPI_DISTRIBUTE_NONE"};

/* What stands in front of the arrays. */
static void add_head(struct reading *r)
{
    static const char *const integers[PLAN_COMBINER_COUNT][4] = {
        [PLAN_COMBINER_CONTIGUOUS] = {"count"},
        [PLAN_COMBINER_VECTOR] = {"count", "blocklength", "stride"},
        [PLAN_COMBINER_HVECTOR] = {"count", "blocklength"},
        [PLAN_COMBINER_INDEXED] = {"count"},
        [PLAN_COMBINER_HINDEXED] = {"count"},
        [PLAN_COMBINER_INDEXED_BLOCK] = {"count", "blockLength"},
        [PLAN_COMBINER_HINDEXED_BLOCK] = {"count", "blockLength"},
        [PLAN_COMBINER_STRUCT] = {"count"},
        [PLAN_COMBINER_SUBARRAY] = {"ndims"},
        [PLAN_COMBINER_DARRAY] = {"size", "rank", "dims"},
    };
    static const char *const addresses[PLAN_COMBINER_COUNT][3] = {
        [PLAN_COMBINER_HVECTOR] = {"stride"},
        [PLAN_COMBINER_RESIZED] = {"lowerBound", "extent"},
    };
    const enum plan_combiner combiner = r->type->combiner;
    for (size_t i = 0; i < 4 && integers[combiner][i] != NULL; i++) {
        add_attribute(r, r->type->integers, integers[combiner][i]);
    }
    for (size_t i = 0; i < 3 && addresses[combiner][i] != NULL; i++) {
        add_attribute(r, r->type->addresses, addresses[combiner][i]);
    }
    if (combiner != PLAN_COMBINER_NAMED && combiner != PLAN_COMBINER_STRUCT) {
        add_old(r, "oldType");
    }
    if (combiner == PLAN_COMBINER_SUBARRAY || combiner == PLAN_COMBINER_DARRAY) {
        GArray *const last = r->type->more[2];
        add_word(r, last, "order", orders, G_N_ELEMENTS(orders)); /* moved to the end later */
    }
}

static void begin_type(struct reading *r, hd_slice name)
{
    static const char integer[] = "_INTEGER";
    struct described *type = g_new0(struct described, 1);
    type->integers = g_array_new(FALSE, FALSE, sizeof(int64_t));
    type->addresses = g_array_new(FALSE, FALSE, sizeof(int64_t));
    type->types = g_array_new(FALSE, FALSE, sizeof(int64_t));
    for (size_t i = 0; i < G_N_ELEMENTS(type->more); i++) {
        type->more[i] = g_array_new(FALSE, FALSE, sizeof(int64_t));
    }
    type->id = -1;
    (void)hd_reader_get_int(r->reader, 0, "id", &type->id);
    const char *text = hd_reader_get_text(r->reader, 0, "name");
    type->name = g_strdup(text == NULL ? "" : text);
    if (name.length > sizeof integer - 1 &&
        memcmp(name.at + name.length - (sizeof integer - 1), integer, sizeof integer - 1) == 0) {
        name.length -= sizeof integer - 1;
    }
    r->type = type;
    for (unsigned i = 0; i < PLAN_COMBINER_COUNT; i++) {
        if (hd_slice_equals(name, combiners[i])) {
            type->combiner = (enum plan_combiner)i;
            type->is_known = true;
            add_head(r);
        }
    }
}

static void add_child(struct reading *r, hd_slice name)
{
    struct described *type = r->type;
    if (hd_slice_equals(name, "Block") && type->combiner == PLAN_COMBINER_INDEXED) {
        add_attribute(r, type->more[0], "len");
        add_attribute(r, type->more[1], "index");
    } else if (hd_slice_equals(name, "Block") && type->combiner == PLAN_COMBINER_HINDEXED) {
        add_attribute(r, type->more[0], "len");
        add_attribute(r, type->addresses, "index");
    } else if (hd_slice_equals(name, "Block")) {
        add_attribute(
            r, type->combiner == PLAN_COMBINER_INDEXED_BLOCK ? type->more[0] : type->addresses,
            "displacement");
    } else if (hd_slice_equals(name, "Type") && type->combiner == PLAN_COMBINER_STRUCT) {
        add_attribute(r, type->more[0], "blocklen");
        add_attribute(r, type->addresses, "displacement");
        add_old(r, "id");
    } else if (hd_slice_equals(name, "Dimension") && type->combiner == PLAN_COMBINER_SUBARRAY) {
        add_attribute(r, type->more[0], "size");
        add_attribute(r, type->more[1], "subsize");
        add_attribute(r, type->more[2], "start");
    } else if (hd_slice_equals(name, "Dimension") && type->combiner == PLAN_COMBINER_DARRAY) {
        static const int64_t default_argument = -1;
        add_attribute(r, type->more[0], "gsize");
        add_word(r, type->more[0], "distrib", distributions, G_N_ELEMENTS(distributions));
        add_attribute(r, type->more[1], "darg");
        int64_t *argument = &g_array_index(type->more[1], int64_t, type->more[1]->len - 1);
        *argument = *argument <= 0 ? default_argument : *argument;
        add_attribute(r, type->more[2], "psize");
    } else {
        type->is_known = false; /* arrays that MPI's combiner does not explain */
    }
}

/* Bring the numbers into MPI's order. */
static void put_in_order(struct described *type)
{
    GArray *const to = type->integers;
    if (type->combiner == PLAN_COMBINER_SUBARRAY || type->combiner == PLAN_COMBINER_DARRAY) {
        const int64_t order = g_array_index(type->more[2], int64_t, 0);
        g_array_remove_index(type->more[2], 0);
        if (type->combiner == PLAN_COMBINER_DARRAY) { /* gsizes, distributions apart */
            for (guint k = 0; k < 2; k++) {
                for (guint i = k; i < type->more[0]->len; i += 2) {
                    add_number(to, g_array_index(type->more[0], int64_t, i));
                }
            }
            g_array_set_size(type->more[0], 0);
        }
        g_array_append_val(type->more[2], order);
    }
    for (size_t i = 0; i < G_N_ELEMENTS(type->more); i++) {
        g_array_append_vals(to, type->more[i]->data, type->more[i]->len);
    }
}

/* The counts in front must be those of what follows. */
static bool is_complete(const struct described *type)
{
    const guint integers = type->integers->len;
    const int64_t count = integers > 0 ? g_array_index(type->integers, int64_t, 0) : 0;
    switch (type->combiner) {
    case PLAN_COMBINER_INDEXED:
        return integers == 1 + 2 * count;
    case PLAN_COMBINER_HINDEXED:
        return integers == 1 + count && type->addresses->len == count;
    case PLAN_COMBINER_INDEXED_BLOCK:
        return integers == 2 + count;
    case PLAN_COMBINER_HINDEXED_BLOCK:
        return type->addresses->len == count;
    case PLAN_COMBINER_STRUCT:
        return integers == 1 + count && type->addresses->len == count && type->types->len == count;
    case PLAN_COMBINER_SUBARRAY:
        return integers == 2 + 3 * count;
    case PLAN_COMBINER_DARRAY:
        return integers == 4 + 4 * g_array_index(type->integers, int64_t, 2);
    case PLAN_COMBINER_NAMED:
    case PLAN_COMBINER_DUP:
    case PLAN_COMBINER_CONTIGUOUS:
    case PLAN_COMBINER_VECTOR:
    case PLAN_COMBINER_HVECTOR:
    case PLAN_COMBINER_RESIZED:
    case PLAN_COMBINER_COUNT:
        break;
    }
    return count >= 0;
}

static uint64_t hash_text(const char *text)
{
    uint64_t hash = PLAN_FILE_CHECKSUM_START;
    for (; *text != '\0'; text++) {
        const uint64_t word = (unsigned char)*text;
        hash = plan_file_checksum(hash, &word, sizeof word);
    }
    return hash;
}

static uint64_t hash_of(const struct plan_tables *tables, const struct described *type)
{
    const uint64_t words[] = {(uint64_t)type->combiner, type->integers->len, type->addresses->len};
    uint64_t hash =
        type->combiner == PLAN_COMBINER_NAMED ? hash_text(type->name) : PLAN_FILE_CHECKSUM_START;
    hash = plan_file_checksum(hash, words, sizeof words);
    hash = plan_file_checksum(hash, type->integers->data, type->integers->len * sizeof(int64_t));
    hash = plan_file_checksum(hash, type->addresses->data, type->addresses->len * sizeof(int64_t));
    for (guint i = 0; i < type->types->len; i++) {
        const guint old = (guint)g_array_index(type->types, int64_t, i);
        hash = plan_file_checksum(
            hash, &g_array_index(tables->types, struct plan_type_entry, old).hash, sizeof hash);
    }
    return hash;
}

static uint32_t add_type(struct plan_tables *tables, const struct described *type)
{
    const uint64_t hash = hash_of(tables, type);
    gpointer place = NULL;
    if (g_hash_table_lookup_extended(tables->type_places, &hash, NULL, &place)) {
        return GPOINTER_TO_UINT(place);
    }
    const struct plan_type_entry entry = {
        .hash = hash,
        .combiner = (uint32_t)type->combiner,
        .name = plan_tables_add_text(tables, type->name),
        .first_number = tables->numbers->len,
        .integer_count = type->integers->len,
        .address_count = type->addresses->len,
        .type_count = type->types->len,
    };
    g_array_append_vals(tables->numbers, type->integers->data, type->integers->len);
    g_array_append_vals(tables->numbers, type->addresses->data, type->addresses->len);
    g_array_append_vals(tables->numbers, type->types->data, type->types->len);
    const struct plan_span span = plan_types_measure(tables, &entry, type->name);
    g_array_append_val(tables->types, entry);
    g_array_append_val(tables->spans, span);
    g_hash_table_insert(tables->type_places, new_key(hash),
                        GUINT_TO_POINTER(tables->types->len - 1));
    return tables->types->len - 1;
}

static void end_type(struct reading *r)
{
    struct described *type = r->type;
    uint32_t index = PLAN_FILE_NOTHING;
    if (type->is_known) {
        put_in_order(type);
        if (is_complete(type)) {
            index = add_type(r->tables, type);
        }
    }
    g_hash_table_insert(r->tables->type_ids, new_key(id_key(r->rank, type->id)),
                        GUINT_TO_POINTER(index));
    g_clear_pointer(&r->type, described_free);
}

static void read_entry(struct reading *r, const hd_entry *entry, bool *inside)
{
    if (hd_slice_equals(entry->name, "Datatypes")) {
        *inside = entry->kind == HD_ENTRY_BEGIN;
        r->depth = entry->depth + 2;
    } else if (*inside && entry->kind == HD_ENTRY_BEGIN && entry->depth + 1 == r->depth) {
        int64_t rank = -1;
        (void)hd_reader_get_int(r->reader, 0, "name", &rank);
        r->rank = (int)CLAMP(rank, -1, G_MAXINT);
    } else if (*inside && entry->kind == HD_ENTRY_BEGIN && entry->depth == r->depth) {
        begin_type(r, entry->name);
    } else if (*inside && entry->kind == HD_ENTRY_BEGIN && r->type != NULL) {
        add_child(r, entry->name);
    } else if (*inside && entry->kind == HD_ENTRY_END && entry->depth == r->depth &&
               r->type != NULL) {
        end_type(r);
    }
}

gboolean plan_types_read(struct plan_tables *tables, const struct plan_project *project,
                         GError **error)
{
    struct reading r = {.tables = tables, .rank = -1};
    bool inside = false;
    hd_entry entry;
    hd_status status = hd_reader_open(project->path, &r.reader);
    if (status == HD_OK) {
        while ((status = hd_reader_next(r.reader, &entry)) == HD_OK) {
            if (entry.kind == HD_ENTRY_BEGIN || entry.kind == HD_ENTRY_END) {
                read_entry(&r, &entry, &inside);
            }
        }
        hd_reader_close(r.reader);
        described_free(r.type);
    }
    return status == HD_END || plan_fail(error, "%s", hd_read_error_get_text());
}
