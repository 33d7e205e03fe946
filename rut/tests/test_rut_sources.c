/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Processors and memory, and what every source bears. */
#include "driven.h"

#include "check.h"
#include "fixture.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void assert_close(double actual, double expected)
{
    if (fabs(actual - expected) > 1e-9) {
        fail_msg("%.12g is not %.12g", actual, expected);
    }
}

static void cpu_is_the_share_of_ticks_that_are_not_idle(void **state)
{
    (void)state;
    struct fixture big = fixture_of_big_machine();
    struct driven cpu = driven_begin(&hd__rut_cpu, fixture_stat(&big));
    assert_int_equal(cpu.values.count, (1 + 8) * (1 + 10) + 4);
    assert_string_equal(cpu.values.items[0].name, "CPU_TOTAL");
    assert_string_equal(cpu.values.items[8].name, "CPU_TOTAL_7");
    big.ticks += 100;
    big.switches += 77;
    assert_true(driven_feed_and_free(&cpu, fixture_stat(&big)));
    assert_close(driven_real(&cpu, "CPU_TOTAL_0"), 25.0);
    assert_close(driven_real(&cpu, "CPU_TOTAL_2"), 50.0);
    assert_close(driven_real(&cpu, "CPU_TOTAL"), 100.0 * 36 / (36 + 24));
    assert_int_equal(driven_integer(&cpu, "CONTEXT_SWITCHES"), 77);
    driven_end(&cpu);
}

static void cpu_counts_iowait_as_idle_steal_as_busy_and_guest_once(void **state)
{
    (void)state;
    struct driven cpu = driven_begin(&hd__rut_cpu, strdup("cpu 0 0 0 0 0 0 0 0 0 0\nctxt 0\n"));
    assert_true(driven_feed(&cpu, "cpu 10 5 5 30 30 5 5 10 10 5\nctxt 1\n"));
    assert_close(driven_real(&cpu, "CPU_TOTAL"), 40.0);
    driven_end(&cpu);
}

static void cpu_has_all_ten_times_in_ms_and_the_processes(void **state)
{
    (void)state;
    struct driven cpu = driven_begin(
        &hd__rut_cpu, strdup("cpu 0 0 0 0 0 0 0 0 0 0\ncpu0 1 1 1 1 1 1 1 1 1 1\nctxt 0\n"
                             "processes 10\nprocs_running 1\nprocs_blocked 0\n"));
    assert_true(driven_feed(&cpu, "cpu 1 2 3 4 5 6 7 8 9 10\ncpu0 2 3 4 5 6 7 8 9 10 11\nctxt 1\n"
                                  "processes 17\nprocs_running 3\nprocs_blocked 2\n"));
    static const char *const names[] = {"USER", "NICE",    "SYSTEM", "IDLE",  "IOWAIT",
                                        "IRQ",  "SOFTIRQ", "STEAL",  "GUEST", "GUEST_NICE"};
    for (size_t i = 0; i < 10; i++) {
        char name[32];
        (void)snprintf(name, sizeof name, "CPU_%s", names[i]);
        assert_int_equal(driven_integer(&cpu, name), 10 * (i + 1));
        (void)snprintf(name, sizeof name, "CPU_%s_0", names[i]);
        assert_int_equal(driven_integer(&cpu, name), 10 * (i + 1));
    }
    assert_int_equal(driven_integer(&cpu, "PROCESSES_CREATED"), 7);
    assert_int_equal(driven_integer(&cpu, "PROCESSES_RUNNING"), 3);
    assert_int_equal(driven_integer(&cpu, "PROCESSES_BLOCKED"), 2);
    driven_end(&cpu);
}

static void cpu_keeps_its_value_when_no_tick_passed(void **state)
{
    (void)state;
    struct driven cpu = driven_begin(&hd__rut_cpu, strdup("cpu 0 0 0 0\nctxt 0\n"));
    assert_true(driven_feed(&cpu, "cpu 3 0 0 1\nctxt 5\n"));
    assert_true(driven_feed(&cpu, "cpu 3 0 0 1\nctxt 9\n"));
    assert_close(driven_real(&cpu, "CPU_TOTAL"), 75.0);
    assert_int_equal(driven_integer(&cpu, "CONTEXT_SWITCHES"), 4);
    driven_end(&cpu);
}

