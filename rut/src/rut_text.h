/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HDRUT_TEXT_H
#define HDRUT_TEXT_H
/** Reading numbers and words from kernel text, a few ns each. None goes past a line's end. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/** Skip blanks and read an unsigned decimal number; saturates at UINT64_MAX.
 *  Returns false when none is there. */
bool hd__rut_text_number(const char **cursor, uint64_t *value);

/** Read numbers until one is missing or `count` are there. Returns how many. */
size_t hd__rut_text_numbers(const char **cursor, uint64_t *values, size_t count);

/** Skip blanks and borrow the next word; its length is 0 at the end of the line. */
const char *hd__rut_text_word(const char **cursor, size_t *length);

/** Move to the beginning of the next line. Returns false at the end of the text. */
bool hd__rut_text_next_line(const char **cursor);

/** Tell whether text starts with `prefix`. Most don't even share its first character, so that is
 *  compared without a call. */
static inline bool hd__rut_text_starts_with(const char *text, const char *prefix)
{
    return *prefix == '\0' || (*text == *prefix && strncmp(text, prefix, strlen(prefix)) == 0);
}

#endif
