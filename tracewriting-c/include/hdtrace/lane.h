/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HDTRACE_LANE_H
#define HDTRACE_LANE_H
/** hd_trace_open_state, hd_trace_return_state and hd_trace_close_state without a call, for states
 *  that come in nanoseconds after each other. They do what is usual and leave the rest alone:
 *
 *      hd_lane *const lane = hd_trace_get_lane(trace, sizeof(hd_lane));    once
 *
 *      const bool open = lane != NULL && hd_lane_open(lane);
 *      if (!open) hd_trace_open_state(trace);
 *      ... the call itself ...
 *      int64_t *const values = lane == NULL ? NULL : hd_lane_return(lane, hd_lane_count());
 *      if (values != NULL) {
 *          values[0] = size;                    all of them: none can be absent
 *          hd_lane_close(lane, shape);
 *      } else {                                 nothing was done
 *          hd_trace_return_state(trace); ... hd_trace_close_state(trace, shape, 0);
 *      }
 *
 *  Where the call itself waits, as a receive does, what follows it can be made before it:
 *
 *      if (open) hd_lane_prepare(lane, shape, values);
 *      ... the call itself ...
 *      if (!open || !hd_lane_finish(lane, hd_lane_count(), 2, values[2])) {
 *          as above                             nothing was done
 *      }
 *
 *  What the structures hold is the library's own and changes with it: a program built with another
 *  release is given no lane.
 *  Thread: that of the trace; a signal handler may come at any moment, and use all but
 *  hd_lane_prepare and hd_lane_finish while its owner is in one of these functions.
 *  Cost: no lock, no allocation, one reading of the processor's counter each in hd_lane_open and
 *  hd_lane_return. */

#include <hdtrace/template.h>
#include <hdtrace/trace.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Of `inside` and `kind`; a lane goes on only by these. HD_LANE_ENDED comes on top of HD_LANE_FREE
 *  or HD_LANE_OWED: the innermost state is written, and the next one to open takes its place. */
enum {
    HD_LANE_FREE = 1,
    HD_LANE_BUSY = 3,
    HD_LANE_OWED = 7,
    HD_LANE_READY = 8,
    HD_LANE_ENDED = 8,
    HD_LANE_TICKS = 1
};

enum {
    HD_LANE_FRAME_BYTES = 64, /**< from one open state to the next one inside */
    HD_LANE_COMMITTED = 64,   /**< word of `head` */
    HD_LANE_DEPTH_SHIFT = 8,  /**< in a record's first word */
    HD_LANE_WORDS_SHIFT = 40,
    HD_LANE_STATE_WORDS = 3 /**< before the values */
};

/** An open state. */
typedef struct __attribute__((may_alias)) hd_lane_frame {
    uint64_t start;
    int kind;
} hd_lane_frame;

/** Where records go. */
typedef struct __attribute__((may_alias)) hd_lane_ring {
    uint64_t *cursor;
    uint64_t *limit;
    uint64_t delta;
    uint64_t *ready_end; /* of the record that hd_lane_prepare made; NULL: it made a text */
    uint64_t firsts[HD_TEMPLATES_MAX];
    uint64_t *head;
} hd_lane_ring;

/** The front of a shape. */
typedef struct __attribute__((may_alias)) hd_lane_shape {
    unsigned id;
} hd_lane_shape;

/** The front of a trace. */
typedef struct __attribute__((may_alias)) hd_lane {
    int inside;
    unsigned depth;
    hd_lane_frame *top;
    hd_lane_frame *open_limit;
    uint64_t line_start;
    uint64_t line_length;
    hd_lane_ring *ring;
    unsigned last_depth;
    unsigned paid; /* how often the library did what was left for later */
} hd_lane;

/** Get the lane of a trace, which lives as long as the trace does. `bytes`: sizeof(hd_lane).
 *  @return NULL: there is none, or the caller was built with another release */
HD_API hd_lane *hd_trace_get_lane(hd_trace *trace, size_t bytes);

/** The end of hd_lane_close where no record is appended; it is not for callers. */
HD_API void hd_lane_close_rest(hd_lane *lane, const hd_template *shape);

/** What hd_lane_return is given. Where no lane is ever open it is 0. */
static inline uint64_t hd_lane_count(void)
{
#if defined(__x86_64__)
    return __builtin_ia32_rdtsc();
#else
    return 0;
#endif
}

/* As in the library: a signal handler of the same thread sees the steps in this order. */
static inline void hd_lane_set_inside(hd_lane *lane, int to)
{
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    *(volatile int *)&lane->inside = to;
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
}

/* Open a state in the place of the one that was written last: between a receive and a send each
 * store delays what the send stores. */
static inline bool hd_lane_replace(hd_lane *lane, int inside, unsigned paid)
{
    hd_lane_set_inside(lane, HD_LANE_BUSY);
    hd_lane_frame *const frame = lane->top;
    const uint64_t ticks = hd_lane_count() - lane->line_start;
    const bool there = lane->paid == paid; /* unless a signal handler took it off just now */
    if (__builtin_expect(!there || ticks >= lane->line_length || frame > lane->open_limit, 0)) {
        hd_lane_set_inside(lane, there ? inside : HD_LANE_FREE);
        return false;
    }
    frame->start = ticks;
    hd_lane_set_inside(lane, inside - HD_LANE_ENDED);
    return true;
}