static void cpu_survives_iowait_that_shrinks(void **state)
{
    (void)state;
    struct driven cpu = driven_begin(&hd__rut_cpu, strdup("cpu 100 0 0 100 50\nctxt 0\n"));
    assert_true(driven_feed(&cpu, "cpu 110 0 0 110 48\nctxt 0\n"));
    assert_close(driven_real(&cpu, "CPU_TOTAL"), 50.0);
    driven_end(&cpu);
}

static void a_cpu_that_went_offline_reads_zero(void **state)
{
    (void)state;
    struct fixture big = fixture_of_big_machine();
    struct driven cpu = driven_begin(&hd__rut_cpu, fixture_stat(&big));
    big.cpu_count = 7;
    big.ticks += 100;
    assert_true(driven_feed_and_free(&cpu, fixture_stat(&big)));
    assert_false(cpu.source->has_changed(cpu.state));
    assert_close(driven_real(&cpu, "CPU_TOTAL_7"), 0.0);
    assert_close(driven_real(&cpu, "CPU_TOTAL_2"), 50.0);
    driven_end(&cpu);
}

static void a_cpu_that_came_online_changes_the_values(void **state)
{
    (void)state;
    struct fixture big = fixture_of_big_machine();
    struct driven cpu = driven_begin(&hd__rut_cpu, fixture_stat(&big));
    big.cpu_count = 9;
    assert_true(driven_feed_and_free(&cpu, fixture_stat(&big)));
    assert_true(cpu.source->has_changed(cpu.state));
    driven_describe(&cpu);
    big.ticks += 10;
    assert_true(driven_feed_and_free(&cpu, fixture_stat(&big)));
    assert_close(driven_real(&cpu, "CPU_TOTAL_8"), 75.0);
    driven_end(&cpu);
}

static void memory_is_in_bytes(void **state)
{
    (void)state;
    const struct fixture big = fixture_of_big_machine();
    struct driven mem = driven_begin(&hd__rut_mem, fixture_meminfo(&big));
    assert_true(driven_feed_and_free(&mem, fixture_meminfo(&big)));
    assert_int_equal(mem.values.count, 10);
    assert_int_equal(driven_integer(&mem, "MEM_USED"), 12000000LL * 1024);
    assert_int_equal(driven_integer(&mem, "MEM_FREE"), 4000000LL * 1024);
    assert_int_equal(driven_integer(&mem, "MEM_SHARED"), 50000LL * 1024);
    assert_int_equal(driven_integer(&mem, "MEM_BUFFER"), 100000LL * 1024);
    assert_int_equal(driven_integer(&mem, "MEM_CACHED"), 3000000LL * 1024);
    driven_end(&mem);
}

/* Lines that stand where they stood, with other numbers, in another order and in fewer lines. */
static void follows_the_lines_of_memory(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "MemTotal:  900 kB\nMemFree:  100 kB\nMemAvailable:  3 kB\nBuffers:  4 kB\nCached:  5 kB\n"
        "Dirty:  6 kB\nWriteback:  7 kB\nShmem:  8 kB\nSlab:  9 kB\nHugetlb:  2 kB\n",
        "MemTotal:  900 kB\nMemFree:  200 kB\nMemAvailable:  4 kB\nBuffers:  5 kB\nCached:  6 kB\n"
        "Dirty:  7 kB\nWriteback:  8 kB\nShmem:  9 kB\nSlab:  1 kB\nHugetlb:  3 kB\n",
        "MemFree:  300 kB\nMemTotal:  900 kB\nMemAvailable:  5 kB\nBuffers:  6 kB\nCached:  7 kB\n"
        "Dirty:  8 kB\nWriteback:  9 kB\nSlab:  2 kB\nShmem:  1 kB\nHugetlb:  4 kB\n"};
    static const struct {
        const char *name;
        int kibibytes[3];
    } rows[] = {{"MEM_USED", {800, 700, 600}}, {"MEM_FREE", {100, 200, 300}},
                {"MEM_AVAILABLE", {3, 4, 5}},  {"MEM_BUFFER", {4, 5, 6}},
                {"MEM_CACHED", {5, 6, 7}},     {"MEM_DIRTY", {6, 7, 8}},
                {"MEM_WRITEBACK", {7, 8, 9}},  {"MEM_SHARED", {8, 9, 1}},
                {"MEM_SLAB", {9, 1, 2}},       {"MEM_HUGE_PAGES", {2, 3, 4}}};
    struct driven mem = driven_begin(&hd__rut_mem, strdup(texts[0]));
    for (size_t t = 0; t < 3; t++) {
        assert_true(driven_feed(&mem, texts[t]));
        for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
            assert_int_equal(driven_integer(&mem, rows[i].name), 1024 * rows[i].kibibytes[t]);
        }
    }
    assert_true(driven_feed(&mem, "MemTotal:  9 kB\nMemFree:  2 kB\n"));
    assert_int_equal(driven_integer(&mem, "MEM_USED"), 7 * 1024);
    assert_int_equal(driven_integer(&mem, "MEM_CACHED"), 0);
    assert_false(driven_feed(&mem, ""));
    assert_int_equal(driven_integer(&mem, "MEM_FREE"), 0);
    assert_true(driven_feed(&mem, texts[0]));
    assert_int_equal(driven_integer(&mem, "MEM_CACHED"), 5 * 1024);
    driven_end(&mem);
}

