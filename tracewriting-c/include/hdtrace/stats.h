/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HDTRACE_STATS_H
#define HDTRACE_STATS_H
/** Statistics: a group of values sampled together, big endian records (FORMATS A6, B 1.4).
 *  Thread: one group belongs to one thread at a time. */

#include <hdtrace/status.h>
#include <hdtrace/topology.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Value types: name in files, bytes. */
#define HD_STATS_TYPE_LIST(X) X(INT32, 4) X(INT64, 8) X(FLOAT, 4) X(DOUBLE, 8)

typedef enum hd_stats_type {
#define HD_STATS_TYPE_ENUM(name, bytes) HD_STATS_##name,
    HD_STATS_TYPE_LIST(HD_STATS_TYPE_ENUM)
#undef HD_STATS_TYPE_ENUM
} hd_stats_type;

/** One value of a group. Names at most 49, unit 9, grouping 19 characters; the last two may be
 * NULL. */
typedef struct hd_stats_value {
    const char *name;
    hd_stats_type type;
    const char *unit;
    const char *grouping;
} hd_stats_value;

typedef struct hd_stats_attribute {
    const char *name;
    const char *value;
} hd_stats_attribute;

typedef struct hd_stats hd_stats;

/** Create PROJECT_L1_..._Lk_GROUP.stat with its header; more than 256 values or 99,999 B of header
 *  continue in GROUP.2, GROUP.3, ... Attributes are further ones of `Group` and may be none. */
HD_API HD_CHECK hd_status hd_stats_create(const hd_topology_node *node, const char *group,
                                          size_t value_count, const hd_stats_value *values,
                                          size_t attribute_count,
                                          const hd_stats_attribute *attributes, hd_stats **stats);

/** Write the start stamp: the beginning of the first record's interval (ns since the epoch). */
HD_API HD_CHECK hd_status hd_stats_begin(hd_stats *stats, int64_t start_ns);

/** Set one value of the record being filled; a type other than declared is converted with
 * saturation. Values that are not set are 0; NaN and infinities become 0. */
HD_API void hd_stats_set_int(hd_stats *stats, size_t index, int64_t value);
HD_API void hd_stats_set_double(hd_stats *stats, size_t index, double value);

/** Append the record whose interval ends at `end_ns`.
 *  @return HD_OK | HD_STATE (no start) | HD_INVALID (time went back) | HD_IO */
HD_API HD_CHECK hd_status hd_stats_end_record(hd_stats *stats, int64_t end_ns);

HD_API HD_CHECK hd_status hd_stats_flush(hd_stats *stats);

/** Close and free; the file is removed when it has no record. NULL is allowed. */
HD_API hd_status hd_stats_destroy(hd_stats *stats);

#ifdef __cplusplus
}
#endif
#endif
