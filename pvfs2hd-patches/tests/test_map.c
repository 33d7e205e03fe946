/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "map.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

enum { KEYS = 3000, STEPS = 60000 };

/* Against an array, with keys that lie as addresses do, in the worst order for removal. */
static void does_what_an_array_does(void **unused)
{
    static char *expected[KEYS];
    static char values[KEYS];
    hdpvfs_map map = {0};
    unsigned long random = 4711;
    (void)unused;
    for (int step = 0; step < STEPS; step++) {
        random = random * 6364136223846793005UL + 1442695040888963407UL;
        const size_t i = (random >> 33) % KEYS;
        const uint64_t key = 0x7f0000000000 + 64 * i;
        if ((random >> 60) < 9) {
            assert_true(hdpvfs_map_put(&map, key, &values[step % KEYS]));
            expected[i] = &values[step % KEYS];
        } else {
            assert_ptr_equal(hdpvfs_map_take(&map, key), expected[i]);
            expected[i] = NULL;
        }
        assert_ptr_equal(hdpvfs_map_get(&map, key), expected[i]);
    }
    size_t count = 0;
    for (size_t i = 0; i < KEYS; i++) {
        assert_ptr_equal(hdpvfs_map_get(&map, 0x7f0000000000 + 64 * i), expected[i]);
        count += expected[i] != NULL;
    }
    assert_int_equal(map.count, count);
    free(map.slots);
}

static void removes_all_with_one_value(void **unused)
{
    hdpvfs_map map = {0};
    char value = 0;
    char other = 0;
    (void)unused;
    for (uint64_t key = 1; key <= 1000; key++) {
        assert_true(hdpvfs_map_put(&map, key, key % 3 == 0 ? &value : &other));
    }
    hdpvfs_map_remove_value(&map, &value);
    for (uint64_t key = 1; key <= 1000; key++) {
        assert_ptr_equal(hdpvfs_map_get(&map, key), key % 3 == 0 ? NULL : &other);
    }
    assert_int_equal(map.count, 1000 - 333);
    free(map.slots);
}

static void refuses_the_key_0_and_knows_nothing_when_empty(void **unused)
{
    hdpvfs_map map = {0};
    (void)unused;
    assert_null(hdpvfs_map_get(&map, 5));
    assert_null(hdpvfs_map_take(&map, 5));
    assert_false(hdpvfs_map_put(&map, 0, &map));
    hdpvfs_map_remove_value(&map, &map);
    free(map.slots);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(does_what_an_array_does),
        cmocka_unit_test(removes_all_with_one_value),
        cmocka_unit_test(refuses_the_key_0_and_knows_nothing_when_empty),
    };
    return cmocka_run_group_tests_name("map", tests, NULL, NULL);
}
