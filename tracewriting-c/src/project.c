/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fragments of processes joined to one project. */
#include "error.h"
#include "info_line.h"
#include "project_data.h"
#include "project_node.h"
#include "sys.h"

#include <string.h>
#include <strings.h>

enum {
    TYPE_LINE_BYTES = 16
}; /* a Type line has more, so ids that count up stay below length / 16 */

/* --- creation --------------------------------------------------------------------------------- */

hd_status hd_project_create(const char *name, hd_project **project)
{
    if (name == NULL || project == NULL) {
        return hd__fail(HD_INVALID, "project: needs a name and a place for the result");
    }
    hd_project *const p = hd__system.alloc(sizeof *p);
    if (p != NULL) {
        p->name = hd__copy_valid(name);
    }
    if (p == NULL || p->name == NULL) {
        hd_project_destroy(p);
        return hd__fail(HD_NOMEM, "%s: no memory for the project", name);
    }
    *project = p;
    return HD_OK;
}

void hd_project_destroy(hd_project *project)
{
    if (project == NULL) {
        return;
    }
    for (size_t i = 0; i < project->level_count; i++) {
        hd__system.release(project->levels[i]);
    }
    hd__nodes_destroy(project->nodes.first);
    hd__project_comms_destroy(project->comms.first);
    hd__project_kept_destroy(project);
    for (hd__project_group *g = project->groups.first; g != NULL;) {
        hd__project_group *const next = g->next;
        hd__system.release(g->name);
        hd__system.release(g);
        g = next;
    }
    hd__table_fini(&project->nodes_by_name);
    hd__table_fini(&project->files_by_name);
    hd__table_fini(&project->comms_by_key);
    hd__table_fini(&project->known_maps);
    hd__table_fini(&project->groups_by_name);
    hd__table_fini(&project->processes_by_number);
    hd__table_fini(&project->bare_by_number);
    hd__info_line_fini(&project->line);
    hd__system.release(project->name);
    hd__system.release(project);
}

size_t hd_project_get_skipped_lines(const hd_project *project)
{
    return project == NULL ? 0 : project->skipped_lines;
}

/* --- one fragment ----------------------------------------------------------------------------- */

/* What is known while the lines of a fragment are read. */
typedef struct reading {
    hd_project *project;
    hd__info_line topology; /* the items point into it */
    bool has_topology;
    hd__items levels;
    hd__items labels;
    int64_t rank; /* -1: none */
    int64_t thread;
    hd__comm_list comms;
    hd__type_list types;
    size_t skipped;
} reading;

/* The number that stands at the level of that name, else `otherwise`. */
static int64_t get_number_at(const reading *r, const char *level, int64_t otherwise)
{
    for (size_t i = 0; i < r->labels.count; i++) {
        if (r->levels.lengths[i] == strlen(level) &&
            strncasecmp(r->levels.at[i], level, strlen(level)) == 0) {
            const char *at = r->labels.at[i];
            int64_t number = 0;
            const bool good =
                hd__take_int(&at, &number) && at == r->labels.at[i] + r->labels.lengths[i];
            return good ? number : otherwise;
        }
    }
    return otherwise;
}

/* Look for the line that says where the fragment belongs. */
static hd__result read_topology(reading *r, const hd__info_line *line)
{
    if (!hd__items_split(hd__info_line_get(line, "levels"), &r->levels) ||
        !hd__items_split(hd__info_line_get(line, "labels"), &r->labels) ||
        r->labels.count > r->levels.count) {
        return HD__BAD;
    }
    r->rank = get_number_at(r, "Rank", -1);
    r->thread = get_number_at(r, "Thread", 0);
    return HD__DONE;
}

/* --- groups and files ------------------------------------------------------------------------- */

static hd__result add_group(hd_project *project, const char *name)
{
    const uint64_t hash = hd__hash(name, strlen(name), 0);
    hd__project_group *group = NULL;
    for (size_t at = 0; (group = hd__table_next(&project->groups_by_name, hash, &at)) != NULL;) {
        if (strcmp(group->name, name) == 0) {
            return HD__DONE;
        }
    }
    group = hd__system.alloc(sizeof *group);
    if (group != NULL) {
        group->name = hd__text_copy(name);
    }
    if (group == NULL || group->name == NULL ||
        !hd__table_add(&project->groups_by_name, hash, group)) {
        if (group != NULL) {
            hd__system.release(group->name);
        }
        hd__system.release(group);
        return HD__NO_MEMORY;
    }
    HD__APPEND(&project->groups, group);
    return HD__DONE;
}

static hd__result read_group(reading *r, const hd__info_line *line)
{
    const char *const name = hd__info_line_get(line, "name");
    const char *const labels = hd__info_line_get(line, "labels");
    hd__items path;
    if (name == NULL || !hd__is_tag(name) || !hd__items_split(labels, &path) ||
        path.count > r->levels.count) {
        return HD__BAD;
    }
    if (hd__nodes_add(r->project, &r->levels, line, &path) != HD__DONE) {
        return HD__NO_MEMORY;
    }
    return add_group(r->project, name);
}

