/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Waiting as exactly as it goes. Sleeping until shortly before the time and spinning the rest
 * misses it by less than a microsecond (TOOLS 2.6). Who can't spin asks the system to wake it in
 * time, by a timer slack of 1 ns. It does so for its sleep alone: what a call sleeps by itself, in
 * a file system of the user's space, say, takes as long as in the recorded program. */
#include "run.h"

#include <sys/prctl.h>
#include <time.h>

enum { SPIN_NS = 120000, SECOND_NS = 1000000000 };

int64_t run_now(void)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * SECOND_NS + now.tv_nsec;
}

static void sleep_until(int64_t until_ns)
{
    const struct timespec until = {until_ns / SECOND_NS, until_ns % SECOND_NS};
    while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL) != 0) {
    }
}

int64_t run_wait_until(gboolean spins, int64_t until_ns)
{
    int64_t now = run_now();
    if (now >= until_ns) {
        return now - until_ns;
    }
    if (!spins) {
        (void)prctl(PR_SET_TIMERSLACK, 1UL, 0UL, 0UL, 0UL);
        sleep_until(until_ns);
        (void)prctl(PR_SET_TIMERSLACK, 0UL, 0UL, 0UL, 0UL); /* what the thread began with */
        return run_now() - until_ns;
    }
    if (until_ns - now > SPIN_NS) {
        sleep_until(until_ns - SPIN_NS);
    }
    while ((now = run_now()) < until_ns) {
    }
    return now - until_ns;
}
