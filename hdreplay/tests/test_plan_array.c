/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/plan_array.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

enum { MANY = 3000000 }; /* more than one place of the file, and than stay resident */

static guint number_at(struct plan_array *array, guint i)
{
    return *(const guint *)plan_array_at(array, i);
}

static void fill(struct plan_array *array, guint step)
{
    for (guint i = 0; i < MANY; i++) {
        const guint number = i * step;
        plan_array_add(array, &number);
    }
}

static void assert_filled(struct plan_array *array, guint step)
{
    assert_int_equal(array->len, MANY);
    guint wrong = 0;
    for (guint i = 0; i < MANY; i++) {
        wrong += number_at(array, i) != i * step;
    }
    assert_int_equal(wrong, 0);
}

static void keeps_what_lies_in_the_file(void **state)
{
    (void)state;
    struct plan_spill *spill = plan_spill_new();
    struct plan_array *one = plan_array_new(spill, sizeof(guint));
    struct plan_array *other = plan_array_new(spill, sizeof(guint));
    for (guint i = 0; i < MANY; i++) { /* both grow in turn */
        plan_array_add(one, &i);
        const guint number = i * 3;
        plan_array_add(other, &number);
    }
    assert_true(one->place >= 0 && other->place >= 0);
    assert_filled(one, 1);
    assert_filled(other, 3);
    guint *first = plan_array_at(one, 0);
    *first = 7;
    plan_spill_relax(spill);
    assert_int_equal(*first, 7);
    plan_array_free(one);
    assert_filled(other, 3);
    plan_spill_free(spill); /* arrays may live longer */
    assert_filled(other, 3);
    plan_array_free(other);
}

static void makes_new_elements_zero(void **state)
{
    (void)state;
    struct plan_spill *spill = plan_spill_new();
    struct plan_spill *spills[] = {spill, NULL};
    for (size_t s = 0; s < G_N_ELEMENTS(spills); s++) {
        struct plan_array *array = plan_array_new(spills[s], sizeof(guint));
        fill(array, 1);
        assert_int_equal(array->place >= 0, spills[s] != NULL);
        plan_array_set_length(array, 10);
        plan_array_set_length(array, MANY + 10);
        for (guint i = 0; i < array->len; i++) {
            assert_int_equal(number_at(array, i), i < 10 ? i : 0);
        }
        plan_array_free(array);
    }
    plan_spill_free(spill);
}

static void stays_in_memory_where_no_file_can_be(void **state)
{
    (void)state;
    g_autofree char *before = g_strdup(g_getenv("TMPDIR"));
    (void)g_setenv("TMPDIR", "/nowhere/at/all", TRUE);
    struct plan_spill *spill = plan_spill_new();
    struct plan_array *array = plan_array_new(spill, sizeof(guint));
    fill(array, 5);
    assert_int_equal(array->place, -1);
    assert_filled(array, 5);
    plan_array_free(array);
    plan_spill_free(spill);
    if (before == NULL) {
        g_unsetenv("TMPDIR");
    } else {
        (void)g_setenv("TMPDIR", before, TRUE);
    }
}

/* As when the disk has become full meanwhile. */
static void comes_back_from_a_file_that_is_full(void **state)
{
    (void)state;
    struct plan_spill *spill = plan_spill_new();
    struct plan_array *array = plan_array_new(spill, sizeof(guint));
    for (guint i = 0; i < MANY; i++) {
        if (i == MANY / 8) {
            assert_true(array->place >= 0);
            spill->is_full = true;
        }
        plan_array_add(array, &i);
    }
    assert_int_equal(array->place, -1);
    assert_int_equal(spill->arrays->len, 0);
    assert_filled(array, 1);
    plan_array_free(array);
    plan_spill_free(spill);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keeps_what_lies_in_the_file),
        cmocka_unit_test(makes_new_elements_zero),
        cmocka_unit_test(stays_in_memory_where_no_file_can_be),
        cmocka_unit_test(comes_back_from_a_file_that_is_full),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
