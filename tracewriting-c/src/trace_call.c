/* SPDX-License-Identifier: GPL-3.0-or-later */
/* States whose shape is known: opened without a name, written at their end by a template. */
#include "template.h"
#include "text.h"
#include "trace_state.h"

#include <hdtrace/clock.h>

void hd_trace_open_state(hd_trace *trace)
{
    hd__frame *const frame = trace == NULL ? NULL : hd__trace_push(trace, false);
    if (frame != NULL) {
        trace->depth++;
        frame->nameless = true;
        frame->start_ns = hd_clock_get_ns();
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

int64_t *hd_trace_return_state(hd_trace *trace)
{
    static _Thread_local int64_t nowhere[HD_TEMPLATE_VALUES_MAX];
    hd__frame *const frame = get_state(trace);
    if (frame != NULL && frame->kind == HD__FRAME_STATE && !trace->failed) {
        const int64_t now_ns = hd_clock_get_ns();
        frame->end_ns = now_ns < frame->start_ns ? frame->start_ns : now_ns;
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
    } else if (frame->nested_open) {
        hd_trace_name_state(trace, "Skipped");
        hd_trace_end_state(trace);
    } else {
        hd__trace_drop(trace);
    }
}

/* Whether the state is left out for being short. */
static bool is_too_short(const hd_trace *trace, const hd__frame *frame)
{
    return frame->end_ns != HD__NOT_RETURNED && !frame->nested_open &&
           frame->end_ns - frame->start_ns < trace->min_duration_ns;
}

static bool reserve(hd_trace *trace, size_t bytes)
{
    return trace->tags.size - trace->tags.used >= bytes + HD__TAIL_BYTES;
}

static void put(hd__area *area, const char *text, size_t bytes)
{
    memcpy(area->base + area->used, text, bytes);
    area->used += bytes;
}

static void put_value(hd__area *area, hd_attribute_kind kind, int64_t value)
{
    char *at = area->base + area->used;
    if (kind == HD_ATTRIBUTE_INT) {
        at = hd__put_int(at, value);
    } else if (kind == HD_ATTRIBUTE_UINT) {
        at = hd__put_uint(at, (uint64_t)value);
    } else {
        double number = 0;
        memcpy(&number, &value, sizeof number);
        at = hd__put_double(at, number);
    }
    *at++ = '\'';
    area->used = (size_t)(at - area->base);
}

void hd_trace_close_state(hd_trace *trace, const hd_template *shape, uint64_t absent)
{
    hd__frame *const frame = get_state(trace);
    if (frame == NULL || frame->kind != HD__FRAME_STATE || !frame->nameless || shape == NULL) {
        hd_trace_end_state(trace);
        return;
    }
    if (is_too_short(trace, frame)) {
        trace->counts.short_states++;
        hd__trace_drop(trace);
        return;
    }
    if (!reserve(trace, shape->bytes_max)) {
        trace->counts.dropped_depth++;
        hd_trace_skip_state(trace);
        return;
    }
    frame->nameless = false;
    frame->name_bytes = shape->open.bytes - 1;
    put(&trace->tags, shape->open.whole, shape->open.bytes);
    for (unsigned i = 0; i < shape->count; i++) {
        if ((absent >> i & 1) != 0) {
            continue;
        }
        const hd__piece *const piece = &shape->pieces[i];
        put(&trace->tags, piece->whole, piece->bytes);
        if (piece->kind != HD_ATTRIBUTE_CONSTANT) {
            put_value(&trace->tags, piece->kind, trace->values[i]);
        }
    }
    hd_trace_end_state(trace);
}
