/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HD_SRC_CLOCK_TICKS_H
#define HD_SRC_CLOCK_TICKS_H
/* Time from the processor's counter of ticks.
 *
 * Time is a chain of straight lines over the ticks. Each line holds for at most about a second; it
 * begins where the one before it is at that tick, and is inclined so that it meets CLOCK_MONOTONIC
 * at its end. So time is the same function of the ticks in all threads, and never runs backwards.
 *
 * The first millisecond has no line, because there is nothing yet to tell the rate from. Lines lie
 * in a circle of slots; a reader that was stopped while its slot was written anew notices by the
 * number of the current line. Nobody waits: who finds another thread (or, in a signal handler,
 * itself) at work on the next line goes on with the present one. */

#include "sys.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Ticks of the processor's counter. A test may compile the library with a counter of its own.
 * <x86intrin.h> has its name, but with thousands of others, over which compilers and linters take
 * a second in each file. */
#if defined(HD_COUNTER)
#define HD__COUNTS 1
uint64_t HD_COUNTER(void);
#define hd__ticks_count HD_COUNTER
#elif defined(__x86_64__)
#define HD__COUNTS      1
#define hd__ticks_count __builtin_ia32_rdtsc
#else
#define HD__COUNTS 0
static inline uint64_t hd__ticks_count(void)
{
    return 0;
}
#endif

enum { HD__LINES = 64, HD__LINE_SHIFT = 32 };

typedef struct hd__line {
    _Atomic uint64_t start;  /* in ticks */
    _Atomic uint64_t length; /* ticks for which it holds */
    _Atomic int64_t ns;      /* time at its start, since the epoch */
    _Atomic uint64_t rate;   /* ns per tick, times 2^32 */
} hd__line;

typedef struct hd__lines {
    _Atomic uint32_t current; /* number of the line in use; 0: none */
    hd__line *_Atomic direct; /* the same while the processor's counter is read, else `none` */
    hd__line none;            /* has no length */
    hd__line slots[HD__LINES];
} hd__lines;

/* hidden, so that it is reached without a table */
extern __attribute__((visibility("hidden"))) hd__lines hd__ticks;

/* A line as it was when it was copied. */
typedef struct hd__line_copy {
    uint64_t start, length, rate;
    int64_t ns;
} hd__line_copy;

/* Get the line that holds just now; it goes on to be right for the ticks that it holds for, because
 * none is published before the one before it has ended. False: there is none, or the counter is not
 * the processor's. */
bool hd__ticks_copy_line(hd__line_copy *line);

/* Whether the counter is there, runs evenly in all states of the processor, and the kernel itself
 * relies on it. */
bool hd__ticks_are_usable(void);

/* Begin to observe the counter; `offset_ns` carries CLOCK_MONOTONIC to the epoch. */
void hd__ticks_begin(int64_t offset_ns);
void hd__ticks_end(void);

/* Leave the work on the next line to the caller, who never does it; for tests. */
void hd__ticks_hold(void);

/* The same as hd__ticks_read where that gave up: looks after the lines. False: none can be had. */
bool hd__ticks_read_slowly(int64_t *now_ns);

static inline bool hd__ticks_read(int64_t *now_ns)
{
#if HD__COUNTS
    const hd__line *const line = atomic_load_explicit(&hd__ticks.direct, memory_order_acquire);
    const uint64_t start = atomic_load_explicit(&line->start, memory_order_acquire);
    const uint64_t passed = hd__ticks_count() - start;
    if (passed >= atomic_load_explicit(&line->length, memory_order_acquire)) {
        return false;
    }
    /* lengths are below 4 s, so the product has room */
    const uint64_t rate = atomic_load_explicit(&line->rate, memory_order_acquire);
    *now_ns = atomic_load_explicit(&line->ns, memory_order_acquire) +
              (int64_t)(passed * rate >> HD__LINE_SHIFT);
    return atomic_load_explicit(&line->start, memory_order_relaxed) == start;
#else
    (void)now_ns;
    return false;
#endif
}

#endif
