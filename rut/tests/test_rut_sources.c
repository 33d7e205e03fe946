/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "rut_probe.h"

#include "check.h"
#include "fixture.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* One source, fed with text. */
struct driven {
    const struct hd_rut_source *source;
    void *state;
    struct hd_rut_values values;
    struct hd_rut_record record;
};

static bool feed(struct driven *driven, const char *text)
{
    const bool usable = driven->source->parse(driven->state, text, strlen(text));
    driven->record.count = 0;
    if (driven->record.items != NULL) {
        driven->source->emit(driven->state, &driven->record);
        assert_int_equal(driven->record.count, driven->values.count);
    }
    return usable;
}

static bool feed_and_free(struct driven *driven, char *text)
{
    const bool usable = feed(driven, text);
    free(text);
    return usable;
}

static void describe(struct driven *driven)
{
    hd__rut_values_clear(&driven->values);
    hd__rut_record_fini(&driven->record);
    driven->source->describe(driven->state, &driven->values);
    assert_false(driven->values.out_of_memory);
    assert_true(hd__rut_record_init(&driven->record, driven->values.count + 1));
}

static struct driven begin(const struct hd_rut_source *source, char *text)
{
    struct driven driven = {.source = source, .state = source->create()};
    assert_non_null(driven.state);
    assert_true(feed_and_free(&driven, text));
    describe(&driven);
    return driven;
}

static void end(struct driven *driven)
{
    driven->source->destroy(driven->state);
    hd__rut_values_fini(&driven->values);
    hd__rut_record_fini(&driven->record);
}

static const union hd_rut_number *find(const struct driven *driven, const char *name,
                                       hd_stats_type type)
{
    for (size_t i = 0; i < driven->values.count; i++) {
        if (strcmp(driven->values.items[i].name, name) == 0) {
            assert_int_equal(driven->values.items[i].type, type);
            return &driven->record.items[i];
        }
    }
    fail_msg("no value %s", name);
    return NULL;
}

static int64_t integer(const struct driven *driven, const char *name)
{
    return find(driven, name, HD_STATS_INT64)->integer;
}

static double real(const struct driven *driven, const char *name)
{
    return find(driven, name, HD_STATS_FLOAT)->real;
}

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
    struct driven cpu = begin(&hd__rut_cpu, fixture_stat(&big));
    assert_int_equal(cpu.values.count, (1 + 8) * (1 + 10) + 4);
    assert_string_equal(cpu.values.items[0].name, "CPU_TOTAL");
    assert_string_equal(cpu.values.items[8].name, "CPU_TOTAL_7");
    big.ticks += 100;
    big.switches += 77;
    assert_true(feed_and_free(&cpu, fixture_stat(&big)));
    assert_close(real(&cpu, "CPU_TOTAL_0"), 25.0);
    assert_close(real(&cpu, "CPU_TOTAL_2"), 50.0);
    assert_close(real(&cpu, "CPU_TOTAL"), 100.0 * 36 / (36 + 24));
    assert_int_equal(integer(&cpu, "CONTEXT_SWITCHES"), 77);
    end(&cpu);
}

static void cpu_counts_iowait_as_idle_steal_as_busy_and_guest_once(void **state)
{
    (void)state;
    struct driven cpu = begin(&hd__rut_cpu, strdup("cpu 0 0 0 0 0 0 0 0 0 0\nctxt 0\n"));
    assert_true(feed(&cpu, "cpu 10 5 5 30 30 5 5 10 10 5\nctxt 1\n"));
    assert_close(real(&cpu, "CPU_TOTAL"), 40.0);
    end(&cpu);
}

