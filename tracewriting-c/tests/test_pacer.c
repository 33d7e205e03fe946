/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "support.h"

#include <errno.h>
#include <hdtrace/clock.h>
#include <hdtrace/pacer.h>
#include <pthread.h>
#include <stdbool.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { SLOTS = 64 };
#define MS ((int64_t)1000000)

/* What the ticks saw, and how they behave. */
struct log {
    pthread_mutex_t mutex;
    pthread_cond_t change;
    size_t count;
    int64_t slots[SLOTS];
    int64_t times[SLOTS];
    size_t last_good; /* ticks that return HD_OK */
};

static void init(struct log *log)
{
    *log = (struct log){.last_good = SLOTS};
    assert_int_equal(pthread_mutex_init(&log->mutex, NULL), 0);
    assert_int_equal(pthread_cond_init(&log->change, NULL), 0);
}

static void fini(struct log *log)
{
    (void)pthread_cond_destroy(&log->change);
    (void)pthread_mutex_destroy(&log->mutex);
}

static hd_status tick(void *argument, int64_t slot_ns)
{
    struct log *log = argument;
    (void)pthread_mutex_lock(&log->mutex);
    if (log->count < SLOTS) {
        log->slots[log->count] = slot_ns;
        log->times[log->count] = hd_clock_get_ns();
    }
    log->count++;
    const bool good = log->count <= log->last_good;
    (void)pthread_cond_broadcast(&log->change);
    (void)pthread_mutex_unlock(&log->mutex);
    return good ? HD_OK : HD_IO;
}

static void wait_for(struct log *log, size_t count)
{
    (void)pthread_mutex_lock(&log->mutex);
    while (log->count < count) {
        (void)pthread_cond_wait(&log->change, &log->mutex);
    }
    (void)pthread_mutex_unlock(&log->mutex);
}

static void slots_are_multiples_of_the_interval_and_never_early(void **state)
{
    (void)state;
    struct log log;
    init(&log);
    const int64_t start_ns = hd_clock_get_ns();
    hd_pacer *pacer = NULL;
    assert_int_equal(hd_pacer_start("test", 3 * MS, tick, &log, &pacer), HD_OK);
    wait_for(&log, 10);
    assert_int_equal(hd_pacer_stop(pacer), HD_OK);
    for (size_t i = 0; i < 10; i++) {
        assert_int_equal(log.slots[i] % (3 * MS), 0);
        assert_true(log.slots[i] > (i == 0 ? start_ns : log.slots[i - 1]));
        assert_true(log.times[i] >= log.slots[i]);
    }
    fini(&log);
}

static void a_tick_that_fails_is_the_last(void **state)
{
    (void)state;
    struct log log;
    init(&log);
    log.last_good = 2;
    hd_pacer *pacer = NULL;
    assert_int_equal(hd_pacer_start("test", MS, tick, &log, &pacer), HD_OK);
    wait_for(&log, 3);
    const struct timespec ten_slots = {.tv_nsec = 10 * MS};
    (void)nanosleep(&ten_slots, NULL); /* for the fourth, which must not come */
    assert_int_equal(hd_pacer_stop(pacer), HD_IO);
    assert_int_equal(log.count, 3);
    fini(&log);
}

/* The test's time limit is shorter than the interval. */
static void stops_at_once(void **state)
{
    (void)state;
    struct log log;
    init(&log);
    hd_pacer *pacer = NULL;
    const int64_t hours_ns = (int64_t)24 * 3600 * 1000 * MS;
    errno = 4711;
    assert_int_equal(hd_pacer_start("test", hours_ns, tick, &log, &pacer), HD_OK);
    assert_int_equal(hd_pacer_stop(pacer), HD_OK);
    assert_int_equal(errno, 4711);
    assert_int_equal(log.count, 0);
    fini(&log);
}

static void a_forked_child_leaves_it_alone(void **state)
{
    (void)state;
    struct log log;
    init(&log);
    hd_pacer *pacer = NULL;
    assert_int_equal(hd_pacer_start("test", (int64_t)3600 * 1000 * MS, tick, &log, &pacer), HD_OK);
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        _exit(hd_pacer_stop(pacer) == HD_STATE ? 0 : 1);
    }
    int status = -1;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    assert_int_equal(hd_pacer_stop(pacer), HD_OK);
    fini(&log);
}

static void refuses_wrong_calls(void **state)
{
    (void)state;
    struct log log;
    init(&log);
    hd_pacer *pacer = NULL;
    assert_int_equal(hd_pacer_start(NULL, MS, tick, &log, &pacer), HD_INVALID);
    assert_int_equal(hd_pacer_start("test", 0, tick, &log, &pacer), HD_INVALID);
    assert_int_equal(hd_pacer_start("test", MS, NULL, &log, &pacer), HD_INVALID);
    assert_int_equal(hd_pacer_start("test", MS, tick, &log, NULL), HD_INVALID);
    assert_null(pacer);
    assert_int_equal(hd_pacer_stop(NULL), HD_OK);
    fini(&log);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(slots_are_multiples_of_the_interval_and_never_early),
        cmocka_unit_test(a_tick_that_fails_is_the_last),
        cmocka_unit_test(stops_at_once),
        cmocka_unit_test(a_forked_child_leaves_it_alone),
        cmocka_unit_test(refuses_wrong_calls),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
