/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The hot path: states, events and their attributes. No lock, no allocation, no printf; the clock
 * is read once per begin and once per end, and not at all for what is not recorded. */
#include "clock_pin.h"
#include "template.h"
#include "text.h"
#include "trace_state.h"

/* --- begin ------------------------------------------------------------------------------------ */

static hd__frame_kind choose_kind(hd_trace *trace, bool event)
{
    if (trace->emitter.failed) {
        return HD__FRAME_LOST;
    }
    const bool deep = !event && trace->depth >= trace->depth_limit;
    if (!trace->enabled || (deep && trace->depth_limit < trace->max_depth)) {
        return HD__FRAME_SKIPPED;
    }
    const bool room =
        trace->tags.size - trace->tags.used > HD__NAME_BYTES_MAX + 2 * (size_t)HD__TAIL_BYTES;
    if (deep || !room) {
        trace->emitter.counts.dropped_depth++;
        return HD__FRAME_DROPPED;
    }
    return event ? HD__FRAME_EVENT : HD__FRAME_STATE;
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
    frame->tag = trace->tags.used;
    frame->data = trace->data.used;
    frame->attributes = 2;
    frame->data_count = trace->element_count;
    frame->data_ignored = trace->elements_ignored;
    frame->moved_rank = HD__MOVED_NAMES;
    frame->moved_bytes = 0;
    frame->nameless = false;
    frame->end_ns = HD__NOT_RETURNED;
    trace->elements_ignored = 0;
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
    frame->nameless = false;
    trace->tags.used += (size_t)(end - tag);
}

void hd_trace_begin_state_at(hd_trace *trace, const char *name, int64_t time_ns)
{
    if (trace == NULL || name == NULL) {
        return;
    }
    hd__frame *const frame = hd__trace_push(trace, false);
    if (frame == NULL) {
        return;
    }
    trace->depth++;
    hd__trace_put_element(trace, frame, name);
    frame->start_ns = time_ns == HD__CLOCK_NOW ? hd__clock_now() : time_ns;
}

void hd_trace_begin_state(hd_trace *trace, const char *name)
{
    hd_trace_begin_state_at(trace, name, HD__CLOCK_NOW);
}

static void add_value(hd_trace *trace, const char *name, const char *value);

void hd_trace_begin_event_at(hd_trace *trace, const char *name, int64_t time_ns)
{
    if (trace == NULL || name == NULL) {
        return;
    }
    hd__frame *const frame = hd__trace_push(trace, true);
    if (frame == NULL) {
        return;
    }
    static const char open[] = "<Event";
    frame->name_bytes = sizeof open - 2;
    frame->start_ns = time_ns == HD__CLOCK_NOW ? hd__clock_now() : time_ns;
    memcpy(trace->tags.base + trace->tags.used, open, sizeof open - 1);
    trace->tags.used += sizeof open - 1;
    add_value(trace, "name", name);
    static const char time[] = " time='";
    char *const at = trace->tags.base + trace->tags.used;
    memcpy(at, time, sizeof time - 1);
    char *end = hd__emit_put_time(&trace->emitter, at + sizeof time - 1, frame->start_ns);
    *end++ = '\'';
    trace->tags.used += (size_t)(end - at);
    frame->attributes = 2;
}

void hd_trace_begin_event(hd_trace *trace, const char *name)
{
    hd_trace_begin_event_at(trace, name, HD__CLOCK_NOW);
}

/* --- attributes ------------------------------------------------------------------------------- */

/* Where an attribute goes: the area, and the bytes of it that must stay free. */
typedef struct target {
    hd__area *area;
    size_t reserved;
} target;

static bool count_attribute(hd_trace *trace, unsigned *attributes)
{
    if (*attributes >= HD__ATTRIBUTES_MAX) {
        trace->emitter.counts.cut_values++;
        return false;
    }
    ++*attributes;
    return true;
}

/* The innermost open thing that takes attributes; false when there is none. */
static bool get_target(hd_trace *trace, target *to)
{
    hd__frame *const frame = hd__trace_get_top(trace);
    if (frame == NULL || !hd__frame_is_recorded(frame) || trace->elements_ignored > 0) {
        return false;
    }
    if (trace->element_count == frame->data_count) {
        *to = (target){&trace->tags, HD__TAIL_BYTES};
        return count_attribute(trace, &frame->attributes);
    }
    hd__data_element *const element = &trace->elements[trace->element_count - 1];
    if (element->has_child) { /* its start tag is closed */
        trace->emitter.counts.cut_values++;
        return false;
    }
    *to = (target){&trace->data, trace->data_closing};
    return count_attribute(trace, &element->attributes);
}

