/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What vprintf prints, for the conversions that attributes are made of; everything else is left to
 * vsnprintf. */
#include "compat.h"
#include "compat_convert.h"

#include <stdio.h>
#include <string.h>

enum { HEX_BYTES = 16 };

char *hd__put_hex(char *to, uint64_t number)
{
    static const char digits[] = "0123456789abcdef";
    char text[HEX_BYTES];
    char *at = text + HEX_BYTES;
    do {
        *--at = digits[number & 15];
        number >>= 4;
    } while (number != 0);
    const size_t bytes = (size_t)(text + HEX_BYTES - at);
    memcpy(to, at, bytes);
    return to + bytes;
}

/* Where text goes: behind that of a buffer, up to `end`. */
typedef struct output {
    char *to;
    char *end;
    hd__buffer *buffer;
} output;

/* Room for at least so many bytes; false when out of memory. */
static bool make_room(output *out, size_t bytes)
{
    if (out->to != NULL) {
        hd__buffer_set_end(out->buffer, out->to);
    }
    out->to = hd__buffer_reserve(out->buffer, bytes);
    out->end = out->to == NULL ? NULL : out->buffer->text + out->buffer->size - 1;
    return out->to != NULL;
}

static inline bool has_room(output *out, size_t bytes)
{
    return (size_t)(out->end - out->to) >= bytes || make_room(out, bytes);
}

static bool put_string(output *out, const char *text)
{
    const size_t bytes = text == NULL ? 0 : strlen(text);
    if (text == NULL || !has_room(out, bytes)) {
        return false;
    }
    memcpy(out->to, text, bytes);
    out->to += bytes;
    return true;
}

/* False when it is none of the simple conversions, or out of memory. */
static inline bool convert(output *out, hd__conversion how, hd__arguments *from)
{
    if (how == HD__CONVERT_STRING) {
        return put_string(out, va_arg(from->list, const char *));
    }
    if (how == HD__CONVERT_OTHER || !has_room(out, HD__CONVERTED_BYTES)) {
        return false;
    }
    out->to = hd__put_number(out->to, how, from);
    return true;
}

/* The text up to the next conversion or the end; NULL when out of memory. */
static inline const char *put_literal(output *out, const char *format)
{
    static const bool ends[256] = {['\0'] = true, ['%'] = true};
    const char *end = format;
    while (!ends[(unsigned char)*end]) {
        end++;
    }
    const size_t bytes = (size_t)(end - format);
    if (!has_room(out, bytes)) {
        return NULL;
    }
    memcpy(out->to, format, bytes);
    out->to += bytes;
    return end;
}

static bool format_simply(hd__buffer *buffer, const char *format, hd__arguments *from)
{
    output out = {NULL, NULL, buffer};
    if (!make_room(&out, HD__INT_BYTES)) {
        return false;
    }
    for (;;) {
        format = put_literal(&out, format);
        if (format == NULL) {
            return false;
        }
        if (*format == '\0') {
            hd__buffer_set_end(buffer, out.to);
            return true;
        }
        hd__conversion how = HD__CONVERT_OTHER;
        format = hd__take_conversion(format + 1, &how);
        if (!convert(&out, how, from)) {
            return false;
        }
    }
}

__attribute__((format(printf, 2, 0))) static void format_fully(hd__buffer *buffer,
                                                               const char *format, va_list list)
{
    va_list again;
    va_copy(again, list);
    const int length = vsnprintf(NULL, 0, format, again);
    va_end(again);
    char *const to = length < 0 ? NULL : hd__buffer_reserve(buffer, (size_t)length + 1);
    if (to == NULL) {
        buffer->failed = true;
        return;
    }
    (void)vsnprintf(to, (size_t)length + 1, format, list);
    hd__buffer_set_end(buffer, to + length);
}

void hd__compat_format(hd__buffer *buffer, const char *format, va_list list)
{
    const size_t before = buffer->used;
    hd__arguments from;
    va_copy(from.list, list);
    const bool done = format_simply(buffer, format, &from);
    va_end(from.list);
    if (!done && !buffer->failed) {
        buffer->used = before;
        format_fully(buffer, format, list);
    }
}
