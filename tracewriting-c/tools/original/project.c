/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The project file (FORMATS B 1.2). Names of elements may be written in any case. */
#include "project_reading.h"

#include <string.h>

static gboolean step(struct reading *r)
{
    return hd_reader_next(r->reader, &r->entry) == HD_OK;
}

gboolean original_is_named(const struct reading *r, const char *name)
{
    return r->entry.name.length == strlen(name) &&
           g_ascii_strncasecmp(r->entry.name.at, name, r->entry.name.length) == 0;
}

gboolean original_begins(const struct reading *r, const char *name)
{
    return r->entry.kind == HD_ENTRY_BEGIN && original_is_named(r, name);
}

gboolean original_inside(struct reading *r, unsigned depth)
{
    return step(r) && (r->entry.kind != HD_ENTRY_END || r->entry.depth > depth);
}

void original_report_here(struct reading *r, original_kind kind, const char *rule, const char *text)
{
    original_report(r->o, kind, rule, r->file, (gint64)r->entry.offset, "%s", text);
}

/* --- topology --------------------------------------------------------------------------------- */

static void check_level(struct reading *r, unsigned depth)
{
    const char *type = hd_reader_get_text(r->reader, 0, "type");
    if (type == NULL) {
        original_report_here(r, ORIGINAL_TRAP, "P3",
                             "Level without type: so before May 2009, HEAD can't read it");
        type = hd_reader_get_text(r->reader, 0, "name");
    }
    if (r->entry.depth != depth + 1 + r->o->levels->len) {
        original_report_here(r, ORIGINAL_ERROR, "P4", "Level that is not inside the one before");
    }
    g_ptr_array_add(r->o->levels, g_strdup(type == NULL ? "" : type));
}

