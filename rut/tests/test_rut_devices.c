/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "rut_devices.h"
#include "rut_text.h"
#include "rut_values.h"

#include "check.h"

#include <stdio.h>
#include <string.h>

static void counts_growth(void **state)
{
    (void)state;
    assert_int_equal(hd__rut_delta(0, 0), 0);
    assert_int_equal(hd__rut_delta(10, 17), 7);
    assert_int_equal(hd__rut_delta(UINT32_MAX, (uint64_t)UINT32_MAX + 5), 5);
}

static void counts_over_a_wrap_at_32_bits(void **state)
{
    (void)state;
    assert_int_equal(hd__rut_delta(UINT32_MAX, 0), 1);
    assert_int_equal(hd__rut_delta(UINT32_MAX - 99, 400), 500);
}

static void counts_over_a_wrap_at_64_bits(void **state)
{
    (void)state;
    assert_int_equal(hd__rut_delta(UINT64_MAX, 0), 1);
    assert_int_equal(hd__rut_delta(UINT64_MAX - 99, 400), 500);
}

static void takes_a_small_step_back_for_no_growth(void **state)
{
    (void)state;
    assert_int_equal(hd__rut_delta(1000, 999), 0);
    assert_int_equal(hd__rut_delta((uint64_t)1 << 40, ((uint64_t)1 << 40) - 3), 0);
}

static void takes_a_large_step_back_for_a_new_beginning(void **state)
{
    (void)state;
    assert_int_equal(hd__rut_delta(1000, 12), 12);
    assert_int_equal(hd__rut_delta((uint64_t)1 << 40, 7), 7);
}

static struct hd_rut_device *update(struct hd_rut_devices *devices, const char *name,
                                    uint64_t counter)
{
    struct hd_rut_device *device = hd__rut_devices_update(devices, name, strlen(name), &counter, 1);
    assert_non_null(device);
    device->wanted = true;
    return device;
}

static void finds_devices_in_any_order(void **state)
{
    (void)state;
    struct hd_rut_devices devices = {0};
    hd__rut_devices_begin(&devices);
    update(&devices, "eth1", 100);
    update(&devices, "eth10", 200);
    hd__rut_devices_end(&devices);
    hd__rut_devices_begin(&devices);
    assert_int_equal(update(&devices, "eth10", 203)->delta[0], 3);
    assert_int_equal(update(&devices, "eth1", 104)->delta[0], 4);
    hd__rut_devices_end(&devices);
    assert_int_equal(devices.count, 2);
    hd__rut_devices_fini(&devices);
}

static void gives_a_device_that_came_back_a_new_baseline(void **state)
{
    (void)state;
    struct hd_rut_devices devices = {0};
    hd__rut_devices_begin(&devices);
    update(&devices, "sda", 100);
    hd__rut_devices_end(&devices);
    assert_true(hd__rut_devices_has_new(&devices));
    hd__rut_devices_list(&devices);
    assert_false(hd__rut_devices_has_new(&devices));

    hd__rut_devices_begin(&devices);
    hd__rut_devices_end(&devices);
    assert_int_equal(devices.count, 1);
    assert_int_equal(devices.items[0].delta[0], 0);

    hd__rut_devices_begin(&devices);
    assert_int_equal(update(&devices, "sda", 90000)->delta[0], 0);
    hd__rut_devices_end(&devices);
    assert_false(hd__rut_devices_has_new(&devices));
    hd__rut_devices_fini(&devices);
}

static void forgets_lost_devices_when_listing_anew(void **state)
{
    (void)state;
    struct hd_rut_devices devices = {0};
    char name[16];
    for (int round = 0; round < 2; round++) {
        hd__rut_devices_begin(&devices);
        for (int i = round; i < 40 + round; i++) {
            (void)snprintf(name, sizeof name, "d%d", i);
            update(&devices, name, 1);
        }
        hd__rut_devices_end(&devices);
        assert_true(hd__rut_devices_has_new(&devices));
        hd__rut_devices_list(&devices);
        assert_int_equal(devices.count, 40);
    }
    assert_string_equal(devices.items[0].name, "d1");
    assert_string_equal(devices.items[39].name, "d40");
    hd__rut_devices_fini(&devices);
}

