/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HDPVFS_FILES_H
#define HDPVFS_FILES_H
/* The files of one recording: relations and descriptions per layer, numbers of pending operations,
 * utilization. */

#include "config.h"
#include "lock.h"

#include <hdrut/rut.h>
#include <hdtrace/project.h>
#include <hdtrace/relation.h>
#include <hdtrace/stats.h>
#include <hdtrace/topology.h>

/* A step function: each change ends a record of the number before. */
typedef struct hdpvfs_steps {
    _Alignas(64) hdpvfs_lock lock; /* processors need not hand on two together */
    hd_stats *stats;
    int64_t pending;
    int64_t last_ns; /* of the last record */
} hdpvfs_steps;

typedef struct hdpvfs_files {
    hdpvfs_steps steps[HDPVFS_FACILITIES];
    hd_topology *topology;
    hd_relation *relations[HDPVFS_RELATIONS];
    hd_fragment *fragments[HDPVFS_RELATIONS];
    const hd_topology_node *node; /* what statistics belong to */
    hd_rut *rut;
} hdpvfs_files;

/* Create them. On failure nothing stays, and hd_error_get_text says why. */
hd_status hdpvfs_files_open(hdpvfs_files *files, const char *project);

/* End all step functions with 0, close and free. */
hd_status hdpvfs_files_close(hdpvfs_files *files);

/* `now_ns`: 0 where nobody has looked at the clock yet. */
hd_status hdpvfs_files_step(hdpvfs_files *files, hdpvfs_facility facility, int change,
                            int64_t now_ns);

#endif
