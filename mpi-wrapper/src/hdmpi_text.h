/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HDMPI_TEXT_H
#define HDMPI_TEXT_H
/** A text that grows, for the lines of fragments. Running out of memory is remembered and makes
 *  the text unusable, so that callers check once at the end. Thread: one owner. */

#include <stdbool.h>
#include <stddef.h>

typedef struct hd__text {
    char *data; /**< NUL terminated, or NULL while empty */
    size_t length;
    size_t capacity;
    bool failed;
} hd__text;

void hd__text_add(hd__text *text, const char *more, size_t length);
void hd__text_add_string(hd__text *text, const char *more);
void hd__text_add_int(hd__text *text, long long number);

/** Add a value so that it can stand between quotes of either kind on one line. */
void hd__text_add_escaped(hd__text *text, const char *value);

void hd__text_fini(hd__text *text);

#endif
