/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trace_compat.h"

#include "text.h"

/* --- names of events -------------------------------------------------------------------------- */

const char *hd__compat_event_name(const char *name, char room[HD__COMPAT_NAME_BYTES])
{
    const size_t one = *name == '\0' ? 0 : hd__utf8_length(name);
    const size_t length = one == 0 && *name != '\0' ? 1 : one;
    if (name[length] != '\0') {
        return name;
    }
    memcpy(room, "__", 3);
    if (length > 0) {
        memcpy(room + 1, name, length);
        room[1 + length] = '\0';
    }
    return room;
}

/* --- control characters ----------------------------------------------------------------------- */

/* XML has three of them. */
static bool is_forbidden(unsigned code)
{
    return code < 0x20 && code != '\t' && code != '\n' && code != '\r';
}

/* A reference at `at` to what is forbidden becomes one of the same length. */
static void replace_reference(char *at, const char *end)
{
    static const char tab[] = "&#9;";
    static const char blank[] = "&#32;";
    char *digit = at + 2;
    unsigned code = 0;
    while (digit < end && *digit >= '0' && *digit <= '9' && code < 0x20) {
        code = code * 10 + (unsigned)(*digit++ - '0');
    }
    if (digit < end && *digit == ';' && is_forbidden(code)) {
        const bool is_short = digit == at + 3;
        memcpy(at, is_short ? tab : blank, is_short ? sizeof tab - 1 : sizeof blank - 1);
    }
}

static void replace_references(char *text, const char *end)
{
    for (char *at = text; at < end; at++) {
        at = memchr(at, '&', (size_t)(end - at));
        if (at == NULL) {
            return;
        }
        if (end - at > 3 && at[1] == '#') {
            replace_reference(at, end);
        }
    }
}

/* --- data as attributes ----------------------------------------------------------------------- */

typedef struct mover {
    hd_trace *trace;
    unsigned number; /* of the element */
    unsigned attributes;
} mover;

/* Add ` ELEMENT.number.NAME=VALUE`; the value with its quotes. */
static void move(mover *m, const char *element, size_t element_bytes, const char *name,
                 size_t name_bytes, const char *value, size_t value_bytes)
{
    hd__area *const to = &m->trace->tags;
    const size_t needed = element_bytes + name_bytes + value_bytes + HD__INT_BYTES + 4;
    if (m->attributes >= HD__ATTRIBUTES_MAX || to->size - to->used < needed + HD__TAIL_BYTES) {
        m->trace->emitter.counts.cut_values++;
        return;
    }
    m->attributes++;
    char *at = to->base + to->used;
    *at++ = ' ';
    memcpy(at, element, element_bytes);
    at += element_bytes;
    *at++ = '.';
    at = hd__put_uint(at, m->number);
    if (name_bytes > 0) {
        *at++ = '.';
        memcpy(at, name, name_bytes);
        at += name_bytes;
    }
    *at++ = '=';
    memcpy(at, value, value_bytes);
    to->used = (size_t)(at + value_bytes - to->base);
}

/* Behind the next `c`, which is there. */
static const char *behind(const char *at, const char *end, char c)
{
    const char *const found = memchr(at, c, (size_t)(end - at));
    return found == NULL ? end : found + 1;
}

/* One start tag, as the trace itself wrote it; gives back what follows its '>'. */
static const char *move_tag(mover *m, const char *tag, const char *end)
{
    const char *const element = tag + 1;
    const char *at = element;
    while (*at != ' ' && *at != '/' && *at != '>') {
        at++;
    }
    const size_t element_bytes = (size_t)(at - element);
    if (*at != ' ') { /* that it was there is all that it says */
        move(m, element, element_bytes, "", 0, "''", 2);
    }
    while (*at == ' ') {
        const char *const name = at + 1;
        const char *const value = behind(name, end, '=');
        const char *const next = behind(value + 1, end, '\'');
        move(m, element, element_bytes, name, (size_t)(value - 1 - name), value,
             (size_t)(next - value));
        at = next;
    }
    m->number++;
    return behind(at, end, '>');
}

static void move_data(hd_trace *trace, const hd__frame *frame)
{
    mover m = {trace, 0, frame->attributes};
    const char *at = trace->data.base + frame->data;
    const char *const end = trace->data.base + trace->data.used;
    while (at < end) {
        at = at[1] == '/' ? behind(at, end, '>') : move_tag(&m, at, end);
    }
    trace->data.used = frame->data;
}

void hd__compat_rework(hd_trace *trace, const hd__frame *frame)
{
    replace_references(trace->tags.base + frame->tag, trace->tags.base + trace->tags.used);
    replace_references(trace->data.base + frame->data, trace->data.base + trace->data.used);
    const bool has_children = trace->emitter.open_nested > trace->depth;
    if (frame->kind == HD__FRAME_STATE && has_children && trace->data.used > frame->data) {
        move_data(trace, frame);
    }
}
