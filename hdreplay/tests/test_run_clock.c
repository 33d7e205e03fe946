/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Waits are never early, and calls behind them find the timer slack that the program would. */
#include "check.h"
#include "run/run.h"

#include <sys/prctl.h>

enum { MS_NS = 1000000, SLACK_NS = 70000 };

static void check_wait(gboolean spins)
{
    const int64_t until = run_now() + MS_NS;
    const int64_t late = run_wait_until(spins, until);
    assert_true(late >= 0);
    assert_true(run_now() >= until + late);
    assert_int_equal(prctl(PR_GET_TIMERSLACK, 0UL, 0UL, 0UL, 0UL), SLACK_NS);
}

static gpointer wait_in_thread(gpointer none)
{
    check_wait(FALSE);
    check_wait(TRUE);
    return none;
}

static void test_leaves_the_slack_of_calls_alone(void **state)
{
    (void)state;
    /* A thread's own is that of who started it. */
    assert_int_equal(prctl(PR_SET_TIMERSLACK, (unsigned long)SLACK_NS, 0UL, 0UL, 0UL), 0);
    (void)g_thread_join(g_thread_new("waits", wait_in_thread, NULL));
}

static void test_tells_how_late_it_is_where_the_time_is_over(void **state)
{
    (void)state;
    const int64_t until = run_now() - MS_NS;
    assert_true(run_wait_until(TRUE, until) >= MS_NS);
    assert_true(run_wait_until(FALSE, until) >= MS_NS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_leaves_the_slack_of_calls_alone),
        cmocka_unit_test(test_tells_how_late_it_is_where_the_time_is_over),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
