/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The search for the smallest scale, on latencies that are made up. */
#include "check.h"
#include "run/run_scale.h"

#include <math.h>

enum { SAMPLES = 400 };

/* Latencies with so much noise; below a scale transfers take a half longer. */
static double find(double limit, double noise, guint *trials)
{
    struct run_search search;
    double scale = 0;
    run_search_init(&search);
    while (!isnan(scale = run_search_next(&search))) {
        g_autoptr(GArray) latencies = g_array_new(FALSE, FALSE, sizeof(double));
        for (guint i = SAMPLES; i > 0; i--) {
            const double seconds =
                (1 + 0.1 * i / SAMPLES) * (scale < limit ? 1.5 : 1) + noise * (search.trials % 2);
            g_array_append_val(latencies, seconds);
        }
        run_search_note(&search, latencies);
    }
    const double found = search.found;
    *trials = search.trials;
    run_search_fini(&search);
    return found;
}

static void test_finds_where_transfers_become_slower(void **state)
{
    (void)state;
    const double limits[] = {1, 0.7, 0.31, 0.05};
    for (guint i = 0; i < G_N_ELEMENTS(limits); i++) {
        guint trials = 0;
        const double found = find(limits[i], 0, &trials);
        assert_true(found >= limits[i]);
        assert_true(found - limits[i] <= 1.0 / 32);
        assert_int_equal(trials, 8); /* two as recorded, one without time, five halves */
    }
}

static void test_takes_what_two_runs_differ_by_for_noise(void **state)
{
    (void)state;
    guint trials = 0;
    assert_true(find(0, 0, &trials) == 0);
    assert_int_equal(trials, 3);
    assert_true(find(0.5, 0.03, &trials) == 0.5); /* two runs differ by 0.3, chance is 0.1 */
}

static void test_needs_transfers(void **state)
{
    (void)state;
    struct run_search search;
    run_search_init(&search);
    while (!isnan(run_search_next(&search))) {
        g_autoptr(GArray) none = g_array_new(FALSE, FALSE, sizeof(double));
        run_search_note(&search, none);
    }
    assert_true(search.found == 0);
    assert_int_equal(search.trials, 3);
    run_search_fini(&search);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_finds_where_transfers_become_slower),
        cmocka_unit_test(test_takes_what_two_runs_differ_by_for_noise),
        cmocka_unit_test(test_needs_transfers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
