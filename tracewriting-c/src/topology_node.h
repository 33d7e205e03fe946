/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HD_SRC_TOPOLOGY_NODE_H
#define HD_SRC_TOPOLOGY_NODE_H
/* What the writers of files need to know about nodes. */

#include "machine.h"

#include <hdtrace/topology.h>

struct hd_topology_node {
    hd_topology *topology;
    const struct hd_topology_node *parent; /* NULL at the first level */
    struct hd_topology_node *next;         /* all nodes of the topology */
    size_t depth;                          /* labels up to here */
    unsigned number;                       /* counts from 0 in order of creation */
    char *label;                           /* as given */
    char *name;                            /* as in file names */
};

size_t hd__topology_get_level_count(const hd_topology *topology);
const char *hd__topology_get_level(const hd_topology *topology, size_t index);

/* The node's ancestor that has `depth` labels. */
const hd_topology_node *hd__node_get_ancestor(const hd_topology_node *node, size_t depth);

/* The machine of the process; found out at the first call. */
const hd__machine *hd__topology_get_machine(hd_topology *topology);

enum { HD__PATH_BYTES = 4096 };

/* Replace what may not stand in file names, one '-' per character. `to` has the size of `from`. */
void hd__sanitise(char *to, const char *from);

#endif
