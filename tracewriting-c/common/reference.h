/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HD_COMMON_REFERENCE_H
#define HD_COMMON_REFERENCE_H
/* References of XML and the characters that they stand for. */

#include <stddef.h>
#include <stdint.h>
#include <string.h>

static inline int hd__get_digit(char c, uint32_t base)
{
    if (c >= '0' && c <= '9') {
        return c - '0';
    }
    c = (char)(c | 0x20);
    return base == 16 && c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* Length of the reference at `text`, which begins with '&'; 0 when it is none. *code may be no
 * character: less than 2^28, whatever the number. */
static inline size_t hd__read_reference(const char *text, const char *end, uint32_t *code)
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
    uint32_t number = 0;
    for (; at < end && hd__get_digit(*at, base) >= 0 && number < 0x1000000; at++) {
        number = number * base + (uint32_t)hd__get_digit(*at, base);
    }
    if (at == first || at == end || *at != ';') {
        return 0;
    }
    *code = number;
    return (size_t)(at + 1 - text);
}

/* Write a character, which there is, in UTF-8: at most four bytes. */
static inline char *hd__put_character(char *to, uint32_t code)
{
    static const struct {
        uint32_t below;
        uint32_t lead;
        unsigned further;
    } forms[] = {{0x80, 0, 0}, {0x800, 0xC0, 1}, {0x10000, 0xE0, 2}, {0x110000, 0xF0, 3}};
    size_t form = 0;
    while (code >= forms[form].below) {
        form++;
    }
    unsigned shift = 6 * forms[form].further;
    *to++ = (char)(forms[form].lead | code >> shift);
    while (shift > 0) {
        shift -= 6;
        *to++ = (char)(0x80 | (code >> shift & 0x3F));
    }
    return to;
}

#endif