/** Open a state as hd_trace_open_state does. @return false: nothing was done */
static inline bool hd_lane_open(hd_lane *lane)
{
    const unsigned paid = *(volatile unsigned *)&lane->paid;
    const int inside = *(volatile int *)&lane->inside;
    if (inside > HD_LANE_ENDED) {
        return hd_lane_replace(lane, inside, paid);
    }
    hd_lane_frame *const top = lane->top;
    if (__builtin_expect(
            (inside != HD_LANE_FREE && inside != HD_LANE_OWED) || top >= lane->open_limit, 0)) {
        return false;
    }
    hd_lane_set_inside(lane, HD_LANE_BUSY);
    hd_lane_frame *const frame =
        (hd_lane_frame *)(void *)((char *)(void *)lane->top + HD_LANE_FRAME_BYTES);
    const uint64_t ticks = hd_lane_count() - lane->line_start;
    if (__builtin_expect(ticks >= lane->line_length, 0)) {
        hd_lane_set_inside(lane, inside);
        return false;
    }
    lane->top = frame;
    lane->depth++;
    frame->kind = HD_LANE_TICKS;
    frame->start = ticks;
    hd_lane_set_inside(lane, inside);
    return true;
}

/** Do what hd_lane_finish left for later, when there is time; it is not for callers. */
HD_API void hd_lane_pay(hd_lane *lane);

/** The innermost opened state came to its end when the counter was at `count`.
 *  @return slots as of hd_trace_return_state, to be filled at once and followed by hd_lane_close;
 *          NULL: nothing was done */
static inline int64_t *hd_lane_return(hd_lane *lane, uint64_t count)
{
    if (lane->inside >= HD_LANE_OWED) {
        hd_lane_pay(lane);
    }
    if (__builtin_expect(lane->inside != HD_LANE_FREE, 0)) {
        return NULL;
    }
    hd_lane_set_inside(lane, HD_LANE_BUSY);
    const hd_lane_frame *const frame = lane->top;
    const uint64_t ticks = count - lane->line_start;
    if (__builtin_expect(frame->kind != HD_LANE_TICKS || ticks >= lane->line_length, 0)) {
        hd_lane_set_inside(lane, HD_LANE_FREE);
        return NULL;
    }
    uint64_t *const at = lane->ring->cursor;
    /* one by one: a single store of both is slow to be read again in halves */
    __atomic_store_n(&at[1], frame->start, __ATOMIC_RELAXED);
    __atomic_store_n(&at[2], ticks, __ATOMIC_RELAXED);
    return (int64_t *)(at + HD_LANE_STATE_WORDS);
}

/* Take the innermost state off. */
static inline void hd_lane_drop(hd_lane *lane)
{
    const unsigned depth = lane->depth - 1;
    lane->depth = depth;
    lane->last_depth = depth;
    lane->top = (hd_lane_frame *)(void *)((char *)(void *)lane->top - HD_LANE_FRAME_BYTES);
}

/** Write that state. */
static inline void hd_lane_close(hd_lane *lane, const hd_template *shape)
{
    hd_lane_ring *const ring = lane->ring;
    uint64_t *const at = ring->cursor;
    const uint64_t first = ring->firsts[((const hd_lane_shape *)(const void *)shape)->id];
    uint64_t *const end = at + (first >> HD_LANE_WORDS_SHIFT);
    if (__builtin_expect(end > ring->limit, 0)) { /* no ring, or no room */
        hd_lane_close_rest(lane, shape);
        return;
    }
    hd_lane_drop(lane);
    *at = first | (uint64_t)lane->depth << HD_LANE_DEPTH_SHIFT;
    ring->cursor = end;
    __atomic_store_n(&ring->head[HD_LANE_COMMITTED], (uint64_t)(uintptr_t)end + ring->delta,
                     __ATOMIC_RELEASE);
    hd_lane_set_inside(lane, HD_LANE_FREE);
}

/** Make ready what is written of the innermost state, which hd_lane_open just opened: its shape and
 *  all its values, of which one may turn out to be another. Nothing of it counts before
 *  hd_lane_finish, and what is used of the trace meanwhile may undo it. */
HD_API void hd_lane_prepare(hd_lane *lane, const hd_template *shape, const int64_t *values);

/** The end of hd_lane_finish where no record is appended; it is not for callers. */
HD_API void hd_lane_finish_rest(hd_lane *lane, unsigned index, int64_t value);

/** hd_lane_return and hd_lane_close in one, of the state that was made ready: value `index` is
 *  `value`, the others are as they were given. @return false: nothing is ready, nothing was done */
static inline bool hd_lane_finish(hd_lane *lane, uint64_t count, unsigned index, int64_t value)
{
    const unsigned paid = *(volatile unsigned *)&lane->paid;
    if (__builtin_expect(*(volatile int *)&lane->inside != HD_LANE_READY, 0)) {
        return false;
    }
    hd_lane_set_inside(lane, HD_LANE_BUSY);
    hd_lane_ring *const ring = lane->ring;
    uint64_t *const at = ring->cursor;
    const uint64_t ticks = count - lane->line_start;
    /* a signal handler may have used its place just now */
    if (__builtin_expect(lane->paid != paid || ticks >= lane->line_length, 0)) {
        hd_lane_set_inside(lane, HD_LANE_FREE);
        return false;
    }
    at[2] = ticks;
    uint64_t *const end = ring->ready_end;
    if (__builtin_expect(end == NULL, 0)) {
        hd_lane_finish_rest(lane, index, value);
        return true;
    }
    at[HD_LANE_STATE_WORDS + index] = (uint64_t)value;
    ring->cursor = end;
    __atomic_store_n(&ring->head[HD_LANE_COMMITTED], (uint64_t)(uintptr_t)end + ring->delta,
                     __ATOMIC_RELEASE);
    hd_lane_set_inside(lane, HD_LANE_FREE + HD_LANE_ENDED);
    return true;
}

#ifdef __cplusplus
}
#endif
#endif
