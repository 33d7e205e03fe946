/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Delay accounting: what is asked of the kernel, and what becomes of its answers. */
#include "check.h"
#include "fake_kernel.h"
#include "machine.h"

#include <errno.h>
#include <linux/taskstats.h>
#include <stddef.h>

static const struct fake_taskstats usual = {
    .version = 13, .length = sizeof(struct taskstats), .number = 1000};

static hd_status open_answered_by(struct fake_taskstats taskstats)
{
    fake_kernel_start(&taskstats);
    machine.netlink = fake_kernel_socket;
    return machine_try_open("taskstats", true, 77);
}

/* The teardown closes the sampler's end, which ends the other. */
static int teardown(void **state)
{
    hd__rut_probe_close(&machine.probe);
    fake_kernel_join();
    return machine_teardown(state);
}

static bool sample_with(struct fake_taskstats taskstats)
{
    fake_kernel_set(&taskstats);
    return machine_sample(1);
}

static void waits_are_what_the_kernel_counted_since(void **state)
{
    (void)state;
    assert_int_equal(open_answered_by(usual), HD_OK);
    machine_describe();
    assert_int_equal(machine.values.count, 14);
    struct fake_taskstats later = usual;
    later.number = 1010;
    assert_true(sample_with(later));
    assert_int_equal(fake_kernel_get().asked_about, 77);
    assert_int_equal(machine_integer("DELAY_CPU"), 10);
    assert_int_equal(machine_integer("DELAYS_CPU"), 10);
    assert_int_equal(machine_integer("DELAY_BLOCK"), 20);
    assert_int_equal(machine_integer("DELAY_SWAP"), 30);
    assert_int_equal(machine_integer("DELAY_RECLAIM"), 40);
    assert_int_equal(machine_integer("DELAY_THRASHING"), 50);
    assert_int_equal(machine_integer("DELAY_COMPACTION"), 60);
    assert_int_equal(machine_integer("DELAY_COPY"), 70);
    assert_int_equal(machine_integer("DELAYS_COPY"), 10);
    later.late_answers = 2; /* of questions that were given up */
    later.number = 1011;
    assert_true(sample_with(later));
    assert_int_equal(machine_integer("DELAY_CPU"), 1);
}

static void a_process_that_is_gone_reads_zero_and_begins_anew(void **state)
{
    (void)state;
    assert_int_equal(open_answered_by(usual), HD_OK);
    machine_describe();
    struct fake_taskstats later = usual;
    later.refusal = ESRCH;
    assert_false(sample_with(later));
    assert_int_equal(machine_integer("DELAY_CPU"), 0);
    later.refusal = 0;
    later.number = 5000;
    assert_true(sample_with(later));
    assert_int_equal(machine_integer("DELAY_CPU"), 0);
    later.number = 5001;
    assert_true(sample_with(later));
    assert_int_equal(machine_integer("DELAY_CPU"), 1);
}

static void counts_over_a_wrap(void **state)
{
    (void)state;
    struct fake_taskstats taskstats = usual;
    taskstats.number = UINT64_MAX - 4;
    assert_int_equal(open_answered_by(taskstats), HD_OK);
    machine_describe();
    taskstats.number = 5;
    assert_true(sample_with(taskstats));
    assert_int_equal(machine_integer("DELAY_CPU"), 10);
}

static void only_the_wait_for_a_cpu_is_there_when_the_rest_is_not_accounted(void **state)
{
    (void)state;
    machine_put("/proc/sys/kernel/task_delayacct", "0\n");
    assert_int_equal(open_answered_by(usual), HD_OK);
    machine_describe();
    assert_int_equal(machine.values.count, 2);
    assert_null(machine_find("DELAY_BLOCK", HD_STATS_INT64));
}

static void an_older_kernel_has_fewer_waits(void **state)
{
    (void)state;
    machine_put("/proc/sys/kernel/task_delayacct", "1\n");
    struct fake_taskstats old = usual;
    old.version = 8;
    old.length = offsetof(struct taskstats, thrashing_count);
    assert_int_equal(open_answered_by(old), HD_OK);
    machine_describe();
    assert_int_equal(machine.values.count, 8);
    assert_non_null(machine_find("DELAY_RECLAIM", HD_STATS_INT64));
}

static void who_may_not_ask_is_told_so(void **state)
{
    (void)state;
    struct fake_taskstats taskstats = usual;
    taskstats.refusal = EPERM;
    assert_int_equal(open_answered_by(taskstats), HD_MISSING);
    assert_string_equal(machine.probe.unavailable, "taskstats: Operation not permitted");
}

static void a_kernel_without_accounting_is_named(void **state)
{
    (void)state;
    struct fake_taskstats taskstats = usual;
    taskstats.family_gap = 1;
    assert_int_equal(open_answered_by(taskstats), HD_MISSING);
    assert_string_equal(machine.probe.unavailable, "taskstats: No such file or directory");
}

static void the_version_with_other_places_is_refused(void **state)
{
    (void)state;
    struct fake_taskstats taskstats = usual;
    taskstats.version = 15;
    assert_int_equal(open_answered_by(taskstats), HD_MISSING);
    assert_string_equal(machine.probe.unavailable, "taskstats: unexpected content");
}

static void an_answer_that_is_cut_is_refused(void **state)
{
    (void)state;
    struct fake_taskstats taskstats = usual;
    taskstats.length = 8;
    assert_int_equal(open_answered_by(taskstats), HD_MISSING);
    assert_string_equal(machine.probe.unavailable, "taskstats: unexpected content");
}

#define TASKSTATS_TEST(name) cmocka_unit_test_setup_teardown(name, machine_setup, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TASKSTATS_TEST(waits_are_what_the_kernel_counted_since),
        TASKSTATS_TEST(a_process_that_is_gone_reads_zero_and_begins_anew),
        TASKSTATS_TEST(counts_over_a_wrap),
        TASKSTATS_TEST(only_the_wait_for_a_cpu_is_there_when_the_rest_is_not_accounted),
        TASKSTATS_TEST(an_older_kernel_has_fewer_waits),
        TASKSTATS_TEST(who_may_not_ask_is_told_so),
        TASKSTATS_TEST(a_kernel_without_accounting_is_named),
        TASKSTATS_TEST(the_version_with_other_places_is_refused),
        TASKSTATS_TEST(an_answer_that_is_cut_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
