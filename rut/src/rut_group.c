/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "rut_group.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Values per file; more of them continue in further files (FORMATS A6). */
#define VALUES_PER_FILE 256U
/* Devices that appear when so many groups exist are only in the sums. */
#define LARGEST_NUMBER 100U

/* The values every record has after those of the sources. */
static const char *const own_values[] = {
    "ELAPSED_NS",  /* since the end of the previous record */
    "INTERVAL_NS", /* what that should be */
    "LATENESS_NS", /* from the slot to the beginning of the reading */
    "READ_NS",     /* time the reading took; the record's end is its middle */
};
enum { OWN_VALUE_COUNT = sizeof own_values / sizeof own_values[0] + 1 };

static void describe(struct hd_rut_group *group)
{
    hd__rut_values_clear(&group->values);
    hd__rut_probe_describe(group->probe, &group->values);
    for (size_t i = 0; i < OWN_VALUE_COUNT - 1; i++) {
        hd__rut_values_add(&group->values, HD_STATS_INT64, "ns", "TIME", own_values[i], "");
    }
    hd__rut_values_add(&group->values, HD_STATS_INT64, "#", "TIME", "GAP", "");
}

static hd_status create_file(struct hd_rut_group *group, size_t index, const hd_stats_value *values)
{
    const unsigned number = group->number + (unsigned)index;
    const size_t first = index * VALUES_PER_FILE;
    const size_t rest = group->values.count - first;
    const char *unavailable = group->probe->unavailable;
    const hd_stats_attribute attribute = {"unavailable", unavailable};
    char name[32];
    if (number > 1) {
        (void)snprintf(name, sizeof name, "%s.%u", group->name, number);
    } else {
        (void)snprintf(name, sizeof name, "%s", group->name);
    }
    return hd_stats_create(group->node, name, rest < VALUES_PER_FILE ? rest : VALUES_PER_FILE,
                           values + first, unavailable[0] == '\0' ? 0 : 1, &attribute,
                           &group->files[index]);
}

static hd_status create_files(struct hd_rut_group *group)
{
    const struct hd_rut_values *described = &group->values;
    const size_t wanted = (described->count + VALUES_PER_FILE - 1) / VALUES_PER_FILE;
    hd_stats_value *values = calloc(described->count, sizeof *values);
    group->files = calloc(wanted, sizeof(hd_stats *));
    hd_status status = values == NULL || group->files == NULL ? HD_NOMEM : HD_OK;
    for (size_t i = 0; status == HD_OK && i < described->count; i++) {
        const struct hd_rut_value *value = &described->items[i];
        values[i] = (hd_stats_value){value->name, value->type, value->unit, value->grouping};
    }
    for (size_t i = 0; status == HD_OK && i < wanted; i++) {
        status = create_file(group, i, values);
        group->file_count += status == HD_OK ? 1 : 0;
    }
    free(values);
    return status;
}

static hd_status open_number(struct hd_rut_group *group, unsigned number)
{
    describe(group);
    hd__rut_record_fini(&group->record);
    if (group->values.out_of_memory || !hd__rut_record_init(&group->record, group->values.count)) {
        return HD_NOMEM;
    }
    group->number = number;
    const hd_status status = create_files(group);
    group->next_number = number + (unsigned)group->file_count;
    return status;
}

/* Close all files. Returns the first failure. */
static hd_status close_files(struct hd_rut_group *group)
{
    hd_status status = HD_OK;
    for (size_t i = 0; i < group->file_count; i++) {
        const hd_status closed = hd_stats_destroy(group->files[i]);
        status = status == HD_OK ? closed : status;
    }
    free(group->files);
    group->files = NULL;
    group->file_count = 0;
    return status;
}

static hd_status begin_files(struct hd_rut_group *group, int64_t now_ns)
{
    hd_status status = HD_OK;
    for (size_t i = 0; status == HD_OK && i < group->file_count; i++) {
        status = hd_stats_begin(group->files[i], now_ns);
    }
    return status;
}

