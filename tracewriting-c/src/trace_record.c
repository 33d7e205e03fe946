/* SPDX-License-Identifier: GPL-3.0-or-later */
/* States and events in the general way. No lock, no allocation, no printf; the clock is read once
 * per begin and once per end, and not at all for what is not recorded. */
#include "clock_pin.h"
#include "text.h"
#include "trace_compat.h"
#include "trace_state.h"

static void begin_state(hd_trace *trace, const char *name, int64_t time_ns)
{
    hd__frame *const frame = hd__trace_push(trace, HD__FRAME_STATE);
    if (frame != NULL) {
        hd__trace_put_element(trace, frame, name);
        frame->start_ns = time_ns == HD__CLOCK_NOW ? hd__clock_now() : time_ns;
    }
}

void hd_trace_begin_state_at(hd_trace *trace, const char *name, int64_t time_ns)
{
    if (name == NULL || !hd__trace_enter_begin(trace)) {
        return;
    }
    begin_state(trace, name, time_ns);
    hd__trace_leave(trace);
}

void hd_trace_begin_state(hd_trace *trace, const char *name)
{
    hd_trace_begin_state_at(trace, name, HD__CLOCK_NOW);
}

static void begin_event(hd_trace *trace, const char *name, int64_t time_ns)
{
    static const char open[] = "<Event";
    static const char time[] = " time='";
    hd__frame *const frame = hd__trace_push(trace, HD__FRAME_EVENT);
    if (frame == NULL) {
        return;
    }
    frame->name_bytes = sizeof open - 2;
    frame->start_ns = time_ns == HD__CLOCK_NOW ? hd__clock_now() : time_ns;
    memcpy(trace->tags.base + trace->tags.used, open, sizeof open - 1);
    trace->tags.used += sizeof open - 1;
    char room[HD__COMPAT_NAME_BYTES];
    hd__trace_add_value(trace, "name", trace->compat ? hd__compat_event_name(name, room) : name);
    char *const at = trace->tags.base + trace->tags.used;
    memcpy(at, time, sizeof time - 1);
    char *end = hd__emit_put_time(&trace->emitter, at + sizeof time - 1, frame->start_ns);
    *end++ = '\'';
    trace->tags.used += (size_t)(end - at);
    frame->attributes = 2;
}

void hd_trace_begin_event_at(hd_trace *trace, const char *name, int64_t time_ns)
{
    if (name == NULL || !hd__trace_enter_begin(trace)) {
        return;
    }
    begin_event(trace, name, time_ns);
    hd__trace_leave(trace);
}

void hd_trace_begin_event(hd_trace *trace, const char *name)
{
    hd_trace_begin_event_at(trace, name, HD__CLOCK_NOW);
}

void hd_trace_end_event(hd_trace *trace)
{
    if (hd__trace_enter_end(trace)) {
        hd__trace_end_event(trace);
        hd__trace_leave(trace);
    }
}

void hd_trace_end_state_at(hd_trace *trace, int64_t time_ns)
{
    if (hd__trace_enter_end(trace)) {
        hd__trace_end_state(trace, time_ns);
        hd__trace_leave(trace);
    }
}

void hd_trace_end_state(hd_trace *trace)
{
    hd_trace_end_state_at(trace, HD__CLOCK_NOW);
}
