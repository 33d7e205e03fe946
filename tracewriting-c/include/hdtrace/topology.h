/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HDTRACE_TOPOLOGY_H
#define HDTRACE_TOPOLOGY_H
/** Where a trace belongs: project, and path of labels such as host/rank/thread. */

#include <hdtrace/status.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct hd_topology hd_topology;
typedef struct hd_topology_node hd_topology_node;

/** Create the topology of one project.
 *  @param directory  where the project's files are written; NULL or "" is the current one
 *  @param project    project name; characters outside [A-Za-z0-9.-] become '-' in file names
 *  @param level_types `level_count` (1..16) names without ';', as "Hostname", "Rank", "Thread"
 *  @return HD_OK | HD_INVALID | HD_NOMEM. Ownership: all strings are copied. */
HD_API HD_CHECK hd_status hd_topology_create(const char *directory, const char *project,
                                             size_t level_count, const char *const *level_types,
                                             hd_topology **topology);

/** Destroy the topology and its nodes; NULL is allowed. No trace may still use a node. */
HD_API void hd_topology_destroy(hd_topology *topology);

/** Get the node with these labels (1..level_count of them), created at first use.
 *  Thread: any (locked). Ownership: borrowed, lives as long as the topology. */
HD_API HD_CHECK hd_status hd_topology_get_node(hd_topology *topology, size_t label_count,
                                               const char *const *labels,
                                               const hd_topology_node **node);

/** Compose DIR/PROJECT_L1_..._Ln[_GROUP].SUFFIX by FORMATS A1 and B 1.1; group may be NULL.
 *  @return HD_OK | HD_LIMIT (does not fit `size` bytes with its NUL) */
HD_API HD_CHECK hd_status hd_topology_get_path(const hd_topology_node *node, const char *group,
                                               const char *suffix, char *path, size_t size);

/** Compose DIR/PROJECT.proj, where readers look for the project of these files.
 *  @return HD_OK | HD_INVALID | HD_LIMIT (does not fit `size` bytes with its NUL) */
HD_API HD_CHECK hd_status hd_topology_get_project_path(const hd_topology *topology, char *path,
                                                       size_t size);

#ifdef __cplusplus
}
#endif
#endif
