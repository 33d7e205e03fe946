/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "info_line.h"

#include "field.h"
#include "reference.h"
#include "sys.h"
#include "text.h"

#include <string.h>

/* --- characters ------------------------------------------------------------------------------- */

/* No character that XML 1.0 can hold: the replacement character stands in. */
static uint32_t make_valid(uint32_t code)
{
    const bool control = code < 0x20 && code != '\t' && code != '\n' && code != '\r';
    const bool surrogate = code >= 0xD800 && code <= 0xDFFF;
    return control || surrogate || code > 0x10FFFF || (code & 0xFFFE) == 0xFFFE ? 0xFFFD : code;
}

/* At most three bytes where there is no such character. */
static char *put_valid(char *to, uint32_t code)
{
    return hd__put_character(to, make_valid(code));
}

/* Copy one character; a byte may become three. `from` has a NUL behind its end. */
static const char *copy_character(char **to, const char *from, const char *end)
{
    uint32_t code = (unsigned char)*from;
    if (*from == '&') {
        const size_t length = hd__read_reference(from, end, &code);
        *to = put_valid(*to, length == 0 ? '&' : code);
        return from + (length == 0 ? 1 : length);
    }
    const size_t length = hd__utf8_length(from);
    if (code < 0x80 || length == 0) {
        *to = put_valid(*to, code);
        return from + 1;
    }
    memcpy(*to, from, length);
    *to += length;
    return from + length;
}

void hd__decode_references(char *text)
{
    const char *const end = text + strlen(text);
    char *to = text;
    for (const char *at = text; at < end;) {
        uint32_t code = 0;
        const size_t length = *at == '&' ? hd__read_reference(at, end, &code) : 0;
        if (length == 0) {
            *to++ = *at++;
        } else {
            to = put_valid(to, code);
            at += length;
        }
    }
    *to = '\0';
}

char *hd__copy_valid(const char *text)
{
    const size_t length = strlen(text);
    char *const copy = hd__system.alloc(3 * length + 1);
    char *to = copy;
    for (const char *at = text; copy != NULL && *at != '\0';) {
        if (*at == '&') { /* no reference here */
            *to++ = *at++;
        } else {
            at = copy_character(&to, at, text + length);
        }
    }
    return copy;
}

/* --- the line --------------------------------------------------------------------------------- */

/* Reading position in the line and writing position in the memory of its decoded parts. */
typedef struct cursor {
    const char *at;
    const char *end;
    char *to;
} cursor;

static void skip_blanks(cursor *c)
{
    c->at = hd__skip_field_blanks(c->at, c->end);
}

/* A word, or NULL when there is none. */
static const char *take_word(cursor *c)
{
    const char *const word = c->to;
    while (c->at < c->end && hd__is_word_character(*c->at)) {
        *c->to++ = *c->at++;
    }
    *c->to++ = '\0';
    return *word == '\0' ? NULL : word;
}

/* Whether 8 characters are printable ASCII and none is '&'. */
static bool are_plain(const char *text)
{
    const uint64_t ones = UINT64_C(0x0101010101010101);
    uint64_t word = 0;
    memcpy(&word, text, sizeof word);
    const uint64_t odd = word | (word - ones * ' ') | (word + ones) | ((word ^ ones * '&') - ones);
    return (odd & ones * 0x80) == 0;
}

/* Copy what stands for itself: most values, at once. */
static void copy_plain(cursor *c, const char *stop)
{
    const char *at = c->at;
    while (stop - at >= 8 && are_plain(at)) {
        at += 8;
    }
    while (at < stop && *at >= ' ' && *at <= '~' && *at != '&') {
        at++;
    }
    const size_t length = (size_t)(at - c->at);
    memcpy(c->to, c->at, length);
    c->to += length;
    c->at = at;
}

static const char *take_value(cursor *c)
{
    const char *const value = c->to;
    const char *behind = NULL;
    const char *const stop = hd__bound_value(&c->at, c->end, &behind);
    if (stop == NULL) {
        return NULL;
    }
    while (c->at < stop) {
        copy_plain(c, stop);
        if (c->at < stop) {
            c->at = copy_character(&c->to, c->at, stop);
        }
    }
    c->at = behind;
    *c->to++ = '\0';
    return value;
}

static bool parse(hd__info_line *line, cursor *c)
{
    line->word = take_word(c);
    if (line->word == NULL || (c->at < c->end && !hd__is_field_blank(*c->at))) {
        return false;
    }
    for (skip_blanks(c); c->at < c->end; skip_blanks(c)) {
        if (line->count == HD__LINE_FIELDS) {
            return false;
        }
        const char *const name = take_word(c);
        if (name == NULL || c->at == c->end || *c->at != '=') {
            return false;
        }
        c->at++;
        const char *const value = take_value(c);
        if (value == NULL) {
            return false;
        }
        line->fields[line->count].name = name;
        line->fields[line->count++].value = value;
    }
    return true;
}

static bool reserve(hd__info_line *line, size_t bytes)
{
    if (line->size < bytes) {
        hd__info_line_fini(line);
        line->memory = hd__system.alloc(bytes);
        line->size = line->memory == NULL ? 0 : bytes;
    }
    return line->memory != NULL;
}

hd__line_result hd__info_line_read(hd__info_line *line, const char *text, size_t length)
{
    line->word = NULL;
    line->count = 0;
    if (memchr(text, '\0', length) != NULL) {
        return HD__LINE_BAD;
    }
    /* the line itself, then its parts: at most three bytes for one, and a NUL for each part */
    if (!reserve(line, 4 * length + 4 * (size_t)HD__LINE_FIELDS)) {
        return HD__LINE_NOMEM;
    }
    memcpy(line->memory, text, length);
    line->memory[length] = '\0';
    cursor c = {line->memory, line->memory + length, line->memory + length + 1};
    skip_blanks(&c);
    if (c.at == c.end) {
        return HD__LINE_EMPTY;
    }
    return parse(line, &c) ? HD__LINE_OK : HD__LINE_BAD;
}

void hd__info_line_fini(hd__info_line *line)
{
    hd__system.release(line->memory);
    line->memory = NULL;
    line->size = 0;
}

const char *hd__info_line_get(const hd__info_line *line, const char *name)
{
    for (size_t i = 0; i < line->count; i++) {
        if (strcmp(line->fields[i].name, name) == 0) {
            return line->fields[i].value;
        }
    }
    return NULL;
}

bool hd__take_int(const char **text, int64_t *value)
{
    const char *at = *text;
    const bool negative = *at == '-';
    at += negative;
    const char *const first = at;
    int64_t number = 0; /* kept negative, which reaches further */
    for (; *at >= '0' && *at <= '9'; at++) {
        const int digit = *at - '0';
        if (number < (INT64_MIN + digit) / 10) {
            return false;
        }
        number = number * 10 - digit;
    }
    if (at == first || (!negative && number == INT64_MIN)) {
        return false;
    }
    *text = at;
    *value = negative ? number : -number;
    return true;
}

bool hd__info_line_get_int(const hd__info_line *line, const char *name, int64_t *value)
{
    const char *text = hd__info_line_get(line, name);
    int64_t number = 0;
    if (text == NULL || !hd__take_int(&text, &number) || *text != '\0') {
        return false;
    }
    *value = number;
    return true;
}
