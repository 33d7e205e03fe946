/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "check.h"
#include "numbers/numbers.h"

#include <math.h>

static GArray *sample(const double *values, guint count)
{
    GArray *array = g_array_new(FALSE, FALSE, sizeof(double));
    g_array_append_vals(array, values, count);
    numbers_sort(array);
    return array;
}

#define SAMPLE(...)                                                                                \
    sample((const double[]){__VA_ARGS__}, G_N_ELEMENTS(((const double[]){__VA_ARGS__})))

static void assert_near(double got, double wanted)
{
    if (!(fabs(got - wanted) < 1e-9)) {
        fail_msg("%.12g is not %.12g", got, wanted);
    }
}

static void takes_quantiles_between_values(void **state)
{
    (void)state;
    g_autoptr(GArray) one = SAMPLE(4, 1, 2, 3);
    g_autoptr(GArray) none = g_array_new(FALSE, FALSE, sizeof(double));
    assert_near(numbers_quantile(one, 0), 1);
    assert_near(numbers_quantile(one, 0.5), 2.5);
    assert_near(numbers_quantile(one, 1), 4);
    assert_true(isnan(numbers_quantile(none, 0.5)));
}

static void tells_equal_samples_from_others(void **state)
{
    (void)state;
    g_autoptr(GArray) one = SAMPLE(1, 2, 2, 3);
    g_autoptr(GArray) twice = SAMPLE(1, 2, 2, 3, 1, 2, 2, 3);
    g_autoptr(GArray) later = SAMPLE(11, 12, 12, 13);
    g_autoptr(GArray) wide = SAMPLE(2, 2);
    assert_near(numbers_distance_ks(one, twice), 0);
    assert_near(numbers_distance_moved(one, twice), 0);
    assert_near(numbers_distance_ks(one, later), 1);
    assert_near(numbers_distance_moved(one, later), 10);
    assert_near(numbers_distance_moved(later, one), 10);
    assert_near(numbers_distance_ks(one, wide), 0.25);
    assert_near(numbers_distance_moved(one, wide), 0.5); /* two of four by 1 */
}

static void asks_more_of_small_samples(void **state)
{
    (void)state;
    assert_true(fabs(numbers_ks_limit(100, 100) - 0.192) < 0.001); /* of tables */
    assert_true(numbers_ks_limit(4, 4) > numbers_ks_limit(400, 400));
}

static void knows_no_noise_of_one_value(void **state)
{
    (void)state;
    g_autoptr(GArray) one = SAMPLE(5);
    g_autoptr(GArray) three = SAMPLE(1, 2, 3);
    double mean = 0;
    double width = 0;
    numbers_mean(one, &mean, &width);
    assert_near(mean, 5);
    assert_true(isnan(width));
    numbers_mean(three, &mean, &width);
    assert_near(mean, 2);
    assert_true(fabs(width - 4.303 / sqrt(3)) < 1e-9); /* standard deviation 1 */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(takes_quantiles_between_values),
        cmocka_unit_test(tells_equal_samples_from_others),
        cmocka_unit_test(asks_more_of_small_samples),
        cmocka_unit_test(knows_no_noise_of_one_value),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
