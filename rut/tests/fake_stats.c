/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fake_stats.h"

#include "check.h"

#include <hdtrace/clock.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct hd_stats {
    struct fake_group *group;
    double *current;
};

struct fake_group fake_groups[FAKE_GROUPS];
size_t fake_group_count;
size_t fake_records_until_failure = SIZE_MAX;

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER; /* guards what follows */
static pthread_cond_t change = PTHREAD_COND_INITIALIZER;
static size_t written_count, failed_count, look_count;
static int64_t set_ns;    /* 0: the clock goes by itself */
static int64_t origin_ns; /* what the machine's clock says when this one says 0 */

static void wait_for(const size_t *what, size_t count)
{
    (void)pthread_mutex_lock(&mutex);
    while (*what < count) {
        (void)pthread_cond_wait(&change, &mutex);
    }
    (void)pthread_mutex_unlock(&mutex);
}

static void count_up(size_t *what)
{
    (void)pthread_mutex_lock(&mutex);
    ++*what;
    (void)pthread_cond_broadcast(&change);
    (void)pthread_mutex_unlock(&mutex);
}

void fake_wait_for_records(size_t count)
{
    wait_for(&written_count, count);
}

void fake_wait_for_failures(size_t count)
{
    wait_for(&failed_count, count);
}

void fake_wait_for_looks(void)
{
    wait_for(&look_count, 2);
}

void fake_set_clock(int64_t now_ns)
{
    (void)pthread_mutex_lock(&mutex);
    set_ns = now_ns;
    look_count = 0;
    (void)pthread_mutex_unlock(&mutex);
}

static int64_t get_machine_ns(void)
{
    struct timespec time;
    (void)clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

int64_t hd_clock_get_ns(void)
{
    (void)pthread_mutex_lock(&mutex);
    const int64_t now_ns = set_ns != 0 ? set_ns : get_machine_ns() - origin_ns;
    look_count++;
    (void)pthread_cond_broadcast(&change);
    (void)pthread_mutex_unlock(&mutex);
    return now_ns;
}

void fake_reset(void)
{
    for (size_t i = 0; i < fake_group_count; i++) {
        for (size_t r = 0; r < fake_groups[i].record_count; r++) {
            free(fake_groups[i].records[r].values);
        }
    }
    memset(fake_groups, 0, sizeof fake_groups);
    fake_group_count = 0;
    fake_records_until_failure = SIZE_MAX;
    written_count = failed_count = 0;
    fake_set_clock(0);
    origin_ns = get_machine_ns() - (int64_t)3601 * 1000000000;
}

hd_status hd_stats_create(const hd_topology_node *node, const char *group, size_t value_count,
                          const hd_stats_value *values, size_t attribute_count,
                          const hd_stats_attribute *attributes, hd_stats **stats)
{
    assert_ptr_equal(node, fake_node());
    assert_true(fake_group_count < FAKE_GROUPS);
    assert_true(value_count < FAKE_VALUES);
    struct fake_group *fake = &fake_groups[fake_group_count++];
    (void)snprintf(fake->name, sizeof fake->name, "%s", group);
    fake->value_count = value_count;
    for (size_t i = 0; i < value_count; i++) {
        assert_true(strlen(values[i].name) <= 49);
        assert_true(strlen(values[i].unit) <= 9);
        assert_true(strlen(values[i].grouping) <= 19);
        (void)snprintf(fake->values[i].name, sizeof fake->values[i].name, "%s", values[i].name);
        fake->values[i].type = values[i].type;
    }
    for (size_t i = 0; i < attribute_count; i++) {
        assert_string_equal(attributes[i].name, "unavailable");
        (void)snprintf(fake->unavailable, sizeof fake->unavailable, "%s", attributes[i].value);
    }
    *stats = calloc(1, sizeof **stats);
    assert_non_null(*stats);
    (*stats)->group = fake;
    (*stats)->current = calloc(FAKE_VALUES, sizeof(double));
    assert_non_null((*stats)->current);
    return HD_OK;
}

hd_status hd_stats_begin(hd_stats *stats, int64_t start_ns)
{
    assert_false(stats->group->has_begun);
    stats->group->has_begun = true;
    stats->group->start_ns = start_ns;
    return HD_OK;
}

void hd_stats_set_int(hd_stats *stats, size_t index, int64_t value)
{
    assert_int_equal(stats->group->values[index].type, HD_STATS_INT64);
    stats->current[index] = (double)value;
}

void hd_stats_set_double(hd_stats *stats, size_t index, double value)
{
    assert_int_equal(stats->group->values[index].type, HD_STATS_FLOAT);
    stats->current[index] = value;
}

hd_status hd_stats_end_record(hd_stats *stats, int64_t end_ns)
{
    struct fake_group *group = stats->group;
    if (group->record_count >= fake_records_until_failure) {
        count_up(&failed_count);
        return HD_IO;
    }
    assert_true(group->has_begun);
    assert_true(group->record_count < FAKE_RECORDS);
    struct fake_record *record = &group->records[group->record_count++];
    record->end_ns = end_ns;
    record->values = stats->current;
    stats->current = calloc(FAKE_VALUES, sizeof(double));
    assert_non_null(stats->current);
    count_up(&written_count);
    return HD_OK;
}

hd_status hd_stats_destroy(hd_stats *stats)
{
    if (stats != NULL) {
        stats->group->is_closed = true;
        free(stats->current);
        free(stats);
    }
    return HD_OK;
}

bool fake_has(const struct fake_group *group, const char *name)
{
    for (size_t i = 0; i < group->value_count; i++) {
        if (strcmp(group->values[i].name, name) == 0) {
            return true;
        }
    }
    return false;
}

double fake_get(const struct fake_group *group, size_t record, const char *name)
{
    assert_true(record < group->record_count);
    for (size_t i = 0; i < group->value_count; i++) {
        if (strcmp(group->values[i].name, name) == 0) {
            return group->records[record].values[i];
        }
    }
    fail_msg("group %s has no value %s", group->name, name);
    return 0;
}

const hd_topology_node *fake_node(void)
{
    static const char place = 0;
    return (const hd_topology_node *)(const void *)&place;
}
