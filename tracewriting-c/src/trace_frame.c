/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The entries that are open: what is recorded of them, and how they leave. */
#include "clock_pin.h"
#include "template.h"
#include "text.h"
#include "trace_compat.h"
#include "trace_state.h"

/* --- who may ---------------------------------------------------------------------------------- */

/* The caller is a signal handler amid a call: its entry is not taken. */
static void refuse_begin(hd_trace *trace)
{
    trace->refused++;
    trace->emitter.counts.dropped_signal++;
    if (trace->inside == HD__TIMED) { /* the owner is not in the library: its frame may be told */
        hd__trace_settle_returned(trace);
        trace->inside = HD__RETURNED;
    }
    if (trace->inside == HD__RETURNED) {
        trace->inside = HD__HELD;
    }
}

/* Nor its end. */
static void refuse_end(hd_trace *trace)
{
    trace->refused -= trace->refused > 0;
    if (trace->refused == 0 && trace->inside == HD__HELD) {
        trace->inside = HD__RETURNED;
    }
}

bool hd__trace_enter_begin(hd_trace *trace)
{
    if (trace == NULL || trace->inside == HD__NOWHERE) {
        return false;
    }
    hd__trace_pay(trace);
    if (trace->inside > HD__FULL) {
        refuse_begin(trace);
        return false;
    }
    hd__trace_set_busy(trace);
    return true;
}

bool hd__trace_enter_last(hd_trace *trace)
{
    if (trace == NULL || trace->inside == HD__NOWHERE || trace->inside == HD__BUSY ||
        trace->inside == HD__HELD) {
        return false;
    }
    hd__trace_pay(trace);
    const bool timed = trace->inside == HD__TIMED;
    hd__trace_set_busy(trace);
    if (timed &&
        trace->top->kind == HD__FRAME_TICKS) { /* unless a signal handler told it just now */
        hd__trace_settle_returned(trace);
    }
    return true;
}

bool hd__trace_enter_end(hd_trace *trace)
{
    const bool may = hd__trace_enter_last(trace);
    if (!may && trace != NULL && trace->inside != HD__NOWHERE) {
        refuse_end(trace);
    }
    return may;
}

/* --- in --------------------------------------------------------------------------------------- */

void hd__trace_set_open_limit(hd_trace *trace)
{
    const bool open = trace->enabled && !trace->emitter.failed && trace->irregular == 0;
    trace->open_limit = trace->frames + (open ? trace->depth_limit : 0);
}

static hd__frame_kind choose_kind(hd_trace *trace, hd__frame_kind wanted)
{
    const bool event = wanted == HD__FRAME_EVENT;
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
    return wanted;
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

hd__frame *hd__trace_push(hd_trace *trace, hd__frame_kind kind)
{
    if (trace->top == trace->frames + HD__FRAMES) {
        trace->overflow++;
        trace->emitter.counts.dropped_io += trace->emitter.failed;
        trace->emitter.counts.dropped_depth += trace->enabled && !trace->emitter.failed;
        return NULL;
    }
    hd__frame *const frame = ++trace->top;
    frame->kind = choose_kind(trace, kind);
    frame->end_ns = HD__NOT_RETURNED;
    if (frame->kind != HD__FRAME_CALL) { /* the text of a call begins with its name */
        open_text(trace, frame);
    }
    if (frame->kind > HD__FRAME_STATE) {
        trace->irregular++;
        hd__trace_set_open_limit(trace);
    } else {
        trace->depth++;
    }
    return hd__frame_is_recorded(frame) ? frame : NULL;
}

void hd__trace_put_element(hd_trace *trace, hd__frame *frame, const char *name)
{
    if (!hd__trace_has_room(trace)) { /* then one letter is what is kept for it */
        trace->emitter.counts.cut_values++;
        name = "_";
    }
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
    frame->kind = HD__FRAME_STATE;
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

/* `</NAME>`; gives back its length. */
static size_t put_end_tag(char *to, const char *name, size_t bytes)
{
    to[0] = '<';
    to[1] = '/';
    memcpy(to + 2, name, bytes);
    to[2 + bytes] = '>';
    return bytes + 3;
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
    char close[HD__NAME_BYTES_MAX + 4];
    const bool empty = data_bytes == 0;
    const hd__text_piece pieces[HD__EMIT_PIECES] = {
        {tag, trace->tags.used - frame->tag},
        {empty ? "/>" : ">", empty ? 2 : 1},
        {trace->data.base + frame->data, data_bytes},
        {close, empty ? 0 : put_end_tag(close, tag + 1, frame->name_bytes)},
    };
    trace->last_depth = trace->depth;
    if (trace->ring != NULL) { /* names are numbered when they are written */
        (void)hd__trace_ring_put_text(trace->ring, trace->depth, !state, frame->start_ns, end_ns,
                                      frame->moved_bytes, pieces);
        hd__trace_set_open_limit(trace);
        return;
    }
    const unsigned name =
        state ? hd__emit_get_name(&trace->emitter, tag + 1, frame->name_bytes) : HD__EMIT_EVENT;
    if (!hd__emit_pieces(&trace->emitter, trace->depth, name, frame->start_ns, end_ns,
                         frame->moved_bytes, pieces)) {
        hd__trace_set_open_limit(trace);
    }
}

void hd__trace_pop(hd_trace *trace, int64_t end_ns)
{
    const hd__frame *const frame = hd__trace_get_top(trace);
    while (trace->element_count > frame->data_count || trace->elements_ignored > 0) {
        hd__trace_end_data(trace, frame);
    }
    trace->top--;
    if (frame->kind > HD__FRAME_STATE) {
        trace->irregular--;
        hd__trace_set_open_limit(trace);
    } else {
        trace->depth--;
    }
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
    if (frame != NULL && frame->kind >= HD__FRAME_EVENT) {
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
    if (frame->kind == HD__FRAME_CALL && hd__trace_is_shut(trace)) {
        trace->emitter.counts.dropped_io++;
        hd__trace_drop(trace);
        return;
    }
    int64_t end_ns = time_ns;
    if (frame->kind <= HD__FRAME_STATE && !hd__trace_is_shut(trace)) {
        end_ns = frame->end_ns != HD__NOT_RETURNED ? frame->end_ns
                 : time_ns == HD__CLOCK_NOW        ? hd__clock_now()
                                                   : time_ns;
        if (frame->kind == HD__FRAME_CALL) {
            hd__trace_name(trace, frame, "Unnamed");
        }
        end_ns = end_ns < frame->start_ns ? frame->start_ns : end_ns;
    }
    hd__trace_pop(trace, end_ns);
}
