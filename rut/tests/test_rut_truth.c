/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The real machine: what was done is known, and at least that much must be in the records. Others
 * may be at work, so the upper bounds are what the machine can do at all. */
#include "check.h"
#include "fake_stats.h"

#include <arpa/inet.h>
#include <hdrut/rut.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

static int reset(void **state)
{
    (void)state;
    fake_reset();
    return 0;
}

static double seconds_of(clockid_t clock)
{
    struct timespec time;
    (void)clock_gettime(clock, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static hd_rut *start(const char *sources)
{
    const hd_rut_options options = {.interval_ms = 20, .sources = sources};
    hd_rut *rut = NULL;
    assert_int_equal(hd_rut_create(fake_node(), &options, &rut), HD_OK);
    assert_int_equal(hd_rut_start(rut), HD_OK);
    return rut;
}

static double sum(const char *name)
{
    double total = 0;
    for (size_t i = 0; i < fake_groups[0].record_count; i++) {
        total += fake_get(&fake_groups[0], i, name);
    }
    return total;
}

static void cpu_time_that_was_burnt_is_found_again(void **state)
{
    (void)state;
    hd_rut *rut = start("cpu");
    const double before = seconds_of(CLOCK_PROCESS_CPUTIME_ID);
    volatile double work = 0;
    while (seconds_of(CLOCK_PROCESS_CPUTIME_ID) - before < 0.5) {
        work = work * 0.5 + 1;
    }
    assert_int_equal(hd_rut_stop(rut), HD_OK);
    const double burnt = seconds_of(CLOCK_PROCESS_CPUTIME_ID) - before;
    assert_int_equal(hd_rut_destroy(rut), HD_OK);

    const struct fake_group *group = &fake_groups[0];
    const long cpu_count = sysconf(_SC_NPROCESSORS_ONLN);
    double busy = 0;
    double elapsed = 0;
    for (size_t i = 0; i < group->record_count; i++) {
        const double seconds = fake_get(group, i, "ELAPSED_NS") * 1e-9;
        const double share = fake_get(group, i, "CPU_TOTAL");
        assert_true(share >= 0 && share <= 100);
        busy += share / 100 * seconds * (double)cpu_count;
        elapsed += seconds;
    }
    assert_true(busy > 0.7 * burnt);
    assert_true(busy <= 1.01 * elapsed * (double)cpu_count);
}

static void bytes_over_the_loopback_are_found_again(void **state)
{
    (void)state;
    const int receiver = socket(AF_INET, SOCK_DGRAM, 0);
    const int sender = socket(AF_INET, SOCK_DGRAM, 0);
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr = {htonl(INADDR_LOOPBACK)}};
    socklen_t size = sizeof address;
    const struct sockaddr *to = (const struct sockaddr *)(const void *)&address;
    if (receiver < 0 || sender < 0 || bind(receiver, to, size) != 0 ||
        getsockname(receiver, (struct sockaddr *)(void *)&address, &size) != 0) {
        skip(); /* no network at all */
    }
    hd_rut *rut = start("net");
    char data[1000];
    memset(data, 'x', sizeof data);
    double sent = 0;
    for (int i = 0; i < 500; i++) {
        const ssize_t count = sendto(sender, data, sizeof data, 0, to, size);
        sent += count > 0 ? (double)count : 0;
    }
    assert_int_equal(hd_rut_stop(rut), HD_OK);
    assert_int_equal(hd_rut_destroy(rut), HD_OK);
    (void)close(receiver);
    (void)close(sender);
    assert_true(sent > 0);
    assert_true(sum("NET_IN_lo") >= sent);
    assert_true(sum("NET_OUT_lo") >= sent);
    assert_true(sum("NET_IN") >= sum("NET_IN_lo"));
}

/* The kernel brings a thread's time up to date when it is scheduled, which a yield brings about.
 * /proc tells of the first thread, perf events of all of them, so of the sampler's too; and they
 * go on counting while a hypervisor has the CPU, up to the time that passed. */
static void perf_and_proc_agree_with_the_cpu_clock(void **state)
{
    (void)state;
    (void)sched_yield();
    hd_rut *rut = start("self,perf");
    const double process_before = seconds_of(CLOCK_PROCESS_CPUTIME_ID);
    const double wall_before = seconds_of(CLOCK_MONOTONIC);
    const double thread_before = seconds_of(CLOCK_THREAD_CPUTIME_ID);
    volatile double work = 0;
    while (seconds_of(CLOCK_THREAD_CPUTIME_ID) - thread_before < 2.0) {
        work = work * 0.5 + 1;
    }
    (void)sched_yield();
    assert_int_equal(hd_rut_stop(rut), HD_OK);
    const double of_thread = seconds_of(CLOCK_THREAD_CPUTIME_ID) - thread_before;
    const double of_process = seconds_of(CLOCK_PROCESS_CPUTIME_ID) - process_before;
    const double elapsed = seconds_of(CLOCK_MONOTONIC) - wall_before;
    assert_int_equal(hd_rut_destroy(rut), HD_OK);
    assert_string_equal(fake_groups[0].name, "Process");
    const double on_cpu = sum("PROC_ON_CPU") * 1e-9;
    assert_true(on_cpu > 0.99 * of_thread && on_cpu < 1.01 * of_thread);
    if (!fake_has(&fake_groups[0], "PERF_TASK_CLOCK")) {
        print_message("perf events can't be opened here: %s\n", fake_groups[0].unavailable);
        return;
    }
    const double task_clock = sum("PERF_TASK_CLOCK") * 1e-9;
    assert_true(task_clock > 0.99 * of_process);
    assert_true(task_clock < 1.01 * (elapsed + 2 * (of_process - of_thread)));
}

static void *burn_half_a_second(void *argument)
{
    volatile double work = 0;
    (void)argument;
    while (seconds_of(CLOCK_THREAD_CPUTIME_ID) < 0.5) {
        work = work * 0.5 + 1;
    }
    /* Not over before the sampler has seen all of it. */
    (void)nanosleep(&(struct timespec){.tv_nsec = 500000000}, NULL);
    return NULL;
}

/* The thread is found at one of the slots and has a value from then on, in the last group. */
static void each_thread_has_its_own_cpu_time(void **state)
{
    (void)state;
    hd_rut *rut = start("threads");
    const double first_before = seconds_of(CLOCK_THREAD_CPUTIME_ID);
    pthread_t thread;
    assert_int_equal(pthread_create(&thread, NULL, burn_half_a_second, NULL), 0);
    volatile double work = 0;
    while (seconds_of(CLOCK_THREAD_CPUTIME_ID) - first_before < 0.3) {
        work = work * 0.5 + 1;
    }
    assert_int_equal(pthread_join(thread, NULL), 0);
    assert_int_equal(hd_rut_stop(rut), HD_OK);
    const double first = seconds_of(CLOCK_THREAD_CPUTIME_ID) - first_before;
    assert_int_equal(hd_rut_destroy(rut), HD_OK);
    assert_true(fake_group_count >= 2);
    assert_int_equal(strncmp(fake_groups[fake_group_count - 1].name, "Process.", 8), 0);
    double of_first = 0;
    double all = 0;
    for (size_t g = 0; g < fake_group_count; g++) {
        for (size_t i = 0; i < fake_groups[g].record_count; i++) {
            all += fake_get(&fake_groups[g], i, "THREADS_CPU") * 1e-9;
            of_first += fake_get(&fake_groups[g], i, "THREAD_CPU_0") * 1e-9;
        }
    }
    assert_true(of_first > 0.99 * first && of_first < 1.01 * first);
    assert_true(all > 0.99 * (0.5 + first));
    /* One of the others is the sampler's; the thread sanitizer has another one. */
    const struct fake_group *last = &fake_groups[fake_group_count - 1];
    double of_second = 0;
    for (unsigned n = 1; n <= 3; n++) {
        char name[24];
        double sum_of_one = 0;
        (void)snprintf(name, sizeof name, "THREAD_CPU_%u", n);
        for (size_t i = 0; i < last->record_count && fake_has(last, name); i++) {
            sum_of_one += fake_get(last, i, name) * 1e-9;
        }
        of_second = sum_of_one > of_second ? sum_of_one : of_second;
    }
    assert_true(of_second > 0.25 && of_second < 1.01 * 0.5);
}

static void bytes_written_by_the_process_are_counted_exactly(void **state)
{
    (void)state;
    FILE *file = tmpfile();
    assert_non_null(file);
    char data[4096];
    memset(data, 'x', sizeof data);
    hd_rut *rut = start("self");
    for (int i = 0; i < 250; i++) {
        assert_int_equal(write(fileno(file), data, sizeof data), sizeof data);
    }
    assert_int_equal(hd_rut_stop(rut), HD_OK);
    assert_int_equal(hd_rut_destroy(rut), HD_OK);
    assert_int_equal(fclose(file), 0);
    assert_true(sum("PROC_WRITTEN") == 250.0 * sizeof data);
    assert_true(sum("PROC_WRITE_CALLS") == 250);
}

static void memory_fits_the_machine(void **state)
{
    (void)state;
    hd_rut *rut = start("mem");
    assert_int_equal(hd_rut_destroy(rut), HD_OK);
    const struct fake_group *group = &fake_groups[0];
    const double all = (double)sysconf(_SC_PHYS_PAGES) * (double)sysconf(_SC_PAGESIZE);
    const double total = fake_get(group, 0, "MEM_USED") + fake_get(group, 0, "MEM_FREE");
    assert_true(total > 0.9 * all && total < 1.1 * all);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(cpu_time_that_was_burnt_is_found_again, reset, reset),
        cmocka_unit_test_setup_teardown(bytes_over_the_loopback_are_found_again, reset, reset),
        cmocka_unit_test_setup_teardown(perf_and_proc_agree_with_the_cpu_clock, reset, reset),
        cmocka_unit_test_setup_teardown(each_thread_has_its_own_cpu_time, reset, reset),
        cmocka_unit_test_setup_teardown(bytes_written_by_the_process_are_counted_exactly, reset,
                                        reset),
        cmocka_unit_test_setup_teardown(memory_fits_the_machine, reset, reset),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
