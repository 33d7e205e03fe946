/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ranges.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static hdpvfs_op op_with(unsigned serial)
{
    const hdpvfs_op op = {.token = {{NULL, 100 + serial}, serial}};
    return op;
}

static void the_newest_owner_of_memory_is_found(void **state)
{
    (void)state;
    char memory[100];
    const hdpvfs_op one = op_with(1);
    const hdpvfs_op two = op_with(2);
    hdpvfs_range_add(&one, memory, 100);
    hdpvfs_range_add(&two, memory + 50, 50);
    assert_int_equal(hdpvfs_range_find(memory + 49).serial, 1);
    assert_int_equal(hdpvfs_range_find(memory + 50).serial, 2);
    assert_int_equal(hdpvfs_range_find(memory + 100).serial, 0);
    hdpvfs_range_drop(&two);
    assert_int_equal(hdpvfs_range_find(memory + 50).serial, 1);
    hdpvfs_range_drop(&one);
    assert_int_equal(hdpvfs_range_find(memory).serial, 0);
}

static void a_place_belongs_to_the_one_operation_there(void **state)
{
    (void)state;
    const hdpvfs_op one = op_with(1);
    const hdpvfs_op two = op_with(2);
    const uint64_t seven = 7;
    const uint64_t eight = 8;
    assert_true(hdpvfs_place_is_empty());
    hdpvfs_place_add(&one, 7, 1000, 100);
    hdpvfs_place_add(&one, 7, 1100, 100);
    hdpvfs_place_add(&two, 8, 1000, 100);
    assert_false(hdpvfs_place_is_empty());
    assert_int_equal(hdpvfs_place_find(&seven, 512, 512).serial, 1);
    assert_int_equal(hdpvfs_place_find(&seven, 1024, 512).serial, 1);
    assert_int_equal(hdpvfs_place_find(&eight, 1024, 512).serial, 2);
    assert_int_equal(hdpvfs_place_find(&seven, 512, 488).serial, 0);
    assert_int_equal(hdpvfs_place_find(&seven, 1200, 10).serial, 0);
    assert_int_equal(hdpvfs_place_find(NULL, 1150, 10).serial, 1);
    assert_int_equal(hdpvfs_place_find(NULL, 1050, 10).serial, 0); /* either may be it */
    hdpvfs_range_drop(&two);
    assert_int_equal(hdpvfs_place_find(NULL, 1050, 10).serial, 1);
    hdpvfs_range_drop(&one);
    assert_true(hdpvfs_place_is_empty());
}

static void what_has_no_extent_is_not_kept(void **state)
{
    (void)state;
    const hdpvfs_op one = op_with(1);
    char byte = 0;
    hdpvfs_range_add(&one, &byte, 0);
    hdpvfs_range_add(NULL, &byte, 1);
    hdpvfs_place_add(&one, 7, 0, 0);
    hdpvfs_place_add(&one, 7, -1, 10);
    assert_int_equal(hdpvfs_range_find(&byte).serial, 0);
    assert_true(hdpvfs_place_is_empty());
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_newest_owner_of_memory_is_found),
        cmocka_unit_test(a_place_belongs_to_the_one_operation_there),
        cmocka_unit_test(what_has_no_extent_is_not_kept),
    };
    return cmocka_run_group_tests_name("ranges", tests, NULL, NULL);
}
