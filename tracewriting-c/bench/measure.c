/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _DEFAULT_SOURCE 1 /* syscall */
#include "measure.h"

#include <linux/perf_event.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { ROUNDS = 7 };

double bench_get_cpu_ns(void)
{
    struct timespec now = {0, 0};
    (void)clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
}

double bench_get_others_cpu_ns(void)
{
    struct timespec all = {0, 0};
    (void)clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &all);
    return (double)all.tv_sec * 1e9 + (double)all.tv_nsec - bench_get_cpu_ns();
}

/* A counter of this thread's instructions, or -1. */
static int open_counter(void)
{
    struct perf_event_attr event;
    memset(&event, 0, sizeof event);
    event.type = PERF_TYPE_HARDWARE;
    event.size = sizeof event;
    event.config = PERF_COUNT_HW_INSTRUCTIONS;
    return (int)syscall(SYS_perf_event_open, &event, 0, -1, -1, 0UL);
}

static double read_counter(int counter)
{
    uint64_t count = 0;
    return counter >= 0 && read(counter, &count, sizeof count) == sizeof count ? (double)count : -1;
}

static int compare(const void *left, const void *right)
{
    const double a = *(const double *)left;
    const double b = *(const double *)right;
    return (a > b) - (a < b);
}

static double get_median(double *values)
{
    qsort(values, ROUNDS, sizeof *values, compare);
    return values[ROUNDS / 2];
}

bench_price bench_measure(void (*work)(void *context, long first, long calls), void *context,
                          long calls)
{
    double times[ROUNDS];
    double counts[ROUNDS];
    const int counter = open_counter();
    work(context, 0, calls / 10); /* pages of code, caches, the first window */
    for (int i = 0; i < ROUNDS; i++) {
        const double instructions = read_counter(counter);
        const double begin = bench_get_cpu_ns();
        work(context, calls / 10 + i * calls, calls);
        times[i] = (bench_get_cpu_ns() - begin) / (double)calls;
        counts[i] = (read_counter(counter) - instructions) / (double)calls;
    }
    if (counter >= 0) {
        (void)close(counter);
    }
    const double median = get_median(counts);
    return (bench_price){get_median(times), counter >= 0 && median > 0 ? median : -1};
}

void bench_print(const char *title, bench_price price, double reference_ns)
{
    char counted[32] = "-";
    if (price.instructions >= 0) {
        (void)snprintf(counted, sizeof counted, "%.0f", price.instructions);
    }
    (void)printf("%-44s %8.1f ns %8s instructions", title, price.ns, counted);
    if (reference_ns > 0) {
        (void)printf("  %6.2f times cheaper than OTF2", reference_ns / price.ns);
    }
    (void)printf("\n");
    (void)fflush(stdout);
}
