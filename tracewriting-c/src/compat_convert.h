/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HD_SRC_COMPAT_CONVERT_H
#define HD_SRC_COMPAT_CONVERT_H
/* The conversions of printf that attributes are made of: whole numbers without width and flags, and
 * strings. */

#include "digits.h"
#include "text.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

typedef enum hd__conversion {
    HD__CONVERT_OTHER,
    HD__CONVERT_STRING,
    HD__CONVERT_INT,
    HD__CONVERT_LONG,
    HD__CONVERT_LONG_LONG,
    HD__CONVERT_SSIZE,
    HD__CONVERT_UNSIGNED,
    HD__CONVERT_ULONG,
    HD__CONVERT_ULONG_LONG,
    HD__CONVERT_SIZE,
    HD__CONVERT_HEX /* and behind it the same four as hexadecimal numbers */
} hd__conversion;

enum { HD__CONVERT_WIDTHS = 4, HD__CONVERTED_BYTES = HD__INT_BYTES + HD__DIGITS_SLACK };

/* The list is passed by its address, so that what was taken from it stays taken. */
typedef struct hd__arguments {
    va_list list;
} hd__arguments;

/* Look what stands behind a '%'; gives back what follows it. */
static inline const char *hd__take_conversion(const char *at, hd__conversion *to)
{
    unsigned wide = HD__CONVERT_INT;
    if (*at == 'z') {
        wide = HD__CONVERT_SSIZE;
        at++;
    }
    for (; *at == 'l' && wide < HD__CONVERT_LONG_LONG; at++) {
        wide++;
    }
    if (*at == 'd' || *at == 'i') {
        *to = (hd__conversion)wide;
    } else if (*at == 'u') {
        *to = (hd__conversion)(wide + HD__CONVERT_WIDTHS);
    } else if (*at == 'x') {
        *to = (hd__conversion)(wide + 2 * HD__CONVERT_WIDTHS);
    } else {
        *to = *at == 's' && wide == HD__CONVERT_INT ? HD__CONVERT_STRING : HD__CONVERT_OTHER;
    }
    return *at == '\0' ? at : at + 1;
}

static inline int64_t hd__take_signed(hd__arguments *from, hd__conversion wide)
{
    if (wide == HD__CONVERT_INT) {
        return va_arg(from->list, int);
    }
    if (wide == HD__CONVERT_LONG) {
        return va_arg(from->list, long);
    }
    return wide == HD__CONVERT_SSIZE ? va_arg(from->list, ssize_t) : va_arg(from->list, long long);
}

static inline uint64_t hd__take_unsigned(hd__arguments *from, hd__conversion wide)
{
    if (wide == HD__CONVERT_UNSIGNED) {
        return va_arg(from->list, unsigned);
    }
    if (wide == HD__CONVERT_ULONG) {
        return va_arg(from->list, unsigned long);
    }
    return wide == HD__CONVERT_SIZE ? va_arg(from->list, size_t)
                                    : va_arg(from->list, unsigned long long);
}

char *hd__put_hex(char *to, uint64_t number);

/* Write the next argument, a number; at most HD__CONVERTED_BYTES, of which the last may be behind
 * the end of the text. */
static inline char *hd__put_number(char *to, hd__conversion how, hd__arguments *from)
{
    if (how >= HD__CONVERT_HEX) {
        how = (hd__conversion)(how - HD__CONVERT_WIDTHS);
        return hd__put_hex(to, hd__take_unsigned(from, how));
    }
    if (how >= HD__CONVERT_UNSIGNED) {
        return hd__put_digits(to, hd__take_unsigned(from, how));
    }
    const int64_t number = hd__take_signed(from, how);
    if (number >= 0) {
        return hd__put_digits(to, (uint64_t)number);
    }
    *to = '-';
    return hd__put_digits(to + 1, 0 - (uint64_t)number);
}

#endif
