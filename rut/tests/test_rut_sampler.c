/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "check.h"
#include "fake_stats.h"
#include "fixture.h"

#include <dirent.h>
#include <errno.h>
#include <hdrut/rut.h>
#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static char root[64];
static struct fixture machine;

static int setup(void **state)
{
    (void)state;
    machine = fixture_of_big_machine();
    machine.interface_count = 10;
    machine.disk_count = 10;
    fixture_create(&machine, root, sizeof root);
    fake_reset();
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    fixture_remove(root);
    fake_reset();
    return 0;
}

static hd_rut *create(unsigned interval_ms, const char *sources)
{
    const hd_rut_options options = {.interval_ms = interval_ms, .sources = sources, .root = root};
    hd_rut *rut = NULL;
    assert_int_equal(hd_rut_create(fake_node(), &options, &rut), HD_OK);
    return rut;
}

/* An hour: nothing but baseline and last sample happen within a test. */
enum { NEVER = 3600000 };

/* Value of the first record, in whichever file. */
static double first(const char *name)
{
    size_t i = 0;
    while (i + 1 < fake_group_count && !fake_has(&fake_groups[i], name)) {
        i++;
    }
    return fake_get(&fake_groups[i], 0, name);
}

static void the_last_sample_has_what_happened_since_the_baseline(void **state)
{
    (void)state;
    hd_rut *rut = create(NEVER, NULL);
    assert_int_equal(hd_rut_start(rut), HD_OK);
    machine.ticks += 100;
    machine.bytes += 50;
    machine.io += 4;
    machine.switches += 9;
    fixture_update(&machine, root);
    assert_int_equal(hd_rut_stop(rut), HD_OK);
    assert_int_equal(hd_rut_destroy(rut), HD_OK);

    assert_int_equal(fake_group_count, 2);
    assert_string_equal(fake_groups[0].name, "Utilization");
    assert_string_equal(fake_groups[0].unavailable, "");
    assert_int_equal(fake_groups[0].record_count, 1);
    assert_true(fabs(first("CPU_TOTAL_0") - 25.0) < 1e-9);
    assert_true(first("CONTEXT_SWITCHES") == 9);
    assert_true(first("NET_IN_eth3") == 200);
    assert_true(first("HDD_WRITE") == 55.0 * 4 * 512);
    assert_true(first("MEM_FREE") == 4000000.0 * 1024);
    assert_true(first("INTERVAL_NS") == 3600e9);
    assert_true(first("GAP") == 0);
    assert_true(first("ELAPSED_NS") ==
                (double)(fake_groups[0].records[0].end_ns - fake_groups[0].start_ns));
}

/* The reading began so much after a multiple of the interval as the record says. */
static void check_grid(const struct fake_group *group, size_t i, int64_t interval_ns)
{
    const int64_t late = (int64_t)fake_get(group, i, "LATENESS_NS");
    const int64_t read = (int64_t)fake_get(group, i, "READ_NS");
    assert_true(late >= 0 && read >= 0);
    assert_int_equal((group->records[i].end_ns - read / 2 - late) % interval_ns, 0);
}

static void elapsed_times_add_up_and_records_lie_on_the_grid(void **state)
{
    (void)state;
    enum { RECORDS = 20 };
    hd_rut *rut = create(10, "mem");
    assert_int_equal(hd_rut_start(rut), HD_OK);
    fake_wait_for_records(RECORDS);
    assert_int_equal(hd_rut_stop(rut), HD_OK);
    assert_int_equal(hd_rut_destroy(rut), HD_OK);
    const struct fake_group *group = &fake_groups[0];
    assert_true(group->record_count > RECORDS); /* the last one is of the stop */
    int64_t before = group->start_ns;
    for (size_t i = 0; i < group->record_count; i++) {
        const int64_t end = group->records[i].end_ns;
        assert_true(end > before);
        assert_true(fake_get(group, i, "ELAPSED_NS") == (double)(end - before));
        if (i + 1 < group->record_count) {
            check_grid(group, i, 10000000);
        }
        before = end;
    }
}

#define MS ((int64_t)1000000)

