/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The project file (FORMATS B 1.2). Names of elements may be written in any case. */
#include "original.h"

#include <string.h>

struct reading {
    struct original *o;
    const char *file;
    hd_reader *reader;
    hd_entry entry;
};

static gboolean step(struct reading *r)
{
    return hd_reader_next(r->reader, &r->entry) == HD_OK;
}

static gboolean is_named(const struct reading *r, const char *name)
{
    return r->entry.name.length == strlen(name) &&
           g_ascii_strncasecmp(r->entry.name.at, name, r->entry.name.length) == 0;
}

static gboolean begins(const struct reading *r, const char *name)
{
    return r->entry.kind == HD_ENTRY_BEGIN && is_named(r, name);
}

/** Step inside the element of that depth; FALSE at its end. */
static gboolean inside(struct reading *r, unsigned depth)
{
    return step(r) && (r->entry.kind != HD_ENTRY_END || r->entry.depth > depth);
}

static void report(struct reading *r, original_kind kind, const char *rule, const char *text)
{
    original_report(r->o, kind, rule, r->file, (gint64)r->entry.offset, "%s", text);
}

/* --- topology --------------------------------------------------------------------------------- */

static void check_level(struct reading *r, unsigned depth)
{
    const char *type = hd_reader_get_text(r->reader, 0, "type");
    if (type == NULL) {
        report(r, ORIGINAL_TRAP, "P3",
               "Level without type: so before May 2009, HEAD can't read it");
        type = hd_reader_get_text(r->reader, 0, "name");
    }
    if (r->entry.depth != depth + 1 + r->o->levels->len) {
        report(r, ORIGINAL_ERROR, "P4", "Level that is not inside the one before");
    }
    g_ptr_array_add(r->o->levels, g_strdup(type == NULL ? "" : type));
}

static char *check_node(struct reading *r, const GPtrArray *path)
{
    const char *name = hd_reader_get_text(r->reader, 0, "name");
    if (name == NULL) {
        report(r, ORIGINAL_TRAP, "P5", "Node without name: so in the oldest files");
        name = hd_reader_get_text(r->reader, 0, "value");
    }
    if (name == NULL || !original_is_label(name)) {
        report(r, ORIGINAL_ERROR, "N1",
               "label that is missing, or has characters that are left out in look-ups");
    }
    const char *type = hd_reader_get_text(r->reader, 0, "type");
    const char *level =
        path->len < r->o->levels->len ? g_ptr_array_index(r->o->levels, path->len) : NULL;
    if (type == NULL && level == NULL) {
        report(r, ORIGINAL_ERROR, "P6", "Node deeper than the levels, and without type");
    }
    type = type == NULL ? level : type;
    if (type != NULL && name != NULL && g_ascii_strcasecmp(type, "Rank") == 0 &&
        name[strspn(name, "0123456789")] != '\0') {
        report(r, ORIGINAL_TRAP, "P7", "rank that is no number: the simulator needs one");
    }
    return g_strdup(name == NULL ? "" : name);
}

static char *join(const GPtrArray *path)
{
    GString *labels = g_string_new(NULL);
    for (guint i = 0; i < path->len; i++) {
        g_string_append_printf(labels, "%s%s", i > 0 ? "_" : "",
                               (const char *)g_ptr_array_index(path, i));
    }
    return g_string_free(labels, FALSE);
}

static void read_topology(struct reading *r)
{
    g_autoptr(GPtrArray) path = g_ptr_array_new_with_free_func(g_free);
    const unsigned depth = r->entry.depth;
    gboolean is_leaf = FALSE;
    while (inside(r, depth)) {
        if (begins(r, "Level")) {
            check_level(r, depth);
        } else if (begins(r, "Node") || begins(r, "Label")) {
            g_ptr_array_add(path, check_node(r, path));
            (void)g_hash_table_add(r->o->nodes, join(path));
            is_leaf = TRUE;
        } else if (r->entry.kind == HD_ENTRY_END && path->len > 0 && !is_named(r, "Level")) {
            if (is_leaf) {
                (void)g_hash_table_add(r->o->leaves, join(path));
            }
            is_leaf = FALSE;
            g_ptr_array_set_size(path, (int)path->len - 1);
        }
    }
}

/* --- files ------------------------------------------------------------------------------------ */

/** Bytes, or a number with a unit as in 64K. */
static gboolean is_size(const char *text)
{
    return g_regex_match_simple("^\\s*[0-9]+\\s*([kKmMgGtT]i?)?[bB]?\\s*$", text, 0, 0);
}

static void check_distribution(struct reading *r)
{
    hd_slice value;
    if (hd_reader_find(r->reader, 0, "implementation", &value)) {
        return;
    }
    if (hd_reader_find(r->reader, 0, "class", &value)) {
        report(r, ORIGINAL_TRAP, "P9", "Distribution class: so before HEAD");
    } else {
        report(r, ORIGINAL_ERROR, "P9", "Distribution without implementation");
    }
}

