/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Escaping and numbers: what is written holds no special character, and decoding undoes
 * escaping; numbers read back as the same. */
#include "info_line.h"
#include "text.h"

#include <hdtrace/template.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(int condition, const char *what)
{
    if (!condition) {
        (void)fprintf(stderr, "violated: %s\n", what);
        abort();
    }
}

/* By the tables of Unicode and not by the writer's own: a whole character of UTF-8 that XML can
 * hold, its length; else 0. */
static size_t get_xml_length(const unsigned char *at)
{
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    const size_t length = at[0] < 0x80 ? 1 : at[0] < 0xE0 ? 2 : at[0] < 0xF0 ? 3 : 4;
    uint32_t code = length == 1 ? at[0] : at[0] & (0xFFU >> (length + 1));
    for (size_t i = 1; i < length; i++) {
        if (at[i] >> 6 != 2) {
            return 0;
        }
        code = code << 6 | (at[i] & 0x3FU);
    }
    const bool first = at[0] < 0x80 || (at[0] >= 0xC0 && at[0] < 0xF8);
    const bool held = code >= 0x20 && (code < 0xD800 || code > 0xDFFF) && code != 0xFFFE &&
                      code != 0xFFFF && code <= 0x10FFFF;
    return first && held && code >= least[length] ? length : 0;
}

static void check_escaping(const char *value, size_t size)
{
    char *const full = malloc(6 * size + 1);
    char *const cut_text = malloc(size + 1);
    require(full != NULL && cut_text != NULL, "memory");
    bool cut = false;
    char *const end = hd__put_escaped(full, 6 * size, value, &cut);
    *end = '\0';
    require(!cut, "six bytes for one are enough");
    for (const char *at = full; at < end; at++) {
        const unsigned char c = (unsigned char)*at;
        require(c >= 0x20 && c != 0x7f && strchr("<>'\"", c) == NULL, "no special character");
    }
    for (const char *at = full; at < end;) {
        const size_t length = get_xml_length((const unsigned char *)at);
        require(length > 0, "characters of XML");
        at += length;
    }
    char *const short_end = hd__put_escaped(cut_text, size, value, &cut);
    const size_t kept = (size_t)(short_end - cut_text);
    require(kept <= size && memcmp(cut_text, full, kept) == 0, "a cut value is a prefix");
    require(cut == (kept < (size_t)(end - full)), "cut is told");
    hd__decode_references(full);
    char *again = malloc(6 * strlen(full) + 1);
    require(again != NULL, "memory");
    *hd__put_escaped(again, 6 * strlen(full), full, &cut) = '\0';
    hd__decode_references(again);
    require(strcmp(full, again) == 0, "decoding undoes escaping");
    free(again);
    free(full);
    free(cut_text);
}

static void check_numbers(const uint8_t *data)
{
    char text[HD__DOUBLE_BYTES + 1];
    double number = 0;
    int64_t integer = 0;
    memcpy(&number, data, sizeof number);
    memcpy(&integer, data, sizeof integer);
    char *end = hd__put_double(text, number);
    require(end - text <= HD__DOUBLE_BYTES, "doubles are short");
    *end = '\0';
    const double back = strtod(text, NULL);
    require(isnan(number) ? isnan(back) : hd_double_bits(back) == hd_double_bits(number),
            "doubles read back");
    end = hd__put_int(text, integer);
    require(end - text <= HD__INT_BYTES, "integers are short");
    *end = '\0';
    const char *at = text;
    int64_t integer_back = 0;
    require(hd__take_int(&at, &integer_back) && *at == '\0' && integer_back == integer,
            "integers read back");
    require(hd__put_time(text, integer) - text <= HD__TIME_BYTES, "times are short");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *const value = malloc(size + 1);
    require(value != NULL, "memory");
    if (size > 0) {
        memcpy(value, data, size);
    }
    value[size] = '\0';
    check_escaping(value, strlen(value));
    char name[64];
    require(hd__put_name(name, value, sizeof name) > name, "names are not empty");
    if (size >= sizeof(double)) {
        check_numbers(data);
    }
    free(value);
    return 0;
}
