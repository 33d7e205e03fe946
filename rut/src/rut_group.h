/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HDRUT_GROUP_H
#define HDRUT_GROUP_H
/** A statistics group of a sampler: `Utilization`, and `Utilization.2`, `.3`, ... when devices
 * appear, because the values of one file cannot change (FORMATS A6); `Process` in the same way. */

#include "rut_probe.h"

#include <hdtrace/stats.h>
#include <stdint.h>

#define HD_RUT_GROUP         "Utilization"
#define HD_RUT_PROCESS_GROUP "Process"

struct hd_rut_group {
    const hd_topology_node *node;
    const char *name;           /* HD_RUT_GROUP or HD_RUT_PROCESS_GROUP */
    struct hd_rut_probe *probe; /* borrowed */
    int64_t interval_ns;
    struct hd_rut_values values;
    struct hd_rut_record record;
    hd_stats **files; /* one per 256 values */
    size_t file_count;
    unsigned number;      /* of the first of them; number 1 is not in the name */
    unsigned next_number; /* that no file has yet */
    unsigned written;     /* largest number that has a record */
    bool has_begun;
    int64_t end_ns; /* of the last record, or the beginning */
};

/** What a record says about itself. */
struct hd_rut_timing {
    int64_t lateness_ns; /* from the slot to the beginning of the reading */
    int64_t read_ns;     /* time the reading took */
    bool gap;            /* not measured, or the values of a source were lost */
};

/** Describe what the probe has and create the first file. The group needs `node`, `name`,
 *  `probe` and `interval_ns` set, all else 0. */
hd_status hd__rut_group_open(struct hd_rut_group *group);

/** Begin the first interval. Devices that appeared since the opening are taken up. */
hd_status hd__rut_group_begin(struct hd_rut_group *group, int64_t now_ns);

/** Write what the probe read last as the record that ends at `now_ns`, and go on in a new file when
 *  a device appeared. A time that isn't after the last one is left out. */
hd_status hd__rut_group_write(struct hd_rut_group *group, int64_t now_ns,
                              struct hd_rut_timing timing);

/** Write a record of zeros with `GAP` = 1: nothing was measured until `now_ns`. */
hd_status hd__rut_group_skip(struct hd_rut_group *group, int64_t now_ns);

/** Close the file and free all, but not the probe. */
hd_status hd__rut_group_close(struct hd_rut_group *group);

/** Free all without touching the file: for a forked child, whose parent goes on writing it. */
void hd__rut_group_abandon(struct hd_rut_group *group);

#endif
