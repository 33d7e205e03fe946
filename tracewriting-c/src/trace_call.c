/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The hot path: states whose shape is known, opened without a name and written at their end by a
 * template. No lock, no allocation, no system call but what the sink needs once per step. What is
 * unusual goes on in functions of its own, so that what is usual needs no frame on the stack. */
#include "clock_pin.h"
#include "emit_state.h"
#include "template.h"
#include "trace_state.h"

#define SLOW static __attribute__((noinline, cold))

/* --- open ------------------------------------------------------------------------------------- */

SLOW void open_slowly(hd_trace *trace)
{
    if (!hd__trace_enter_begin(trace)) {
        return;
    }
    hd__frame *const frame = hd__trace_push(trace, HD__FRAME_CALL);
    if (frame != NULL) {
        frame->start_ns = hd__clock_now();
    }
    hd__trace_leave(trace);
}

/* No line holds, or the one that the trace goes by has ended. */
static __attribute__((noinline)) void start_by_clock(hd_trace *trace)
{
    hd__frame *const frame = trace->top;
    frame->kind = HD__FRAME_CALL;
    frame->end_ns = HD__NOT_RETURNED;
    frame->start_ns = hd__clock_now();
    hd__trace_follow_clock(trace);
    hd__trace_set_inside(trace, HD__FREE);
}

void hd_trace_open_state(hd_trace *trace)
{
    hd__frame *top = NULL;
    if (HD__RARELY(trace == NULL || trace->inside != HD__FREE ||
                   (top = trace->top) >= trace->open_limit)) {
        open_slowly(trace);
        return;
    }
    hd__trace_set_busy(trace);
    hd__frame *const frame = top + 1;
    trace->top = frame;
    trace->depth++;
    frame->kind = HD__FRAME_TICKS;
    const uint64_t ticks = hd__ticks_count() - trace->line_start;
    frame->start_ns = (int64_t)ticks;
    if (HD__RARELY(ticks >= trace->line_length)) {
        start_by_clock(trace);
        return;
    }
    hd__trace_set_inside(trace, HD__FREE);
}

/* --- return ----------------------------------------------------------------------------------- */

/* The innermost frame if it is a recorded state; events that are still open in it are ended. */
static hd__frame *get_state(hd_trace *trace)
{
    hd__frame *const frame = hd__trace_end_events(trace);
    return frame != NULL && frame->kind <= HD__FRAME_STATE ? frame : NULL;
}

static inline void set_end(hd__frame *frame)
{
    const int64_t now_ns = hd__clock_now();
    frame->end_ns = now_ns < frame->start_ns ? frame->start_ns : now_ns;
}

static __attribute__((noinline)) int64_t *return_slowly(hd_trace *trace)
{
    static _Thread_local int64_t nowhere[HD_TEMPLATE_VALUES_MAX];
    if (!hd__trace_enter_last(trace)) {
        return nowhere;
    }
    hd__frame *const frame = get_state(trace);
    if (frame == NULL || hd__trace_is_shut(trace)) {
        hd__trace_leave(trace);
        return nowhere;
    }
    set_end(frame);
    if (frame->kind != HD__FRAME_CALL) {
        hd__trace_leave(trace);
        return nowhere;
    }
    hd__trace_follow_clock(trace);
    hd__trace_set_inside(trace, HD__RETURNED);
    return hd__ring_get_slots(&trace->own_ring.ring);
}

int64_t *hd_trace_return_state(hd_trace *trace)
{
    const hd__frame *frame = NULL;
    uint64_t ticks = 0;
    if (HD__RARELY(trace == NULL || trace->inside != HD__FREE ||
                   (frame = trace->top)->kind != HD__FRAME_TICKS ||
                   (ticks = hd__ticks_count() - trace->line_start) >= trace->line_length)) {
        return return_slowly(trace);
    }
    *(volatile hd__whereabouts *)&trace->inside = HD__TIMED;
    atomic_signal_fence(memory_order_seq_cst);
    return hd__ring_put_ticks(&trace->own_ring.ring, (uint64_t)frame->start_ns, ticks);
}

