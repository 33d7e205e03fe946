/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Attributes and data elements of what is open, as text in the two areas of the trace. */
#include "digits.h"
#include "template.h"
#include "text.h"
#include "trace_state.h"

enum { INT_ROOM = HD__INT_BYTES + HD__DIGITS_SLACK };

/* --- attributes ------------------------------------------------------------------------------- */

/* Where an attribute goes: the area, the bytes of it that must stay free, and the count of them. */
typedef struct target {
    hd__area *area;
    size_t reserved;
    unsigned *attributes;
} target;

/* The innermost open thing that attributes are for; false when there is none, or when it takes no
 * more of them and the target says which that is. */
static inline __attribute__((always_inline)) bool find_target(hd_trace *trace, target *to)
{
    hd__frame *const frame = hd__trace_get_top(trace);
    if (frame == NULL || !hd__frame_takes_text(frame) || trace->elements_ignored > 0) {
        to->area = NULL;
        return false;
    }
    if (trace->element_count == frame->data_count) {
        *to = (target){&trace->tags, HD__TAIL_BYTES + HD__NAMES_RESERVE, &frame->attributes};
        return true;
    }
    hd__data_element *const element = &trace->elements[trace->element_count - 1];
    *to = (target){&trace->data, trace->data_closing, &element->attributes};
    return !element->has_child; /* else its start tag is closed */
}

/* The same for one attribute, which is counted, or counted as cut. */
static inline __attribute__((always_inline)) bool get_target(hd_trace *trace, target *to)
{
    const bool found = find_target(trace, to);
    if (found && *to->attributes < HD__ATTRIBUTES_MAX) {
        ++*to->attributes;
        return true;
    }
    trace->emitter.counts.cut_values += to->area != NULL;
    return false;
}

/* Write ` name='`, if that and `bytes` more fit; gives back where the value goes, or NULL. */
static inline char *open_attribute(hd_trace *trace, const target *to, const char *name,
                                   size_t bytes)
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
    hd__frame *const frame = trace->top;
    if ((unsigned)rank < frame->moved_rank) {
        frame->moved_rank = (unsigned)rank;
        frame->moved_bytes = value;
    }
}

static inline __attribute__((always_inline)) void add_number(hd_trace *trace, const char *name,
                                                             bool negative, uint64_t magnitude)
{
    target to;
    if (name == NULL || !hd__trace_enter(trace)) {
        return;
    }
    char *const at = get_target(trace, &to) ? open_attribute(trace, &to, name, INT_ROOM) : NULL;
    if (at != NULL) {
        *at = '-';
        close_attribute(&to, hd__put_digits(at + negative, magnitude));
        note_moved(trace, &to, name, negative ? -1 : (int64_t)magnitude);
    }
    hd__trace_leave(trace);
}

void hd_trace_add_int(hd_trace *trace, const char *name, int64_t value)
{
    const bool negative = value < 0;
    add_number(trace, name, negative, negative ? 0 - (uint64_t)value : (uint64_t)value);
}

void hd_trace_add_uint(hd_trace *trace, const char *name, uint64_t value)
{
    add_number(trace, name, false, value);
}

void hd_trace_add_double(hd_trace *trace, const char *name, double value)
{
    target to;
    if (name == NULL || !hd__trace_enter(trace)) {
        return;
    }
    char *const at =
        get_target(trace, &to) ? open_attribute(trace, &to, name, HD__DOUBLE_BYTES) : NULL;
    if (at != NULL) {
        close_attribute(&to, hd__put_double(at, value));
    }
    hd__trace_leave(trace);
}

void hd__trace_add_value(hd_trace *trace, const char *name, const char *value)
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
    if (name != NULL && hd__trace_enter(trace)) {
        hd__trace_add_value(trace, name, value == NULL ? "" : value);
        hd__trace_leave(trace);
    }
}

char *hd__trace_open_canonical(hd_trace *trace, unsigned count, size_t bytes, size_t *spare)
{
    target to;
    if (!hd__trace_enter(trace)) {
        return NULL;
    }
    if (find_target(trace, &to) && *to.attributes + count <= HD__ATTRIBUTES_MAX) {
        const size_t left = to.area->size - to.area->used;
        const size_t room = left < HD__VALUE_BYTES_MAX ? left : HD__VALUE_BYTES_MAX;
        if (room >= bytes + to.reserved) {
            *spare = room - bytes - to.reserved;
            return to.area->base + to.area->used;
        }
    }
    hd__trace_leave(trace);
    return NULL;
}

void hd__trace_close_canonical(hd_trace *trace, const char *end, unsigned count)
{
    target to;
    if (end != NULL && find_target(trace, &to)) {
        to.area->used = (size_t)(end - to.area->base);
        *to.attributes += count;
    }
    hd__trace_leave(trace);
}

bool hd__trace_add_canonical(hd_trace *trace, const char *text, size_t bytes, unsigned count)
{
    size_t spare = 0;
    char *const at = hd__trace_open_canonical(trace, count, bytes + 1, &spare);
    if (at == NULL) {
        return false;
    }
    *at = ' ';
    memcpy(at + 1, text, bytes);
    hd__trace_close_canonical(trace, at + 1 + bytes, count);
    return true;
}

/* --- data ------------------------------------------------------------------------------------- */

static void begin_data(hd_trace *trace, const char *name)
{
    const hd__frame *const frame = hd__trace_get_top(trace);
    if (frame == NULL || !hd__frame_takes_text(frame)) {
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

void hd__trace_end_data(hd_trace *trace, const hd__frame *frame)
{
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

void hd_trace_begin_data(hd_trace *trace, const char *name)
{
    if (name != NULL && hd__trace_enter(trace)) {
        begin_data(trace, name);
        hd__trace_leave(trace);
    }
}

void hd_trace_end_data(hd_trace *trace)
{
    if (hd__trace_enter(trace)) {
        const hd__frame *const frame = hd__trace_get_top(trace);
        if (frame != NULL && hd__frame_takes_text(frame)) {
            hd__trace_end_data(trace, frame);
        }
        hd__trace_leave(trace);
    }
}
