/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "hdmpi_map.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

enum { KEYS = 500, STEPS = 20000 };

/* Numbers that are the same in every run. */
static size_t next_random(size_t limit)
{
    static uint64_t state = 1;
    state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (size_t)(state >> 33) % limit;
}

/* Any mixture of puts and takes leaves exactly what a plain array would hold. */
static void holds_what_a_plain_array_holds(void **state)
{
    (void)state;
    static int values[KEYS];
    void *expected[KEYS] = {NULL};
    hd__map map = HD__MAP_INIT;
    for (int step = 0; step < STEPS; step++) {
        const size_t index = next_random(KEYS);
        const uint64_t key = UINT64_C(0x84000000) + index * 16;
        if (next_random(2) == 0) {
            void *old = NULL;
            assert_true(hd__map_put(&map, key, &values[index], &old));
            assert_ptr_equal(old, expected[index]);
            expected[index] = &values[index];
        } else {
            assert_ptr_equal(hd__map_take(&map, key, NULL), expected[index]);
            expected[index] = NULL;
        }
        const size_t other = next_random(KEYS);
        assert_ptr_equal(hd__map_get(&map, UINT64_C(0x84000000) + other * 16), expected[other]);
    }
    hd__map_fini(&map, NULL);
}

static void takes_only_the_expected_value(void **state)
{
    (void)state;
    int first = 0;
    int second = 0;
    void *old = NULL;
    hd__map map = HD__MAP_INIT;
    assert_true(hd__map_put(&map, 7, &first, &old));
    assert_null(hd__map_take(&map, 7, &second));
    assert_ptr_equal(hd__map_take(&map, 7, &first), &first);
    assert_null(hd__map_get(&map, 7));
    hd__map_fini(&map, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(holds_what_a_plain_array_holds),
        cmocka_unit_test(takes_only_the_expected_value),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
