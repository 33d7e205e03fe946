/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef MACHINE_H
#define MACHINE_H
/** Sources that look for their files: one at a time, opened below a root of its own. */

#include "rut_probe.h"
#include "scratch.h"

struct machine {
    char root[SCRATCH_SIZE];
    int (*netlink)(void); /* as in hd_rut_target */
    struct hd_rut_probe probe;
    struct hd_rut_values values;
    struct hd_rut_record record;
};

extern struct machine machine;

int machine_setup(void **state);
int machine_teardown(void **state);
#define MACHINE_TEST(name) cmocka_unit_test_setup_teardown(name, machine_setup, machine_teardown)

/** Write a file below the root, and remove one. */
void machine_put(const char *path, const char *text);
void machine_take(const char *path);

/** Open sources; those that can't be read are named in `machine.probe.unavailable`. */
hd_status machine_try_open(const char *sources, bool per_process, long pid);

/** Take over the values that the sources have now. */
void machine_describe(void);

/** Open a source that must be there, and describe it. */
void machine_open_source(const char *source);

/** Read and emit. Returns whether nothing was lost. */
bool machine_sample(int64_t elapsed_ns);

/** The number of a value in the last sample. NULL when there is no such value. */
const union hd_rut_number *machine_find(const char *name, hd_stats_type type);

/** The same; the test fails when there is no such value. */
int64_t machine_integer(const char *name);
double machine_real(const char *name);

#endif