/* A slot and when the sampler gets its turn for it, as far as the test's clock says. */
static const struct {
    int64_t slot_ns, turn_ns, elapsed_ns;
} turns[] = {
    {1010 * MS, 1010 * MS, 7 * MS},
    {1020 * MS, 1020 * MS + 1, 10 * MS + 1},
    {1030 * MS, 1033 * MS, 13 * MS - 1},
    {1040 * MS, 1078 * MS, 45 * MS}, /* 1050, 1060 and 1070 are missed */
    {1080 * MS, 1080 * MS, 2 * MS},
};
enum { TURNS = sizeof turns / sizeof *turns };

static void there_is_one_record_for_each_slot_that_was_not_missed(void **state)
{
    (void)state;
    const struct fake_group *group = &fake_groups[0];
    fake_set_clock(1003 * MS);
    hd_rut *rut = create(10, "mem");
    assert_int_equal(hd_rut_start(rut), HD_OK);
    for (size_t i = 0; i < TURNS; i++) {
        fake_set_clock(turns[i].slot_ns - 1);
        fake_wait_for_looks(); /* and none was early, as the number of records says */
        fake_set_clock(turns[i].turn_ns);
        fake_wait_for_records(i + 1);
    }
    fake_set_clock(1089 * MS);
    assert_int_equal(hd_rut_stop(rut), HD_OK);
    assert_int_equal(hd_rut_destroy(rut), HD_OK);
    assert_int_equal(group->start_ns, 1003 * MS);
    assert_int_equal(group->record_count, TURNS + 1);
    for (size_t i = 0; i < TURNS; i++) {
        const int64_t late_ns = turns[i].turn_ns - turns[i].slot_ns;
        assert_int_equal(group->records[i].end_ns, turns[i].turn_ns);
        assert_true(fake_get(group, i, "ELAPSED_NS") == (double)turns[i].elapsed_ns);
        assert_true(fake_get(group, i, "LATENESS_NS") == (double)late_ns);
        assert_true(fake_get(group, i, "READ_NS") == 0 && fake_get(group, i, "GAP") == 0);
    }
    assert_int_equal(group->records[TURNS].end_ns, 1089 * MS);
    assert_true(fake_get(group, TURNS, "ELAPSED_NS") == (double)(9 * MS));
}

static void a_new_device_continues_in_another_group(void **state)
{
    (void)state;
    machine.disk_count = 2;
    fixture_update(&machine, root);
    hd_rut *rut = create(NEVER, "net,disk");
    assert_int_equal(hd_rut_start(rut), HD_OK);
    machine.interface_count = 11;
    machine.bytes += 10;
    fixture_update(&machine, root);
    assert_int_equal(hd_rut_stop(rut), HD_OK);
    assert_int_equal(hd_rut_start(rut), HD_OK);
    machine.bytes += 1000;
    fixture_update(&machine, root);
    assert_int_equal(hd_rut_stop(rut), HD_OK);
    assert_int_equal(hd_rut_destroy(rut), HD_OK);

    assert_int_equal(fake_group_count, 2);
    assert_true(fake_groups[0].is_closed);
    assert_string_equal(fake_groups[1].name, "Utilization.2");
    assert_false(fake_has(&fake_groups[0], "NET_IN_eth10"));
    const struct fake_group *old = &fake_groups[0];
    const struct fake_group *group = &fake_groups[1];
    assert_int_equal(group->start_ns, old->records[old->record_count - 1].end_ns);
    assert_true(fake_get(old, 0, "NET_IN_eth9") == 100);
    assert_true(fake_get(group, 1, "NET_IN_eth9") == 10000);
    assert_true(fake_get(group, 1, "NET_IN_eth10") == 11000);
}