/* Take `name numbers` as a sample of its own. */
static const struct hd_rut_device *take(struct hd_rut_devices *devices, const char *numbers)
{
    const struct hd_rut_line line = {"sda", 3, numbers, 2, 3};
    struct hd_rut_device *device = NULL;
    hd__rut_devices_begin(devices);
    assert_int_equal(hd__rut_devices_take(devices, &line, &device), HD_OK);
    device->wanted = true;
    hd__rut_devices_end(devices);
    return device;
}

static void assert_counters(const struct hd_rut_device *device, uint64_t now, uint64_t delta)
{
    assert_int_equal(device->now[1], now);
    assert_int_equal(device->delta[1], delta);
}

static void counts_by_lines_whether_they_are_new_or_not(void **state)
{
    (void)state;
    struct hd_rut_devices devices = {0};
    assert_counters(take(&devices, " 5 100 7 9\n sdb"), 100, 0);
    assert_counters(take(&devices, " 5 100 7 9\n"), 100, 0);
    assert_counters(take(&devices, " 5 130 7 9\n"), 130, 30);
    assert_counters(take(&devices, " 5 130 7 9\n sdb 1"), 130, 0); /* the growth is over */
    assert_counters(take(&devices, " 5 1300 7 9\n"), 1300, 1170);  /* begins as the one before */
    assert_counters(take(&devices, " 5 1300 7 9"), 1300, 0);
    assert_counters(take(&devices, " 5 1300 7 90\n"), 1300, 0);
    assert_int_equal(devices.items[0].now[3], 0); /* beyond those of interest */

    hd__rut_devices_begin(&devices); /* gone, and back with the line it had */
    hd__rut_devices_end(&devices);
    assert_counters(&devices.items[0], 0, 0);
    assert_counters(take(&devices, " 5 1300 7 90\n"), 1300, 0);
    assert_counters(take(&devices, " 5 1301 7 90\n"), 1301, 1);
    hd__rut_devices_list(&devices);
    assert_counters(take(&devices, " 5 1301 7 90\n"), 1301, 0);
    hd__rut_devices_fini(&devices);
}

static void counts_by_lines_of_any_length(void **state)
{
    (void)state;
    struct hd_rut_devices devices = {0};
    char line[2 * HD_RUT_DEVICE_TEXT_SIZE];
    for (uint64_t i = 0; i < 3; i++) {
        const int width = HD_RUT_DEVICE_TEXT_SIZE - 4 + (int)i; /* at the limit and beyond */
        (void)snprintf(line, sizeof line, " 5 %*d\n", width, 100);
        assert_counters(take(&devices, line), 100, 0);
        assert_counters(take(&devices, line), 100, 0);
    }
    (void)snprintf(line, sizeof line, " 5 %*d\n", HD_RUT_DEVICE_TEXT_SIZE, 107);
    assert_counters(take(&devices, line), 107, 7);
    hd__rut_devices_fini(&devices);
}

static void leaves_a_device_alone_whose_line_has_too_few_numbers(void **state)
{
    (void)state;
    struct hd_rut_devices devices = {0};
    struct hd_rut_line line = {"sda", 3, " 5\n 6 7", 2, 3};
    struct hd_rut_device *device = NULL;
    assert_int_equal(hd__rut_devices_take(&devices, &line, &device), HD_INVALID);
    assert_int_equal(devices.count, 0);
    assert_null(device);
    (void)take(&devices, " 5 100 7\n");
    assert_int_equal(hd__rut_devices_take(&devices, &line, &device), HD_INVALID);
    assert_counters(&devices.items[0], 100, 0);
    hd__rut_devices_fini(&devices);
}

