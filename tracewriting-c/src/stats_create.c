/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Creation and end of statistics groups: their files and the headers of these. */
#include "buffer.h"
#include "error.h"
#include "stats_state.h"
#include "sys.h"
#include "text.h"
#include "topology_node.h"

enum {
    GROUP_MAX = 19,
    NAME_MAX_LENGTH = 49,
    UNIT_MAX = 9,
    GROUPING_MAX = 19,
    VALUES_PER_FILE = 256,
    HEADER_MAX = 99999,
    HEADER_SLACK = 64, /* the closing tags */
    WINDOW_BYTES = 65536
};

static const struct {
    const char *name;
    size_t bytes;
} types[] = {
#define TYPE_ROW(name, bytes) {#name, bytes},
    HD_STATS_TYPE_LIST(TYPE_ROW)
#undef TYPE_ROW
};

/* --- checks ----------------------------------------------------------------------------------- */

static hd_status check_text(const char *group, const char *what, const char *text, size_t most,
                            bool needed)
{
    if (text == NULL ? needed : needed && text[0] == '\0') {
        return hd__fail(HD_INVALID, "statistics %s: a %s is missing", group, what);
    }
    if (text != NULL && strlen(text) > most) {
        return hd__fail(HD_LIMIT, "statistics %s: %s '%s' is longer than %zu bytes", group, what,
                        text, most);
    }
    return HD_OK;
}

static hd_status check_values(const char *group, size_t count, const hd_stats_value *values)
{
    for (size_t i = 0; i < count; i++) {
        const hd_stats_value *const v = &values[i];
        hd_status status = check_text(group, "value name", v->name, NAME_MAX_LENGTH, true);
        if (status == HD_OK) {
            status = check_text(group, "unit", v->unit, UNIT_MAX, false);
        }
        if (status == HD_OK) {
            status = check_text(group, "grouping", v->grouping, GROUPING_MAX, false);
        }
        if (status != HD_OK) {
            return status;
        }
        if ((size_t)v->type >= sizeof types / sizeof types[0]) {
            return hd__fail(HD_INVALID, "statistics %s: value %s has no known type", group,
                            v->name);
        }
    }
    return HD_OK;
}

/* --- the header ------------------------------------------------------------------------------- */

static void add_indent(hd__buffer *header, size_t depth)
{
    for (size_t i = 0; i < depth; i++) {
        hd__buffer_add(header, "  ");
    }
}

static void add_labels(hd__buffer *header, const hd_topology_node *node)
{
    hd__buffer_add(header, "<TopologyNode>\n");
    for (size_t depth = 1; depth <= node->depth; depth++) {
        const hd_topology_node *const at = hd__node_get_ancestor(node, depth);
        add_indent(header, depth);
        hd__buffer_add(header, "<Label");
        hd__buffer_add_attribute(header, "value", at->name);
        if (strcmp(at->name, at->label) != 0) {
            hd__buffer_add_attribute(header, "label", at->label);
        }
        hd__buffer_add(header, depth == node->depth ? " />\n" : ">\n");
    }
    for (size_t depth = node->depth - 1; depth > 0; depth--) {
        add_indent(header, depth);
        hd__buffer_add(header, "</Label>\n");
    }
    hd__buffer_add(header, "</TopologyNode>\n");
}

static void add_group(hd__buffer *header, const char *name, const char *label, size_t count,
                      const hd_stats_attribute *attributes)
{
    hd__buffer_add(header, "<Group");
    hd__buffer_add_attribute(header, "name", name);
    hd__buffer_add(header, " timestampDatatype=\"EPOCH\""
                           " timeAdjustment=\"-0000000000.000000000\"");
    if (label != NULL) {
        hd__buffer_add_attribute(header, "label", label);
    }
    for (size_t i = 0; i < count; i++) {
        hd__buffer_add_attribute(header, attributes[i].name, attributes[i].value);
    }
    hd__buffer_add(header, ">\n");
}

