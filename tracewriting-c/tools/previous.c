/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "previous.h"

#include "previous_data.h"

#include <string.h>

gboolean previous_step(struct previous *p)
{
    return hd_reader_next(p->reader, &p->entry) == HD_OK;
}

gboolean previous_begins(const struct previous *p, const char *name)
{
    return p->entry.kind == HD_ENTRY_BEGIN && hd_slice_equals(p->entry.name, name);
}

const char *previous_attribute(struct previous *p, const char *name)
{
    return hd_reader_get_text(p->reader, 0, name);
}

void previous_add_field(GString *line, const char *name, const char *value)
{
    if (value != NULL) {
        g_autofree char *escaped = g_markup_escape_text(value, -1);
        g_string_append_printf(line, " %s='%s'", name, escaped);
    }
}

static void string_free(gpointer data)
{
    (void)g_string_free(data, TRUE);
}

/** Go behind the element that has just begun; its content is from..to. */
static gboolean skip_element(struct previous *p, gsize *from, gsize *to)
{
    const unsigned depth = p->entry.depth;
    *from = (gsize)hd_reader_get_offset(p->reader);
    do {
        if (!previous_step(p)) {
            return FALSE;
        }
        *to = (gsize)p->entry.offset;
    } while (p->entry.kind != HD_ENTRY_END || p->entry.depth > depth);
    *to = MAX(*to, *from); /* <x/> ends where it began */
    return TRUE;
}

/* --- topology --------------------------------------------------------------------------------- */

static void add_list(GString *line, const char *name, const GPtrArray *items)
{
    g_autoptr(GString) list = g_string_new(NULL);
    for (guint i = 0; i < items->len; i++) {
        g_string_append_printf(list, "%s%s", i > 0 ? ";" : "",
                               (const char *)g_ptr_array_index(items, i));
    }
    previous_add_field(line, name, list->str);
}

/** The line of the node that is open. */
static void add_leaf(struct previous *p)
{
    GString *line = g_string_new("Topology");
    g_autoptr(GString) place = g_string_new(NULL);
    gint64 rank = -1;
    gsize up_to_rank = 0;
    add_list(line, "levels", p->types);
    add_list(line, "labels", p->path);
    for (guint i = 0; i < p->path->len; i++) {
        const char *label = g_ptr_array_index(p->labels, i);
        g_autofree char *name = g_strdup_printf("label%u", i + 1);
        previous_add_field(line, name, *label == '\0' ? NULL : label);
        g_string_append_printf(place, ";%s", (const char *)g_ptr_array_index(p->path, i));
        if (g_ascii_strcasecmp(g_ptr_array_index(p->types, i), "Rank") == 0) {
            (void)g_ascii_string_to_signed(g_ptr_array_index(p->path, i), 10, 0, G_MAXINT64, &rank,
                                           NULL);
            up_to_rank = place->len;
        }
    }
    g_ptr_array_add(p->keys, g_strdup(place->str + 1));
    (void)g_string_truncate(place, up_to_rank);
    g_ptr_array_add(p->places, g_strdup(place->str));
    (void)g_string_append_c(line, '\n');
    g_ptr_array_add(p->fragments, line);
    g_array_append_val(p->ranks, rank);
}

static void push_node(struct previous *p)
{
    const char *name = previous_attribute(p, "name");
    const char *type = previous_attribute(p, "type");
    const char *label = previous_attribute(p, "label");
    name = name == NULL ? previous_attribute(p, "value") : name; /* the oldest files */
    if (type == NULL) {
        type = p->path->len < p->levels->len ? g_ptr_array_index(p->levels, p->path->len) : "Level";
    }
    g_ptr_array_add(p->path, g_strdup(name == NULL ? "" : name));
    const char *known = /* what the processes say of the node themselves holds */
        hd_project_get_level(p->found->project, (const char *const *)p->path->pdata, p->path->len);
    g_ptr_array_add(p->types, g_strdup(known == NULL ? type : known));
    g_ptr_array_add(p->labels, g_strdup(label == NULL ? "" : label));
}

static void pop_node(struct previous *p)
{
    g_ptr_array_set_size(p->path, (int)p->path->len - 1);
    g_ptr_array_set_size(p->types, (int)p->types->len - 1);
    g_ptr_array_set_size(p->labels, (int)p->labels->len - 1);
}

static gboolean read_topology(struct previous *p)
{
    const unsigned depth = p->entry.depth;
    gboolean is_leaf = FALSE;
    while (previous_step(p)) {
        const gboolean ends = p->entry.kind == HD_ENTRY_END;
        if (ends && p->entry.depth == depth) {
            return TRUE;
        }
        if (previous_begins(p, "Level")) {
            const char *type = previous_attribute(p, "type");
            type = type == NULL ? previous_attribute(p, "name") : type;
            g_ptr_array_add(p->levels, g_strdup(type == NULL ? "Level" : type));
        } else if (previous_begins(p, "Node") || previous_begins(p, "Label")) {
            push_node(p);
            is_leaf = TRUE;
        } else if (ends && p->path->len > 0 && !hd_slice_equals(p->entry.name, "Level")) {
            if (is_leaf) {
                add_leaf(p);
            }
            is_leaf = FALSE;
            pop_node(p);
        }
    }
    return FALSE;
}