static void more_than_256_values_continue_in_numbered_groups(void **state)
{
    (void)state;
    hd_rut *rut = create(NEVER, "net,disk"); /* 336 values and our own */
    assert_int_equal(hd_rut_start(rut), HD_OK);
    machine.interface_count = 11;
    machine.io += 1;
    fixture_update(&machine, root);
    assert_int_equal(hd_rut_get_group_count(rut), 0);
    assert_int_equal(hd_rut_stop(rut), HD_OK);
    assert_int_equal(hd_rut_get_group_count(rut), 2); /* the next two have no record yet */
    assert_int_equal(hd_rut_start(rut), HD_OK);
    machine.io += 1;
    fixture_update(&machine, root);
    assert_int_equal(hd_rut_stop(rut), HD_OK);
    assert_int_equal(hd_rut_get_group_count(rut), 4);
    assert_int_equal(hd_rut_destroy(rut), HD_OK);

    static const char *const names[] = {"Utilization", "Utilization.2", "Utilization.3",
                                        "Utilization.4"};
    assert_int_equal(fake_group_count, 4);
    for (size_t i = 0; i < 4; i++) {
        const struct fake_group *group = &fake_groups[i];
        assert_string_equal(group->name, names[i]);
        assert_true(group->value_count <= 256);
        assert_int_equal(group->record_count, i < 2 ? 1 : 2);
        assert_int_equal(group->start_ns, fake_groups[i - i % 2].start_ns);
    }
    assert_int_equal(fake_groups[0].value_count, 256);
    assert_true(fake_get(&fake_groups[1], 0, "READS:nvme9n1") == 10);
    assert_true(fake_get(&fake_groups[3], 1, "READS:nvme9n1") == 10);
    assert_true(fake_has(&fake_groups[1], "ELAPSED_NS"));
}

/* The same of a device: PREFIX, MIDDLE, number, END. */
static double of_device(const char *prefix, const char *middle, int number, const char *end)
{
    char name[64];
    (void)snprintf(name, sizeof name, "%s%s%d%s", prefix, middle, number, end);
    return first(name);
}

static void a_large_machine_is_exact_in_every_value(void **state)
{
    (void)state;
    machine.cpu_count = 256;
    machine.interface_count = 64;
    machine.disk_count = 400;
    machine.bytes = 1000;
    fixture_update(&machine, root);
    hd_rut *rut = create(NEVER, "cpu,net,block");
    assert_int_equal(hd_rut_start(rut), HD_OK);
    machine.ticks += 50;
    machine.bytes += 7;
    machine.io += 3;
    fixture_update(&machine, root);
    assert_int_equal(hd_rut_stop(rut), HD_OK);
    assert_int_equal(hd_rut_get_group_count(rut), 42);
    assert_int_equal(hd_rut_destroy(rut), HD_OK);
    for (int i = 0; i < 256; i++) {
        assert_true(fabs(of_device("CPU_TOTAL_", "", i, "") - 100.0 * (i + 1) / (i + 4)) < 1e-4);
        assert_true(of_device("CPU_USER_", "", i, "") == 50.0 * 10 * (i + 1));
        assert_true(of_device("CPU_IDLE_", "", i, "") == 50.0 * 10 * 3);
    }
    for (int i = 1; i < 64; i++) {
        assert_true(of_device("NET_IN_eth", "", i, "") == 7.0 * (i + 1));
        assert_true(of_device("NET_OUT_eth", "", i, "") == 14.0 * (i + 1));
    }
    for (int i = 0; i < 400; i++) {
        const char *const disk = i % 2 == 0 ? "sd" : "nvme";
        const char *const end = i % 2 == 0 ? "_" : "n1";
        assert_true(of_device("WRITTEN_SECTORS:", disk, i, end) == 3.0 * (i + 1));
        assert_true(of_device("FLUSHES_TIME_SPEND:", disk, i, end) == 3.0 * (i + 1));
    }
    assert_true(first("HDD_WRITE") == 400.0 * 401 / 2 * 3 * 512);
    assert_true(first("NET_IN") == 64.0 * 65 / 2 * 7);
    assert_true(first("NET_OUT_EXT") == (64.0 * 65 / 2 - 1) * 14);
}

