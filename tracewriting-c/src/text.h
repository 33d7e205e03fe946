/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HD_SRC_TEXT_H
#define HD_SRC_TEXT_H
/* Numbers, times and escaped values as text, without printf and without allocation.
 * Each function writes at `to` without NUL and gives back the end of what it wrote. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    HD__INT_BYTES = 20,    /* longest 64-bit integer */
    HD__DOUBLE_BYTES = 32, /* longest double */
    HD__TIME_BYTES = 48,   /* longest time, with what is stored blindly behind it */
    HD__NANOS_PER_SECOND = 1000000000
};

char *hd__put_uint(char *to, uint64_t value);
char *hd__put_int(char *to, int64_t value);

/* The shortest decimal text that reads back as the same double; NaN, Infinity, -Infinity. */
char *hd__put_double(char *to, double value);

/* Exactly 9 digits. */
char *hd__put_nanos(char *to, uint32_t nanos);

/* SECONDS.NNNNNNNNN of a possibly negative number of ns. */
char *hd__put_time(char *to, int64_t time_ns);

/* An XML name of at most `limit` bytes: characters that no name may hold become '_', and so do
 * bytes that are no UTF-8. Characters above ASCII are kept, whole. */
char *hd__put_name(char *to, const char *name, size_t limit);

/* End of the XML name at `text`; the text itself when there is none. */
const char *hd__skip_name(const char *text);

/* First character that an attribute value can't hold as it is, or the NUL. */
const char *hd__skip_plain(const char *text);

/* An attribute value: & < > ' " and control characters as references. Bytes that are not UTF-8 are
 * taken as Latin-1 and written as references too, so that the file stays readable.
 * Writes at most `room` bytes; *cut tells whether the value did not fit. It is then cut between
 * characters. */
char *hd__put_escaped(char *to, size_t room, const char *value, bool *cut);

/* Length of the UTF-8 character at `text` (1..4), 0 when it is none. Never reads past a NUL. */
size_t hd__utf8_length(const char *text);

#endif
