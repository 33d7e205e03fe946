/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "rut_text.h"

#include <string.h>

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

bool hd__rut_text_number(const char **cursor, uint64_t *value)
{
    const char *c = skip_blanks(*cursor);
    *cursor = c;
    if (!is_digit(*c)) {
        return false;
    }
    uint64_t number = 0;
    for (; is_digit(*c); c++) {
        const unsigned digit = (unsigned)(*c - '0');
        const bool too_large = number > (UINT64_MAX - digit) / 10;
        number = too_large ? UINT64_MAX : number * 10 + digit;
    }
    *cursor = c;
    *value = number;
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

bool hd__rut_text_starts_with(const char *text, const char *prefix)
{
    return strncmp(text, prefix, strlen(prefix)) == 0;
}