static void a_lost_sample_reads_zero_and_the_next_is_a_baseline(void **state)
{
    (void)state;
    struct fixture big = fixture_of_big_machine();
    struct driven net = driven_begin(&hd__rut_net, fixture_net_dev(&big));
    assert_false(driven_feed(&net, ""));
    assert_int_equal(driven_integer(&net, "NET_IN"), 0);
    big.bytes += 1000;
    assert_true(driven_feed_and_free(&net, fixture_net_dev(&big)));
    assert_int_equal(driven_integer(&net, "NET_IN"), 0);
    assert_false(net.source->has_changed(net.state));
    driven_end(&net);
}

static void text_of_another_kind_is_refused(void **state)
{
    (void)state;
#define SOURCE_ROW(name) &hd__rut_##name,
    const struct hd_rut_source *const sources[] = {HD_RUT_SOURCE_LIST(SOURCE_ROW)};
#undef SOURCE_ROW
    static const char elf[] = {127, 'E', 'L', 'F', 1, 2, 10, 10, 0};
    const char *const junk[] = {elf, "cpu\n", "MemTotal: kB\n", "eth0: 1 2 3\n", "one two sda\n"};
    for (size_t i = 0; i < HD_RUT_SOURCE_COUNT && sources[i]->path != NULL; i++) {
        for (size_t j = 0; j < sizeof junk / sizeof junk[0]; j++) {
            void *state_of_source = sources[i]->create();
            assert_false(sources[i]->parse(state_of_source, junk[j], strlen(junk[j])));
            sources[i]->destroy(state_of_source);
        }
    }
}

static void any_cut_of_a_text_is_read_without_harm(void **state)
{
    (void)state;
    struct fixture small = fixture_of_big_machine();
    small.cpu_count = 2;
    small.interface_count = 2;
    small.disk_count = 2;
    char *const texts[] = {fixture_stat(&small), fixture_meminfo(&small), fixture_net_dev(&small),
                           fixture_diskstats(&small)};
#define SOURCE_ROW(name) &hd__rut_##name,
    const struct hd_rut_source *const sources[] = {HD_RUT_SOURCE_LIST(SOURCE_ROW)};
#undef SOURCE_ROW
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        struct driven driven = driven_begin(sources[i], strdup(texts[i]));
        for (size_t length = strlen(texts[i]); length > 0; length--) {
            char *cut = strndup(texts[i], length);
            (void)driven_feed(&driven, cut);
            free(cut);
        }
        driven_end(&driven);
        free(texts[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cpu_is_the_share_of_ticks_that_are_not_idle),
        cmocka_unit_test(cpu_counts_iowait_as_idle_steal_as_busy_and_guest_once),
        cmocka_unit_test(cpu_has_all_ten_times_in_ms_and_the_processes),
        cmocka_unit_test(cpu_keeps_its_value_when_no_tick_passed),
        cmocka_unit_test(cpu_survives_iowait_that_shrinks),
        cmocka_unit_test(a_cpu_that_went_offline_reads_zero),
        cmocka_unit_test(a_cpu_that_came_online_changes_the_values),
        cmocka_unit_test(memory_is_in_bytes),
        cmocka_unit_test(follows_the_lines_of_memory),
        cmocka_unit_test(a_lost_sample_reads_zero_and_the_next_is_a_baseline),
        cmocka_unit_test(text_of_another_kind_is_refused),
        cmocka_unit_test(any_cut_of_a_text_is_read_without_harm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
