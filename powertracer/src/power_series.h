/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HDPOWER_SERIES_H
#define HDPOWER_SERIES_H
/** What a channel took lately, interval by interval, so that it can be told for other intervals:
 * within an interval its power is taken as constant. Thread: one at a time. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct hd_power_segment {
    int64_t from_ns;
    int64_t to_ns;
    double uj;
    bool is_gap;
};

struct hd_power_series {
    struct hd_power_segment *segments; /* a ring; the oldest gives way to the newest */
    size_t size;
    size_t first;
    size_t count;
    int64_t end_ns; /* of the newest, 0: none yet */
};

enum hd_power_answer {
    HD_POWER_COMPLETE,
    HD_POWER_HOLE, /* not known for all of the interval, and won't be */
    HD_POWER_LATE  /* not known yet */
};

/** @return false: without memory */
bool hd__power_series_init(struct hd_power_series *series, size_t size);
void hd__power_series_fini(struct hd_power_series *series);

/** Add what follows the newest; an empty interval is left out. */
void hd__power_series_add(struct hd_power_series *series, const struct hd_power_segment *segment);

/** The oldest that is still there, or NULL. */
const struct hd_power_segment *hd__power_series_first(const struct hd_power_series *series);

/** The energy of an interval; `*uj` is set when HD_POWER_COMPLETE. */
enum hd_power_answer hd__power_series_integrate(const struct hd_power_series *series,
                                                int64_t from_ns, int64_t to_ns, double *uj);

/** Drop what ended until then. */
void hd__power_series_forget(struct hd_power_series *series, int64_t until_ns);

#endif
