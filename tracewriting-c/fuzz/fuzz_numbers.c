/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers and times as text against snprintf and strtod, and what reads them. */
#include "../read/token.h"
#include "emit.h"
#include "info_line.h"
#include "text.h"

#include <ctype.h>
#include <errno.h>
#include <hdtrace/template.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(int condition, const char *what, const char *text, const char *expected)
{
    if (!condition) {
        (void)fprintf(stderr, "violated: %s: '%s' instead of '%s'\n", what, text, expected);
        abort();
    }
}

static void check_equal(const char *what, char *text, const char *end, size_t most,
                        const char *expected)
{
    require((size_t)(end - text) <= most, "fits what is promised", text, expected);
    text[end - text] = '\0';
    require(strcmp(text, expected) == 0, what, text, expected);
}

static void check_integers(int64_t number)
{
    char text[64];
    char expected[64];
    int64_t back = 0;
    (void)snprintf(expected, sizeof expected, "%" PRId64, number);
    check_equal("int", text, hd__put_int(text, number), HD__INT_BYTES, expected);
    require(hd__slice_to_int((hd_slice){text, strlen(text)}, &back) && back == number,
            "int reads back", text, expected);
    (void)snprintf(expected, sizeof expected, "%" PRIu64, (uint64_t)number);
    check_equal("uint", text, hd__put_uint(text, (uint64_t)number), HD__INT_BYTES, expected);
    const uint32_t nanos = (uint32_t)((uint64_t)number % HD__NANOS_PER_SECOND);
    (void)snprintf(expected, sizeof expected, "%09" PRIu32, nanos);
    check_equal("nanos", text, hd__put_nanos(text, nanos), 9, expected);
}

/* The same time by the emitter, whose second is kept from one to the next. */
static void check_emitter(hd__emitter *emitter, int64_t time_ns, const char *expected)
{
    char text[64];
    char *const end = hd__emit_put_time(emitter, text, time_ns);
    char cut[64];
    (void)snprintf(cut, sizeof cut, "%.*s", (int)(strlen(expected) - emitter->unused_digits),
                   expected);
    check_equal("time by the emitter", text, end, HD__TIME_BYTES, cut);
}

static void check_time(int64_t time_ns, hd__emitter *emitter)
{
    char text[64];
    char expected[64];
    const uint64_t size = time_ns < 0 ? 0 - (uint64_t)time_ns : (uint64_t)time_ns;
    int64_t back = 0;
    (void)snprintf(expected, sizeof expected, "%s%" PRIu64 ".%09" PRIu64, time_ns < 0 ? "-" : "",
                   size / HD__NANOS_PER_SECOND, size % HD__NANOS_PER_SECOND);
    check_equal("time", text, hd__put_time(text, time_ns), HD__TIME_BYTES, expected);
    require(hd__slice_to_time((hd_slice){text, strlen(text)}, &back) && back == time_ns,
            "time reads back", text, expected);
    if (time_ns < -INT64_MAX + HD__NANOS_PER_SECOND) {
        return; /* stands for no time in the emitter */
    }
    for (unsigned digits = 0; digits <= 3; digits += 3) {
        emitter->unused_digits = digits;
        check_emitter(emitter, time_ns, expected);
        check_emitter(emitter, time_ns, expected); /* now of the kept second */
    }
}

static size_t count_digits(const char *text)
{
    size_t count = 0;
    size_t zeros = 0;
    for (; *text != '\0' && *text != 'e' && *text != 'E'; text++) {
        if (isdigit((unsigned char)*text) != 0 && (count > 0 || *text != '0')) {
            count++;
            zeros = *text == '0' ? zeros + 1 : 0;
        }
    }
    return count - zeros;
}

/* No text with fewer digits reads back as the same. */
static void check_double(double number)
{
    char text[HD__DOUBLE_BYTES + 1];
    char expected[64];
    char *const end = hd__put_double(text, number);
    require(end - text <= HD__DOUBLE_BYTES, "doubles are short", "", "");
    *end = '\0';
    if (isnan(number) || isinf(number)) {
        require(strcmp(text, isnan(number) ? "NaN"
                             : number > 0  ? "Infinity"
                                           : "-Infinity") == 0,
                "no number", text, "");
        return;
    }
    const double back = strtod(text, NULL);
    require(hd_double_bits(back) == hd_double_bits(number), "doubles read back", text, "");
    for (int digits = 1; digits <= 17; digits++) {
        (void)snprintf(expected, sizeof expected, "%.*e", digits - 1, number);
        if (strtod(expected, NULL) == number) { /* NOLINT(clang-analyzer-core.FloatLoopCounter) */
            require(count_digits(text) <= (size_t)digits, "shortest double", text, expected);
            return;
        }
    }
}

/* Any text: a number to us when it is one to strtoll that begins with a digit or a minus. */
static void check_reading(const char *text)
{
    char *end = NULL;
    int64_t number = 0;
    errno = 0;
    const long long expected = strtoll(text, &end, 10);
    const size_t length = strlen(text);
    const bool begins = isdigit((unsigned char)text[0]) || (text[0] == '-' && length > 1);
    const bool is_number = begins && end > text && *end == '\0' && errno == 0;
    const char *at = text;
    const bool taken = hd__take_int(&at, &number) && *at == '\0';
    require(taken == is_number && (!taken || number == expected), "take_int", text, "");
    number = 0;
    const bool read = hd__slice_to_int((hd_slice){text, length}, &number);
    require(!is_number || (read && number == expected), "slice_to_int", text, "");
    (void)hd__slice_to_time((hd_slice){text, length}, &number);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static hd__emitter emitter = {.front_ns = INT64_MIN};
    int64_t integer = 0;
    double number = 0;
    char text[64] = "";
    memcpy(&integer, data, size < sizeof integer ? size : sizeof integer);
    check_integers(integer);
    check_time(integer, &emitter);
    check_time(integer % (INT64_C(100000) * HD__NANOS_PER_SECOND), &emitter);
    memcpy(&number, &integer, sizeof number);
    check_double(number);
    check_double((double)integer);
    check_double((double)(integer % 1000000) / 1000);
    memcpy(text, data, size < sizeof text ? size : sizeof text - 1);
    check_reading(text);
    return 0;
}