static void read_files(struct reading *r)
{
    const unsigned depth = r->entry.depth;
    gboolean is_size_next = FALSE;
    while (inside(r, depth)) {
        if (begins(r, "File")) {
            const char *name = hd_reader_get_text(r->reader, 0, "name");
            if (name == NULL) {
                report(r, ORIGINAL_ERROR, "P8", "File without name");
            } else {
                (void)g_hash_table_add(r->o->file_names, g_strdup(name));
            }
        } else if (begins(r, "Distribution")) {
            check_distribution(r);
        } else if (r->entry.kind == HD_ENTRY_BEGIN) {
            is_size_next = begins(r, "InitialSize") || begins(r, "ChunkSize");
        } else if (r->entry.kind == HD_ENTRY_TEXT && is_size_next) {
            const char *text = hd_reader_get_content_text(r->reader, 0);
            if (text == NULL || !is_size(text)) {
                report(r, ORIGINAL_ERROR, "P10", "size that is no number of bytes");
            }
        }
        is_size_next = is_size_next && r->entry.kind == HD_ENTRY_BEGIN;
    }
}

/* --- communicators ---------------------------------------------------------------------------- */

static void check_member(struct reading *r)
{
    gint64 rank = 0;
    gint64 local = 0;
    gint64 cid = 0;
    if (!original_get_int32(r->reader, 0, "global", &rank) ||
        !original_get_int32(r->reader, 0, "local", &local) ||
        !original_get_int32(r->reader, 0, "cid", &cid) || rank < 0 || local < 0 || cid < 0) {
        report(r, ORIGINAL_ERROR, "P11", "Rank without global, local and cid as whole numbers");
        return;
    }
    char *key = g_strdup_printf("%" G_GINT64_FORMAT ":%" G_GINT64_FORMAT, rank, cid);
    if (!g_hash_table_add(r->o->comm_ids, key)) {
        report(r, ORIGINAL_ERROR, "P12", "process that has one cid for two communicators");
    }
}

static void read_comms(struct reading *r)
{
    const unsigned depth = r->entry.depth;
    while (inside(r, depth)) {
        if (begins(r, "Communicator")) {
            const char *name = hd_reader_get_text(r->reader, 0, "name");
            r->o->has_world = r->o->has_world || g_strcmp0(name, "WORLD") == 0;
        } else if (begins(r, "Rank")) {
            check_member(r);
        }
    }
}

/* --- datatypes -------------------------------------------------------------------------------- */

struct kind {
    const char *tag;
    const char *attributes; /* whole numbers, separated by blanks */
    const char *child;
    const char *child_attributes;
    gboolean is_placeholder; /* read, but as a type of size zero */
};

static const struct kind kinds[] = {
    {"NAMED", "id", NULL, NULL, FALSE},
    {"CONTIGUOUS", "id count oldType", NULL, NULL, FALSE},
    {"VECTOR", "id count blocklength stride oldType", NULL, NULL, FALSE},
    {"STRUCT", "id count", "Type", "id displacement blocklen", FALSE},
    {"SUBARRAY", "id ndims oldType", "Dimension", "size subsize start", FALSE},
    {"HVECTOR", "id", NULL, NULL, TRUE},
    {"HINDEXED", "id", NULL, NULL, TRUE},
    {"INDEXED_BLOCK", "id", NULL, NULL, TRUE},
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
};

static void check_reference(struct reading *r, const struct types *types, const char *attribute)
{
    gint64 id = 0;
    if (!hd_reader_get_int(r->reader, 0, attribute, &id)) {
        return;
    }
    g_autofree char *key = g_strdup_printf("%s:%" G_GINT64_FORMAT, types->process, id);
    if (!g_hash_table_contains(r->o->type_ids, key) ||
        (types->open_id == id && strcmp(attribute, "id") == 0)) {
        report(r, ORIGINAL_ERROR, "P15", "type that was not listed before");
    }
}

