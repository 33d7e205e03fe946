/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The clock: a made-up counter against a made-up CLOCK_MONOTONIC, and the machine's own. */
#include "support.h"

#include "clock_pin.h"
#include "clock_ticks.h"

#include <hdtrace/clock.h>
#include <hdtrace/trace.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define MICROSECOND INT64_C(1000)
#define MILLISECOND INT64_C(1000000)
#define SECOND      INT64_C(1000000000)

/* A world in which real time passes by `wait`: its clock, and a counter that runs at 2.4 GHz and
 * `wander_ppm` parts per million faster. */
static int64_t world_ns;
static double world_ticks;
static double wander_ppm;
static bool asleep; /* the clock stands, the counter does not */
static const int64_t epoch_ns = TEST_EPOCH * SECOND;

static void wait_ns(int64_t ns)
{
    world_ns += asleep ? 0 : ns;
    world_ticks += (double)ns * 2.4 * (1 + wander_ppm / 1e6);
}

static uint64_t read_ticks(void)
{
    wait_ns(10);
    return (uint64_t)world_ticks;
}

static int64_t read_clock(hd__clock_id id)
{
    wait_ns(22);
    return id == HD__CLOCK_WALL ? epoch_ns : world_ns;
}

static int setup(void **state)
{
    const int failed = test_setup(state);
    world_ns = 77 * SECOND;
    world_ticks = 1e12;
    wander_ppm = 0;
    asleep = false;
    hd__system.clock = read_clock;
    hd__system.ticks = read_ticks;
    hd__clock_unpin();
    return failed;
}

static int teardown(void **state)
{
    hd__clock_unpin();
    return test_teardown(state);
}

#define CLOCK_TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

/* Read the clock for the first time; gives back the moment that it was pinned to. */
static int64_t begin(void)
{
    const int64_t now_ns = hd_clock_get_ns();
    return world_ns - (now_ns - epoch_ns);
}

/* Difference of the library's time to the world's, which was at `begin_ns` when it was pinned. */
static int64_t get_error(int64_t begin_ns)
{
    const int64_t now_ns = hd_clock_get_ns();
    return now_ns - epoch_ns - (world_ns - begin_ns);
}

static void assert_near(int64_t error_ns, int64_t most_ns)
{
    assert_in_range(error_ns + most_ns, 0, 2 * most_ns);
}

static void the_counter_takes_over_after_a_millisecond(void **state)
{
    (void)state;
    assert_int_equal(hd_clock_select(HD_CLOCK_TSC), HD_OK);
    assert_string_equal(hd_clock_get_name(), "tsc");
    const int64_t begin_ns = begin();
    assert_int_equal(hd__ticks.current, 0);
    for (int i = 0; i < 100; i++) {
        wait_ns(20 * MICROSECOND);
        assert_near(get_error(begin_ns), 200);
    }
    assert_true(hd__ticks.current > 0);
    const int64_t before = world_ns;
    (void)hd_clock_get_ns();
    assert_in_range(world_ns - before, 10, 20); /* only the counter was read */
}

static uint64_t random_state = 12345;

static uint64_t next_random(void)
{
    random_state = random_state * UINT64_C(6364136223846793005) + 1442695040888963407;
    return random_state >> 33;
}

static void hours_of_a_counter_that_wanders_stay_within_a_microsecond(void **state)
{
    (void)state;
    const int64_t begin_ns = begin();
    int64_t last_ns = 0;
    int64_t worst_ns = 0;
    while (world_ns < begin_ns + INT64_C(3) * 3600 * SECOND) {
        wander_ppm += (double)(next_random() % 3) * 0.01 - 0.01;
        wait_ns(next_random() % 1000 == 0 ? (int64_t)(next_random() % 300) * SECOND
                                          : (int64_t)(next_random() % 100) * MILLISECOND);
        for (int i = 0; i < 3; i++) {
            const int64_t now_ns = hd_clock_get_ns();
            assert_true(now_ns >= last_ns);
            last_ns = now_ns;
            const int64_t error = now_ns - epoch_ns - (world_ns - begin_ns);
            worst_ns = llabs(error) > worst_ns ? llabs(error) : worst_ns;
        }
    }
    assert_in_range(worst_ns, 0, MICROSECOND);
}

static void a_machine_that_slept_is_followed_without_going_back(void **state)
{
    (void)state;
    const int64_t begin_ns = begin();
    int64_t last_ns = 0;
    for (int i = 0; i < 6000; i++) {
        asleep = i == 2000;
        wait_ns(asleep ? 3600 * SECOND : 2 * MILLISECOND);
        asleep = false;
        const int64_t now_ns = hd_clock_get_ns();
        assert_true(now_ns >= last_ns);
        last_ns = now_ns;
        assert_near(now_ns - epoch_ns - (world_ns - begin_ns),
                    i < 2000 || i > 4500 ? MICROSECOND : 1100 * MILLISECOND);
    }
}

static void a_counter_that_was_set_back_is_left(void **state)
{
    (void)state;
    const int64_t begin_ns = begin();
    for (int i = 0; i < 2000; i++) {
        wait_ns(MILLISECOND);
        world_ticks -= i == 1000 ? 1e12 : 0;
        assert_near(get_error(begin_ns), MICROSECOND);
    }
}