static void add_value(hd__buffer *header, const hd_stats_value *value)
{
    hd__buffer_add(header, "  <Value");
    hd__buffer_add_attribute(header, "name", value->name);
    hd__buffer_add_attribute(header, "type", types[value->type].name);
    if (value->unit != NULL) {
        hd__buffer_add_attribute(header, "unit", value->unit);
    }
    if (value->grouping != NULL) {
        hd__buffer_add_attribute(header, "grouping", value->grouping);
    }
    hd__buffer_add(header, " />\n");
}

/* --- creation --------------------------------------------------------------------------------- */

/* What hd_stats_create was called with. */
typedef struct wanted {
    const hd_topology_node *node;
    const char *label; /* the group as given */
    const char *group; /* as in files */
    size_t value_count;
    const hd_stats_value *values;
    size_t attribute_count;
    const hd_stats_attribute *attributes;
} wanted;

/* NAME, NAME.2, ...; false when that is longer than a group may be. */
static bool make_part_name(char name[GROUP_MAX + 1], const char *group, size_t index)
{
    char number[HD__INT_BYTES + 1] = "";
    if (index > 0) {
        *hd__put_uint(number, index + 1) = '\0';
    }
    const size_t length = strlen(group);
    if (length + (index > 0) + strlen(number) > GROUP_MAX) {
        return false;
    }
    /* NOLINTNEXTLINE(bugprone-not-null-terminated-result): what follows it is appended */
    memcpy(name, group, length);
    if (index > 0) {
        name[length] = '.';
    }
    memcpy(name + length + (index > 0), number, strlen(number) + 1);
    return true;
}

/* Compose the header of the part that begins at value p->first; sets p->count. */
static hd_status compose_header(hd__stats_part *p, hd__buffer *header, const wanted *w,
                                const char *name)
{
    hd__buffer line = {0};
    hd__buffer_add(header, "<Statistics>\n");
    add_labels(header, w->node);
    add_group(header, name, strcmp(w->group, w->label) == 0 ? NULL : w->label, w->attribute_count,
              w->attributes);
    while (p->first + p->count < w->value_count && p->count < VALUES_PER_FILE) {
        hd__buffer_clear(&line);
        add_value(&line, &w->values[p->first + p->count]);
        if (line.failed || header->used + line.used + HEADER_SLACK > HEADER_MAX) {
            break;
        }
        hd__buffer_add_bytes(header, line.text, line.used);
        p->count++;
    }
    hd__buffer_add(header, "</Group>\n</Statistics>\n");
    const bool failed = line.failed || header->failed;
    hd__buffer_fini(&line);
    if (failed) {
        return hd__fail(HD_NOMEM, "statistics %s: no memory", w->label);
    }
    return p->count > 0 ? HD_OK
                        : hd__fail(HD_LIMIT, "statistics %s: the header is too long", w->label);
}

static hd_status make_record(hd_stats *stats, hd__stats_part *p, const wanted *w)
{
    p->record_bytes = HD__STAMP_BYTES;
    for (size_t i = 0; i < p->count; i++) {
        p->record_bytes += types[w->values[p->first + i].type].bytes;
    }
    p->record = hd__system.alloc(p->record_bytes);
    if (p->record == NULL) {
        return hd__fail(HD_NOMEM, "statistics %s: no memory", w->label);
    }
    unsigned char *at = p->record + HD__STAMP_BYTES;
    for (size_t i = 0; i < p->count; i++) {
        const hd_stats_type type = w->values[p->first + i].type;
        stats->slots[p->first + i] = (hd__stats_slot){type, at};
        at += types[type].bytes;
    }
    return HD_OK;
}

static hd_status open_part(hd__stats_part *p, const hd__buffer *header, const wanted *w,
                           const char *name)
{
    char path[HD__PATH_BYTES];
    const hd_status status = hd_topology_get_path(w->node, name, "stat", path, sizeof path);
    if (status != HD_OK) {
        return status;
    }
    p->path = hd__text_copy(path);
    if (p->path == NULL) {
        return hd__fail(HD_NOMEM, "%s: no memory", path);
    }
    const int error = hd__sink_create(&p->sink, path, WINDOW_BYTES);
    if (error != 0) {
        return hd__fail_system(path, error);
    }
    p->open = true;
    char length[] = "00000\n";
    size_t rest = header->used;
    for (size_t i = 5; i-- > 0; rest /= 10) {
        length[i] = (char)('0' + rest % 10);
    }
    if (!hd__sink_append(&p->sink, length, sizeof length - 1) ||
        !hd__sink_append(&p->sink, header->text, header->used)) {
        return hd__fail_system(path, p->sink.error);
    }
    hd__sink_mark(&p->sink);
    return HD_OK;
}