static void a_device_that_appears_before_the_start_is_in_the_first_group(void **state)
{
    (void)state;
    hd_rut *rut = create(NEVER, "net");
    machine.interface_count = 11;
    fixture_update(&machine, root);
    assert_int_equal(hd_rut_start(rut), HD_OK);
    machine.bytes += 2;
    fixture_update(&machine, root);
    assert_int_equal(hd_rut_stop(rut), HD_OK);
    assert_int_equal(hd_rut_destroy(rut), HD_OK);
    const struct fake_group *group = &fake_groups[fake_group_count - 1];
    assert_string_equal(group->name, "Utilization");
    assert_true(fake_get(group, 0, "NET_IN_eth10") == 22);
}

static void a_pause_is_a_gap(void **state)
{
    (void)state;
    hd_rut *rut = create(NEVER, "net");
    for (int run = 0; run < 2; run++) {
        assert_int_equal(hd_rut_start(rut), HD_OK);
        machine.bytes += 10;
        fixture_update(&machine, root);
        assert_int_equal(hd_rut_stop(rut), HD_OK);
        machine.bytes += 1000;
        fixture_update(&machine, root);
    }
    assert_int_equal(hd_rut_destroy(rut), HD_OK);
    const struct fake_group *group = &fake_groups[0];
    assert_int_equal(group->record_count, 3);
    assert_true(fake_get(group, 0, "NET_IN_lo") == 10);
    assert_true(fake_get(group, 1, "NET_IN_lo") == 0);
    assert_true(fake_get(group, 1, "GAP") == 1);
    assert_true(fake_get(group, 1, "ELAPSED_NS") ==
                (double)(group->records[1].end_ns - group->records[0].end_ns));
    assert_true(fake_get(group, 2, "NET_IN_lo") == 10);
    assert_true(fake_get(group, 2, "GAP") == 0);
}

static void a_source_that_breaks_marks_its_records(void **state)
{
    (void)state;
    hd_rut *rut = create(NEVER, "mem,net");
    assert_int_equal(hd_rut_start(rut), HD_OK);
    fixture_write(root, "/proc/net/dev", "garbage");
    assert_int_equal(hd_rut_stop(rut), HD_OK);
    assert_int_equal(hd_rut_destroy(rut), HD_OK);
    assert_true(fake_get(&fake_groups[0], 0, "GAP") == 1);
    assert_true(fake_get(&fake_groups[0], 0, "NET_IN") == 0);
    assert_true(fake_get(&fake_groups[0], 0, "MEM_FREE") > 0);
}

static void a_missing_source_is_named_and_left_out(void **state)
{
    (void)state;
    char path[128];
    (void)snprintf(path, sizeof path, "%s/proc/diskstats", root);
    assert_int_equal(unlink(path), 0);
    fixture_write(root, "/proc/meminfo", "nonsense\n");
    hd_rut *rut = create(NEVER, NULL);
    assert_int_equal(hd_rut_destroy(rut), HD_OK);
    assert_string_equal(fake_groups[0].unavailable,
                        "mem: unexpected content; block: No such file or directory");
    assert_false(fake_has(&fake_groups[0], "HDD_READ"));
    assert_true(fake_has(&fake_groups[0], "NET_IN"));
}

static void a_process_has_a_group_of_its_own(void **state)
{
    (void)state;
    fixture_write(root, "/proc/self/schedstat", "1000 10 1\n");
    hd_rut *rut = create(NEVER, "mem,self");
    assert_int_equal(hd_rut_start(rut), HD_OK);
    fixture_write(root, "/proc/self/schedstat", "1500 30 2\n");
    assert_int_equal(hd_rut_get_process_group_count(rut), 0);
    assert_int_equal(hd_rut_stop(rut), HD_OK);
    assert_int_equal(hd_rut_get_group_count(rut), 1);
    assert_int_equal(hd_rut_get_process_group_count(rut), 1);
    assert_int_equal(hd_rut_destroy(rut), HD_OK);
    assert_int_equal(fake_group_count, 2);
    assert_string_equal(fake_groups[0].name, "Utilization");
    assert_string_equal(fake_groups[1].name, "Process");
    assert_false(fake_has(&fake_groups[0], "PROC_ON_CPU"));
    assert_false(fake_has(&fake_groups[1], "MEM_FREE"));
    assert_true(fake_get(&fake_groups[1], 0, "PROC_ON_CPU") == 500);
    assert_true(fake_get(&fake_groups[1], 0, "PROC_WAIT_FOR_CPU") == 20);
    assert_true(fake_get(&fake_groups[1], 0, "INTERVAL_NS") == 3600e9);
}

