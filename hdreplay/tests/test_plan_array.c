/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "mounts.h"
#include "plan/plan_array.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <glib/gstdio.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    MANY = 3000000, /* more than one place of the file, and than stay resident */
    NO_MOUNTS = 77,
};

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

/* A file that became larger would end the program by a signal. */
static void stays_in_memory_beyond_the_limit_of_a_files_size(void **state)
{
    (void)state;
    struct rlimit before;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    const struct rlimit limit = {.rlim_cur = 3 << 20, .rlim_max = before.rlim_max};
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
    struct plan_spill *spill = plan_spill_new();
    struct plan_array *large = plan_array_new(spill, sizeof(guint));
    fill(large, 3);
    struct plan_array *small = plan_array_new_zero(spill, sizeof(guint), 100000);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
    assert_int_equal(large->place, -1);
    assert_true(small->place >= 0); /* what fits is still put there */
    assert_filled(large, 3);
    plan_array_free(large);
    plan_array_free(small);
    plan_spill_free(spill);
}

static void uses_places_again(void **state)
{
    (void)state;
    struct plan_spill *spill = plan_spill_new();
    int64_t end = 0;
    for (int i = 0; i < 3; i++) {
        struct plan_array *array = plan_array_new(spill, sizeof(guint));
        fill(array, 1);
        assert_true(array->place >= 0);
        assert_int_equal(spill->taken, array->room);
        assert_true(i == 0 || spill->end == end);
        end = spill->end;
        assert_filled(array, 1);
        plan_array_free(array);
        assert_int_equal(spill->taken, 0);
    }
    plan_spill_free(spill);
}

/* Projects have many traces, of which each has some arrays that are hardly long. */
static void takes_no_more_than_twice_what_it_holds(void **state)
{
    (void)state;
    struct plan_spill *spill = plan_spill_new();
    struct plan_array *array = plan_array_new_zero(spill, sizeof(guint), 65537 + 16);
    assert_true(array->place >= 0);
    assert_in_range(array->room, array->len * sizeof(guint), array->len * sizeof(guint) * 2);
    plan_array_free(array);
    plan_spill_free(spill);
}

/* One that grows by an element at a time costs others nothing. */
static void lets_go_of_memory_after_many_elements_alone(void **state)
{
    (void)state;
    struct plan_spill *spill = plan_spill_new();
    struct plan_array *array = plan_array_new_zero(spill, sizeof(guint), MANY);
    assert_true(array->place >= 0);
    plan_spill_relax(spill);
    for (guint i = 1; i < PLAN_SPILL_TOUCHED; i++) {
        plan_array_set_length(array, MANY + i);
        assert_int_equal(spill->touched, i);
    }
    plan_array_set_length(array, MANY + PLAN_SPILL_TOUCHED);
    assert_int_equal(spill->touched, 0);
    assert_false(array->is_touched);
    plan_array_free(array);
    plan_spill_free(spill);
}

/* In a process of its own.
 * @return 0; NO_MOUNTS; or the number of the step that went wrong */
static int fill_small_disk(const char *folder)
{
    if (!mounts_begin() || mount("none", folder, "tmpfs", 0, "size=16m,mode=0700") != 0) {
        return NO_MOUNTS;
    }
    (void)g_setenv("TMPDIR", folder, TRUE);
    struct plan_spill *spill = plan_spill_new();
    struct plan_array *arrays[64];
    guint in_file = 0;
    for (size_t i = 0; i < G_N_ELEMENTS(arrays); i++) {
        arrays[i] = plan_array_new_zero(spill, sizeof(guint), 100000);
        in_file += arrays[i]->place >= 0 ? 1 : 0;
    }
    const gsize taken = in_file * arrays[0]->room;
    int step = taken > (8 << 20) ? 1 : taken < (7 << 20) ? 2 : 0;
    for (size_t i = 0; i < G_N_ELEMENTS(arrays); i++) {
        step = *(const guint *)plan_array_at(arrays[i], 99999) == 0 ? step : 3;
        plan_array_free(arrays[i]);
    }
    plan_spill_free(spill);
    return step;
}

static void leaves_half_of_what_is_free_to_others(void **state)
{
    (void)state;
    g_autofree char *folder = g_dir_make_tmp("hdreplay.XXXXXX", NULL);
    assert_non_null(folder);
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        _exit(fill_small_disk(folder));
    }
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(g_rmdir(folder), 0);
    assert_true(WIFEXITED(status));
    if (WEXITSTATUS(status) == NO_MOUNTS) {
        skip();
    }
    assert_int_equal(WEXITSTATUS(status), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keeps_what_lies_in_the_file),
        cmocka_unit_test(makes_new_elements_zero),
        cmocka_unit_test(stays_in_memory_where_no_file_can_be),
        cmocka_unit_test(comes_back_from_a_file_that_is_full),
        cmocka_unit_test(stays_in_memory_beyond_the_limit_of_a_files_size),
        cmocka_unit_test(uses_places_again),
        cmocka_unit_test(takes_no_more_than_twice_what_it_holds),
        cmocka_unit_test(lets_go_of_memory_after_many_elements_alone),
        cmocka_unit_test(leaves_half_of_what_is_free_to_others),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
