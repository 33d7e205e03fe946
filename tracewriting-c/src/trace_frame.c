/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The entries that are open: what is recorded of them, and how they leave. */
#include "clock_pin.h"
#include "template.h"
#include "text.h"
#include "trace_compat.h"
#include "trace_state.h"

/* --- refused ---------------------------------------------------------------------------------- */

void hd__trace_refuse_begin(hd_trace *trace)
{
    if (hd__process_is(trace->process)) {
        trace->refused++;
        trace->emitter.counts.dropped_signal++;
    }
}

void hd__trace_refuse_end(hd_trace *trace, bool last)
{
    trace->refused -= last && trace->refused > 0;
}

/* --- in --------------------------------------------------------------------------------------- */

static hd__frame_kind choose_kind(hd_trace *trace, bool event)
{
    if (trace->emitter.failed) {
        return HD__FRAME_LOST;
    }
    const bool deep = !event && trace->depth >= trace->depth_limit;
    if (!trace->enabled || (deep && trace->depth_limit < trace->max_depth)) {
        return HD__FRAME_SKIPPED;
    }
    if (deep || !hd__trace_has_room(trace)) {
        trace->emitter.counts.dropped_depth++;
        return HD__FRAME_DROPPED;
    }
    return event ? HD__FRAME_EVENT : HD__FRAME_STATE;
}

/* Its text begins here. */
static void open_text(hd_trace *trace, hd__frame *frame)
{
    frame->tag = trace->tags.used;
    frame->data = trace->data.used;
    frame->attributes = 2;
    frame->data_count = trace->element_count;
    frame->data_ignored = trace->elements_ignored;
    frame->moved_rank = HD__MOVED_NAMES;
    frame->moved_bytes = 0;
    trace->elements_ignored = 0;
}

hd__frame *hd__trace_push(hd_trace *trace, bool event)
{
    if (trace->overflow > 0 || trace->frame_count == trace->frame_capacity) {
        trace->overflow++;
        trace->emitter.counts.dropped_io += trace->emitter.failed;
        trace->emitter.counts.dropped_depth += trace->enabled && !trace->emitter.failed;
        return NULL;
    }
    hd__frame *const frame = &trace->frames[trace->frame_count++];
    frame->kind = choose_kind(trace, event);
    frame->nameless = false;
    frame->end_ns = HD__NOT_RETURNED;
    open_text(trace, frame);
    return hd__frame_is_recorded(frame) ? frame : NULL;
}

void hd__trace_put_element(hd_trace *trace, hd__frame *frame, const char *name)
{
    char *const tag = trace->tags.base + trace->tags.used;
    *tag = '<';
    tag[1] = '_'; /* stays where the name itself means something else */
    char *const end =
        hd__put_name(tag + 1 + hd__is_reserved_element(name), name, HD__NAME_BYTES_MAX - 1);
    frame->name_bytes = (unsigned)(end - tag - 1);
    trace->tags.used += (size_t)(end - tag);
}

void hd__trace_name(hd_trace *trace, hd__frame *frame, const char *name)
{
    frame->nameless = false;
    open_text(trace, frame);
    hd__trace_put_element(trace, frame, name);
}

/* --- out -------------------------------------------------------------------------------------- */

static void add_times(hd_trace *trace, const hd__frame *frame, int64_t end_ns)
{
    static const char time[] = " time='";
    static const char end[] = "' end='";
    char *const at = trace->tags.base + trace->tags.used;
    memcpy(at, time, sizeof time - 1);
    char *to = hd__emit_put_time(&trace->emitter, at + sizeof time - 1, frame->start_ns);
    memcpy(to, end, sizeof end - 1);
    to = hd__emit_put_time(&trace->emitter, to + sizeof end - 1, end_ns);
    *to++ = '\'';
    trace->tags.used += (size_t)(to - at);
}

