/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tree of a project's nodes, from the labels of fragments. */
#include "project_node.h"

#include "sys.h"

#include <string.h>

/* --- texts between semicolons ----------------------------------------------------------------- */

bool hd__items_split(const char *text, hd__items *to)
{
    to->count = 0;
    while (text != NULL && to->count < HD__LEVELS_MAX) {
        const size_t length = strcspn(text, ";");
        if (length == 0) {
            return false;
        }
        to->at[to->count] = text;
        to->lengths[to->count++] = length;
        text = text[length] == '\0' ? NULL : text + length + 1;
    }
    return text == NULL && to->count > 0;
}

static char *copy_bytes(const char *text, size_t length)
{
    char *const copy = hd__system.alloc(length + 1);
    if (copy != NULL) {
        memcpy(copy, text, length);
    }
    return copy;
}

static bool is_item(const hd__items *list, size_t index, const char *text)
{
    return strlen(text) == list->lengths[index] &&
           memcmp(text, list->at[index], list->lengths[index]) == 0;
}

/* --- nodes ------------------------------------------------------------------------------------ */

/* Children lie at most HD__LEVELS_MAX deep. */
void hd__nodes_destroy(hd__project_node *nodes) /* NOLINT(misc-no-recursion) */
{
    while (nodes != NULL) {
        hd__project_node *const next = nodes->next;
        hd__nodes_destroy(nodes->children.first);
        hd__system.release(nodes->name);
        hd__system.release(nodes->label);
        hd__system.release(nodes->type);
        hd__system.release(nodes);
        nodes = next;
    }
}

bool hd__nodes_set_levels(hd_project *project, const hd__items *levels)
{
    if (project->level_count > 0) {
        return true;
    }
    for (size_t i = 0; i < levels->count; i++) {
        project->levels[i] = copy_bytes(levels->at[i], levels->lengths[i]);
        if (project->levels[i] == NULL) {
            return false;
        }
        project->level_count = i + 1;
    }
    return true;
}

/* The label that files do not show: field `label<depth>`, depth from 1. */
static const char *get_label(const hd__info_line *line, size_t depth)
{
    char name[16] = "label";
    char *end = name + 5;
    if (depth >= 10) {
        *end++ = (char)('0' + depth / 10);
    }
    *end = (char)('0' + depth % 10);
    return hd__info_line_get(line, name);
}

static hd__project_node *make_node(const hd_project *project, const hd__items *levels,
                                   const hd__info_line *line, const hd__items *labels, size_t index)
{
    hd__project_node *const node = hd__system.alloc(sizeof *node);
    if (node == NULL) {
        return NULL;
    }
    const char *const label = get_label(line, index + 1);
    const bool other_type =
        index >= project->level_count || !is_item(levels, index, project->levels[index]);
    node->name = copy_bytes(labels->at[index], labels->lengths[index]);
    node->label = label == NULL ? NULL : hd__text_copy(label);
    node->type = other_type ? copy_bytes(levels->at[index], levels->lengths[index]) : NULL;
    if (node->name == NULL || (label != NULL && node->label == NULL) ||
        (other_type && node->type == NULL)) {
        hd__nodes_destroy(node);
        return NULL;
    }
    return node;
}

static hd__project_node *find_node(const hd_project *project, uint64_t hash,
                                   const hd__project_node *parent, const hd__items *labels,
                                   size_t index)
{
    hd__project_node *node = NULL;
    for (size_t at = 0; (node = hd__table_next(&project->nodes_by_name, hash, &at)) != NULL;) {
        if (node->parent == parent && is_item(labels, index, node->name)) {
            break;
        }
    }
    return node;
}

const char *hd_project_get_level(const hd_project *project, const char *const *labels, size_t depth)
{
    const hd__project_node *node = NULL;
    for (size_t i = 0; i < depth; i++) {
        const hd__items label = {.at = {labels[i]}, .lengths = {strlen(labels[i])}, .count = 1};
        const uint64_t hash = hd__hash(labels[i], label.lengths[0], (uintptr_t)node);
        node = find_node(project, hash, node, &label, 0);
        if (node == NULL) {
            return NULL;
        }
    }
    if (node == NULL || node->type != NULL) {
        return node == NULL ? NULL : node->type;
    }
    return project->levels[depth - 1];
}

hd__result hd__nodes_add(hd_project *project, const hd__items *levels, const hd__info_line *line,
                         const hd__items *labels)
{
    hd__node_list *list = &project->nodes;
    hd__project_node *parent = NULL;
    for (size_t i = 0; i < labels->count; i++) {
        const uint64_t hash = hd__hash(labels->at[i], labels->lengths[i], (uintptr_t)parent);
        hd__project_node *node = find_node(project, hash, parent, labels, i);
        if (node == NULL) {
            node = make_node(project, levels, line, labels, i);
            if (node == NULL || !hd__table_add(&project->nodes_by_name, hash, node)) {
                hd__nodes_destroy(node);
                return HD__NO_MEMORY;
            }
            node->parent = parent;
            HD__APPEND(list, node);
        }
        parent = node;
        list = &node->children;
    }
    return HD__DONE;
}
