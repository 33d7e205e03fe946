/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The real machine: what was done is known, and at least that much must be in the records. Others
 * may be at work, so the upper bounds are what the machine can do at all. */
#include "check.h"
#include "fake_stats.h"

#include <arpa/inet.h>
#include <hdrut/rut.h>
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
    const hd_rut_options options = {20, sources, NULL};
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
        cmocka_unit_test_setup_teardown(memory_fits_the_machine, reset, reset),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
