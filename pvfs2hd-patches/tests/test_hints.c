/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "token.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#define TEXT(text) .value = (text), .length = (int32_t)sizeof(text)

static void finds_text_by_its_name(void **unused)
{
    const hdpvfs_hint last = {.name = "b", TEXT("two")};
    const hdpvfs_hint known = {.type = HDPVFS_HINT_OP_ID, TEXT("x"), .next = &last};
    const hdpvfs_hint first = {.name = "a", TEXT("one"), .next = &known};
    (void)unused;
    assert_string_equal(hdpvfs_hints_get(&first, "a"), "one");
    assert_string_equal(hdpvfs_hints_get(&first, "b"), "two");
    assert_null(hdpvfs_hints_get(&first, "c"));
    assert_null(hdpvfs_hints_get(NULL, "a"));
    assert_true(hdpvfs_hints_check(&first));
    assert_true(hdpvfs_hints_check(NULL));
}

static void takes_nothing_without_end_for_text(void **unused)
{
    const hdpvfs_hint cut = {.name = "a", .value = "one", .length = 3};
    const hdpvfs_hint none = {.name = "a", .value = NULL, .length = 3};
    const hdpvfs_hint negative = {.name = "a", .value = "one", .length = -1};
    (void)unused;
    assert_null(hdpvfs_hints_get(&cut, "a"));
    assert_null(hdpvfs_hints_get(&none, "a"));
    assert_null(hdpvfs_hints_get(&negative, "a"));
}

static void refuses_lists_that_are_none(void **unused)
{
    static const hdpvfs_hint *const nowhere = (const hdpvfs_hint *)16; // NOLINT
    hdpvfs_hint ring = {.name = "a", TEXT("one")};
    hdpvfs_hint odd = {.type = 1000, TEXT("one")};
    hdpvfs_hint lost = {.name = (const char *)nowhere, TEXT("one")};
    hdpvfs_hint empty = {.name = "a", .value = NULL};
    hdpvfs_hint leads_away = {.name = "a", TEXT("one"), .next = nowhere};
    (void)unused;
    ring.next = &ring;
    assert_false(hdpvfs_hints_check(&ring));
    assert_null(hdpvfs_hints_get(&ring, "b"));
    assert_false(hdpvfs_hints_check(&odd));
    assert_false(hdpvfs_hints_check(&lost));
    assert_false(hdpvfs_hints_check(&empty));
    assert_false(hdpvfs_hints_check(&leads_away));
    assert_false(hdpvfs_hints_check(nowhere));
}

static void knows_owners_until_they_are_taken_away(void **unused)
{
    const hdpvfs_hint a = {.name = "a"};
    const hdpvfs_hint b = {.name = "b"};
    const hdpvfs_token first = {{NULL, 7}, 1};
    const hdpvfs_token second = {{NULL, 8}, 1};
    (void)unused;
    assert_int_equal(hdpvfs_owner_get(&a).serial, 0);
    hdpvfs_owner_set(&a, first);
    hdpvfs_owner_set(&b, second);
    assert_int_equal(hdpvfs_owner_get(&a).token.id, 7);
    hdpvfs_owner_set(&a, second);
    assert_int_equal(hdpvfs_owner_get(&a).token.id, 8);
    hdpvfs_owner_set(&a, (hdpvfs_token){{NULL, 0}, 0});
    assert_int_equal(hdpvfs_owner_get(&a).serial, 0);
    assert_int_equal(hdpvfs_owner_get(&b).token.id, 8);
    hdpvfs_owner_set(&b, (hdpvfs_token){{NULL, 0}, 0});
    hdpvfs_owner_set(NULL, first);
    assert_int_equal(hdpvfs_owner_get(NULL).serial, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds_text_by_its_name),
        cmocka_unit_test(takes_nothing_without_end_for_text),
        cmocka_unit_test(refuses_lists_that_are_none),
        cmocka_unit_test(knows_owners_until_they_are_taken_away),
    };
    return cmocka_run_group_tests_name("hints", tests, NULL, NULL);
}
