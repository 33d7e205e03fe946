/* SPDX-License-Identifier: GPL-3.0-or-later */
/* States whose shape is known: opened without a name, written at their end by a template. */
#include "clock_pin.h"
#include "template.h"
#include "text.h"
#include "trace_state.h"

void hd_trace_open_state(hd_trace *trace)
{
    hd__frame *const frame = trace == NULL ? NULL : hd__trace_push(trace, false);
    if (frame != NULL) {
        trace->depth++;
        frame->nameless = true;
        frame->start_ns = hd__clock_now();
    }
}

/* The innermost state, without the events that are still open in it; NULL when there is none. */
static hd__frame *get_state(hd_trace *trace)
{
    hd__frame *frame = hd__trace_get_top(trace);
    while (frame != NULL && frame->kind == HD__FRAME_EVENT) {
        hd_trace_end_event(trace);
        frame = hd__trace_get_top(trace);
    }
    return frame;
}

/* When the state returned; now when nobody told. */
static int64_t get_end(const hd__frame *frame)
{
    const int64_t end_ns = frame->end_ns == HD__NOT_RETURNED ? hd__clock_now() : frame->end_ns;
    return end_ns < frame->start_ns ? frame->start_ns : end_ns;
}

int64_t *hd_trace_return_state(hd_trace *trace)
{
    static _Thread_local int64_t nowhere[HD_TEMPLATE_VALUES_MAX];
    hd__frame *const frame = get_state(trace);
    if (frame != NULL && frame->kind == HD__FRAME_STATE && !trace->emitter.failed) {
        frame->end_ns = HD__NOT_RETURNED;
        frame->end_ns = get_end(frame);
    }
    return trace == NULL ? nowhere : trace->values;
}

void hd_trace_name_state(hd_trace *trace, const char *name)
{
    hd__frame *const frame = get_state(trace);
    if (frame != NULL && name != NULL && frame->nameless) {
        hd__trace_put_element(trace, frame, name);
    }
}

void hd_trace_skip_state(hd_trace *trace)
{
    hd__frame *const frame = get_state(trace);
    if (frame == NULL || frame->kind != HD__FRAME_STATE) {
        hd_trace_end_state(trace);
    } else if (hd__trace_has_children(trace)) {
        hd_trace_name_state(trace, "Skipped");
        hd_trace_end_state(trace);
    } else {
        hd__trace_drop(trace);
    }
}

/* Whether the state is left out for being short. */
static bool is_too_short(const hd_trace *trace, const hd__frame *frame)
{
    return !hd__trace_has_children(trace) &&
           get_end(frame) - frame->start_ns < trace->min_duration_ns;
}

void hd_trace_close_state(hd_trace *trace, const hd_template *shape, uint64_t absent)
{
    hd__frame *const frame = get_state(trace);
    if (frame == NULL || frame->kind != HD__FRAME_STATE || !frame->nameless || shape == NULL ||
        trace->emitter.failed) {
        hd_trace_end_state(trace);
        return;
    }
    if (is_too_short(trace, frame)) {
        trace->emitter.counts.short_states++;
        hd__trace_drop(trace);
        return;
    }
    const int64_t start_ns = frame->start_ns;
    const int64_t end_ns = get_end(frame);
    hd__trace_drop(trace);
    (void)hd__emit_state(&trace->emitter, trace->depth, shape, start_ns, end_ns, trace->values,
                         absent);
}