static void who_finds_another_at_work_goes_on_with_the_present_line(void **state)
{
    (void)state;
    const int64_t begin_ns = begin();
    for (int i = 0; i < 3000; i++) {
        wait_ns(MILLISECOND);
        (void)hd_clock_get_ns();
    }
    const uint32_t line = hd__ticks.current;
    hd__system.clock = NULL; /* a reading of the clock would crash: no line can be made */
    hd__ticks_hold();
    int64_t last_ns = hd_clock_get_ns();
    int followed = 0;
    for (int i = 0; i < 30; i++) { /* and its end passes */
        wait_ns(33 * MILLISECOND);
        hd__ticks_hold();
        const int64_t now_ns = hd_clock_get_ns();
        assert_true(now_ns >= last_ns);
        const int64_t error_ns = now_ns - epoch_ns - (world_ns - begin_ns);
        assert_true(error_ns < 2 * MICROSECOND);
        followed += error_ns > -2 * MICROSECOND;
        last_ns = now_ns;
    }
    assert_int_equal(hd__ticks.current, line);
    assert_in_range(followed, 2, 30); /* a second beyond its end, then time stands */
    hd__system.clock = read_clock;
    wait_ns(1100 * MILLISECOND); /* the holder never came back, as in a forked child */
    assert_near(get_error(begin_ns), 1100 * MILLISECOND);
    wait_ns(MILLISECOND);
    assert_near(get_error(begin_ns), MICROSECOND);
    assert_true(hd__ticks.current > line);
}

static void a_source_is_chosen_before_the_first_reading_only(void **state)
{
    (void)state;
    assert_int_equal(hd_clock_select((hd_clock_source)7), HD_INVALID);
    assert_int_equal(hd_clock_select(HD_CLOCK_MONOTONIC), HD_OK);
    assert_string_equal(hd_clock_get_name(), "monotonic");
    (void)hd_clock_get_ns();
    assert_int_equal(hd_clock_select(HD_CLOCK_TSC), HD_STATE);
    for (int i = 0; i < 10; i++) {
        wait_ns(SECOND);
        (void)hd_clock_get_ns();
    }
    assert_int_equal(hd__ticks.current, 0);
}

static void the_head_names_the_source(void **state)
{
    (void)state;
    hd_topology *const topology = test_topology();
    hd_trace *trace = NULL;
    assert_int_equal(hd_trace_create(test_node(topology), NULL, &trace), HD_OK);
    char *const text = test_finish(trace, topology);
    assert_non_null(strstr(text, " clock='tsc' "));
    free(text);
}

/* --- the machine's own ------------------------------------------------------------------------ */

static int64_t read_system(void)
{
    struct timespec now = {0, 0};
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * SECOND + now.tv_nsec;
}

static int setup_real(void **state)
{
    (void)state;
    hd__clock_unpin();
    return 0;
}

/* This clock minus the system's, at most a reading too large: of many tries the quickest, because
 * the thread may lose its turn amid any of them. */
static int64_t get_offset(void)
{
    int64_t best_ns = INT64_MAX;
    int64_t offset_ns = 0;
    for (int i = 0; i < 1000; i++) {
        const int64_t before = read_system();
        const int64_t now_ns = hd_clock_get_ns();
        const int64_t after = read_system();
        if (after - before < best_ns) {
            best_ns = after - before;
            offset_ns = now_ns - before;
        }
    }
    return offset_ns;
}

static void the_real_clock_follows_the_system(void **state)
{
    (void)state;
    const int64_t offset_ns = get_offset();
    int misses = 0;
    int64_t slack_ns = 100 * MICROSECOND; /* until two readings were close to each other */
    for (int i = 0; i < 2000; i++) {
        const int64_t before = read_system();
        const int64_t now_ns = hd_clock_get_ns() - offset_ns;
        const int64_t after = read_system();
        if (after - before < slack_ns) {
            slack_ns = after - before < MICROSECOND ? 2 * MICROSECOND : slack_ns;
            misses += now_ns < before - 5 * MICROSECOND || now_ns > after + 5 * MICROSECOND;
        }
        (void)nanosleep(&(struct timespec){.tv_nsec = 100000}, NULL);
    }
    assert_int_equal(misses, 0);
}

static _Atomic int64_t latest_ns;
static _Atomic int backwards;

/* The processor may read its counter before it has what stands before in the program; a few
 * nanoseconds that no trace is spoilt by, but this test would. */
static void wait_for_loads(void)
{
#if defined(__x86_64__)
    __builtin_ia32_lfence();
#endif
}

/* No thread may read a time before one that any thread has told. */
static void *read_often(void *unused)
{
    (void)unused;
    for (int i = 0; i < 300000; i++) {
        int64_t latest = atomic_load(&latest_ns);
        wait_for_loads();
        const int64_t now_ns = hd_clock_get_ns();
        backwards += now_ns < latest;
        while (latest < now_ns && !atomic_compare_exchange_weak(&latest_ns, &latest, now_ns)) {
        }
    }
    return NULL;
}

static void threads_agree_on_what_was_before(void **state)
{
    (void)state;
    pthread_t threads[3];
    for (int i = 0; i < 3; i++) {
        assert_int_equal(pthread_create(&threads[i], NULL, read_often, NULL), 0);
    }
    for (int i = 0; i < 3; i++) {
        assert_int_equal(pthread_join(threads[i], NULL), 0);
    }
    assert_int_equal(backwards, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        CLOCK_TEST(the_counter_takes_over_after_a_millisecond),
        CLOCK_TEST(hours_of_a_counter_that_wanders_stay_within_a_microsecond),
        CLOCK_TEST(a_machine_that_slept_is_followed_without_going_back),
        CLOCK_TEST(a_counter_that_was_set_back_is_left),
        CLOCK_TEST(who_finds_another_at_work_goes_on_with_the_present_line),
        CLOCK_TEST(a_source_is_chosen_before_the_first_reading_only),
        CLOCK_TEST(the_head_names_the_source),
        cmocka_unit_test_setup(the_real_clock_follows_the_system, setup_real),
        cmocka_unit_test_setup(threads_agree_on_what_was_before, setup_real),
    };
    return cmocka_run_group_tests_name("clock", tests, NULL, NULL);
}