static void a_process_that_cannot_be_read_is_named_with_the_node(void **state)
{
    (void)state;
    hd_rut *rut = create(NEVER, "mem,self");
    assert_int_equal(hd_rut_destroy(rut), HD_OK);
    assert_int_equal(fake_group_count, 1);
    assert_string_equal(fake_groups[0].unavailable, "self: No such file or directory");
    fixture_write(root, "/proc/self/schedstat", "1000 10 1\n");
    const hd_rut_options node_is_lacking = {.sources = "freq,self", .root = root};
    assert_int_equal(hd_rut_create(fake_node(), &node_is_lacking, &rut), HD_OK);
    assert_string_equal(hd_rut_get_unavailable(rut), "freq: No such file or directory");
    assert_false(hd_rut_has_node_group(rut));
    assert_true(hd_rut_has_process_group(rut));
    assert_int_equal(hd_rut_destroy(rut), HD_OK);
    fixture_write(root, "/proc/self/schedstat", "");
    const hd_rut_options only_self = {.sources = "self", .root = root};
    assert_int_equal(hd_rut_create(fake_node(), &only_self, &rut), HD_MISSING);
}

static void refuses_wrong_calls(void **state)
{
    (void)state;
    hd_rut *rut = NULL;
    const hd_rut_options unknown = {.interval_ms = 10, .sources = "cpu,cup", .root = root};
    const hd_rut_options empty_name = {.interval_ms = 10, .sources = "cpu,", .root = root};
    const hd_rut_options slow = {.interval_ms = 3600001, .root = root};
    const hd_rut_options no_process = {.pid = -1, .root = root};
    const hd_rut_options nowhere = {.interval_ms = 10, .root = "/nonexistent"};
    assert_int_equal(hd_rut_create(fake_node(), &unknown, &rut), HD_INVALID);
    assert_int_equal(hd_rut_create(fake_node(), &empty_name, &rut), HD_INVALID);
    assert_int_equal(hd_rut_create(fake_node(), &slow, &rut), HD_INVALID);
    assert_int_equal(hd_rut_create(fake_node(), &no_process, &rut), HD_INVALID);
    assert_int_equal(hd_rut_create(NULL, NULL, &rut), HD_INVALID);
    errno = 4711;
    assert_int_equal(hd_rut_create(fake_node(), &nowhere, &rut), HD_MISSING);
    assert_int_equal(errno, 4711);
    assert_null(rut);
    assert_int_equal(fake_group_count, 0);
    assert_int_equal(hd_rut_start(NULL), HD_INVALID);
    assert_int_equal(hd_rut_stop(NULL), HD_INVALID);
    assert_int_equal(hd_rut_destroy(NULL), HD_OK);

    rut = create(NEVER, "mem");
    assert_int_equal(hd_rut_stop(rut), HD_STATE);
    assert_int_equal(hd_rut_start(rut), HD_OK);
    assert_int_equal(hd_rut_start(rut), HD_STATE);
    assert_int_equal(hd_rut_destroy(rut), HD_OK);
    assert_int_equal(fake_groups[0].record_count, 1);
}

static void ends_sampling_at_the_first_failed_write(void **state)
{
    (void)state;
    fake_records_until_failure = 2;
    hd_rut *rut = create(5, "mem");
    assert_int_equal(hd_rut_start(rut), HD_OK);
    fake_wait_for_failures(1);
    assert_int_equal(hd_rut_stop(rut), HD_IO);
    assert_int_equal(hd_rut_start(rut), HD_IO);
    assert_int_equal(hd_rut_destroy(rut), HD_IO);
    assert_int_equal(fake_groups[0].record_count, 2);
    assert_true(fake_groups[0].is_closed);
}

static volatile sig_atomic_t signal_was_here;
static pthread_t main_thread;

static void on_signal(int number)
{
    (void)number;
    signal_was_here = pthread_equal(pthread_self(), main_thread) ? 1 : 2;
}

