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

enum { SHARED_KEYS = 24, READERS = 2, CHANGES = 400000 };

static hd__map shared_map = HD__MAP_INIT;
static int shared_values[SHARED_KEYS];
static atomic_bool writing;
static atomic_int wrong_count;

/* Few different places for many keys: entries push each other aside, and come back. */
static uint64_t shared_key(size_t index)
{
    return (uint64_t)index << 40 | (index % 2);
}

static void *read_shared(void *argument)
{
    size_t index = 0;
    (void)argument;
    while (atomic_load(&writing)) {
        index = (index + 1) % SHARED_KEYS;
        const void *const found = hd__map_get(&shared_map, shared_key(index));
        const bool may_be_missing = index % 3 != 0;
        if (found != &shared_values[index] && (found != NULL || !may_be_missing)) {
            atomic_fetch_add(&wrong_count, 1);
        }
    }
    return NULL;
}

/* One entry in three stays; others come and go before and after it. */
static void change_shared(size_t steps)
{
    void *old = NULL;
    for (size_t step = 0; step < steps; step++) {
        const size_t index = next_random(SHARED_KEYS);
        if (index % 3 != 0 && hd__map_take(&shared_map, shared_key(index), NULL) == NULL) {
            assert_true(hd__map_put(&shared_map, shared_key(index), &shared_values[index], &old));
        }
    }
}

/* What a look-up without the lock finds is what a look-up with the lock would. */
static void finds_the_right_value_while_others_come_and_go(void **state)
{
    (void)state;
    pthread_t readers[READERS];
    void *old = NULL;
    for (size_t i = 0; i < SHARED_KEYS; i++) {
        assert_true(hd__map_put(&shared_map, shared_key(i), &shared_values[i], &old));
    }
    atomic_store(&writing, true);
    for (size_t i = 0; i < READERS; i++) {
        assert_int_equal(pthread_create(&readers[i], NULL, read_shared, NULL), 0);
    }
    change_shared(CHANGES);
    atomic_store(&writing, false);
    for (size_t i = 0; i < READERS; i++) {
        assert_int_equal(pthread_join(readers[i], NULL), 0);
    }
    assert_int_equal(atomic_load(&wrong_count), 0);
    hd__map_fini(&shared_map, NULL);
}

/* Readers may be in slots that became too few. */
static void grows_while_somebody_reads(void **state)
{
    (void)state;
    pthread_t reader;
    void *old = NULL;
    for (size_t i = 0; i < SHARED_KEYS; i++) {
        assert_true(hd__map_put(&shared_map, shared_key(i), &shared_values[i], &old));
    }
    atomic_store(&writing, true);
    assert_int_equal(pthread_create(&reader, NULL, read_shared, NULL), 0);
    for (uint64_t i = 0; i < CHANGES / 4; i++) {
        assert_true(hd__map_put(&shared_map, UINT64_C(0x10000) + i, &shared_values[0], &old));
    }
    atomic_store(&writing, false);
    assert_int_equal(pthread_join(reader, NULL), 0);
    assert_int_equal(atomic_load(&wrong_count), 0);
    hd__map_fini(&shared_map, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(holds_what_a_plain_array_holds),
        cmocka_unit_test(takes_only_the_expected_value),
        cmocka_unit_test(finds_the_right_value_while_others_come_and_go),
        cmocka_unit_test(grows_while_somebody_reads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
