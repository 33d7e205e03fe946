/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SAMPLER_CASE_H
#define SAMPLER_CASE_H
/** What tests of the sampler begin with: a made-up machine with 10 interfaces and disks in files,
 * and the stand-in for libhdtrace. */

#include "check.h"
#include "fake_stats.h"
#include "fixture.h"

#include <hdrut/rut.h>

extern char sampler_root[SCRATCH_SIZE];
extern struct fixture sampler_machine;

/** An hour: nothing but baseline and last sample happen within a test. */
enum { SAMPLER_NEVER = 3600000 };

int sampler_setup(void **state);
int sampler_teardown(void **state);

hd_rut *sampler_create(unsigned interval_ms, const char *sources);

/** Value of the first record, in whichever file. */
double sampler_first(const char *name);

#define SAMPLER_TEST(name) cmocka_unit_test_setup_teardown(name, sampler_setup, sampler_teardown)

#endif
