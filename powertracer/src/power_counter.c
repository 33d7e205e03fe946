/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "power_counter.h"

/* Registers are renewed at their own pace: a step may hold more than the time since the last
 * reading. */
#define RENEWAL_NS 1000000000

static bool is_possible(const struct hd_counter_kind *kind, uint64_t uj, int64_t elapsed_ns)
{
    return (double)uj <= kind->most_watts * 1e-3 * (double)(elapsed_ns + RENEWAL_NS);
}

enum hd_counter_result hd__counter_update(struct hd_counter *counter,
                                          const struct hd_counter_kind *kind, uint64_t now_uj,
                                          int64_t now_ns, uint64_t *grown_uj)
{
    const struct hd_counter before = *counter;
    const int64_t elapsed_ns = now_ns - before.last_ns;
    *grown_uj = 0;
    counter->last_uj = now_uj;
    counter->last_ns = now_ns;
    counter->is_known = true;
    if (!before.is_known || now_uj != before.last_uj) {
        counter->changed_ns = now_ns;
    }
    if (!before.is_known) {
        return HD_COUNTER_FIRST;
    }
    if (now_uj == before.last_uj) {
        return now_ns - before.changed_ns >= kind->patience_ns ? HD_COUNTER_STANDING
                                                               : HD_COUNTER_GROWN;
    }
    uint64_t grown = now_uj - before.last_uj;
    if (now_uj < before.last_uj) {
        if (kind->range_uj == 0 || before.last_uj > kind->range_uj) {
            return HD_COUNTER_RESET;
        }
        grown = kind->range_uj - before.last_uj + now_uj;
    }
    if (!is_possible(kind, grown, elapsed_ns)) {
        return HD_COUNTER_RESET;
    }
    *grown_uj = grown;
    return HD_COUNTER_GROWN;
}