static const struct kind *find_kind(const struct reading *r)
{
    for (size_t i = 0; i < G_N_ELEMENTS(kinds); i++) {
        if (is_named(r, kinds[i].tag)) {
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
        report(r, ORIGINAL_ERROR, "P13", "combiner that makes the project unreadable");
    } else {
        check_numbers(r, types->open->attributes);
        check_reference(r, types, "oldType");
        if (types->open->is_placeholder) {
            report(r, ORIGINAL_TRAP, "P16", "combiner that is taken for a type of size zero");
        }
    }
    if (is_named(r, "NAMED") && !is_known_name(hd_reader_get_text(r->reader, 0, "name"))) {
        report(r, ORIGINAL_ERROR, "P13", "predefined type that makes the project unreadable");
    }
    if (hd_reader_get_int(r->reader, 0, "id", &id)) {
        types->open_id = id;
        (void)g_hash_table_add(r->o->type_ids,
                               g_strdup_printf("%s:%" G_GINT64_FORMAT, types->process, id));
    }
    r->o->has_types = TRUE;
}

static void check_type_child(struct reading *r, const struct types *types)
{
    const struct kind *const kind = types->open;
    if (kind == NULL || kind->child == NULL) {
        return;
    }
    if (!is_named(r, kind->child)) {
        report(r, ORIGINAL_ERROR, "P14", "child that does not belong to the combiner");
        return;
    }
    check_numbers(r, kind->child_attributes);
    if (is_named(r, "Type")) {
        check_reference(r, types, "id");
    }
}

static void read_datatypes(struct reading *r)
{
    const unsigned depth = r->entry.depth;
    struct types types = {NULL, NULL, -1};
    while (inside(r, depth)) {
        if (r->entry.kind != HD_ENTRY_BEGIN) {
            continue;
        }
        if (r->entry.depth == depth + 1) {
            gint64 rank = 0;
            gint64 thread = 0;
            if (!original_get_int32(r->reader, 0, "name", &rank) ||
                !original_get_int32(r->reader, 0, "thread", &thread)) {
                report(r, ORIGINAL_ERROR, "P17", "types of a process without name and thread");
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

/* --- the whole -------------------------------------------------------------------------------- */

static void read_groups(struct reading *r)
{
    enum { GROUP_BYTES_MAX = 19 };
    const unsigned depth = r->entry.depth;
    while (inside(r, depth)) {
        if (r->entry.kind == HD_ENTRY_BEGIN && r->entry.depth == depth + 1) {
            char *name = g_strndup(r->entry.name.at, r->entry.name.length);
            if (!original_is_label(name)) {
                report(r, ORIGINAL_ERROR, "N1",
                       "group with characters that are left out in look-ups");
            }
            if (strlen(name) > GROUP_BYTES_MAX) {
                report(r, ORIGINAL_ERROR, "S9", "name of a group with more than 19 characters");
            }
            (void)g_hash_table_add(r->o->groups, name);
        }
    }
}

static void skip(struct reading *r)
{
    const unsigned depth = r->entry.depth;
    while (inside(r, depth)) {
    }
}

static void read_child(struct reading *r, gboolean *has_topology, gboolean *has_files)
{
    static const struct {
        const char *name;
        void (*read)(struct reading *r);
    } children[] = {{"Topology", read_topology},
                    {"FileList", read_files},
                    {"CommunicatorList", read_comms},
                    {"Datatypes", read_datatypes},
                    {"ExternalStatistics", read_groups}};
    *has_topology = *has_topology || begins(r, "Topology");
    *has_files = *has_files || begins(r, "FileList");
    for (size_t i = 0; i < G_N_ELEMENTS(children); i++) {
        if (begins(r, children[i].name)) {
            children[i].read(r);
            return;
        }
    }
    skip(r);
}

static gboolean has_level(const struct original *o, const char *type)
{
    for (guint i = 0; i < o->levels->len; i++) {
        if (g_ascii_strcasecmp(g_ptr_array_index(o->levels, i), type) == 0) {
            return TRUE;
        }
    }
    return FALSE;
}

/** What the simulator needs; projects of servers do without. */
static void check_simulator(struct original *o, const char *file, gboolean has_files)
{
    if (!has_level(o, "rank") || !has_level(o, "thread")) {
        original_report(o, ORIGINAL_TRAP, "P18", file, -1, "no levels Rank and Thread to simulate");
    } else if (!o->has_world || !has_files) {
        original_report(o, ORIGINAL_TRAP, "P18", file, -1,
                        "no communicator WORLD, or no FileList, to simulate");
    }
}

static void read_project(struct reading *r)
{
    gboolean has_topology = FALSE;
    gboolean has_files = FALSE;
    if (!step(r) || !begins(r, "Application")) {
        report(r, ORIGINAL_ERROR, "P1", "the root is no Application");
        return;
    }
    while (inside(r, 0)) {
        if (r->entry.kind == HD_ENTRY_BEGIN) {
            read_child(r, &has_topology, &has_files);
        }
    }
    if (!has_topology) {
        original_report(r->o, ORIGINAL_ERROR, "P2", r->file, -1, "no Topology");
    }
    check_simulator(r->o, r->file, has_files);
}

void original_check_project(struct original *o, const char *file)
{
    g_autofree char *text = NULL;
    gsize length = 0;
    struct reading r = {.o = o, .file = file};
    if (!original_load(o, file, &text, &length) ||
        !original_check_xml(o, file, "P1", text, length)) {
        return;
    }
    if (hd_reader_open_text(file, text, length, &r.reader) != HD_OK ||
        hd_reader_get_kind(r.reader) != HD_READ_XML) {
        original_report(o, ORIGINAL_ERROR, "P1", file, -1, "is no project");
    } else {
        read_project(&r);
    }
    hd_reader_close(r.reader);
}
