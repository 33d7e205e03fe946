/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HD_SRC_DIGITS_H
#define HD_SRC_DIGITS_H
/* Numbers as text in few instructions, for the hot path: three digits at a time from tables.
 *
 * Each function writes at `to` and gives back the end of the text. It may store up to
 * HD__DIGITS_SLACK bytes of anything behind that; whoever wants zeros there stores something over
 * them that is at least as long, as the rest of an element always is. */

#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum { HD__DIGITS_SLACK = 4 };

/* Texts of 0 to 999: with leading zeros and a NUL; and without, filled up, and their length. */
extern const char hd__digits_3[1000][4];
extern const char hd__digits_short[1000][4];

static inline char *hd__put_3_digits(char *to, uint32_t number)
{
    memcpy(to, hd__digits_3[number], 4);
    return to + 3;
}

static inline char *hd__put_up_to_3_digits(char *to, size_t number)
{
    memcpy(to, hd__digits_short[number], 4);
    return to + hd__digits_short[number][3];
}

/* Number from 10^6 on. */
char *hd__put_long_digits(char *to, uint64_t number);

static inline char *hd__put_digits(char *to, uint64_t number)
{
    if (number < 1000) {
        return hd__put_up_to_3_digits(to, (size_t)number);
    }
    if (number < 1000000) {
        const uint32_t thousands = (uint32_t)number / 1000;
        to = hd__put_up_to_3_digits(to, thousands);
        return hd__put_3_digits(to, (uint32_t)number - thousands * 1000);
    }
    return hd__put_long_digits(to, number);
}

/* Exactly nine digits of a number below 10^9. */
static inline char *hd__put_9_digits(char *to, uint32_t number)
{
    const uint32_t millions = number / 1000000;
    const uint32_t rest = number - millions * 1000000;
    const uint32_t thousands = rest / 1000;
    to = hd__put_3_digits(to, millions);
    to = hd__put_3_digits(to, thousands);
    return hd__put_3_digits(to, rest - thousands * 1000);
}

#endif
