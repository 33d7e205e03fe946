/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HD_SRC_STATS_STATE_H
#define HD_SRC_STATS_STATE_H
/* What a statistics group holds. A group that is too large for one file is a row of parts, NAME,
 * NAME.2, ...; each part is a file of its own with the same time stamps. */

#include "sink.h"

#include <hdtrace/stats.h>

enum { HD__STAMP_BYTES = 8 };

typedef struct hd__stats_part {
    hd__sink sink;
    char *path;
    size_t first; /* index of its first value */
    size_t count;
    unsigned char *record; /* stamp and values, as in the file */
    size_t record_bytes;
    bool open;
} hd__stats_part;

typedef struct hd__stats_slot {
    hd_stats_type type;
    unsigned char *at; /* in its part's record */
} hd__stats_slot;

struct hd_stats {
    hd__stats_part *parts; /* room for one per value */
    size_t part_count;
    hd__stats_slot *slots;
    size_t slot_count;
    int64_t last_ns;
    bool begun;
    uint64_t records;
};

#endif