static void cpu_has_all_ten_times_in_ms_and_the_processes(void **state)
{
    (void)state;
    struct driven cpu =
        begin(&hd__rut_cpu, strdup("cpu 0 0 0 0 0 0 0 0 0 0\ncpu0 1 1 1 1 1 1 1 1 1 1\nctxt 0\n"
                                   "processes 10\nprocs_running 1\nprocs_blocked 0\n"));
    assert_true(feed(&cpu, "cpu 1 2 3 4 5 6 7 8 9 10\ncpu0 2 3 4 5 6 7 8 9 10 11\nctxt 1\n"
                           "processes 17\nprocs_running 3\nprocs_blocked 2\n"));
    static const char *const names[] = {"USER", "NICE",    "SYSTEM", "IDLE",  "IOWAIT",
                                        "IRQ",  "SOFTIRQ", "STEAL",  "GUEST", "GUEST_NICE"};
    for (size_t i = 0; i < 10; i++) {
        char name[32];
        (void)snprintf(name, sizeof name, "CPU_%s", names[i]);
        assert_int_equal(integer(&cpu, name), 10 * (i + 1));
        (void)snprintf(name, sizeof name, "CPU_%s_0", names[i]);
        assert_int_equal(integer(&cpu, name), 10 * (i + 1));
    }
    assert_int_equal(integer(&cpu, "PROCESSES_CREATED"), 7);
    assert_int_equal(integer(&cpu, "PROCESSES_RUNNING"), 3);
    assert_int_equal(integer(&cpu, "PROCESSES_BLOCKED"), 2);
    end(&cpu);
}

static void cpu_keeps_its_value_when_no_tick_passed(void **state)
{
    (void)state;
    struct driven cpu = begin(&hd__rut_cpu, strdup("cpu 0 0 0 0\nctxt 0\n"));
    assert_true(feed(&cpu, "cpu 3 0 0 1\nctxt 5\n"));
    assert_true(feed(&cpu, "cpu 3 0 0 1\nctxt 9\n"));
    assert_close(real(&cpu, "CPU_TOTAL"), 75.0);
    assert_int_equal(integer(&cpu, "CONTEXT_SWITCHES"), 4);
    end(&cpu);
}

static void cpu_survives_iowait_that_shrinks(void **state)
{
    (void)state;
    struct driven cpu = begin(&hd__rut_cpu, strdup("cpu 100 0 0 100 50\nctxt 0\n"));
    assert_true(feed(&cpu, "cpu 110 0 0 110 48\nctxt 0\n"));
    assert_close(real(&cpu, "CPU_TOTAL"), 50.0);
    end(&cpu);
}

static void a_cpu_that_went_offline_reads_zero(void **state)
{
    (void)state;
    struct fixture big = fixture_of_big_machine();
    struct driven cpu = begin(&hd__rut_cpu, fixture_stat(&big));
    big.cpu_count = 7;
    big.ticks += 100;
    assert_true(feed_and_free(&cpu, fixture_stat(&big)));
    assert_false(cpu.source->has_changed(cpu.state));
    assert_close(real(&cpu, "CPU_TOTAL_7"), 0.0);
    assert_close(real(&cpu, "CPU_TOTAL_2"), 50.0);
    end(&cpu);
}

static void a_cpu_that_came_online_changes_the_values(void **state)
{
    (void)state;
    struct fixture big = fixture_of_big_machine();
    struct driven cpu = begin(&hd__rut_cpu, fixture_stat(&big));
    big.cpu_count = 9;
    assert_true(feed_and_free(&cpu, fixture_stat(&big)));
    assert_true(cpu.source->has_changed(cpu.state));
    describe(&cpu);
    big.ticks += 10;
    assert_true(feed_and_free(&cpu, fixture_stat(&big)));
    assert_close(real(&cpu, "CPU_TOTAL_8"), 75.0);
    end(&cpu);
}

static void memory_is_in_bytes(void **state)
{
    (void)state;
    const struct fixture big = fixture_of_big_machine();
    struct driven mem = begin(&hd__rut_mem, fixture_meminfo(&big));
    assert_true(feed_and_free(&mem, fixture_meminfo(&big)));
    assert_int_equal(mem.values.count, 10);
    assert_int_equal(integer(&mem, "MEM_USED"), 12000000LL * 1024);
    assert_int_equal(integer(&mem, "MEM_FREE"), 4000000LL * 1024);
    assert_int_equal(integer(&mem, "MEM_SHARED"), 50000LL * 1024);
    assert_int_equal(integer(&mem, "MEM_BUFFER"), 100000LL * 1024);
    assert_int_equal(integer(&mem, "MEM_CACHED"), 3000000LL * 1024);
    end(&mem);
}

