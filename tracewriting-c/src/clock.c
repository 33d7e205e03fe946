/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Monotonic time carried to the epoch by an offset that is taken once. Threads that come first at
 * the same moment may both take it; the first to store it wins, so all agree. */
#include "clock_pin.h"
#include "error.h"
#include "sys.h"

#include <stdatomic.h>

/* Offset 0 stands for "not taken": no machine boots at the epoch. */
static _Atomic int64_t pinned_offset_ns;

/* Time of the first reading; 0 until the first thread has stored it. */
static _Atomic int64_t pinned_at_ns;

static _Atomic int chosen; /* hd_clock_source */

static int64_t pin(void)
{
    const int64_t before = hd__system.clock(HD__CLOCK_MONOTONIC);
    const int64_t wall = hd__system.clock(HD__CLOCK_WALL);
    const int64_t after = hd__system.clock(HD__CLOCK_MONOTONIC);
    int64_t offset = wall - (before + (after - before) / 2);
    int64_t expected = 0;
    if (!atomic_compare_exchange_strong(&pinned_offset_ns, &expected, offset)) {
        offset = expected;
    } else {
        atomic_store(&pinned_at_ns, wall);
        if (atomic_load(&chosen) != HD_CLOCK_MONOTONIC && hd__ticks_are_usable()) {
            hd__ticks_begin(offset);
        }
    }
    return offset;
}

/* No line of ticks holds now: before the first, between two, or not wanted at all. */
__attribute__((cold)) int64_t hd__clock_read_slowly(void)
{
    int64_t offset = atomic_load_explicit(&pinned_offset_ns, memory_order_relaxed);
    if (offset == 0) {
        offset = pin();
    }
    int64_t now_ns = 0;
    return hd__ticks_read_slowly(&now_ns) ? now_ns : hd__system.clock(HD__CLOCK_MONOTONIC) + offset;
}

int64_t hd_clock_get_ns(void)
{
    return hd__clock_now();
}

int64_t hd__clock_get_start_ns(void)
{
    const int64_t now_ns = hd__clock_now();
    const int64_t start_ns = atomic_load(&pinned_at_ns);
    return start_ns == 0 ? now_ns : start_ns;
}

hd_status hd_clock_select(hd_clock_source source)
{
    if ((unsigned)source > HD_CLOCK_MONOTONIC) {
        return hd__fail(HD_INVALID, "clock: no such source");
    }
    if (atomic_load(&pinned_offset_ns) != 0) {
        return hd__fail(HD_STATE, "clock: it was read already");
    }
    if (source == HD_CLOCK_TSC && !hd__ticks_are_usable()) {
        return hd__fail(HD_MISSING, "clock: this machine has no counter that can be relied on");
    }
    atomic_store(&chosen, (int)source);
    return HD_OK;
}

const char *hd_clock_get_name(void)
{
    const bool ticks = atomic_load(&chosen) != HD_CLOCK_MONOTONIC && hd__ticks_are_usable();
    return ticks ? "tsc" : "monotonic";
}

void hd__clock_unpin(void)
{
    hd__ticks_end();
    atomic_store(&chosen, HD_CLOCK_AUTO);
    atomic_store(&pinned_at_ns, 0);
    atomic_store(&pinned_offset_ns, 0);
}
