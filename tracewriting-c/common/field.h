/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HD_COMMON_FIELD_H
#define HD_COMMON_FIELD_H
/* What a line of a fragment is made of: words, blanks, and values in either quotes or without. */

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

static inline bool hd__is_field_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

static inline bool hd__is_word_character(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-';
}

static inline const char *hd__skip_field_blanks(const char *at, const char *end)
{
    while (at < end && hd__is_field_blank(*at)) {
        at++;
    }
    return at;
}

/* Bring *at from the beginning of a value to what is in its quotes, if it has some, and *behind to
 * what follows it; gives back its end. NULL: the quote that ends it is missing, or something else
 * than a blank stands behind it. */
static inline const char *hd__bound_value(const char **at, const char *end, const char **behind)
{
    const char *stop = *at;
    if (stop < end && (*stop == '\'' || *stop == '"')) {
        const char quote = *(*at)++;
        stop = memchr(*at, quote, (size_t)(end - *at));
        if (stop == NULL) {
            return NULL;
        }
        *behind = stop + 1;
    } else {
        while (stop < end && !hd__is_field_blank(*stop)) {
            stop++;
        }
        *behind = stop;
    }
    return *behind == end || hd__is_field_blank(**behind) ? stop : NULL;
}

#endif