static hd_status create_part(hd_stats *stats, size_t first, const wanted *w)
{
    char name[GROUP_MAX + 1];
    if (!make_part_name(name, w->group, stats->part_count)) {
        return hd__fail(HD_LIMIT, "statistics %s: the name is longer than %d bytes", w->label,
                        GROUP_MAX);
    }
    hd__stats_part *const p = &stats->parts[stats->part_count++];
    p->first = first;
    hd__buffer header = {0};
    hd_status status = compose_header(p, &header, w, name);
    if (status == HD_OK) {
        status = make_record(stats, p, w);
    }
    if (status == HD_OK) {
        status = open_part(p, &header, w, name);
    }
    hd__buffer_fini(&header);
    return status;
}

static hd_status create_parts(hd_stats *stats, const wanted *w)
{
    stats->parts = hd__system.alloc(w->value_count * sizeof *stats->parts);
    stats->slots = hd__system.alloc(w->value_count * sizeof *stats->slots);
    if (stats->parts == NULL || stats->slots == NULL) {
        return hd__fail(HD_NOMEM, "statistics %s: no memory", w->label);
    }
    while (stats->slot_count < w->value_count) {
        const hd_status status = create_part(stats, stats->slot_count, w);
        if (status != HD_OK) {
            return status;
        }
        stats->slot_count += stats->parts[stats->part_count - 1].count;
    }
    return HD_OK;
}

/* Close all parts; their files are removed unless they are to be kept. */
static hd_status close_parts(hd_stats *stats, bool keep)
{
    hd_status status = HD_OK;
    for (size_t i = 0; i < stats->part_count; i++) {
        hd__stats_part *const p = &stats->parts[i];
        if (p->open) {
            const bool owner = hd__sink_is_own(&p->sink);
            const int error = hd__sink_destroy(&p->sink);
            if (error != 0 && keep) {
                status = hd__fail_system(p->path, error);
            }
            if (!keep && owner) {
                (void)hd__system.remove(p->path);
            }
        }
        hd__system.release(p->path);
        hd__system.release(p->record);
    }
    hd__system.release(stats->parts);
    hd__system.release(stats->slots);
    hd__system.release(stats);
    return status;
}

hd_status hd_stats_create(const hd_topology_node *node, const char *group, size_t value_count,
                          const hd_stats_value *values, size_t attribute_count,
                          const hd_stats_attribute *attributes, hd_stats **stats)
{
    if (node == NULL || stats == NULL || value_count == 0 || values == NULL ||
        (attribute_count > 0 && attributes == NULL)) {
        return hd__fail(HD_INVALID, "statistics: need a node and at least one value");
    }
    hd_status status = check_text(group == NULL ? "" : group, "group name", group, GROUP_MAX, true);
    if (status == HD_OK) {
        status = check_values(group, value_count, values);
    }
    if (status != HD_OK) {
        return status;
    }
    char name[GROUP_MAX + 1];
    hd__sanitise(name, group);
    const wanted w = {node, group, name, value_count, values, attribute_count, attributes};
    hd_stats *const s = hd__system.alloc(sizeof *s);
    if (s == NULL) {
        return hd__fail(HD_NOMEM, "statistics %s: no memory", group);
    }
    status = create_parts(s, &w);
    if (status != HD_OK) {
        (void)close_parts(s, false);
        return status;
    }
    *stats = s;
    return HD_OK;
}

hd_status hd_stats_destroy(hd_stats *stats)
{
    return stats == NULL ? HD_OK : close_parts(stats, stats->records > 0);
}
