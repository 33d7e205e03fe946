/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "rut_text.h"

#include <string.h>

enum { DIGITS_THAT_FIT = 19 }; /* any so many are below 2^64 */

static const char *skip_blanks(const char *c)
{
    while (*c == ' ' || *c == '\t') {
        c++;
    }
    return c;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* The number at `c`, which may be too large. */
static uint64_t saturate(const char *c)
{
    uint64_t number = 0;
    for (; is_digit(*c); c++) {
        const unsigned digit = (unsigned)(*c - '0');
        if (number > (UINT64_MAX - digit) / 10) {
            return UINT64_MAX;
        }
        number = number * 10 + digit;
    }
    return number;
}

bool hd__rut_text_number(const char **cursor, uint64_t *value)
{
    const char *c = skip_blanks(*cursor);
    *cursor = c;
    if (!is_digit(*c)) {
        return false;
    }
    uint64_t number = 0;
    const char *end = c;
    for (; is_digit(*end); end++) {
        number = number * 10 + (unsigned)(*end - '0');
    }
    *cursor = end;
    *value = end - c <= DIGITS_THAT_FIT ? number : saturate(c);
    return true;
}

size_t hd__rut_text_numbers(const char **cursor, uint64_t *values, size_t count)
{
    size_t found = 0;
    while (found < count && hd__rut_text_number(cursor, &values[found])) {
        found++;
    }
    return found;
}

const char *hd__rut_text_word(const char **cursor, size_t *length)
{
    const char *start = skip_blanks(*cursor);
    const char *c = start;
    while (*c != ' ' && *c != '\t' && *c != '\n' && *c != '\0') {
        c++;
    }
    *cursor = c;
    *length = (size_t)(c - start);
    return start;
}

bool hd__rut_text_next_line(const char **cursor)
{
    const char *end = strchr(*cursor, '\n');
    if (end == NULL) {
        *cursor += strlen(*cursor);
        return false;
    }
    *cursor = end + 1;
    return end[1] != '\0';
}