static void reads_numbers_up_to_the_end_of_the_line(void **state)
{
    (void)state;
    const char *cursor = " 1\t22 18446744073709551615 18446744073709551616\n5";
    uint64_t numbers[6] = {0};
    assert_int_equal(hd__rut_text_numbers(&cursor, numbers, 6), 4);
    assert_int_equal(numbers[1], 22);
    assert_true(numbers[2] == UINT64_MAX);
    assert_true(numbers[3] == UINT64_MAX);
    assert_int_equal(*cursor, '\n');
    assert_true(hd__rut_text_next_line(&cursor));
    assert_true(hd__rut_text_number(&cursor, numbers));
    assert_int_equal(numbers[0], 5);
    assert_false(hd__rut_text_next_line(&cursor));
}

static void reads_numbers_of_any_length(void **state)
{
    (void)state;
    const char *cursor = "9999999999999999999 00000000000000000000018446744073709551615 "
                         "99999999999999999999 184467440737095516150 x";
    uint64_t numbers[5] = {0};
    assert_int_equal(hd__rut_text_numbers(&cursor, numbers, 5), 4);
    assert_true(numbers[0] == UINT64_C(9999999999999999999));
    assert_true(numbers[1] == UINT64_MAX);
    assert_true(numbers[2] == UINT64_MAX);
    assert_true(numbers[3] == UINT64_MAX);
    assert_string_equal(cursor, "x");
}

static void compares_the_beginning_of_a_text(void **state)
{
    (void)state;
    assert_true(hd__rut_text_starts_with("cpu0 1", "cpu"));
    assert_true(hd__rut_text_starts_with("cpu", "cpu"));
    assert_true(hd__rut_text_starts_with("", ""));
    assert_true(hd__rut_text_starts_with("x", ""));
    assert_false(hd__rut_text_starts_with("cp", "cpu"));
    assert_false(hd__rut_text_starts_with("", "cpu"));
    assert_false(hd__rut_text_starts_with("ctxt", "cpu"));
}

static void keeps_long_names_apart_and_within_49_characters(void **state)
{
    (void)state;
    struct hd_rut_values values = {0};
    const char *base = "a-device-name-that-is-much-longer-than-any-other";
    char first[64];
    char second[64];
    (void)snprintf(first, sizeof first, "%s-1", base);
    (void)snprintf(second, sizeof second, "%s-2", base);
    hd__rut_values_add(&values, HD_STATS_INT64, "#", "X", "READS_TIME_SPEND:", first);
    hd__rut_values_add(&values, HD_STATS_INT64, "#", "X", "READS_TIME_SPEND:", second);
    hd__rut_values_add(&values, HD_STATS_INT64, "#", "X", "READS:", "s d\n\xff");
    assert_int_equal(strlen(values.items[0].name), 49);
    assert_int_equal(strlen(values.items[1].name), 49);
    assert_string_not_equal(values.items[0].name, values.items[1].name);
    assert_memory_equal(values.items[0].name, "READS_TIME_SPEND:a-device", 25);
    assert_string_equal(values.items[2].name, "READS:s_d__");
    hd__rut_values_fini(&values);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts_growth),
        cmocka_unit_test(counts_over_a_wrap_at_32_bits),
        cmocka_unit_test(counts_over_a_wrap_at_64_bits),
        cmocka_unit_test(takes_a_small_step_back_for_no_growth),
        cmocka_unit_test(takes_a_large_step_back_for_a_new_beginning),
        cmocka_unit_test(finds_devices_in_any_order),
        cmocka_unit_test(gives_a_device_that_came_back_a_new_baseline),
        cmocka_unit_test(forgets_lost_devices_when_listing_anew),
        cmocka_unit_test(counts_by_lines_whether_they_are_new_or_not),
        cmocka_unit_test(counts_by_lines_of_any_length),
        cmocka_unit_test(leaves_a_device_alone_whose_line_has_too_few_numbers),
        cmocka_unit_test(reads_numbers_up_to_the_end_of_the_line),
        cmocka_unit_test(reads_numbers_of_any_length),
        cmocka_unit_test(compares_the_beginning_of_a_text),
        cmocka_unit_test(keeps_long_names_apart_and_within_49_characters),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
