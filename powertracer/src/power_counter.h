/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HDPOWER_COUNTER_H
#define HDPOWER_COUNTER_H
/** Energy counters: what one grew by, and whether it can be believed. */

#include <stdbool.h>
#include <stdint.h>

struct hd_counter_kind {
    uint64_t range_uj;   /* 0 comes after it; 0: it doesn't wrap */
    double most_watts;   /* no device takes more */
    int64_t patience_ns; /* longer than any device stands still that works */
};

struct hd_counter {
    bool is_known;
    uint64_t last_uj;
    int64_t last_ns;
    int64_t changed_ns; /* when it stood elsewhere for the last time */
};

enum hd_counter_result {
    HD_COUNTER_FIRST,    /* nothing to compare with */
    HD_COUNTER_GROWN,    /* maybe by 0, maybe past its range */
    HD_COUNTER_RESET,    /* begun again, or jumped: what was used is not known */
    HD_COUNTER_STANDING, /* dead */
};

/** Take a reading. A counter that fell has wrapped when the energy that this means could have been
 *  used in the time that passed, and has been reset otherwise. `*grown_uj` is 0 unless it has
 * grown.
 */
enum hd_counter_result hd__counter_update(struct hd_counter *counter,
                                          const struct hd_counter_kind *kind, uint64_t now_uj,
                                          int64_t now_ns, uint64_t *grown_uj);

#endif
