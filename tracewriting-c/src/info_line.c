/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "info_line.h"

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

static char *put_character(char *to, uint32_t code)
{
    code = make_valid(code);
    if (code < 0x80) {
        *to++ = (char)code;
    } else if (code < 0x800) {
        *to++ = (char)(0xC0 | code >> 6);
        *to++ = (char)(0x80 | (code & 0x3F));
    } else if (code < 0x10000) {
        *to++ = (char)(0xE0 | code >> 12);
        *to++ = (char)(0x80 | (code >> 6 & 0x3F));
        *to++ = (char)(0x80 | (code & 0x3F));
    } else {
        *to++ = (char)(0xF0 | code >> 18);
        *to++ = (char)(0x80 | (code >> 12 & 0x3F));
        *to++ = (char)(0x80 | (code >> 6 & 0x3F));
        *to++ = (char)(0x80 | (code & 0x3F));
    }
    return to;
}

static int get_digit(char c, uint32_t base)
{
    if (c >= '0' && c <= '9') {
        return c - '0';
    }
    c = (char)(c | 0x20);
    return base == 16 && c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* Code of the reference at `text`, which begins with '&', and its length; 0 when it is none. */
static size_t read_reference(const char *text, const char *end, uint32_t *code)
{
    static const struct {
        const char *text;
        char character;
    } known[] = {{"&amp;", '&'}, {"&lt;", '<'}, {"&gt;", '>'}, {"&quot;", '"'}, {"&apos;", '\''}};
    const size_t rest = (size_t)(end - text);
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        const size_t length = strlen(known[i].text);
        if (length <= rest && memcmp(text, known[i].text, length) == 0) {
            *code = (uint32_t)known[i].character;
            return length;
        }
    }
    if (rest < 4 || text[1] != '#') {
        return 0;
    }
    const uint32_t base = text[2] == 'x' ? 16 : 10;
    const char *const first = text + (base == 16 ? 3 : 2);
    const char *at = first;
    *code = 0;
    for (; at < end && get_digit(*at, base) >= 0 && *code < 0x1000000; at++) {
        *code = *code * base + (uint32_t)get_digit(*at, base);
    }
    return at > first && at < end && *at == ';' ? (size_t)(at + 1 - text) : 0;
}

/* Copy one character; a byte may become three. `from` has a NUL behind its end. */
static const char *copy_character(char **to, const char *from, const char *end)
{
    uint32_t code = (unsigned char)*from;
    if (*from == '&') {
        const size_t length = read_reference(from, end, &code);
        *to = put_character(*to, length == 0 ? '&' : code);
        return from + (length == 0 ? 1 : length);
    }
    const size_t length = hd__utf8_length(from);
    if (code < 0x80 || length == 0) {
        *to = put_character(*to, code);
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
        const size_t length = *at == '&' ? read_reference(at, end, &code) : 0;
        if (length == 0) {
            *to++ = *at++;
        } else {
            to = put_character(to, code);
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

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

static bool is_word_character(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-';
}

/* Reading position in the line and writing position in the memory of its decoded parts. */
typedef struct cursor {
    const char *at;
    const char *end;
    char *to;
} cursor;

static void skip_blanks(cursor *c)
{
    while (c->at < c->end && is_blank(*c->at)) {
        c->at++;
    }
}

/* A word, or NULL when there is none. */
static const char *take_word(cursor *c)
{
    const char *const word = c->to;
    while (c->at < c->end && is_word_character(*c->at)) {
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
    const bool quoted = c->at < c->end && (*c->at == '\'' || *c->at == '"');
    const char *stop = NULL;
    if (quoted) {
        const char quote = *c->at++;
        stop = memchr(c->at, quote, (size_t)(c->end - c->at));
        if (stop == NULL) {
            return NULL;
        }
    } else {
        for (stop = c->at; stop < c->end && !is_blank(*stop);) {
            stop++;
        }
    }
    while (c->at < stop) {
        copy_plain(c, stop);
        if (c->at < stop) {
            c->at = copy_character(&c->to, c->at, stop);
        }
    }
    c->at = stop + quoted;
    *c->to++ = '\0';
    return c->at == c->end || is_blank(*c->at) ? value : NULL;
}

static bool parse(hd__info_line *line, cursor *c)
{
    line->word = take_word(c);
    if (line->word == NULL || (c->at < c->end && !is_blank(*c->at))) {
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
