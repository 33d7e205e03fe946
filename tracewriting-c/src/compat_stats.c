/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hdS_*: values are collected until the group is committed, then written one by one in order. */
#include "compat.h"
#include "sys.h"
#include "topology_node.h"

#include <hdtrace-compat/hdStats.h>
#include <hdtrace/clock.h>
#include <hdtrace/stats.h>
#include <string.h>

struct hdStatsGroup {
    char *name;
    const hd_topology_node *node;
    hd_stats_value values[HDS_MAX_VALUES_PER_GROUP]; /* their texts belong to the group */
    size_t count;
    hd_stats *stats; /* NULL until committed */
    size_t next;     /* value of the record being written */
    int64_t time_ns; /* of that record */
    bool enabled;
};

hdStatsGroup *hdS_createGroup(const char *groupName, hdTopoNode *topoNode, int topoLevel)
{
    if (groupName == NULL || topoNode == NULL || topoLevel < 1 ||
        (size_t)topoLevel > topoNode->node->depth) {
        (void)hd__compat_fail(HD_ERR_INVALID_ARGUMENT);
        return NULL;
    }
    hdStatsGroup *const g = hd__system.alloc(sizeof *g);
    if (g != NULL) {
        g->name = hd__text_copy(groupName);
        g->node = hd__node_get_ancestor(topoNode->node, (size_t)topoLevel);
    }
    if (g == NULL || g->name == NULL) {
        hd__system.release(g);
        (void)hd__compat_fail(HD_ERR_MALLOC);
        return NULL;
    }
    return g;
}

static char *copy_or_null(const char *text, bool *memory)
{
    char *const copy = text == NULL ? NULL : hd__text_copy(text);
    *memory = *memory && (text == NULL || copy != NULL);
    return copy;
}

/* Texts of values were allocated here, whatever their type in the public structure says. */
static void release_text(const char *text)
{
    char *writable = NULL;
    memcpy(&writable, &text, sizeof writable);
    hd__system.release(writable);
}

static void release_value(const hd_stats_value *value)
{
    release_text(value->name);
    release_text(value->unit);
    release_text(value->grouping);
}

int hdS_addValue(hdStatsGroup *group, const char *name, hdStatsValueType type, const char *unit,
                 const char *grouping)
{
    static const hd_stats_type types[] = {HD_STATS_INT32, HD_STATS_INT64, HD_STATS_INT64,
                                          HD_STATS_FLOAT, HD_STATS_DOUBLE};
    if (group == NULL || name == NULL) {
        return hd__compat_fail(HD_ERR_INVALID_ARGUMENT);
    }
    if (group->stats != NULL) {
        return hd__compat_fail(HDS_ERR_GROUP_COMMIT_STATE);
    }
    if ((size_t)type >= sizeof types / sizeof types[0]) {
        return hd__compat_fail(HDS_ERR_UNEXPECTED_ARGVALUE);
    }
    if (group->count == HDS_MAX_VALUES_PER_GROUP) {
        return hd__compat_fail(HD_ERR_BUFFER_OVERFLOW);
    }
    bool memory = true;
    const hd_stats_value value = {copy_or_null(name, &memory), types[type],
                                  copy_or_null(unit, &memory), copy_or_null(grouping, &memory)};
    if (!memory) {
        release_value(&value);
        return hd__compat_fail(HD_ERR_MALLOC);
    }
    group->values[group->count++] = value;
    return 0;
}

int hdS_commitGroup(hdStatsGroup *group)
{
    if (group == NULL) {
        return hd__compat_fail(HD_ERR_INVALID_ARGUMENT);
    }
    if (group->stats != NULL) {
        return hd__compat_fail(HDS_ERR_GROUP_COMMIT_STATE);
    }
    hd_status status = hd_stats_create(group->node, group->name, group->count, group->values, 0,
                                       NULL, &group->stats);
    if (status == HD_OK) {
        status = hd_stats_begin(group->stats, hd_clock_get_ns());
    }
    return status == HD_IO ? hd__compat_fail(HD_ERR_CREATE_FILE) : hd__compat_result(status);
}

static int set_enabled(hdStatsGroup *group, bool enabled)
{
    if (group == NULL) {
        return -1;
    }
    const bool same = group->enabled == enabled;
    group->enabled = enabled;
    return same;
}

int hdS_enableGroup(hdStatsGroup *group)
{
    return set_enabled(group, true);
}

int hdS_disableGroup(hdStatsGroup *group)
{
    return set_enabled(group, false);
}

int hdS_isEnabled(hdStatsGroup *group)
{
    return group != NULL && group->enabled;
}

