/* SPDX-License-Identifier: GPL-3.0-or-later */
/* When the sampler takes its samples, and what the records say of it. */
#include "sampler_case.h"

#include <math.h>

static void the_last_sample_has_what_happened_since_the_baseline(void **state)
{
    (void)state;
    hd_rut *rut = sampler_create(SAMPLER_NEVER, NULL);
    assert_int_equal(hd_rut_start(rut), HD_OK);
    sampler_machine.ticks += 100;
    sampler_machine.bytes += 50;
    sampler_machine.io += 4;
    sampler_machine.switches += 9;
    fixture_update(&sampler_machine, sampler_root);
    assert_int_equal(hd_rut_stop(rut), HD_OK);
    assert_int_equal(hd_rut_destroy(rut), HD_OK);

    assert_int_equal(fake_group_count, 2);
    assert_string_equal(fake_groups[0].name, "Utilization");
    assert_string_equal(fake_groups[0].unavailable, "");
    assert_int_equal(fake_groups[0].record_count, 1);
    assert_true(fabs(sampler_first("CPU_TOTAL_0") - 25.0) < 1e-9);
    assert_true(sampler_first("CONTEXT_SWITCHES") == 9);
    assert_true(sampler_first("NET_IN_eth3") == 200);
    assert_true(sampler_first("HDD_WRITE") == 55.0 * 4 * 512);
    assert_true(sampler_first("MEM_FREE") == 4000000.0 * 1024);
    assert_true(sampler_first("INTERVAL_NS") == 3600e9);
    assert_true(sampler_first("GAP") == 0);
    assert_true(sampler_first("ELAPSED_NS") ==
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
    hd_rut *rut = sampler_create(10, "mem");
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
    hd_rut *rut = sampler_create(10, "mem");
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

static void a_pause_is_a_gap(void **state)
{
    (void)state;
    hd_rut *rut = sampler_create(SAMPLER_NEVER, "net");
    for (int run = 0; run < 2; run++) {
        assert_int_equal(hd_rut_start(rut), HD_OK);
        sampler_machine.bytes += 10;
        fixture_update(&sampler_machine, sampler_root);
        assert_int_equal(hd_rut_stop(rut), HD_OK);
        sampler_machine.bytes += 1000;
        fixture_update(&sampler_machine, sampler_root);
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
    hd_rut *rut = sampler_create(SAMPLER_NEVER, "mem,net");
    assert_int_equal(hd_rut_start(rut), HD_OK);
    fixture_write(sampler_root, "/proc/net/dev", "garbage");
    assert_int_equal(hd_rut_stop(rut), HD_OK);
    assert_int_equal(hd_rut_destroy(rut), HD_OK);
    assert_true(fake_get(&fake_groups[0], 0, "GAP") == 1);
    assert_true(fake_get(&fake_groups[0], 0, "NET_IN") == 0);
    assert_true(fake_get(&fake_groups[0], 0, "MEM_FREE") > 0);
}

static void ends_sampling_at_the_first_failed_write(void **state)
{
    (void)state;
    fake_records_until_failure = 2;
    hd_rut *rut = sampler_create(5, "mem");
    assert_int_equal(hd_rut_start(rut), HD_OK);
    fake_wait_for_failures(1);
    assert_int_equal(hd_rut_stop(rut), HD_IO);
    assert_int_equal(hd_rut_start(rut), HD_IO);
    assert_int_equal(hd_rut_destroy(rut), HD_IO);
    assert_int_equal(fake_groups[0].record_count, 2);
    assert_true(fake_groups[0].is_closed);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SAMPLER_TEST(the_last_sample_has_what_happened_since_the_baseline),
        SAMPLER_TEST(elapsed_times_add_up_and_records_lie_on_the_grid),
        SAMPLER_TEST(there_is_one_record_for_each_slot_that_was_not_missed),
        SAMPLER_TEST(a_pause_is_a_gap),
        SAMPLER_TEST(a_source_that_breaks_marks_its_records),
        SAMPLER_TEST(ends_sampling_at_the_first_failed_write),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
