/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lock.h"

#include "check.h"

#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { THREADS = 8, ROUNDS = 20000 };

static hdpvfs_lock lock;
static long counted;

static void *count(void *wrong)
{
    bool *const is_wrong = wrong;
    for (int i = 0; i < ROUNDS; i++) {
        errno = i;
        hdpvfs_lock_take(&lock);
        const long before = counted;
        for (volatile int work = 0; work < i % 64; work++) {
        }
        counted = before + 1;
        hdpvfs_lock_give(&lock);
        *is_wrong = *is_wrong || errno != i;
    }
    return NULL;
}

static void one_thread_at_a_time_has_it(void **unused)
{
    pthread_t threads[THREADS];
    bool wrong[THREADS] = {false};
    (void)unused;
    for (int i = 0; i < THREADS; i++) {
        assert_int_equal(pthread_create(&threads[i], NULL, count, &wrong[i]), 0);
    }
    for (int i = 0; i < THREADS; i++) {
        assert_int_equal(pthread_join(threads[i], NULL), 0);
        assert_false(wrong[i]);
    }
    assert_int_equal(counted, (long)THREADS * ROUNDS);
    assert_int_equal(atomic_load(&lock.state), HDPVFS_LOCK_FREE);
}

static atomic_long sleeper; /* its thread's id in the system */

static void *take_once(void *unused)
{
    atomic_store(&sleeper, (long)gettid());
    hdpvfs_lock_take(&lock);
    hdpvfs_lock_give(&lock);
    return unused;
}

static bool sleeps(void)
{
    char path[64];
    char line[256] = "";
    (void)snprintf(path, sizeof path, "/proc/self/task/%ld/stat", atomic_load(&sleeper));
    FILE *const file = fopen(path, "r");
    if (file == NULL) {
        return false;
    }
    const char *const state = fgets(line, sizeof line, file) == NULL ? NULL : strrchr(line, ')');
    (void)fclose(file);
    return state != NULL && state[1] == ' ' && state[2] == 'S' &&
           atomic_load(&lock.state) == HDPVFS_LOCK_AWAITED;
}

/* Held for long: the other one takes no time of a processor, and goes on afterwards. */
static void who_waits_for_long_sleeps_until_it_is_given(void **unused)
{
    pthread_t thread;
    (void)unused;
    hdpvfs_lock_take(&lock);
    assert_int_equal(pthread_create(&thread, NULL, take_once, NULL), 0);
    while (!sleeps()) {
        (void)nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    }
    hdpvfs_lock_give(&lock);
    assert_int_equal(pthread_join(thread, NULL), 0);
    assert_int_equal(atomic_load(&lock.state), HDPVFS_LOCK_FREE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_thread_at_a_time_has_it),
        cmocka_unit_test(who_waits_for_long_sleeps_until_it_is_given),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
