/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "support.h"

#include <errno.h>
#include <hdtrace/clock.h>
#include <hdtrace/status.h>
#include <pthread.h>
#include <string.h>

static void every_status_has_its_number_name_and_text(void **state)
{
    (void)state;
    assert_int_equal(HD_OK, 0);
    assert_int_equal(HD_END, 8);
#define CHECK(name, number, text)                                                                  \
    assert_int_equal(HD_##name, number);                                                           \
    assert_string_equal(hd_status_get_name(HD_##name), "HD_" #name);                               \
    assert_string_equal(hd_status_get_text(HD_##name), text);
    HD_STATUS_LIST(CHECK)
#undef CHECK
}

static void a_failing_call_leaves_its_reason_and_not_errno(void **state)
{
    (void)state;
    hd_topology *topology = NULL;
    errno = 17;
    assert_int_equal(hd_topology_create(NULL, "p", 0, NULL, &topology), HD_INVALID);
    assert_int_equal(errno, 17);
    assert_non_null(strstr(hd_error_get_text(), "topology"));
    assert_null(topology);
}

static void *read_error(void *text)
{
    (void)strncpy(text, hd_error_get_text(), 99);
    return NULL;
}

static void each_thread_has_its_own_error_text(void **state)
{
    (void)state;
    hd_topology *topology = NULL;
    assert_int_equal(hd_topology_create(NULL, "p", 0, NULL, &topology), HD_INVALID);
    char text[100] = "untouched";
    pthread_t thread;
    assert_int_equal(pthread_create(&thread, NULL, read_error, text), 0);
    assert_int_equal(pthread_join(thread, NULL), 0);
    assert_string_equal(text, "");
}

static void the_clock_is_pinned_once_and_then_follows_monotonic_time(void **state)
{
    (void)state;
    const int64_t first = hd_clock_get_ns();
    const int64_t second = hd_clock_get_ns();
    assert_int_equal(second - first, test_sys.tick_ns);
    /* the wall clock was read between two monotonic readings, so their middle is its time */
    assert_int_equal(first - TEST_EPOCH * INT64_C(1000000000), 1500);
    const int readings = test_sys.clock_count;
    (void)hd_clock_get_ns();
    assert_int_equal(test_sys.clock_count, readings + 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(every_status_has_its_number_name_and_text),
        TEST(a_failing_call_leaves_its_reason_and_not_errno),
        TEST(each_thread_has_its_own_error_text),
        TEST(the_clock_is_pinned_once_and_then_follows_monotonic_time),
    };
    return cmocka_run_group_tests_name("status", tests, NULL, NULL);
}
