/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which groups and values the sampler makes of what a sampler_machine has. */
#include "sampler_case.h"

#include <math.h>
#include <stdio.h>
#include <unistd.h>

static void a_new_device_continues_in_another_group(void **state)
{
    (void)state;
    sampler_machine.disk_count = 2;
    fixture_update(&sampler_machine, sampler_root);
    hd_rut *rut = sampler_create(SAMPLER_NEVER, "net,disk");
    assert_int_equal(hd_rut_start(rut), HD_OK);
    sampler_machine.interface_count = 11;
    sampler_machine.bytes += 10;
    fixture_update(&sampler_machine, sampler_root);
    assert_int_equal(hd_rut_stop(rut), HD_OK);
    assert_int_equal(hd_rut_start(rut), HD_OK);
    sampler_machine.bytes += 1000;
    fixture_update(&sampler_machine, sampler_root);
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
    hd_rut *rut = sampler_create(SAMPLER_NEVER, "net,disk"); /* 336 values and our own */
    assert_int_equal(hd_rut_start(rut), HD_OK);
    sampler_machine.interface_count = 11;
    sampler_machine.io += 1;
    fixture_update(&sampler_machine, sampler_root);
    assert_int_equal(hd_rut_get_group_count(rut), 0);
    assert_int_equal(hd_rut_stop(rut), HD_OK);
    assert_int_equal(hd_rut_get_group_count(rut), 2); /* the next two have no record yet */
    assert_int_equal(hd_rut_start(rut), HD_OK);
    sampler_machine.io += 1;
    fixture_update(&sampler_machine, sampler_root);
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
    return sampler_first(name);
}

static void a_large_machine_is_exact_in_every_value(void **state)
{
    (void)state;
    sampler_machine.cpu_count = 256;
    sampler_machine.interface_count = 64;
    sampler_machine.disk_count = 400;
    sampler_machine.bytes = 1000;
    fixture_update(&sampler_machine, sampler_root);
    hd_rut *rut = sampler_create(SAMPLER_NEVER, "cpu,net,block");
    assert_int_equal(hd_rut_start(rut), HD_OK);
    sampler_machine.ticks += 50;
    sampler_machine.bytes += 7;
    sampler_machine.io += 3;
    fixture_update(&sampler_machine, sampler_root);
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
    assert_true(sampler_first("HDD_WRITE") == 400.0 * 401 / 2 * 3 * 512);
    assert_true(sampler_first("NET_IN") == 64.0 * 65 / 2 * 7);
    assert_true(sampler_first("NET_OUT_EXT") == (64.0 * 65 / 2 - 1) * 14);
}

static void a_device_that_appears_before_the_start_is_in_the_first_group(void **state)
{
    (void)state;
    hd_rut *rut = sampler_create(SAMPLER_NEVER, "net");
    sampler_machine.interface_count = 11;
    fixture_update(&sampler_machine, sampler_root);
    assert_int_equal(hd_rut_start(rut), HD_OK);
    sampler_machine.bytes += 2;
    fixture_update(&sampler_machine, sampler_root);
    assert_int_equal(hd_rut_stop(rut), HD_OK);
    assert_int_equal(hd_rut_destroy(rut), HD_OK);
    const struct fake_group *group = &fake_groups[fake_group_count - 1];
    assert_string_equal(group->name, "Utilization");
    assert_true(fake_get(group, 0, "NET_IN_eth10") == 22);
}

static void a_missing_source_is_named_and_left_out(void **state)
{
    (void)state;
    char path[SCRATCH_SIZE + 20];
    (void)snprintf(path, sizeof path, "%s/proc/diskstats", sampler_root);
    assert_int_equal(unlink(path), 0);
    fixture_write(sampler_root, "/proc/meminfo", "nonsense\n");
    hd_rut *rut = sampler_create(SAMPLER_NEVER, NULL);
    assert_int_equal(hd_rut_destroy(rut), HD_OK);
    assert_string_equal(fake_groups[0].unavailable,
                        "mem: unexpected content; block: No such file or directory");
    assert_false(fake_has(&fake_groups[0], "HDD_READ"));
    assert_true(fake_has(&fake_groups[0], "NET_IN"));
}

static void a_process_has_a_group_of_its_own(void **state)
{
    (void)state;
    fixture_write(sampler_root, "/proc/self/schedstat", "1000 10 1\n");
    hd_rut *rut = sampler_create(SAMPLER_NEVER, "mem,self");
    assert_int_equal(hd_rut_start(rut), HD_OK);
    fixture_write(sampler_root, "/proc/self/schedstat", "1500 30 2\n");
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
    hd_rut *rut = sampler_create(SAMPLER_NEVER, "mem,self");
    assert_int_equal(hd_rut_destroy(rut), HD_OK);
    assert_int_equal(fake_group_count, 1);
    assert_string_equal(fake_groups[0].unavailable, "self: No such file or directory");
    fixture_write(sampler_root, "/proc/self/schedstat", "1000 10 1\n");
    const hd_rut_options node_is_lacking = {.sources = "freq,self", .root = sampler_root};
    assert_int_equal(hd_rut_create(fake_node(), &node_is_lacking, &rut), HD_OK);
    assert_string_equal(hd_rut_get_unavailable(rut), "freq: No such file or directory");
    assert_false(hd_rut_has_node_group(rut));
    assert_true(hd_rut_has_process_group(rut));
    assert_int_equal(hd_rut_destroy(rut), HD_OK);
    fixture_write(sampler_root, "/proc/self/schedstat", "");
    const hd_rut_options only_self = {.sources = "self", .root = sampler_root};
    assert_int_equal(hd_rut_create(fake_node(), &only_self, &rut), HD_MISSING);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SAMPLER_TEST(a_new_device_continues_in_another_group),
        SAMPLER_TEST(more_than_256_values_continue_in_numbered_groups),
        SAMPLER_TEST(a_large_machine_is_exact_in_every_value),
        SAMPLER_TEST(a_device_that_appears_before_the_start_is_in_the_first_group),
        SAMPLER_TEST(a_missing_source_is_named_and_left_out),
        SAMPLER_TEST(a_process_has_a_group_of_its_own),
        SAMPLER_TEST(a_process_that_cannot_be_read_is_named_with_the_node),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