static void network_counts_each_interface_and_the_sums(void **state)
{
    (void)state;
    struct fixture big = fixture_of_big_machine();
    struct driven net = begin(&hd__rut_net, fixture_net_dev(&big));
    assert_int_equal(net.values.count, 16 * 20 + 4);
    big.bytes += 1000;
    assert_true(feed_and_free(&net, fixture_net_dev(&big)));
    assert_int_equal(integer(&net, "NET_IN_lo"), 1000);
    assert_int_equal(integer(&net, "NET_OUT_lo"), 2000);
    assert_int_equal(integer(&net, "NET_IN_eth19"), 20000);
    assert_int_equal(integer(&net, "NET_OUT_eth19"), 40000);
    assert_int_equal(integer(&net, "NET_IN"), 210 * 1000);
    assert_int_equal(integer(&net, "NET_OUT"), 210 * 2000);
    assert_int_equal(integer(&net, "NET_IN_EXT"), 209 * 1000);
    assert_int_equal(integer(&net, "NET_OUT_EXT"), 209 * 2000);
    end(&net);
}

static void network_counts_over_wraps_of_both_widths(void **state)
{
    (void)state;
    const char *before = "Inter-|\n eth0: 4294967290 0 0 0 0 0 0 0 18446744073709551610 0\n";
    const char *after = "Inter-|\n eth0: 94 0 0 0 0 0 0 0 14 0\n";
    struct driven net = begin(&hd__rut_net, strdup(before));
    assert_true(feed(&net, after));
    assert_int_equal(integer(&net, "NET_IN_eth0"), 100);
    assert_int_equal(integer(&net, "NET_OUT_eth0"), 20);
    assert_int_equal(integer(&net, "NET_IN"), 100);
    end(&net);
}

static void an_interface_that_vanished_reads_zero_and_starts_anew(void **state)
{
    (void)state;
    struct fixture big = fixture_of_big_machine();
    struct driven net = begin(&hd__rut_net, fixture_net_dev(&big));
    big.skip_interface = 7;
    big.bytes += 10;
    assert_true(feed_and_free(&net, fixture_net_dev(&big)));
    assert_int_equal(integer(&net, "NET_IN_eth7"), 0);
    assert_int_equal(integer(&net, "NET_IN_eth8"), 90);
    assert_int_equal(integer(&net, "NET_IN"), (210 - 8) * 10);
    big.skip_interface = -1;
    big.bytes += 10;
    assert_true(feed_and_free(&net, fixture_net_dev(&big)));
    assert_int_equal(integer(&net, "NET_IN_eth7"), 0);
    big.bytes += 10;
    assert_true(feed_and_free(&net, fixture_net_dev(&big)));
    assert_int_equal(integer(&net, "NET_IN_eth7"), 80);
    assert_false(net.source->has_changed(net.state));
    end(&net);
}

static void an_interface_with_colons_in_its_name_is_read(void **state)
{
    (void)state;
    const char *text = "Inter-|\n face |\nbr0:1:2:17 0 0 0 0 0 0 0 4 0 0 0 0 0 0 0\n";
    struct driven net = begin(&hd__rut_net, strdup(text));
    assert_true(feed(&net, text));
    assert_int_equal(integer(&net, "NET_IN_br0:1:2"), 0);
    end(&net);
}

static void disks_have_all_columns_and_no_partitions(void **state)
{
    (void)state;
    struct fixture big = fixture_of_big_machine();
    big.idle_disk = 3;
    struct driven disk = begin(&hd__rut_block, fixture_diskstats(&big));
    assert_int_equal(disk.values.count, 2 + 29 * 17);
    big.io += 8;
    assert_true(feed_and_free(&disk, fixture_diskstats(&big)));
    assert_int_equal(integer(&disk, "READS:sd0_"), 8);
    assert_int_equal(integer(&disk, "WEIGHTED_WAITTIME:nvme29n1"), 8 * 30);
    assert_int_equal(integer(&disk, "IOS_INPROGRESS:sd4_"), (10000 + 8) * 5 + 8);
    assert_int_equal(integer(&disk, "HDD_READ"), (465 - 4) * 8 * 512);
    assert_int_equal(integer(&disk, "HDD_WRITE"), (465 - 4) * 8 * 512);
    end(&disk);
}

