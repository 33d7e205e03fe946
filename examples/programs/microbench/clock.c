// SPDX-License-Identifier: GPL-3.0-or-later
/* The clock, and how often something is repeated so that its step doesn't matter. */
#include "bench.h"

#include <time.h>

enum { CLOCK_READINGS = 2000, MOST_OPERATIONS = 100000 };

int64_t now_ns(void)
{
    struct timespec time;
    (void)clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

void sleep_ns(int64_t ns)
{
    struct timespec time = {.tv_sec = (time_t)(ns / 1000000000),
                            .tv_nsec = (long)(ns % 1000000000)};
    (void)nanosleep(&time, NULL);
}

void clock_figures(int64_t *step_ns, int64_t *cost_ns)
{
    int64_t step = INT64_MAX;
    const int64_t begin = now_ns();
    int64_t last = begin;
    for (int i = 0; i < CLOCK_READINGS; i++) {
        const int64_t time = now_ns();
        if (time > last && time - last < step) {
            step = time - last;
        }
        last = time;
    }
    *step_ns = step == INT64_MAX ? 1 : step;
    *cost_ns = (last - begin) / CLOCK_READINGS;
}

int operations_for(const struct task *task, int64_t ns_of_one)
{
    if (ns_of_one >= task->repetition_ns) {
        return 1;
    }
    const int64_t wanted = task->repetition_ns / (ns_of_one > 0 ? ns_of_one : 1) + 1;
    return wanted < MOST_OPERATIONS ? (int)wanted : MOST_OPERATIONS;
}

bool again(const struct task *task, int done, int64_t spent_ns)
{
    if (done >= task->repetitions || (done > 0 && spent_ns >= task->limit_ns)) {
        return false;
    }
    return done < task->few || spent_ns < task->budget_ns;
}
