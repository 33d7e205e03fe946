/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers and times as text. C twin of java/trace-format's TimeText: the sign holds for the whole
 * number, digits below a nanosecond are dropped. */
#include "token.h"

#include <string.h>

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static hd_slice trim(hd_slice text)
{
    while (text.length > 0 && is_blank(*text.at)) {
        text.at++;
        text.length--;
    }
    while (text.length > 0 && is_blank(text.at[text.length - 1])) {
        text.length--;
    }
    return text;
}

/* Append a digit to a number that is kept negative, which reaches further. */
static bool add_digit(int64_t *number, int digit)
{
    if (*number < (INT64_MIN + digit) / 10) {
        return false;
    }
    *number = *number * 10 - digit;
    return true;
}

static bool set_sign(int64_t number, bool negative, int64_t *value)
{
    if (!negative && number == INT64_MIN) {
        return false;
    }
    *value = negative ? number : -number;
    return true;
}

static bool take_sign(hd_slice *text, bool plus_allowed)
{
    const bool negative = text->length > 0 && *text->at == '-';
    if (negative || (plus_allowed && text->length > 0 && *text->at == '+')) {
        text->at++;
        text->length--;
    }
    return negative;
}

bool hd__slice_to_int(hd_slice text, int64_t *value)
{
    text = trim(text);
    const bool negative = take_sign(&text, false);
    int64_t number = 0;
    for (size_t i = 0; i < text.length; i++) {
        const char c = text.at[i];
        if (c < '0' || c > '9' || !add_digit(&number, c - '0')) {
            return false;
        }
    }
    return text.length > 0 && set_sign(number, negative, value);
}

/* Cut the suffix off: how many digits behind the point make a nanosecond. */
static int take_unit(hd_slice *text)
{
    if (text->length == 0 || text->at[text->length - 1] != 's') {
        return 9;
    }
    text->length--;
    const bool milli = text->length > 0 && text->at[text->length - 1] == 'm';
    text->length -= milli;
    *text = trim(*text);
    return milli ? 6 : 9;
}

bool hd__slice_to_time(hd_slice text, int64_t *time_ns)
{
    text = trim(text);
    const int decimals = take_unit(&text);
    const bool negative = take_sign(&text, true);
    int wanted = -1; /* digits still to come behind the point; -1: before it */
    size_t digits = 0;
    int64_t number = 0;
    for (size_t i = 0; i < text.length; i++) {
        const char c = text.at[i];
        if (c == '.' && wanted < 0) {
            wanted = decimals;
            continue;
        }
        if (c < '0' || c > '9') {
            return false;
        }
        digits++;
        if (wanted != 0 && !add_digit(&number, c - '0')) {
            return false;
        }
        wanted -= wanted > 0;
    }
    for (int rest = wanted < 0 ? decimals : wanted; rest > 0; rest--) {
        if (!add_digit(&number, 0)) {
            return false;
        }
    }
    return digits > 0 && set_sign(number, negative, time_ns);
}

bool hd_slice_equals(hd_slice slice, const char *text)
{
    return strncmp(slice.at == NULL ? "" : slice.at, text, slice.length) == 0 &&
           text[slice.length] == '\0';
}
