/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HD_TESTS_SUPPORT_H
#define HD_TESTS_SUPPORT_H
/* What the tests of this folder share: a folder per test, a clock that ticks evenly, failures of
 * system calls on demand. Use `setup` and `teardown` with cmocka_unit_test_setup_teardown. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h> /* needs the four above */

#include "sys.h"

#include <hdtrace/topology.h>
#include <hdtrace/trace.h>
#include <stdbool.h>

#define TEST(name) cmocka_unit_test_setup_teardown(name, test_setup, test_teardown)

enum { TEST_EPOCH = 1300000000 };

/* Settings of the replaced system calls; reset by test_setup. */
typedef struct test_system {
    int64_t clock_ns;           /* time of the next reading */
    int64_t tick_ns;            /* added after each reading: 1000 */
    int map_fails;              /* nothing can be mapped */
    int copies;                 /* the file system copies on write */
    hd__overwriting overwrites; /* the file system writes in place: the file grows by zeros */
    int reserve_fails_at;       /* this and later steps of growth fail (1 is the first); 0: none */
    int reserve_error;          /* with this error number, negative */
    int alloc_fails_at;         /* this allocation fails; 0: none */
    int write_fails_at;         /* this and later writes fail */
    int write_error;
    int write_short;      /* writes take at most this many bytes; 0: all */
    int write_interrupts; /* so many writes are interrupted first */
    int open_error;
    int alloc_count, reserve_count, write_count, clock_count;
} test_system;

extern test_system test_sys;

int test_setup(void **state);
int test_teardown(void **state);

/* Let a signal that nobody handles end this process so many microseconds from now. Who sleeps and
 * then kills its child does so too early on a busy machine, before the child has begun. */
void test_die_in(unsigned microseconds);

/* After a child was to die within `span` microseconds of its work: the span for the next one, so
 * that most are still at work, however fast the machine is. */
unsigned test_adapt_span(unsigned span, bool was_killed);

/* The clock of the machine instead of the one that ticks evenly; before it is read. */
void test_use_real_clock(void);

/* The folder of the running test, with final slash. */
const char *test_folder(void);

/* Path in the folder; the last four stay valid. */
const char *test_path(const char *file);

/* Seed of a random test, printed; HD_TEST_SEED repeats a run that failed. */
uint64_t test_seed(void);

/* Content of a file of the folder, NUL terminated; NULL when it is not there. Caller frees. */
char *test_read(const char *file, size_t *length);

/* Topology "app" with Hostname, Rank, Thread, and its node n1/0/0. */
hd_topology *test_topology(void);
const hd_topology_node *test_node(hd_topology *topology);

/* End the trace of that node, and the topology. @return its text; caller frees */
char *test_finish(hd_trace *trace, hd_topology *topology);

/* strstr, which sanitizers let measure the whole text at each call. */
const char *test_find(const char *text, const char *part);

/* Wait for the end of a child, which exits with this status. */
void test_expect_exit(pid_t child, int wanted);

/* States <State i='...'/> with numbers from 0. */
void test_write_states(hd_trace *trace, unsigned count);

/* Two texts are the same; where they differ is told by what stands there. */
void test_check_same(const char *one, const char *other);

/* Number of times that `part` stands in `text`. */
size_t test_count(const char *text, const char *part);

#endif