/* --- files, datatypes, groups, the rest ------------------------------------------------------- */

static gboolean keep(struct previous *p, hd_kept kind, const char *key, gsize from, gsize to)
{
    return hd_project_keep(p->found->project, kind, key, p->text + from, to - from) == HD_OK;
}

/** Whether the content is what would be written for a file of this size, but for blanks. */
static gboolean is_usual(const char *text, gsize length, gint64 *bytes)
{
    static const char front[] = "<InitialSize>";
    static const char back[] = "</InitialSize><Distributionimplementation=\"de.hd.pvs.piosim.model."
                               "inputOutput.distribution.SimpleStripe\"><ChunkSize>64K</ChunkSize>"
                               "</Distribution>";
    g_autoptr(GString) dense = g_string_new(NULL);
    for (gsize i = 0; i < length; i++) {
        if (!g_ascii_isspace(text[i])) {
            (void)g_string_append_c(dense, text[i]);
        }
    }
    if (!g_str_has_prefix(dense->str, front)) {
        return FALSE;
    }
    char *end = NULL;
    *bytes = g_ascii_strtoll(dense->str + strlen(front), &end, 10);
    return strcmp(end, back) == 0;
}

static gboolean keep_file(struct previous *p, const char *name, gsize from, gsize to)
{
    gint64 bytes = 0;
    if (!is_usual(p->text + from, to - from, &bytes)) {
        return keep(p, HD_KEPT_FILE, name, from, to);
    }
    (void)g_string_append(p->lines, "File");
    previous_add_field(p->lines, "name", name);
    g_string_append_printf(p->lines, " Size=%" G_GINT64_FORMAT " id=0\n", bytes);
    return TRUE;
}

static gboolean read_files(struct previous *p)
{
    const unsigned depth = p->entry.depth;
    while (previous_step(p)) {
        if (p->entry.kind == HD_ENTRY_END && p->entry.depth == depth) {
            return TRUE;
        }
        if (previous_begins(p, "File")) {
            g_autofree char *name = g_strdup(previous_attribute(p, "name"));
            gsize from = 0;
            gsize to = 0;
            if (!skip_element(p, &from, &to) || (name != NULL && !keep_file(p, name, from, to))) {
                return FALSE;
            }
        }
    }
    return FALSE;
}

static gboolean read_datatypes(struct previous *p)
{
    const unsigned depth = p->entry.depth;
    while (previous_step(p)) {
        if (p->entry.kind == HD_ENTRY_END && p->entry.depth == depth) {
            return TRUE;
        }
        if (previous_begins(p, "Rank")) {
            const char *rank = previous_attribute(p, "name");
            const char *thread = previous_attribute(p, "thread");
            g_autofree char *key =
                g_strconcat(rank == NULL ? "" : rank, ";", thread == NULL ? "0" : thread, NULL);
            gsize from = 0;
            gsize to = 0;
            if (!skip_element(p, &from, &to) || !keep(p, HD_KEPT_DATATYPES, key, from, to)) {
                return FALSE;
            }
        }
    }
    return FALSE;
}

/** Groups belong to the project; the nodes that have them are known from their files. */
static gboolean read_groups(struct previous *p)
{
    const unsigned depth = p->entry.depth;
    while (previous_step(p)) {
        if (p->entry.kind == HD_ENTRY_END && p->entry.depth == depth) {
            return TRUE;
        }
        if (p->entry.kind == HD_ENTRY_BEGIN && p->entry.depth == depth + 1 &&
            p->fragments->len > 0) {
            g_string_append_printf(p->lines, "Group name='%.*s'", (int)p->entry.name.length,
                                   p->entry.name.at);
            previous_add_field(p->lines, "labels", g_ptr_array_index(p->keys, 0));
            (void)g_string_append_c(p->lines, '\n');
        }
    }
    return FALSE;
}

static gboolean read_other(struct previous *p)
{
    const gsize begin = (gsize)p->entry.offset;
    const gboolean is_description = previous_begins(p, "Description");
    gsize from = 0;
    gsize to = 0;
    if (!skip_element(p, &from, &to)) {
        return FALSE;
    }
    if (is_description && strspn(p->text + from, " \t\r\n") >= to - from) {
        return TRUE;
    }
    return keep(p, HD_KEPT_ELEMENT, NULL, begin, (gsize)hd_reader_get_offset(p->reader));
}

