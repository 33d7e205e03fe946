/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HD_SRC_PROJECT_NODE_H
#define HD_SRC_PROJECT_NODE_H
/* The tree of a project's nodes, from the labels of fragments. */

#include "info_line.h"
#include "project_data.h"

/* Texts between semicolons, as "n1;0;0". */
typedef struct hd__items {
    const char *at[HD__LEVELS_MAX];
    size_t lengths[HD__LEVELS_MAX];
    size_t count;
} hd__items;

/* False when there is no text, one is empty, or there are too many. They point into it. */
bool hd__items_split(const char *text, hd__items *to);

/* Take the types of the levels from the first fragment; false when out of memory. */
bool hd__nodes_set_levels(hd_project *project, const hd__items *levels);

/* Add the nodes of a path that the project does not have yet. `levels`: what the fragment calls
 * them; `line`: where the labels that files do not show stand. */
hd__result hd__nodes_add(hd_project *project, const hd__items *levels, const hd__info_line *line,
                         const hd__items *labels);

void hd__nodes_destroy(hd__project_node *nodes);

#endif