/* Processes may open a file at different times: the smallest size is the earliest. */
static hd__result read_file(reading *r, const hd__info_line *line)
{
    const char *const name = hd__info_line_get(line, "name");
    int64_t bytes = 0;
    if (name == NULL || !hd__info_line_get_int(line, "Size", &bytes)) {
        return HD__BAD;
    }
    bytes = bytes < 0 ? 0 : bytes;
    hd__project_file *const file = hd__project_get_file(r->project, name, bytes);
    if (file == NULL) {
        return HD__NO_MEMORY;
    }
    file->bytes = file->bytes < bytes ? file->bytes : bytes;
    return HD__DONE;
}

static hd__result read_type(reading *r, const hd__info_line *line)
{
    return hd__type_list_read(&r->types, line);
}

/* Hand the fragment's datatypes to the project. */
static bool add_process(reading *r)
{
    if (r->rank < 0) {
        return true;
    }
    if (r->types.first == NULL) {
        return hd__project_add_bare(r->project, r->rank, r->thread);
    }
    hd__project_process *const process = hd__project_add_process(r->project, r->rank, r->thread);
    if (process != NULL) {
        process->types = r->types.first;
        r->types.first = NULL;
    }
    return process != NULL;
}

static hd__result read_comm(reading *r, const hd__info_line *line)
{
    return hd__comm_list_read(&r->comms, line, &r->project->known_maps);
}

/* --- all lines -------------------------------------------------------------------------------- */

static hd__result read_line(reading *r, const hd__info_line *line)
{
    static const struct {
        const char *word;
        hd__result (*read)(reading *r, const hd__info_line *line);
    } words[] = {
        {"Group", read_group}, {"File", read_file}, {"Comm", read_comm}, {"Type", read_type}};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (strcmp(line->word, words[i].word) == 0) {
            return words[i].read(r, line);
        }
    }
    return HD__DONE; /* Topology, and what later versions may add */
}

static hd__result take_line(reading *r, const char *text, size_t length, bool find_topology)
{
    hd__info_line *const line = find_topology ? &r->topology : &r->project->line;
    switch (hd__info_line_read(line, text, length)) {
    case HD__LINE_OK:
        if (!find_topology) {
            return read_line(r, line);
        }
        r->has_topology = strcmp(line->word, "Topology") == 0 && read_topology(r, line) == HD__DONE;
        return HD__DONE;
    case HD__LINE_EMPTY:
        return HD__DONE;
    case HD__LINE_BAD:
        return HD__BAD;
    case HD__LINE_NOMEM:
        break;
    }
    return HD__NO_MEMORY;
}

/* Go through the lines; in search of the Topology line, or of all others. */
static bool take_lines(reading *r, const char *text, size_t length, bool find_topology)
{
    const char *const end = text + length;
    while (text < end && !(find_topology && r->has_topology)) {
        const char *const stop = memchr(text, '\n', (size_t)(end - text));
        const char *const line_end = stop == NULL ? end : stop;
        const hd__result done = take_line(r, text, (size_t)(line_end - text), find_topology);
        if (done == HD__NO_MEMORY) {
            return false;
        }
        r->skipped += done == HD__BAD && !find_topology;
        text = stop == NULL ? end : stop + 1;
    }
    return true;
}

static hd_status add_fragment(reading *r, const char *text, size_t length, const char *origin)
{
    bool memory = take_lines(r, text, length, true);
    if (memory && !r->has_topology) {
        return hd__fail(HD_FORMAT, "%s: no usable Topology line", origin);
    }
    memory = memory && hd__nodes_set_levels(r->project, &r->levels) &&
             hd__nodes_add(r->project, &r->levels, &r->topology, &r->labels) == HD__DONE &&
             take_lines(r, text, length, false) &&
             hd__project_comms_join(r->project, &r->comms, r->rank);
    if (!memory) {
        return hd__fail(HD_NOMEM, "%s: no memory", origin);
    }
    if (!add_process(r)) {
        return hd__fail(HD_NOMEM, "%s: no memory", origin);
    }
    r->project->skipped_lines += r->skipped;
    return HD_OK;
}

hd_status hd_project_add_fragment(hd_project *project, const char *text, size_t length,
                                  const char *origin)
{
    if (project == NULL || (text == NULL && length > 0)) {
        return hd__fail(HD_INVALID, "project: needs a project and a text");
    }
    reading r = {.project = project, .rank = -1, .types = {.id_count = length / TYPE_LINE_BYTES}};
    const hd_status status = add_fragment(&r, text, length, origin == NULL ? "fragment" : origin);
    hd__info_line_fini(&r.topology);
    hd__comm_list_fini(&r.comms);
    hd__type_list_fini(&r.types);
    return status;
}