/* Threads of this process that do not block the signal, by what the kernel says of each. */
static int count_threads_that_take(int number)
{
    int count = 0;
    DIR *const threads = opendir("/proc/self/task");
    assert_non_null(threads);
    for (const struct dirent *entry = readdir(threads); entry != NULL; entry = readdir(threads)) {
        char path[300];
        char line[256];
        (void)snprintf(path, sizeof path, "/proc/self/task/%s/status", entry->d_name);
        FILE *const file = entry->d_name[0] == '.' ? NULL : fopen(path, "r");
        while (file != NULL && fgets(line, sizeof line, file) != NULL) {
            const bool is_mask = strncmp(line, "SigBlk:", 7) == 0;
            count += is_mask && (strtoull(line + 7, NULL, 16) >> (number - 1) & 1) == 0;
        }
        if (file != NULL) {
            (void)fclose(file);
        }
    }
    (void)closedir(threads);
    return count;
}

static void signals_never_reach_the_sampling_thread(void **state)
{
    (void)state;
    struct sigaction action = {.sa_handler = on_signal};
    struct sigaction before;
    assert_int_equal(sigaction(SIGUSR1, &action, &before), 0);
    main_thread = pthread_self();
    hd_rut *rut = create(NEVER, "mem");
    assert_int_equal(hd_rut_start(rut), HD_OK);
    assert_true(count_threads_that_take(SIGUSR1) == 1); /* this one */
    sigset_t set;
    (void)sigemptyset(&set);
    (void)sigaddset(&set, SIGUSR1);
    /* Blocked here, the process's signal would go to any thread that takes it. */
    assert_int_equal(pthread_sigmask(SIG_BLOCK, &set, NULL), 0);
    assert_int_equal(kill(getpid(), SIGUSR1), 0);
    assert_int_equal(signal_was_here, 0);
    assert_int_equal(pthread_sigmask(SIG_UNBLOCK, &set, NULL), 0);
    assert_int_equal(signal_was_here, 1);
    assert_int_equal(hd_rut_destroy(rut), HD_OK);
    assert_int_equal(sigaction(SIGUSR1, &before, NULL), 0);
}

static void a_forked_child_leaves_the_parents_sampler_alone(void **state)
{
    (void)state;
    hd_rut *rut = create(NEVER, "mem");
    assert_int_equal(hd_rut_start(rut), HD_OK);
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        const bool right = hd_rut_stop(rut) == HD_STATE && hd_rut_destroy(rut) == HD_OK &&
                           fake_groups[0].record_count == 0 && !fake_groups[0].is_closed;
        _exit(right ? 0 : 1);
    }
    int status = -1;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    assert_int_equal(hd_rut_stop(rut), HD_OK);
    assert_int_equal(hd_rut_destroy(rut), HD_OK);
}

#define FIXTURE_TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        FIXTURE_TEST(the_last_sample_has_what_happened_since_the_baseline),
        FIXTURE_TEST(elapsed_times_add_up_and_records_lie_on_the_grid),
        FIXTURE_TEST(there_is_one_record_for_each_slot_that_was_not_missed),
        FIXTURE_TEST(a_new_device_continues_in_another_group),
        FIXTURE_TEST(more_than_256_values_continue_in_numbered_groups),
        FIXTURE_TEST(a_large_machine_is_exact_in_every_value),
        FIXTURE_TEST(a_device_that_appears_before_the_start_is_in_the_first_group),
        FIXTURE_TEST(a_pause_is_a_gap),
        FIXTURE_TEST(a_source_that_breaks_marks_its_records),
        FIXTURE_TEST(a_missing_source_is_named_and_left_out),
        FIXTURE_TEST(a_process_has_a_group_of_its_own),
        FIXTURE_TEST(a_process_that_cannot_be_read_is_named_with_the_node),
        FIXTURE_TEST(refuses_wrong_calls),
        FIXTURE_TEST(ends_sampling_at_the_first_failed_write),
        FIXTURE_TEST(signals_never_reach_the_sampling_thread),
        FIXTURE_TEST(a_forked_child_leaves_the_parents_sampler_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