/* Write ` name='`, if that and `bytes` more fit; gives back where the value goes, or NULL. */
static char *open_attribute(hd_trace *trace, const target *to, const char *name, size_t bytes)
{
    const size_t needed = bytes + HD__NAME_BYTES_MAX + 4 + to->reserved;
    if (to->area->size - to->area->used < needed) {
        trace->emitter.counts.cut_values++;
        return NULL;
    }
    char *at = to->area->base + to->area->used;
    *at++ = ' ';
    if (to->area == &trace->tags && hd__is_reserved_attribute(name)) {
        *at++ = '_';
    }
    at = hd__put_name(at, name, HD__NAME_BYTES_MAX - 1);
    *at++ = '=';
    *at++ = '\'';
    return at;
}

static void close_attribute(const target *to, char *end)
{
    *end++ = '\'';
    to->area->used = (size_t)(end - to->area->base);
}

/* Keep what the state says about the data that it moved, for the index. */
static void note_moved(hd_trace *trace, const target *to, const char *name, int64_t value)
{
    const int rank = hd__get_moved_rank(name);
    if (rank < 0 || value < 0 || to->area != &trace->tags) {
        return;
    }
    hd__frame *const frame = hd__trace_get_top(trace);
    if ((unsigned)rank < frame->moved_rank) {
        frame->moved_rank = (unsigned)rank;
        frame->moved_bytes = value;
    }
}

void hd_trace_add_int(hd_trace *trace, const char *name, int64_t value)
{
    target to;
    if (name == NULL || !get_target(trace, &to)) {
        return;
    }
    char *const at = open_attribute(trace, &to, name, HD__INT_BYTES);
    if (at != NULL) {
        close_attribute(&to, hd__put_int(at, value));
        note_moved(trace, &to, name, value);
    }
}

void hd_trace_add_uint(hd_trace *trace, const char *name, uint64_t value)
{
    target to;
    if (name == NULL || !get_target(trace, &to)) {
        return;
    }
    char *const at = open_attribute(trace, &to, name, HD__INT_BYTES);
    if (at != NULL) {
        close_attribute(&to, hd__put_uint(at, value));
        note_moved(trace, &to, name, (int64_t)value);
    }
}

void hd_trace_add_double(hd_trace *trace, const char *name, double value)
{
    target to;
    if (name == NULL || !get_target(trace, &to)) {
        return;
    }
    char *const at = open_attribute(trace, &to, name, HD__DOUBLE_BYTES);
    if (at != NULL) {
        close_attribute(&to, hd__put_double(at, value));
    }
}

static void add_value(hd_trace *trace, const char *name, const char *value)
{
    target to;
    if (!get_target(trace, &to)) {
        return;
    }
    char *const at = open_attribute(trace, &to, name, 0);
    if (at == NULL) {
        return;
    }
    size_t room = to.area->size - (size_t)(at - to.area->base) - to.reserved - 1;
    room = room < HD__VALUE_BYTES_MAX ? room : HD__VALUE_BYTES_MAX;
    bool cut = false;
    close_attribute(&to, hd__put_escaped(at, room, value, &cut));
    trace->emitter.counts.cut_values += cut;
}

void hd_trace_add_text(hd_trace *trace, const char *name, const char *value)
{
    if (name != NULL) {
        add_value(trace, name, value == NULL ? "" : value);
    }
}

/* --- data ------------------------------------------------------------------------------------- */

void hd_trace_begin_data(hd_trace *trace, const char *name)
{
    const hd__frame *const frame = hd__trace_get_top(trace);
    if (frame == NULL || name == NULL || !hd__frame_is_recorded(frame)) {
        return;
    }
    /* '>' of the parent, "<NAME", and "</NAME>" later */
    const size_t needed = 2 * (size_t)HD__NAME_BYTES_MAX + 8 + trace->data_closing;
    if (trace->elements_ignored > 0 || trace->element_count == HD__DATA_MAX ||
        trace->data.size - trace->data.used < needed) {
        trace->elements_ignored++;
        trace->emitter.counts.cut_values++;
        return;
    }
    char *at = trace->data.base + trace->data.used;
    if (trace->element_count > frame->data_count) {
        hd__data_element *const parent = &trace->elements[trace->element_count - 1];
        if (!parent->has_child) {
            *at++ = '>';
            parent->has_child = true;
        }
    }
    hd__data_element *const element = &trace->elements[trace->element_count++];
    element->tag = (size_t)(at - trace->data.base);
    *at = '<';
    char *const end = hd__put_name(at + 1, name, HD__NAME_BYTES_MAX);
    element->name_bytes = (unsigned)(end - at - 1);
    element->attributes = 0;
    element->has_child = false;
    trace->data.used = (size_t)(end - trace->data.base);
    trace->data_closing += element->name_bytes + 4;
}