/* Close the current files, take up all devices in others that begin at `now_ns`. */
static hd_status reopen(struct hd_rut_group *group, unsigned number, int64_t now_ns)
{
    hd_status status = close_files(group);
    if (status == HD_OK) {
        status = open_number(group, number);
    }
    return status == HD_OK ? begin_files(group, now_ns) : status;
}

static hd_status continue_when_changed(struct hd_rut_group *group, int64_t now_ns)
{
    if (!hd__rut_probe_has_changed(group->probe) || group->next_number > LARGEST_NUMBER) {
        return HD_OK;
    }
    return reopen(group, group->next_number, now_ns);
}

static void set_values(struct hd_rut_group *group)
{
    for (size_t i = 0; i < group->record.count; i++) {
        const union hd_rut_number number = group->record.items[i];
        hd_stats *file = group->files[i / VALUES_PER_FILE];
        if (group->values.items[i].type == HD_STATS_FLOAT) {
            hd_stats_set_double(file, i % VALUES_PER_FILE, number.real);
        } else {
            hd_stats_set_int(file, i % VALUES_PER_FILE, number.integer);
        }
    }
}

static hd_status end_record(struct hd_rut_group *group, int64_t now_ns)
{
    hd_status status = HD_OK;
    for (size_t i = 0; status == HD_OK && i < group->file_count; i++) {
        status = hd_stats_end_record(group->files[i], now_ns);
    }
    return status;
}

static hd_status write_record(struct hd_rut_group *group, int64_t now_ns,
                              struct hd_rut_timing timing, bool measured)
{
    struct hd_rut_record *record = &group->record;
    if (now_ns <= group->end_ns) {
        return HD_OK;
    }
    memset(record->items, 0, record->capacity * sizeof record->items[0]);
    record->count = 0;
    record->elapsed_ns = now_ns - group->end_ns;
    if (measured) {
        hd__rut_probe_emit(group->probe, record);
    }
    record->count = record->capacity - OWN_VALUE_COUNT;
    hd__rut_record_put_int(record, (uint64_t)record->elapsed_ns);
    hd__rut_record_put_int(record, (uint64_t)group->interval_ns);
    hd__rut_record_put_int(record, (uint64_t)timing.lateness_ns);
    hd__rut_record_put_int(record, (uint64_t)timing.read_ns);
    hd__rut_record_put_int(record, timing.gap ? 1 : 0);
    set_values(group);
    group->end_ns = now_ns;
    const hd_status status = end_record(group, now_ns);
    if (status != HD_OK) {
        return status;
    }
    group->written = group->next_number - 1;
    return continue_when_changed(group, now_ns);
}

hd_status hd__rut_group_open(struct hd_rut_group *group)
{
    return open_number(group, 1);
}

hd_status hd__rut_group_begin(struct hd_rut_group *group, int64_t now_ns)
{
    const hd_status status = hd__rut_probe_has_changed(group->probe)
                                 ? reopen(group, group->number, now_ns)
                                 : begin_files(group, now_ns);
    group->has_begun = true;
    group->end_ns = now_ns;
    return status;
}

hd_status hd__rut_group_write(struct hd_rut_group *group, int64_t now_ns,
                              struct hd_rut_timing timing)
{
    return write_record(group, now_ns, timing, true);
}

hd_status hd__rut_group_skip(struct hd_rut_group *group, int64_t now_ns)
{
    return write_record(group, now_ns, (struct hd_rut_timing){.gap = true}, false);
}

hd_status hd__rut_group_close(struct hd_rut_group *group)
{
    const hd_status status = close_files(group);
    hd__rut_group_abandon(group);
    return status;
}

void hd__rut_group_abandon(struct hd_rut_group *group)
{
    free(group->files);
    hd__rut_record_fini(&group->record);
    hd__rut_values_fini(&group->values);
    *group = (struct hd_rut_group){0};
}