/* --- close ------------------------------------------------------------------------------------ */

static void skip(hd_trace *trace)
{
    hd__frame *const frame = get_state(trace);
    if (frame == NULL || frame->kind != HD__FRAME_CALL) {
        hd__trace_end_state(trace, HD__CLOCK_NOW);
    } else if (hd__trace_has_children(trace)) {
        hd__trace_name(trace, frame, "Skipped");
        hd__trace_end_state(trace, HD__CLOCK_NOW);
    } else {
        hd__trace_drop(trace);
    }
}

void hd_trace_skip_state(hd_trace *trace)
{
    if (hd__trace_enter_end(trace)) {
        skip(trace);
        hd__trace_leave(trace);
    }
}

/* The innermost frame, a call whose end may not be known. */
static hd__frame *get_returned_call(hd_trace *trace, bool has_returned)
{
    hd__frame *const frame = get_state(trace);
    if (frame == NULL || frame->kind != HD__FRAME_CALL) {
        return NULL;
    }
    if (!has_returned) {
        frame->end_ns = HD__NOT_RETURNED;
    }
    return frame;
}

/* Whether the innermost state, which returned, is left out for being short. */
static inline bool is_too_short(const hd_trace *trace)
{
    return HD__RARELY(trace->top->end_ns - trace->top->start_ns < trace->min_duration_ns) &&
           !hd__trace_has_children(trace);
}

void hd_trace_name_state(hd_trace *trace, const char *name)
{
    const bool has_returned = hd__trace_has_returned(trace);
    if (!hd__trace_enter_last(trace)) {
        return;
    }
    hd__frame *const frame = get_returned_call(trace, has_returned);
    if (frame != NULL && name != NULL) {
        hd__trace_name(trace, frame, name);
        if (has_returned && is_too_short(trace)) { /* what is added is ignored */
            trace->emitter.counts.short_states++;
            trace->depth--;
            trace->irregular++;
            frame->kind = HD__FRAME_SKIPPED;
            hd__trace_set_open_limit(trace);
        }
    }
    hd__trace_leave(trace);
}

/* Write the innermost frame, a call that returned. */
static inline __attribute__((always_inline)) void
close_call(hd_trace *trace, const hd_template *shape, uint64_t absent)
{
    const hd__frame *const frame = trace->top;
    if (is_too_short(trace)) {
        trace->emitter.counts.short_states++;
        hd__trace_drop(trace);
        return;
    }
    hd__trace_drop(trace);
    trace->last_depth = trace->depth;
    if (trace->ring != NULL) {
        hd__trace_ring_put_state(trace->ring, trace->depth, shape, frame->start_ns, frame->end_ns,
                                 absent);
        if (HD__RARELY(trace->emitter.failed)) {
            hd__trace_set_open_limit(trace);
        }
        return;
    }
    if (HD__RARELY(!hd__emit_state(&trace->emitter, trace->depth, shape, frame->start_ns,
                                   frame->end_ns, hd__ring_get_slots(&trace->own_ring.ring),
                                   absent))) {
        hd__trace_set_open_limit(trace);
    }
}

SLOW void close_slowly(hd_trace *trace, const hd_template *shape, uint64_t absent)
{
    const bool has_returned = hd__trace_has_returned(trace);
    if (!hd__trace_enter_end(trace)) {
        return;
    }
    hd__frame *const frame = get_returned_call(trace, has_returned);
    if (frame == NULL || shape == NULL) {
        hd__trace_end_state(trace, HD__CLOCK_NOW);
    } else {
        if (!has_returned) {
            set_end(frame);
        }
        close_call(trace, shape, absent);
    }
    hd__trace_leave(trace);
}

