/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "power_clock.h"

#include <math.h>

/* The gains of a loop of second order, well damped. A quartz is wrong by at most some hundred
 * millionths, so the period may move within a thousandth. */
#define BLOCK       32
#define END_GAIN    0.5
#define PERIOD_GAIN 0.15
#define WANDER      1e-3
#define LOST_NS     5e8

void hd__device_clock_init(struct hd_device_clock *clock, int64_t cycle_ns)
{
    *clock =
        (struct hd_device_clock){.nominal_ns = (double)cycle_ns, .period_ns = (double)cycle_ns};
}

static void begin_block(struct hd_device_clock *clock)
{
    clock->cycles = 0;
    clock->least_ns = INFINITY;
    clock->advanced_ns = 0.0;
}

static int64_t begin(struct hd_device_clock *clock, int64_t arrival_ns)
{
    hd__device_clock_init(clock, (int64_t)clock->nominal_ns);
    begin_block(clock);
    clock->is_running = true;
    clock->base_ns = arrival_ns;
    return arrival_ns;
}

static void end_block(struct hd_device_clock *clock)
{
    /* In the first blocks most of what is seen is the delay of the message that began. */
    if (clock->blocks++ > 1) {
        const double moved = clock->advanced_ns + clock->least_ns;
        const double most = clock->nominal_ns * WANDER;
        const double period = clock->period_ns + PERIOD_GAIN * moved / clock->cycles;
        clock->period_ns = fmin(fmax(period, clock->nominal_ns - most), clock->nominal_ns + most);
    }
    clock->end_ns += END_GAIN * clock->least_ns;
    begin_block(clock);
}

int64_t hd__device_clock_end(struct hd_device_clock *clock, unsigned passed, int64_t arrival_ns)
{
    const double arrived = (double)(arrival_ns - clock->base_ns);
    const double expected = clock->end_ns + clock->period_ns * passed;
    const double late = arrived - expected;
    if (!clock->is_running || fabs(late) > clock->nominal_ns + LOST_NS) {
        return begin(clock, arrival_ns);
    }
    clock->end_ns = expected + fmin(late, 0.0);
    clock->advanced_ns += fmin(late, 0.0);
    clock->least_ns = fmin(clock->least_ns, fmax(late, 0.0));
    if (late < 0.0) {
        clock->least_ns = 0.0;
    }
    const int64_t end_ns = clock->base_ns + (int64_t)clock->end_ns;
    clock->cycles += passed;
    if (clock->cycles >= BLOCK) {
        end_block(clock);
    }
    return end_ns;
}