void hd_trace_end_data(hd_trace *trace)
{
    const hd__frame *const frame = hd__trace_get_top(trace);
    if (frame == NULL || !hd__frame_is_recorded(frame)) {
        return;
    }
    if (trace->elements_ignored > 0) {
        trace->elements_ignored--;
        return;
    }
    if (trace->element_count == frame->data_count) {
        return;
    }
    const hd__data_element *const element = &trace->elements[--trace->element_count];
    trace->data_closing -= element->name_bytes + 4;
    char *at = trace->data.base + trace->data.used;
    if (element->has_child) {
        *at++ = '<';
        *at++ = '/';
        memcpy(at, trace->data.base + element->tag + 1, element->name_bytes);
        at += element->name_bytes;
    } else {
        *at++ = '/';
    }
    *at++ = '>';
    trace->data.used = (size_t)(at - trace->data.base);
}

/* --- end -------------------------------------------------------------------------------------- */

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
    const unsigned name =
        state ? hd__emit_get_name(&trace->emitter, tag + 1, frame->name_bytes) : HD__EMIT_EVENT;
    (void)hd__emit_pieces(&trace->emitter, trace->depth, name, frame->start_ns, end_ns,
                          frame->moved_bytes, pieces);
}

static void pop(hd_trace *trace, int64_t end_ns)
{
    const hd__frame *const frame = hd__trace_get_top(trace);
    while (trace->element_count > frame->data_count || trace->elements_ignored > 0) {
        hd_trace_end_data(trace);
    }
    trace->frame_count--;
    trace->depth -= frame->kind == HD__FRAME_STATE;
    if (hd__frame_is_recorded(frame) && !trace->emitter.failed) {
        finish_entry(trace, frame, end_ns);
    } else {
        trace->emitter.counts.dropped_io +=
            hd__frame_is_recorded(frame) || frame->kind == HD__FRAME_LOST;
    }
    trace->tags.used = frame->tag;
    trace->data.used = frame->data;
    trace->elements_ignored = frame->data_ignored;
}

void hd__trace_drop(hd_trace *trace)
{
    hd__frame *const frame = hd__trace_get_top(trace);
    trace->depth--;
    frame->kind = HD__FRAME_SKIPPED;
    pop(trace, 0);
}

void hd_trace_end_event(hd_trace *trace)
{
    if (trace != NULL && trace->overflow > 0) {
        trace->overflow--;
        return;
    }
    const hd__frame *const frame = hd__trace_get_top(trace);
    if (frame != NULL && frame->kind != HD__FRAME_STATE) {
        pop(trace, frame->start_ns);
    }
}

void hd_trace_end_state_at(hd_trace *trace, int64_t time_ns)
{
    if (trace != NULL && trace->overflow > 0) {
        trace->overflow--;
        return;
    }
    const hd__frame *frame = hd__trace_get_top(trace);
    while (frame != NULL && frame->kind == HD__FRAME_EVENT) {
        pop(trace, frame->start_ns);
        frame = hd__trace_get_top(trace);
    }
    if (frame == NULL) {
        return;
    }
    int64_t end_ns = time_ns;
    if (frame->kind == HD__FRAME_STATE && !trace->emitter.failed) {
        end_ns = frame->end_ns != HD__NOT_RETURNED ? frame->end_ns
                 : time_ns == HD__CLOCK_NOW        ? hd__clock_now()
                                                   : time_ns;
        if (frame->nameless) {
            hd_trace_name_state(trace, "Unnamed");
        }
        end_ns = end_ns < frame->start_ns ? frame->start_ns : end_ns;
    }
    pop(trace, end_ns);
}

void hd_trace_end_state(hd_trace *trace)
{
    hd_trace_end_state_at(trace, HD__CLOCK_NOW);
}
