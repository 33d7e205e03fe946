/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HD_TESTS_GROWTH_SUPPORT_H
#define HD_TESTS_GROWTH_SUPPORT_H
/* For tests that run with both ways in which a file grows: by reserving, and by zeros. */
#include "support.h"

#define GROWTH_TEST(name) cmocka_unit_test_setup_teardown(name, growth_setup, test_teardown)

/* Run a group of them, an array, once for each way; gives how many failed. */
#define GROWTH_RUN(name, tests)                                                                    \
    (cmocka_run_group_tests_name(name ", reserving", tests, growth_reserve, NULL) +                \
     cmocka_run_group_tests_name(name ", writing zeros", tests, growth_overwrite, NULL) +          \
     cmocka_run_group_tests_name(name ", in memory", tests, growth_memory, NULL))

/* Which way the tests of a group take. */
int growth_reserve(void **state);
int growth_overwrite(void **state);
int growth_memory(void **state);

int growth_setup(void **state);

/* A trace; NULL: with the smallest buffer. */
hd_trace *growth_create(const hd_trace_options *options);

/* The text of that trace, which was destroyed; for free(). */
char *growth_read_back(void);

#endif