static void a_disk_gets_values_with_its_first_io(void **state)
{
    (void)state;
    struct fixture big = fixture_of_big_machine();
    big.idle_disk = 3;
    struct driven disk = begin(&hd__rut_block, fixture_diskstats(&big));
    big.idle_disk = -1;
    assert_true(feed_and_free(&disk, fixture_diskstats(&big)));
    assert_true(disk.source->has_changed(disk.state));
    describe(&disk);
    assert_int_equal(disk.values.count, 2 + 30 * 17);
    end(&disk);
}

static void disks_on_top_of_others_are_not_counted_twice(void **state)
{
    (void)state;
    const char *before = "8 0 sda 1 0 10 0 1 0 10 0 0 0 0\n253 0 dm-0 1 0 10 0 1 0 10 0 0 0 0\n"
                         "253 1 dm-01 1 0 10 0 1 0 10 0 0 0 0\n";
    const char *after = "8 0 sda 2 0 14 0 2 0 15 0 0 0 0\n253 0 dm-0 2 0 14 0 2 0 15 0 0 0 0\n"
                        "253 1 dm-01 2 0 14 0 2 0 15 0 0 0 0\n";
    struct driven disk = begin(&hd__rut_block, strdup(before));
    assert_true(feed(&disk, after));
    assert_int_equal(disk.values.count, 2 + 3 * 17);
    assert_int_equal(integer(&disk, "HDD_READ"), 4 * 512);
    assert_int_equal(integer(&disk, "HDD_WRITE"), 5 * 512);
    assert_int_equal(integer(&disk, "READS_SECTORS:dm-0"), 4);
    end(&disk);
}

static void millisecond_columns_wrap_at_32_bits(void **state)
{
    (void)state;
    struct driven disk =
        begin(&hd__rut_block, strdup("8 0 sda 1 0 10 4294967000 1 0 10 0 0 4294967295 0\n"));
    assert_true(feed(&disk, "8 0 sda 1 0 10 204 1 0 10 0 0 9 0\n"));
    assert_int_equal(integer(&disk, "READS_TIME_SPEND:sda"), 500);
    assert_int_equal(integer(&disk, "IOS_TIME_SPEND:sda"), 10);
    end(&disk);
}

static void a_lost_sample_reads_zero_and_the_next_is_a_baseline(void **state)
{
    (void)state;
    struct fixture big = fixture_of_big_machine();
    struct driven net = begin(&hd__rut_net, fixture_net_dev(&big));
    assert_false(feed(&net, ""));
    assert_int_equal(integer(&net, "NET_IN"), 0);
    big.bytes += 1000;
    assert_true(feed_and_free(&net, fixture_net_dev(&big)));
    assert_int_equal(integer(&net, "NET_IN"), 0);
    assert_false(net.source->has_changed(net.state));
    end(&net);
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
        struct driven driven = begin(sources[i], strdup(texts[i]));
        for (size_t length = strlen(texts[i]); length > 0; length--) {
            char *cut = strndup(texts[i], length);
            (void)feed(&driven, cut);
            free(cut);
        }
        end(&driven);
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
        cmocka_unit_test(network_counts_each_interface_and_the_sums),
        cmocka_unit_test(network_counts_over_wraps_of_both_widths),
        cmocka_unit_test(an_interface_that_vanished_reads_zero_and_starts_anew),
        cmocka_unit_test(an_interface_with_colons_in_its_name_is_read),
        cmocka_unit_test(disks_have_all_columns_and_no_partitions),
        cmocka_unit_test(a_disk_gets_values_with_its_first_io),
        cmocka_unit_test(disks_on_top_of_others_are_not_counted_twice),
        cmocka_unit_test(millisecond_columns_wrap_at_32_bits),
        cmocka_unit_test(a_lost_sample_reads_zero_and_the_next_is_a_baseline),
        cmocka_unit_test(text_of_another_kind_is_refused),
        cmocka_unit_test(any_cut_of_a_text_is_read_without_harm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
