/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The hot path: states whose shape is known, opened without a name and written at their end by a
 * template. No lock, no allocation, no system call but what the sink needs once per step. */
#include "clock_pin.h"
#include "template.h"
#include "trace_state.h"

#define RARELY(condition) __builtin_expect((condition), 0)

/* --- open ------------------------------------------------------------------------------------- */

static void start(hd_trace *trace, hd__frame *frame)
{
    trace->depth++;
    frame->nameless = true;
    frame->end_ns = HD__NOT_RETURNED;
    frame->start_ns = hd__clock_now();
}

static __attribute__((noinline)) void open_slowly(hd_trace *trace)
{
    hd__frame *const frame = hd__trace_push(trace, false);
    if (frame != NULL) {
        trace->elements_ignored = frame->data_ignored; /* its text has not begun */
        start(trace, frame);
    }
}

/* Whether a state opened now is recorded without further questions. */
static inline bool is_open_to_states(const hd_trace *trace)
{
    return trace->frame_count < trace->frame_capacity && trace->depth < trace->depth_limit &&
           trace->enabled && !trace->emitter.failed && hd__trace_has_room(trace);
}

void hd_trace_open_state(hd_trace *trace)
{
    if (!hd__trace_enter_begin(trace)) {
        return;
    }
    if (RARELY(!is_open_to_states(trace))) {
        open_slowly(trace);
    } else {
        hd__frame *const frame = &trace->frames[trace->frame_count++];
        frame->kind = HD__FRAME_STATE;
        start(trace, frame);
    }
    hd__trace_leave(trace, HD__FREE);
}

/* --- return ----------------------------------------------------------------------------------- */

/* The innermost frame if it is a recorded state; events that are still open in it are ended. */
static inline hd__frame *get_state(hd_trace *trace)
{
    hd__frame *frame = hd__trace_get_top(trace);
    if (RARELY(frame != NULL && frame->kind == HD__FRAME_EVENT)) {
        frame = hd__trace_end_events(trace);
    }
    return frame != NULL && frame->kind == HD__FRAME_STATE ? frame : NULL;
}

/* When the state returned; now when nobody told. */
static inline int64_t get_end(const hd__frame *frame)
{
    const int64_t end_ns = frame->end_ns == HD__NOT_RETURNED ? hd__clock_now() : frame->end_ns;
    return end_ns < frame->start_ns ? frame->start_ns : end_ns;
}

int64_t *hd_trace_return_state(hd_trace *trace)
{
    static _Thread_local int64_t nowhere[HD_TEMPLATE_VALUES_MAX];
    if (!hd__trace_enter_last(trace, false)) {
        return nowhere;
    }
    hd__frame *const frame = get_state(trace);
    if (RARELY(frame == NULL || hd__trace_is_shut(trace))) {
        hd__trace_leave(trace, HD__FREE);
        return nowhere;
    }
    const int64_t now_ns = hd__clock_now();
    frame->end_ns = now_ns < frame->start_ns ? frame->start_ns : now_ns;
    hd__trace_leave(trace, HD__RETURNED);
    return trace->ring == NULL ? trace->values : hd__ring_get_slots(&trace->ring->ring);
}

/* --- close ------------------------------------------------------------------------------------ */

static void skip(hd_trace *trace)
{
    hd__frame *const frame = get_state(trace);
    if (frame == NULL || !frame->nameless) {
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
        hd__trace_leave(trace, HD__FREE);
    }
}

/* Whether a state that returned is left out for being short. */
static inline bool is_too_short(const hd_trace *trace, int64_t start_ns, int64_t end_ns)
{
    return RARELY(end_ns - start_ns < trace->min_duration_ns) && !hd__trace_has_children(trace);
}

void hd_trace_name_state(hd_trace *trace, const char *name)
{
    if (!hd__trace_enter_last(trace, false)) {
        return;
    }
    hd__frame *const frame = get_state(trace);
    if (frame != NULL && name != NULL && frame->nameless) {
        hd__trace_name(trace, frame, name);
        if (is_too_short(trace, frame->start_ns, get_end(frame))) { /* what is added is ignored */
            trace->emitter.counts.short_states++;
            trace->depth--;
            frame->kind = HD__FRAME_SKIPPED;
        }
    }
    hd__trace_leave(trace, HD__FREE);
}

static inline void close_frame(hd_trace *trace, const hd__frame *frame, const hd_template *shape,
                               uint64_t absent)
{
    const int64_t start_ns = frame->start_ns;
    const int64_t end_ns = get_end(frame);
    if (is_too_short(trace, start_ns, end_ns)) {
        trace->emitter.counts.short_states++;
        hd__trace_drop(trace);
        return;
    }
    hd__trace_drop(trace);
    trace->last_depth = trace->depth;
    if (trace->ring != NULL) {
        hd__trace_ring_put_state(trace->ring, trace->depth, shape, start_ns, end_ns, absent);
        return;
    }
    (void)hd__emit_state(&trace->emitter, trace->depth, shape, start_ns, end_ns, trace->values,
                         absent);
}

void hd_trace_close_state(hd_trace *trace, const hd_template *shape, uint64_t absent)
{
    if (!hd__trace_enter_end(trace)) {
        return;
    }
    const hd__frame *const frame = get_state(trace);
    if (RARELY(frame == NULL || !frame->nameless || shape == NULL)) {
        hd__trace_end_state(trace, HD__CLOCK_NOW);
    } else {
        close_frame(trace, frame, shape, absent);
    }
    hd__trace_leave(trace, HD__FREE);
}
