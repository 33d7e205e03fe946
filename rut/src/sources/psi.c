/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pressure stall information from /proc/pressure: for how long some, or all, tasks waited for CPU,
 * memory or I/O within the interval. The kernel's sums only grow and are exact; its averages over
 * ten seconds would blur what a record is about. */
#include "rut_keyed.h"
#include "rut_source.h"

#include <errno.h>
#include <stdio.h>

static const struct hd_rut_layout layout = {
    .grouping = "PSI",
    .count = 2,
    .fields = {{"some ", "total=", 0, "PSI_SOME_", "us", 1, true},
               {"full ", "total=", 0, "PSI_FULL_", "us", 1, true}}};

static int open_files(void *state, const struct hd_rut_target *target)
{
    static const char *const resources[] = {"cpu", "memory", "io"};
    int cause = hd__rut_keyed_begin(state, target->root);
    for (size_t i = 0; cause != ENOMEM && i < sizeof resources / sizeof resources[0]; i++) {
        char path[64];
        (void)snprintf(path, sizeof path, "/proc/pressure/%s", resources[i]);
        const int added = hd__rut_keyed_add(state, path, resources[i], &layout);
        cause = added != 0 ? added : cause;
    }
    return hd__rut_keyed_result(state, cause);
}

const struct hd_rut_source hd__rut_psi = {
    .name = "psi",
    .by_default = true,
    .open = open_files,
    HD_RUT_KEYED_FUNCTIONS,
};
