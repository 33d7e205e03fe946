/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Threads of another process, in a tree of files. */
#include "check.h"
#include "machine.h"

#include <stdio.h>
#include <unistd.h>

static void put_thread(const char *id, unsigned long ns)
{
    char path[64];
    char text[32];
    (void)snprintf(path, sizeof path, "/proc/77/task/%s/schedstat", id);
    (void)snprintf(text, sizeof text, "%lu 5 1\n", ns);
    machine_put(path, text);
}

static void take_thread(const char *id)
{
    char path[SCRATCH_SIZE + 64];
    (void)snprintf(path, sizeof path, "/proc/77/task/%s/schedstat", id);
    machine_take(path);
    (void)snprintf(path, sizeof path, "%s/proc/77/task/%s", machine.root, id);
    assert_int_equal(rmdir(path), 0);
}

static bool threads_have_changed(void)
{
    return hd__rut_probe_has_changed(&machine.probe);
}

/* Sorted by their ids here, so that numbers are known; the kernel has them in order of age. */
static void threads_of_a_process_come_and_go(void **state)
{
    (void)state;
    put_thread("77", 1000);
    assert_int_equal(machine_try_open("threads", true, 77), HD_OK);
    machine_describe();
    put_thread("77", 1400);
    put_thread("78", 70);
    assert_true(machine_sample(1));
    assert_int_equal(machine_integer("THREADS_CPU"), 400 + 70);
    assert_int_equal(machine_integer("THREAD_CPU_0"), 400);
    assert_null(machine_find("THREAD_CPU_1", HD_STATS_INT64));
    assert_true(threads_have_changed());
    machine_describe();
    assert_false(threads_have_changed());
    put_thread("77", 1500);
    put_thread("78", 100);
    assert_true(machine_sample(1));
    assert_int_equal(machine_integer("THREADS_CPU"), 100 + 30);
    assert_int_equal(machine_integer("THREAD_CPU_0"), 100);
    assert_int_equal(machine_integer("THREAD_CPU_1"), 30);
    /* It ends, and its id is taken by another one, which has used more than the old one. */
    take_thread("78");
    assert_true(machine_sample(1));
    assert_int_equal(machine_integer("THREAD_CPU_1"), 0);
    put_thread("78", 500);
    assert_true(machine_sample(1));
    assert_int_equal(machine_integer("THREAD_CPU_1"), 0);
    assert_int_equal(machine_integer("THREADS_CPU"), 500);
    assert_true(threads_have_changed());
    machine_describe();
    assert_null(machine_find("THREAD_CPU_1", HD_STATS_INT64));
    /* Taken at once by a third: it has used less. */
    put_thread("78", 40);
    assert_true(machine_sample(1));
    assert_int_equal(machine_integer("THREAD_CPU_2"), 0);
    assert_int_equal(machine_integer("THREADS_CPU"), 40);
    machine_describe();
    put_thread("78", 45);
    assert_true(machine_sample(1));
    assert_int_equal(machine_integer("THREAD_CPU_3"), 5);
    take_thread("77");
    take_thread("78");
    assert_false(machine_sample(1));
    assert_int_equal(machine_integer("THREADS_CPU"), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {MACHINE_TEST(threads_of_a_process_come_and_go)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
