/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "text.h"

#include "digits.h"

#include <string.h>

char *hd__put_uint(char *to, uint64_t value)
{
    char digits[HD__INT_BYTES + HD__DIGITS_SLACK];
    const size_t length = (size_t)(hd__put_digits(digits, value) - digits);
    memcpy(to, digits, length);
    return to + length;
}

char *hd__put_int(char *to, int64_t value)
{
    uint64_t magnitude = (uint64_t)value;
    if (value < 0) {
        *to++ = '-';
        magnitude = 0 - magnitude;
    }
    return hd__put_uint(to, magnitude);
}

char *hd__put_nanos(char *to, uint32_t nanos)
{
    char digits[9 + HD__DIGITS_SLACK];
    (void)hd__put_9_digits(digits, nanos);
    memcpy(to, digits, 9);
    return to + 9;
}

char *hd__put_time(char *to, int64_t time_ns)
{
    uint64_t magnitude = (uint64_t)time_ns;
    if (time_ns < 0) {
        *to++ = '-';
        magnitude = 0 - magnitude;
    }
    to = hd__put_uint(to, magnitude / HD__NANOS_PER_SECOND);
    *to++ = '.';
    return hd__put_nanos(to, (uint32_t)(magnitude % HD__NANOS_PER_SECOND));
}

/* What may stand in names: 1 anywhere, 2 not at the beginning. Above ASCII it takes a look. */
#define NONE_16 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
/* clang-format off */
static const unsigned char name_kinds[256] = {
    NONE_16, NONE_16,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 2, 0, /* - . */
    2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 0, 0, 0, 0, 0, /* digits, : */
    0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, /* A to O */
    1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 1, /* P to Z, _ */
    0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
    1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0,
    NONE_16, NONE_16, NONE_16, NONE_16, NONE_16, NONE_16, NONE_16, NONE_16};
/* clang-format on */

char *hd__put_name(char *to, const char *name, size_t limit)
{
    const char *const end = to + limit;
    if (limit > 0 && (unsigned char)*name < 0x80 && name_kinds[(unsigned char)*name] != 1) {
        *to++ = '_';
        name += *name != '\0' && name_kinds[(unsigned char)*name] == 0;
    }
    for (;;) {
        const size_t room = (size_t)(end - to);
        size_t plain = 0;
        while (plain < room && name_kinds[(unsigned char)name[plain]] != 0) {
            to[plain] = name[plain];
            plain++;
        }
        to += plain;
        name += plain;
        const size_t bytes = (unsigned char)*name < 0x80 ? 0 : hd__utf8_length(name);
        if (to == end || *name == '\0' || bytes > (size_t)(end - to)) {
            return to;
        }
        if (bytes == 0) {
            *to++ = '_';
            name++;
        } else {
            memcpy(to, name, bytes);
            to += bytes;
            name += bytes;
        }
    }
}

const char *hd__skip_name(const char *text)
{
    if (name_kinds[(unsigned char)*text] != 1) {
        return text;
    }
    while (name_kinds[(unsigned char)*text] != 0) {
        text++;
    }
    return text;
}

/* Characters that need a look: controls, DEL, the five of XML, everything above ASCII. */
#define PLAIN_16   0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
#define SPECIAL_16 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1
static const unsigned char special[256] = {
    SPECIAL_16, SPECIAL_16, 0,          0,          1,          0,          0,          0,
    1,          1,          0,          0,          0,          0,          0,          0,
    0,          0, /* " & ' */
    0,          0,          0,          0,          0,          0,          0,          0,
    0,          0,          0,          0,          1,          0,          1,          0, /* < > */
    PLAIN_16,   PLAIN_16,   PLAIN_16,   0,          0,          0,          0,          0,
    0,          0,          0,          0,          0,          0,          0,          0,
    0,          0,          1, /* DEL */
    SPECIAL_16, SPECIAL_16, SPECIAL_16, SPECIAL_16, SPECIAL_16, SPECIAL_16, SPECIAL_16, SPECIAL_16};

const char *hd__skip_plain(const char *text)
{
    while (!special[(unsigned char)*text]) {
        text++;
    }
    return text;
}

static bool is_continuation(char c)
{
    return ((unsigned char)c & 0xC0) == 0x80;
}

size_t hd__utf8_length(const char *text)
{
    const unsigned char first = (unsigned char)text[0];
    if (first < 0x80) {
        return 1;
    }
    if (first < 0xC2 || first > 0xF4 || !is_continuation(text[1])) {
        return 0;
    }
    if (first < 0xE0) {
        return 2;
    }
    const unsigned char second = (unsigned char)text[1];
    if (!is_continuation(text[2]) || (first == 0xE0 && second < 0xA0) ||
        (first == 0xED && second > 0x9F)) {
        return 0; /* overlong, or half of a surrogate pair */
    }
    if (first < 0xF0) {
        /* U+FFFE and U+FFFF are no characters of XML */
        return first == 0xEF && second == 0xBF && (unsigned char)text[2] >= 0xBE ? 0 : 3;
    }
    if (!is_continuation(text[3]) || (first == 0xF0 && second < 0x90) ||
        (first == 0xF4 && second > 0x8F)) {
        return 0;
    }
    return 4;
}

/* Compose what stands for the special character at `value`; *taken is its length there. */
static size_t get_replacement(const char *value, char replacement[8], size_t *taken)
{
    const char *entity = NULL;
    *taken = 1;
    switch (*value) {
    case '&':
        entity = "&amp;";
        break;
    case '<':
        entity = "&lt;";
        break;
    case '>':
        entity = "&gt;";
        break;
    case '\'':
        entity = "&apos;";
        break;
    case '"':
        entity = "&quot;";
        break;
    default:
        break;
    }
    if (entity != NULL) {
        const size_t length = strlen(entity);
        /* NOLINTNEXTLINE(bugprone-not-null-terminated-result): its length is given back */
        memcpy(replacement, entity, length);
        return length;
    }
    const size_t length = hd__utf8_length(value);
    if ((unsigned char)*value >= 0x80 && length > 0) {
        memcpy(replacement, value, length);
        *taken = length;
        return length;
    }
    char *end = replacement;
    *end++ = '&';
    *end++ = '#';
    end = hd__put_uint(end, (unsigned char)*value);
    *end++ = ';';
    return (size_t)(end - replacement);
}

char *hd__put_escaped(char *to, size_t room, const char *value, bool *cut)
{
    char *const limit = to + room;
    *cut = false;
    for (;;) {
        while (to < limit && !special[(unsigned char)*value]) {
            *to++ = *value++;
        }
        if (*value == '\0') {
            return to;
        }
        if (!special[(unsigned char)*value]) {
            break;
        }
        char replacement[8];
        size_t taken = 0;
        const size_t length = get_replacement(value, replacement, &taken);
        if (length > (size_t)(limit - to)) {
            break;
        }
        memcpy(to, replacement, length);
        to += length;
        value += taken;
    }
    *cut = true;
    return to;
}