static gboolean read_child(struct previous *p)
{
    static const struct {
        const char *name;
        gboolean (*read)(struct previous *p);
    } children[] = {{"FileList", read_files},
                    {"Topology", read_topology},
                    {"CommunicatorList", previous_read_comms},
                    {"Datatypes", read_datatypes},
                    {"ExternalStatistics", read_groups}};
    for (size_t i = 0; i < G_N_ELEMENTS(children); i++) {
        if (previous_begins(p, children[i].name)) {
            return children[i].read(p);
        }
    }
    return read_other(p);
}

static gboolean read_all(struct previous *p)
{
    if (!previous_step(p) || !previous_begins(p, "Application")) {
        return FALSE;
    }
    (void)hd_reader_get_int(p->reader, 0, "missing", &p->missing);
    (void)hd_reader_get_int(p->reader, 0, "ranks", &p->rank_count);
    while (previous_step(p)) {
        if (p->entry.kind == HD_ENTRY_BEGIN && !read_child(p)) {
            return FALSE;
        }
    }
    return hd_reader_is_complete(p->reader);
}

/* --- the whole -------------------------------------------------------------------------------- */

/** Join what each process of the file knows. */
static gboolean add_fragments(struct previous *p)
{
    gboolean good = TRUE;
    for (guint i = 0; i < p->fragments->len; i++) {
        GString *text = g_ptr_array_index(p->fragments, i);
        const gint64 rank = g_array_index(p->ranks, gint64, i);
        if (rank >= 0) {
            const gboolean has_fragment = /* whatever is below the rank */
                g_hash_table_contains(p->found->ranks, g_ptr_array_index(p->places, i));
            previous_add_comm_lines(p, text, rank, has_fragment);
        }
        if (i == 0) {
            (void)g_string_append_len(text, p->lines->str, (gssize)p->lines->len);
        }
        good &= hd_project_add_fragment(p->found->project, text->str, text->len, "it") == HD_OK;
    }
    return good;
}

static void init(struct previous *p)
{
    p->levels = g_ptr_array_new_with_free_func(g_free);
    p->path = g_ptr_array_new_with_free_func(g_free);
    p->types = g_ptr_array_new_with_free_func(g_free);
    p->labels = g_ptr_array_new_with_free_func(g_free);
    p->fragments = g_ptr_array_new_with_free_func(string_free);
    p->ranks = g_array_new(FALSE, FALSE, sizeof(gint64));
    p->comms = g_ptr_array_new_with_free_func(previous_comm_free);
    p->places = g_ptr_array_new_with_free_func(g_free);
    p->keys = g_ptr_array_new_with_free_func(g_free);
    p->lines = g_string_new(NULL);
    p->by_rank =
        g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, previous_memberships_free);
}

static void fini(struct previous *p)
{
    g_ptr_array_unref(p->levels);
    g_ptr_array_unref(p->path);
    g_ptr_array_unref(p->types);
    g_ptr_array_unref(p->labels);
    g_ptr_array_unref(p->fragments);
    g_array_unref(p->ranks);
    g_ptr_array_unref(p->comms);
    g_hash_table_unref(p->by_rank);
    g_ptr_array_unref(p->places);
    g_ptr_array_unref(p->keys);
    (void)g_string_free(p->lines, TRUE);
    hd_reader_close(p->reader);
    g_free(p->text);
}

gboolean previous_add(const struct scan_project *found, const char *path, GError **error)
{
    struct previous p = {.found = found};
    if (!g_file_get_contents(path, &p.text, &p.length, error)) {
        const gboolean absent = g_error_matches(*error, G_FILE_ERROR, G_FILE_ERROR_NOENT);
        if (absent) {
            g_clear_error(error);
        }
        return absent;
    }
    init(&p);
    gboolean good = hd_reader_open_text(path, p.text, p.length, &p.reader) == HD_OK && read_all(&p);
    if (good) {
        const size_t missing = previous_count_missing(&p); /* adding forgets who knew what */
        good = add_fragments(&p);
        if (good) {
            hd_project_set_missing(found->project, missing, (size_t)MAX(p.rank_count, 0));
        }
    }
    if (!good) {
        g_set_error(error, G_FILE_ERROR, G_FILE_ERROR_INVAL, "is no whole project file");
    }
    fini(&p);
    return good;
}

gboolean previous_is_incomplete(const char *path)
{
    hd_reader *reader = NULL;
    hd_entry entry;
    int64_t missing = 0;
    if (hd_reader_open(path, &reader) != HD_OK) {
        return TRUE;
    }
    const gboolean complete = hd_reader_next(reader, &entry) == HD_OK &&
                              (!hd_reader_get_int(reader, 0, "missing", &missing) || missing == 0);
    hd_reader_close(reader);
    return !complete;
}