static char *check_node(struct reading *r, const GPtrArray *path)
{
    const char *name = hd_reader_get_text(r->reader, 0, "name");
    if (name == NULL) {
        original_report_here(r, ORIGINAL_TRAP, "P5", "Node without name: so in the oldest files");
        name = hd_reader_get_text(r->reader, 0, "value");
    }
    if (name == NULL || !original_is_label(name)) {
        original_report_here(
            r, ORIGINAL_ERROR, "N1",
            "label that is missing, or has characters that are left out in look-ups");
    }
    const char *type = hd_reader_get_text(r->reader, 0, "type");
    const char *level =
        path->len < r->o->levels->len ? g_ptr_array_index(r->o->levels, path->len) : NULL;
    if (type == NULL && level == NULL) {
        original_report_here(r, ORIGINAL_ERROR, "P6",
                             "Node deeper than the levels, and without type");
    }
    type = type == NULL ? level : type;
    if (type != NULL && name != NULL && g_ascii_strcasecmp(type, "Rank") == 0 &&
        name[strspn(name, "0123456789")] != '\0') {
        original_report_here(r, ORIGINAL_TRAP, "P7",
                             "rank that is no number: the simulator needs one");
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
    while (original_inside(r, depth)) {
        if (original_begins(r, "Level")) {
            check_level(r, depth);
        } else if (original_begins(r, "Node") || original_begins(r, "Label")) {
            g_ptr_array_add(path, check_node(r, path));
            if (!g_hash_table_add(r->o->nodes, join(path))) {
                original_report_here(r, ORIGINAL_TRAP, "P24", "two nodes that lead to one file");
            }
            is_leaf = TRUE;
        } else if (r->entry.kind == HD_ENTRY_END && path->len > 0 &&
                   !original_is_named(r, "Level")) {
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
        const char *name = hd_reader_decode(r->reader, value);
        if (name == NULL ||
            !g_regex_match_simple("^[A-Za-z_$][\\w$]*(\\.[A-Za-z_$][\\w$]*)*$", name, 0, 0)) {
            original_report_here(r, ORIGINAL_ERROR, "P9", "Distribution that names no class");
        }
        return;
    }
    if (hd_reader_find(r->reader, 0, "class", &value)) {
        original_report_here(r, ORIGINAL_TRAP, "P9", "Distribution class: so before HEAD");
    } else {
        original_report_here(r, ORIGINAL_ERROR, "P9", "Distribution without implementation");
    }
}

static void read_files(struct reading *r)
{
    const unsigned depth = r->entry.depth;
    gboolean is_size_next = FALSE;
    unsigned distribution = 0; /* depth of the open one */
    while (original_inside(r, depth)) {
        if (original_begins(r, "File")) {
            const char *name = hd_reader_get_text(r->reader, 0, "name");
            if (name == NULL) {
                original_report_here(r, ORIGINAL_ERROR, "P8", "File without name");
            } else {
                (void)g_hash_table_add(r->o->file_names, g_strdup(name));
            }
        } else if (original_begins(r, "Distribution")) {
            check_distribution(r);
            distribution = r->entry.depth;
        } else if (r->entry.kind == HD_ENTRY_BEGIN) {
            is_size_next = original_begins(r, "InitialSize") || original_begins(r, "ChunkSize");
            if (original_begins(r, "ChunkSize") && r->entry.depth <= distribution) {
                original_report_here(r, ORIGINAL_TRAP, "P20",
                                     "ChunkSize beside its Distribution: so before HEAD");
            }
        } else if (r->entry.kind == HD_ENTRY_TEXT && is_size_next) {
            const char *text = hd_reader_get_content_text(r->reader, 0);
            if (text == NULL || !is_size(text)) {
                original_report_here(r, ORIGINAL_ERROR, "P10", "size that is no number of bytes");
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
        original_report_here(r, ORIGINAL_ERROR, "P11",
                             "Rank without global, local and cid as whole numbers");
        return;
    }
    char *key = g_strdup_printf("%" G_GINT64_FORMAT ":%" G_GINT64_FORMAT, rank, cid);
    if (!g_hash_table_add(r->o->comm_ids, key)) {
        original_report_here(r, ORIGINAL_ERROR, "P12",
                             "process that has one cid for two communicators");
    }
}

static void read_comms(struct reading *r)
{
    const unsigned depth = r->entry.depth;
    while (original_inside(r, depth)) {
        if (original_begins(r, "Communicator")) {
            const char *name = hd_reader_get_text(r->reader, 0, "name");
            if (name == NULL) {
                original_report_here(r, ORIGINAL_TRAP, "P19", "Communicator without name");
            }
            r->o->has_world = r->o->has_world || g_strcmp0(name, "WORLD") == 0;
        } else if (original_begins(r, "Rank")) {
            check_member(r);
        }
    }
}

/* --- the whole -------------------------------------------------------------------------------- */

static void read_groups(struct reading *r)
{
    enum { GROUP_BYTES_MAX = 19 };
    const unsigned depth = r->entry.depth;
    while (original_inside(r, depth)) {
        if (r->entry.kind == HD_ENTRY_BEGIN && r->entry.depth == depth + 2) {
            original_report_here(r, ORIGINAL_TRAP, "P23",
                                 "group that is defined in the project: so in old files");
        }
        if (r->entry.kind == HD_ENTRY_BEGIN && r->entry.depth == depth + 1) {
            char *name = g_strndup(r->entry.name.at, r->entry.name.length);
            if (!original_is_label(name)) {
                original_report_here(r, ORIGINAL_ERROR, "N1",
                                     "group with characters that are left out in look-ups");
            }
            if (strlen(name) > GROUP_BYTES_MAX) {
                original_report_here(r, ORIGINAL_ERROR, "S9",
                                     "name of a group with more than 19 characters");
            }
            (void)g_hash_table_add(r->o->groups, name);
        }
    }
}

static void skip(struct reading *r)
{
    const unsigned depth = r->entry.depth;
    while (original_inside(r, depth)) {
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
                    {"Datatypes", original_read_datatypes},
                    {"ExternalStatistics", read_groups}};
    *has_topology = *has_topology || original_begins(r, "Topology");
    *has_files = *has_files || original_begins(r, "FileList");
    for (size_t i = 0; i < G_N_ELEMENTS(children); i++) {
        if (original_begins(r, children[i].name)) {
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
    if (!step(r) || !original_begins(r, "Application")) {
        original_report_here(r, ORIGINAL_ERROR, "P1", "the root is no Application");
        return;
    }
    while (original_inside(r, 0)) {
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
