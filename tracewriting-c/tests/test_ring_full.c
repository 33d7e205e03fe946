/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rings that find no more room while they grow: what fits is kept, and nobody is ended by a signal.
 */
#define _GNU_SOURCE /* unshare */
#include "ring_support.h"

#include <hdtrace/ring.h>
#include <sched.h>
#include <signal.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SKIPPED = 77 };

static const char trace_name[] = "app_n1_0_0.trc";
static const char ring_name[] = "app_n1_0_0.ring";

/* Writes far more than there is room for; then, where the ring was kept, takes it over with the
 * room that `more` makes. */
static void fill_up(void (*more)(void))
{
    hd_topology *const topology = test_topology();
    hd_trace *const trace = ring_create(test_node(topology), 4 * RING_MIB);
    ring_write_states(trace, 0, 8 * RING_MIB);
    const hd_trace_counts counts = hd_trace_get_counts(trace);
    assert_true(counts.dropped_io > 0);
    assert_int_equal(counts.states + counts.dropped_io, 8 * RING_MIB / RING_RECORD_BYTES);
    assert_int_equal(hd_trace_destroy(trace), HD_IO);
    hd_topology_destroy(topology);
    more();
    assert_int_equal(hd_ring_convert(test_path(ring_name), NULL), HD_OK);
    assert_true(ring_count_states(trace_name) >= (long)counts.states);
}

static void lift_limit(void)
{
    struct rlimit limit;
    (void)getrlimit(RLIMIT_FSIZE, &limit);
    limit.rlim_cur = limit.rlim_max;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
}

static void the_limit_of_file_sizes_is_no_signal(void **state)
{
    (void)state;
    const pid_t child = fork();
    if (child == 0) {
        const struct rlimit limit = {RING_HEAD_BYTES + RING_MIB + 5000, RLIM_INFINITY};
        (void)signal(SIGXFSZ, SIG_DFL);
        (void)setrlimit(RLIMIT_FSIZE, &limit);
        fill_up(lift_limit);
        _exit(0);
    }
    test_expect_exit(child, 0);
}

static void enlarge_disk(void)
{
    assert_int_equal(mount("none", test_folder(), "tmpfs", MS_REMOUNT, "size=64m"), 0);
}

/* In a file system of 2 MiB, where that may be mounted. */
static void a_full_disk_is_no_signal(void **state)
{
    (void)state;
    const pid_t child = fork();
    if (child == 0) {
        if (unshare(CLONE_NEWNS) != 0 || mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0 ||
            mount("none", test_folder(), "tmpfs", 0, "size=2m") != 0) {
            _exit(SKIPPED);
        }
        fill_up(enlarge_disk);
        _exit(0);
    }
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    if (WIFEXITED(status) && WEXITSTATUS(status) == SKIPPED) {
        print_message("skipped: no file system may be mounted here\n");
        skip();
    }
    assert_int_equal(status, 0);
}

#define FULL(name) cmocka_unit_test_setup_teardown(name, ring_setup, test_teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        FULL(the_limit_of_file_sizes_is_no_signal),
        FULL(a_full_disk_is_no_signal),
    };
    return cmocka_run_group_tests(tests, ring_keep_system, NULL);
}
