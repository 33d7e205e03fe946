/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The sampler as a guest of a program: wrong calls, signals, forked children. */
#include "sampler_case.h"

#include <dirent.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static void refuses_wrong_calls(void **state)
{
    (void)state;
    hd_rut *rut = NULL;
    const hd_rut_options unknown = {.interval_ms = 10, .sources = "cpu,cup", .root = sampler_root};
    const hd_rut_options empty_name = {.interval_ms = 10, .sources = "cpu,", .root = sampler_root};
    const hd_rut_options slow = {.interval_ms = 3600001, .root = sampler_root};
    const hd_rut_options no_process = {.pid = -1, .root = sampler_root};
    const hd_rut_options nowhere = {.interval_ms = 10, .root = "/nonexistent"};
    assert_int_equal(hd_rut_create(fake_node(), &unknown, &rut), HD_INVALID);
    assert_int_equal(hd_rut_create(fake_node(), &empty_name, &rut), HD_INVALID);
    assert_int_equal(hd_rut_create(fake_node(), &slow, &rut), HD_INVALID);
    assert_int_equal(hd_rut_create(fake_node(), &no_process, &rut), HD_INVALID);
    assert_int_equal(hd_rut_create(NULL, NULL, &rut), HD_INVALID);
    errno = 4711;
    assert_int_equal(hd_rut_create(fake_node(), &nowhere, &rut), HD_MISSING);
    assert_int_equal(errno, 4711);
    assert_null(rut);
    assert_int_equal(fake_group_count, 0);
    assert_int_equal(hd_rut_start(NULL), HD_INVALID);
    assert_int_equal(hd_rut_stop(NULL), HD_INVALID);
    assert_int_equal(hd_rut_destroy(NULL), HD_OK);

    rut = sampler_create(SAMPLER_NEVER, "mem");
    assert_int_equal(hd_rut_stop(rut), HD_STATE);
    assert_int_equal(hd_rut_start(rut), HD_OK);
    assert_int_equal(hd_rut_start(rut), HD_STATE);
    assert_int_equal(hd_rut_destroy(rut), HD_OK);
    assert_int_equal(fake_groups[0].record_count, 1);
}

static volatile sig_atomic_t signal_was_here;
static pthread_t main_thread;

static void on_signal(int number)
{
    (void)number;
    signal_was_here = pthread_equal(pthread_self(), main_thread) ? 1 : 2;
}

/* Threads of this process that do not block the signal, by what the kernel says of each. */
static int count_threads_that_take(int number)
{
    int count = 0;
    DIR *const threads = opendir("/proc/self/task");
    assert_non_null(threads);
    for (const struct dirent *entry = readdir(threads); entry != NULL; entry = readdir(threads)) {
        char path[300];
        char line[256];
        (void)snprintf(path, sizeof path, "/proc/self/task/%s/status", entry->d_name);
        FILE *const file = entry->d_name[0] == '.' ? NULL : fopen(path, "r");
        while (file != NULL && fgets(line, sizeof line, file) != NULL) {
            const bool is_mask = strncmp(line, "SigBlk:", 7) == 0;
            count += is_mask && (strtoull(line + 7, NULL, 16) >> (number - 1) & 1) == 0;
        }
        if (file != NULL) {
            (void)fclose(file);
        }
    }
    (void)closedir(threads);
    return count;
}

static void signals_never_reach_the_sampling_thread(void **state)
{
    (void)state;
    struct sigaction action = {.sa_handler = on_signal};
    struct sigaction before;
    assert_int_equal(sigaction(SIGUSR1, &action, &before), 0);
    main_thread = pthread_self();
    hd_rut *rut = sampler_create(SAMPLER_NEVER, "mem");
    assert_int_equal(hd_rut_start(rut), HD_OK);
    assert_true(count_threads_that_take(SIGUSR1) == 1); /* this one */
    sigset_t set;
    (void)sigemptyset(&set);
    (void)sigaddset(&set, SIGUSR1);
    /* Blocked here, the process's signal would go to any thread that takes it. */
    assert_int_equal(pthread_sigmask(SIG_BLOCK, &set, NULL), 0);
    assert_int_equal(kill(getpid(), SIGUSR1), 0);
    assert_int_equal(signal_was_here, 0);
    assert_int_equal(pthread_sigmask(SIG_UNBLOCK, &set, NULL), 0);
    assert_int_equal(signal_was_here, 1);
    assert_int_equal(hd_rut_destroy(rut), HD_OK);
    assert_int_equal(sigaction(SIGUSR1, &before, NULL), 0);
}

static void a_forked_child_leaves_the_parents_sampler_alone(void **state)
{
    (void)state;
    hd_rut *rut = sampler_create(SAMPLER_NEVER, "mem");
    assert_int_equal(hd_rut_start(rut), HD_OK);
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        const bool right = hd_rut_stop(rut) == HD_STATE && hd_rut_destroy(rut) == HD_OK &&
                           fake_groups[0].record_count == 0 && !fake_groups[0].is_closed;
        _exit(right ? 0 : 1);
    }
    int status = -1;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    assert_int_equal(hd_rut_stop(rut), HD_OK);
    assert_int_equal(hd_rut_destroy(rut), HD_OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SAMPLER_TEST(refuses_wrong_calls),
        SAMPLER_TEST(signals_never_reach_the_sampling_thread),
        SAMPLER_TEST(a_forked_child_leaves_the_parents_sampler_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
