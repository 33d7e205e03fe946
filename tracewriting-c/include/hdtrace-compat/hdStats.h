/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HDTRACE_COMPAT_HDSTATS_H
#define HDTRACE_COMPAT_HDSTATS_H
/** Statistics by the original library's names. New programs use hdtrace/stats.h.
 *
 *  Create a group, add its values, commit and enable it, then write the values of each record in
 *  the order they were added; the first one takes the time. Functions give 0 on success and NULL
 *  or -1 on failure, with errno set (hdError.h). */

#include "hdError.h"
#include "hdTopo.h"

#include <stddef.h>
#include <stdint.h>
#include <stdio.h> /* programs of that time expect it from here */

#ifdef __cplusplus
extern "C" {
#endif

#define HDS_MAX_VALUES_PER_GROUP 256

/** UINT64 is written as INT64, STRING is refused. */
typedef enum hdStatsValueType { INT32, INT64, UINT64, FLOAT, DOUBLE, STRING } hdStatsValueType;

typedef struct hdStatsGroup hdStatsGroup;

/** The group belongs to the node's ancestor at topoLevel (1 is the first below the project). */
HD_API hdStatsGroup *hdS_createGroup(const char *groupName, hdTopoNode *topoNode, int topoLevel);
HD_API int hdS_addValue(hdStatsGroup *group, const char *name, hdStatsValueType type,
                        const char *unit, const char *grouping);
HD_API int hdS_commitGroup(hdStatsGroup *group);

/** 0: switched, 1: was so before, -1: no group. */
HD_API int hdS_enableGroup(hdStatsGroup *group);
HD_API int hdS_disableGroup(hdStatsGroup *group);
HD_API int hdS_isEnabled(hdStatsGroup *group);

/** Write a whole record: its values one after the other in network byte order. */
HD_API int hdS_writeEntry(hdStatsGroup *group, void *entry, size_t entryLength);

HD_API int hdS_writeInt32Value(hdStatsGroup *group, int32_t value);
HD_API int hdS_writeInt64Value(hdStatsGroup *group, int64_t value);
HD_API int hdS_writeUInt64Value(hdStatsGroup *group, uint64_t value);
HD_API int hdS_writeFloatValue(hdStatsGroup *group, float value);
HD_API int hdS_writeDoubleValue(hdStatsGroup *group, double value);

/** The file is removed when it has no record. */
HD_API int hdS_finalize(hdStatsGroup *group);

#ifdef __cplusplus
}
#endif
#endif
