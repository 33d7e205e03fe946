/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What vprintf prints, for the conversions that attributes are made of; everything else is left to
 * vsnprintf. */
#include "compat.h"
#include "digits.h"
#include "sys.h"
#include "text.h"

#include <stdio.h>
#include <string.h>

enum { HEX_BYTES = 16 };

/* How wide the argument is. */
typedef enum width { WIDTH_INT, WIDTH_LONG, WIDTH_LONG_LONG, WIDTH_SIZE } width;

static const char *take_width(const char *at, width *to)
{
    *to = WIDTH_INT;
    if (*at == 'z') {
        *to = WIDTH_SIZE;
        return at + 1;
    }
    for (; *at == 'l' && *to < WIDTH_LONG_LONG; at++) {
        ++*to;
    }
    return at;
}

static char *put_hex(char *to, uint64_t number)
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

static char *put_unsigned(char *to, char conversion, uint64_t number)
{
    return conversion == 'x' ? put_hex(to, number) : hd__put_digits(to, number);
}

static char *put_signed(char *to, int64_t number)
{
    if (number < 0) {
        *to++ = '-';
        return hd__put_digits(to, 0 - (uint64_t)number);
    }
    return hd__put_digits(to, (uint64_t)number);
}

/* The list is passed by its address, so that what was taken from it stays taken. */
typedef struct arguments {
    va_list list;
} arguments;

static int64_t take_signed(arguments *from, width wide)
{
    switch (wide) {
    case WIDTH_LONG:
        return va_arg(from->list, long);
    case WIDTH_LONG_LONG:
        return va_arg(from->list, long long);
    case WIDTH_SIZE:
        return va_arg(from->list, ssize_t);
    case WIDTH_INT:
        break;
    }
    return va_arg(from->list, int);
}

static uint64_t take_unsigned(arguments *from, width wide)
{
    switch (wide) {
    case WIDTH_LONG:
        return va_arg(from->list, unsigned long);
    case WIDTH_LONG_LONG:
        return va_arg(from->list, unsigned long long);
    case WIDTH_SIZE:
        return va_arg(from->list, size_t);
    case WIDTH_INT:
        break;
    }
    return va_arg(from->list, unsigned);
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

/* One conversion, whose letter stands behind its width; false when it is none of the simple ones.
 */
static inline bool convert(output *out, char letter, width wide, arguments *from)
{
    if (letter == 's' && wide == WIDTH_INT) {
        return put_string(out, va_arg(from->list, const char *));
    }
    if (!has_room(out, HD__INT_BYTES + HD__DIGITS_SLACK)) {
        return false;
    }
    if (letter == 'd' || letter == 'i') {
        out->to = put_signed(out->to, take_signed(from, wide));
        return true;
    }
    if (letter == 'u' || letter == 'x') {
        out->to = put_unsigned(out->to, letter, take_unsigned(from, wide));
        return true;
    }
    return false;
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

static bool format_simply(hd__buffer *buffer, const char *format, arguments *from)
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
        width wide = WIDTH_INT;
        format = take_width(format + 1, &wide);
        if (!convert(&out, *format, wide, from)) {
            return false;
        }
        format++;
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
    arguments from;
    va_copy(from.list, list);
    const bool done = format_simply(buffer, format, &from);
    va_end(from.list);
    if (!done && !buffer->failed) {
        buffer->used = before;
        format_fully(buffer, format, list);
    }
}
