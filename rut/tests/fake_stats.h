/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef FAKE_STATS_H
#define FAKE_STATS_H
/** Stands in for libhdtrace: keeps what is written to statistics groups in memory, so that sampler
 *  tests see each record, can make a write fail, and can have the clock in their hands. */

#include <hdtrace/stats.h>
#include <stdbool.h>

enum { FAKE_GROUPS = 48, FAKE_VALUES = 257, FAKE_RECORDS = 4096 };

struct fake_value {
    char name[64];
    hd_stats_type type;
};

struct fake_record {
    int64_t end_ns;
    double *values;
};

struct fake_group {
    char name[64];
    char unavailable[512];
    size_t value_count;
    struct fake_value values[FAKE_VALUES];
    bool has_begun;
    bool is_closed;
    int64_t start_ns;
    size_t record_count;
    struct fake_record records[FAKE_RECORDS];
};

extern struct fake_group fake_groups[FAKE_GROUPS];
extern size_t fake_group_count;
extern size_t fake_records_until_failure; /* SIZE_MAX: none fails */

void fake_reset(void);

/** Wait until so many records have been written, or writes have failed, in all groups together. */
void fake_wait_for_records(size_t count);
void fake_wait_for_failures(size_t count);

/** Take the clock into the test's hands: it stands at `now_ns` until it is set again. Before, it
 * goes on from a second after a full hour, when the fake was reset. */
void fake_set_clock(int64_t now_ns);

/** Wait until the clock has been looked at twice since it was set: who waits for a later time has
 *  seen that it has not come. */
void fake_wait_for_looks(void);

/** Value of a record by name; fails the test when it isn't there. */
double fake_get(const struct fake_group *group, size_t record, const char *name);
bool fake_has(const struct fake_group *group, const char *name);

/** A node to pass on; never looked into. */
const hd_topology_node *fake_node(void);

#endif
