/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Processors of AMD and Intel by libraries that are stand-ins, found by the path that this test is
 * started with. */
#include "machine.h"

#include "check.h"

static void reads_amd_by_its_library_and_not_by_files(void **state)
{
    (void)state;
    machine_put("/sys/class/drm/card0/device/gpu_busy_percent", "12\n");
    machine_open_source("gpu");
    assert_null(machine_find("GPU_BUSY_card0", HD_STATS_INT64));
    assert_true(machine_sample(1));
    assert_int_equal(machine_integer("GPU_BUSY_amd0"), 55);
    assert_int_equal(machine_integer("GPU_MEM_BUSY_amd0"), 11);
    assert_true(machine_integer("GPU_MEM_USED_amd0") == (int64_t)3 << 32);
    assert_int_equal(machine_integer("GPU_POWER_amd0"), 301500);
    assert_int_equal(machine_integer("GPU_TEMP_amd0"), 71);
    assert_int_equal(machine_integer("GPU_CLOCK_amd0"), 1700);
    assert_int_equal(machine_integer("GPU_CLOCK_amd1"), 1700);
    assert_int_equal(machine_integer("GPU_CLOCK_amd2"), 0);
    assert_int_equal(machine_integer("GPU_BUSY_amd1"), 0);
    assert_int_equal(machine_integer("GPU_TEMP_amd1"), 33);
}

static void tells_what_counters_of_intel_grew_by(void **state)
{
    (void)state;
    machine_open_source("gpu");
    for (int i = 0; i < 3; i++) {
        assert_true(machine_sample(1));
        assert_int_equal(machine_integer("GPU_BUSY_intel0"), 25);
        assert_int_equal(machine_integer("GPU_POWER_intel0"), 150000);
    }
    assert_true(machine_integer("GPU_MEM_USED_intel0") == (int64_t)2 << 30);
    assert_int_equal(machine_integer("GPU_CLOCK_intel0"), 1550);
    assert_int_equal(machine_integer("GPU_TEMP_intel0"), 49);
    assert_int_equal(machine_integer("GPU_TEMP_intel1"), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        MACHINE_TEST(reads_amd_by_its_library_and_not_by_files),
        MACHINE_TEST(tells_what_counters_of_intel_grew_by),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