/* Write the entry, which was taken off the frames already; its text is still in the areas. */
static void finish_entry(hd_trace *trace, const hd__frame *frame, int64_t end_ns)
{
    const bool state = frame->kind == HD__FRAME_STATE;
    if (trace->compat) {
        hd__compat_rework(trace, frame);
    }
    if (state) {
        add_times(trace, frame, end_ns);
    }
    const char *const tag = trace->tags.base + frame->tag;
    const size_t data_bytes = trace->data.used - frame->data;
    char close[HD__NAME_BYTES_MAX + 4] = "</";
    memcpy(close + 2, tag + 1, frame->name_bytes);
    close[2 + frame->name_bytes] = '>';
    const bool empty = data_bytes == 0;
    const hd__text_piece pieces[HD__EMIT_PIECES] = {
        {tag, trace->tags.used - frame->tag},
        {empty ? "/>" : ">", empty ? 2 : 1},
        {trace->data.base + frame->data, data_bytes},
        {close, empty ? 0 : frame->name_bytes + 3},
    };
    trace->last_depth = trace->depth;
    if (trace->ring != NULL) { /* names are numbered when they are written */
        (void)hd__trace_ring_put_text(trace->ring, trace->depth, !state, frame->start_ns, end_ns,
                                      frame->moved_bytes, pieces);
        return;
    }
    const unsigned name =
        state ? hd__emit_get_name(&trace->emitter, tag + 1, frame->name_bytes) : HD__EMIT_EVENT;
    (void)hd__emit_pieces(&trace->emitter, trace->depth, name, frame->start_ns, end_ns,
                          frame->moved_bytes, pieces);
}

void hd__trace_pop(hd_trace *trace, int64_t end_ns)
{
    const hd__frame *const frame = hd__trace_get_top(trace);
    while (trace->element_count > frame->data_count || trace->elements_ignored > 0) {
        hd__trace_end_data(trace, frame);
    }
    trace->frame_count--;
    trace->depth -= frame->kind == HD__FRAME_STATE;
    if (hd__frame_is_recorded(frame) && !hd__trace_is_shut(trace)) {
        finish_entry(trace, frame, end_ns);
    } else {
        trace->emitter.counts.dropped_io +=
            hd__frame_is_recorded(frame) || frame->kind == HD__FRAME_LOST;
    }
    trace->tags.used = frame->tag;
    trace->data.used = frame->data;
    trace->elements_ignored = frame->data_ignored;
}

void hd__trace_end_event(hd_trace *trace)
{
    if (trace->overflow > 0) {
        trace->overflow--;
        return;
    }
    const hd__frame *const frame = hd__trace_get_top(trace);
    if (frame != NULL && frame->kind != HD__FRAME_STATE) {
        hd__trace_pop(trace, frame->start_ns);
    }
}

hd__frame *hd__trace_end_events(hd_trace *trace)
{
    hd__frame *frame = hd__trace_get_top(trace);
    while (frame != NULL && frame->kind == HD__FRAME_EVENT) {
        hd__trace_pop(trace, frame->start_ns);
        frame = hd__trace_get_top(trace);
    }
    return frame;
}

void hd__trace_end_state(hd_trace *trace, int64_t time_ns)
{
    if (trace->overflow > 0) {
        trace->overflow--;
        return;
    }
    hd__frame *const frame = hd__trace_end_events(trace);
    if (frame == NULL) {
        return;
    }
    if (frame->kind == HD__FRAME_STATE && frame->nameless && hd__trace_is_shut(trace)) {
        trace->emitter.counts.dropped_io++;
        hd__trace_drop(trace);
        return;
    }
    int64_t end_ns = time_ns;
    if (frame->kind == HD__FRAME_STATE && !hd__trace_is_shut(trace)) {
        end_ns = frame->end_ns != HD__NOT_RETURNED ? frame->end_ns
                 : time_ns == HD__CLOCK_NOW        ? hd__clock_now()
                                                   : time_ns;
        if (frame->nameless) {
            hd__trace_name(trace, frame, "Unnamed");
        }
        end_ns = end_ns < frame->start_ns ? frame->start_ns : end_ns;
    }
    hd__trace_pop(trace, end_ns);
}