static int check(const hdStatsGroup *group)
{
    if (group == NULL) {
        return hd__compat_fail(HD_ERR_INVALID_ARGUMENT);
    }
    if (group->stats == NULL) {
        return hd__compat_fail(HDS_ERR_GROUP_COMMIT_STATE);
    }
    return group->enabled ? 0 : hd__compat_fail(HD_ERR_TRACE_DISABLED);
}

/* The next value must have this type; the first one of a record takes the time. */
static int check_next(hdStatsGroup *group, hd_stats_type type)
{
    if (check(group) != 0) {
        return -1;
    }
    if (group->values[group->next].type != type) {
        return hd__compat_fail(HDS_ERR_UNEXPECTED_ARGVALUE);
    }
    if (group->next == 0) {
        group->time_ns = hd_clock_get_ns();
    }
    return 0;
}

static int advance(hdStatsGroup *group)
{
    if (++group->next < group->count) {
        return 0;
    }
    group->next = 0;
    return hd__compat_result(hd_stats_end_record(group->stats, group->time_ns));
}

static int write_int(hdStatsGroup *group, hd_stats_type type, int64_t value)
{
    if (check_next(group, type) != 0) {
        return -1;
    }
    hd_stats_set_int(group->stats, group->next, value);
    return advance(group);
}

static int write_real(hdStatsGroup *group, hd_stats_type type, double value)
{
    if (check_next(group, type) != 0) {
        return -1;
    }
    hd_stats_set_double(group->stats, group->next, value);
    return advance(group);
}

int hdS_writeInt32Value(hdStatsGroup *group, int32_t value)
{
    return write_int(group, HD_STATS_INT32, value);
}

int hdS_writeInt64Value(hdStatsGroup *group, int64_t value)
{
    return write_int(group, HD_STATS_INT64, value);
}

int hdS_writeUInt64Value(hdStatsGroup *group, uint64_t value)
{
    return write_int(group, HD_STATS_INT64, value > INT64_MAX ? INT64_MAX : (int64_t)value);
}

int hdS_writeFloatValue(hdStatsGroup *group, float value)
{
    return write_real(group, HD_STATS_FLOAT, (double)value);
}

int hdS_writeDoubleValue(hdStatsGroup *group, double value)
{
    return write_real(group, HD_STATS_DOUBLE, value);
}

static size_t get_bytes(hd_stats_type type)
{
    return type == HD_STATS_INT32 || type == HD_STATS_FLOAT ? 4 : 8;
}

static void set_value(hdStatsGroup *group, size_t index, uint64_t bits)
{
    const uint32_t low = (uint32_t)bits;
    float real = 0;
    double number = 0;
    switch (group->values[index].type) {
    case HD_STATS_INT32:
        hd_stats_set_int(group->stats, index, (int32_t)low);
        break;
    case HD_STATS_INT64:
        hd_stats_set_int(group->stats, index, (int64_t)bits);
        break;
    case HD_STATS_FLOAT:
        memcpy(&real, &low, sizeof real);
        hd_stats_set_double(group->stats, index, (double)real);
        break;
    case HD_STATS_DOUBLE:
        memcpy(&number, &bits, sizeof number);
        hd_stats_set_double(group->stats, index, number);
        break;
    }
}

int hdS_writeEntry(hdStatsGroup *group, void *entry, size_t entryLength)
{
    if (check(group) != 0) {
        return -1;
    }
    size_t bytes = 0;
    for (size_t i = 0; i < group->count; i++) {
        bytes += get_bytes(group->values[i].type);
    }
    if (entry == NULL || entryLength != bytes) {
        return hd__compat_fail(HDS_ERR_UNEXPECTED_ARGVALUE);
    }
    if (group->next != 0) {
        return hd__compat_fail(HDS_ERR_ENTRY_STATE);
    }
    const unsigned char *at = entry;
    for (size_t i = 0; i < group->count; i++) {
        uint64_t bits = 0;
        for (size_t k = get_bytes(group->values[i].type); k > 0; k--) {
            bits = bits << 8 | *at++;
        }
        set_value(group, i, bits);
    }
    return hd__compat_result(hd_stats_end_record(group->stats, hd_clock_get_ns()));
}

int hdS_finalize(hdStatsGroup *group)
{
    if (group == NULL) {
        return hd__compat_fail(HD_ERR_INVALID_ARGUMENT);
    }
    const hd_status status = hd_stats_destroy(group->stats);
    for (size_t i = 0; i < group->count; i++) {
        release_value(&group->values[i]);
    }
    hd__system.release(group->name);
    hd__system.release(group);
    return hd__compat_result(status);
}