static __attribute__((noinline)) void close_fully(hd_trace *trace, const hd_template *shape,
                                                  uint64_t absent)
{
    if (!hd__trace_has_returned(trace) || shape == NULL) {
        close_slowly(trace, shape, absent);
        return;
    }
    const bool timed = trace->inside == HD__TIMED;
    hd__trace_set_busy(trace);
    if (timed && trace->top->kind == HD__FRAME_TICKS) {
        hd__trace_settle_returned(trace);
    }
    close_call(trace, shape, absent);
    hd__trace_set_inside(trace, HD__FREE);
}

/* The times of a call that are ticks beside its values. Its frame may be told by now: a signal
 * handler that came before the trace was busy does that. */
static inline int64_t get_start(const hd_trace *trace)
{
    return hd__ring_tell(&trace->line, hd__ring_get_start_ticks(&trace->own_ring.ring));
}

static inline int64_t get_end(const hd_trace *trace)
{
    const uint64_t start = hd__ring_get_start_ticks(&trace->own_ring.ring);
    const uint64_t end = hd__ring_get_end_ticks(&trace->own_ring.ring);
    return hd__ring_tell(&trace->line, end < start ? start : end);
}

/* Write such a call straight into the file. */
static __attribute__((noinline)) void close_directly(hd_trace *trace, const hd_template *shape,
                                                     uint64_t absent)
{
    hd__trace_set_busy(trace);
    const unsigned depth = trace->depth - 1;
    trace->depth = depth;
    trace->last_depth = depth;
    trace->top--;
    if (HD__RARELY(!hd__emit_shape(&trace->emitter, depth, shape, get_start(trace), get_end(trace),
                                   hd__ring_get_slots(&trace->own_ring.ring), absent))) {
        hd__trace_set_open_limit(trace);
    }
    hd__trace_set_inside(trace, HD__FREE);
}

/* Append such a call to the ring, without some of its values. */
static __attribute__((noinline)) void close_absent(hd_trace *trace, const hd_template *shape,
                                                   uint64_t absent)
{
    if (trace->goes_straight) {
        close_directly(trace, shape, absent);
        return;
    }
    const unsigned depth = trace->depth - 1;
    if (HD__RARELY(!hd__ring_put_absent(&trace->own_ring.ring, depth, shape, get_start(trace),
                                        get_end(trace), absent))) {
        close_fully(trace, shape, absent);
        return;
    }
    trace->depth = depth;
    trace->last_depth = depth;
    trace->top--;
    hd__trace_set_inside(trace, HD__FREE);
}

void hd_trace_close_state(hd_trace *trace, const hd_template *shape, uint64_t absent)
{
    if (HD__RARELY(trace == NULL || trace->inside != HD__TIMED || shape == NULL)) {
        close_fully(trace, shape, absent);
        return;
    }
    if (absent != 0) {
        close_absent(trace, shape, absent);
        return;
    }
    hd__ring *const ring = &trace->own_ring.ring;
    uint64_t *const end = hd__ring_get_end(ring, shape);
    if (end > ring->limit) { /* no ring, or no room */
        if (trace->goes_straight) {
            close_directly(trace, shape, 0);
        } else {
            close_fully(trace, shape, 0);
        }
        return;
    }
    const unsigned depth = trace->depth - 1;
    trace->depth = depth;
    trace->last_depth = depth;
    hd__ring_put_quickly(ring, depth, shape, end);
    trace->top--;
    hd__trace_set_inside(trace, HD__FREE);
}

/* --- the lane --------------------------------------------------------------------------------- */

hd_lane *hd_trace_get_lane(hd_trace *trace, size_t bytes)
{
    return bytes == sizeof(hd_lane) ? (hd_lane *)(void *)trace : NULL;
}

void hd_lane_close_rest(hd_lane *lane, const hd_template *shape)
{
    hd_trace *const trace = (hd_trace *)(void *)lane;
    if (trace->goes_straight) {
        close_directly(trace, shape, 0);
        return;
    }
    hd__trace_set_inside(trace, HD__TIMED);
    close_fully(trace, shape, 0);
}
