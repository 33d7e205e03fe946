/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HD_SRC_DIGITS_H
#define HD_SRC_DIGITS_H
/* Numbers as text in few instructions, for the hot path. Each function writes at `to` and gives
 * back the end of the text; behind that it may store zeros, never anything else: callers leave
 * HD__DIGITS_SLACK bytes of room there.
 *
 * Eight digits are made at once in the bytes of a word: halves of four digits, then pairs, then
 * digits, each step a multiplication by the reciprocal in all parts at the same time (Lamport,
 * "Multiple byte processing with full-word instructions", 1975, is the idea). */

#include <stdint.h>
#include <string.h>

enum { HD__DIGITS_SLACK = 16 };

extern const char hd__digit_pairs[201];

/* Eight digits of a number below 10^8 as values 0 to 9, the first in the lowest byte. */
static inline uint64_t hd__spread_digits(uint32_t number)
{
    const uint64_t top = number / 10000;
    const uint64_t halves = top | (uint64_t)(number - (uint32_t)top * 10000) << 32;
    const uint64_t hundreds = (halves * 10486) >> 20 & UINT64_C(0x0000007F0000007F);
    const uint64_t pairs = hundreds | (halves - hundreds * 100) << 16;
    const uint64_t tens = (pairs * 103) >> 10 & UINT64_C(0x000F000F000F000F);
    return tens | (pairs - tens * 10) << 8;
}

#define HD__DIGIT_ZEROS UINT64_C(0x3030303030303030)

static inline uint64_t hd__to_little_endian(uint64_t word)
{
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    return __builtin_bswap64(word);
#else
    return word;
#endif
}

static inline char *hd__put_8_digits(char *to, uint32_t number)
{
    const uint64_t text = hd__to_little_endian(hd__spread_digits(number) | HD__DIGIT_ZEROS);
    memcpy(to, &text, sizeof text);
    return to + 8;
}

/* Number from 1 to 10^8 - 1 without leading zeros. */
static inline char *hd__put_up_to_8_digits(char *to, uint32_t number)
{
    const uint64_t digits = hd__spread_digits(number);
    const unsigned skip = (unsigned)__builtin_ctzll(digits) & 56U; /* bits of leading zeros */
    const uint64_t text = hd__to_little_endian((digits | HD__DIGIT_ZEROS) >> skip);
    memcpy(to, &text, sizeof text);
    return to + 8 - skip / 8;
}

/* Number from 10^8 on. */
char *hd__put_long_digits(char *to, uint64_t number);

static inline char *hd__put_digits(char *to, uint64_t number)
{
    if (number < 10) {
        *to = (char)('0' + number);
        return to + 1;
    }
    if (number < 100) {
        memcpy(to, hd__digit_pairs + 2 * number, 2);
        return to + 2;
    }
    return number < 100000000 ? hd__put_up_to_8_digits(to, (uint32_t)number)
                              : hd__put_long_digits(to, number);
}

static inline char *hd__put_signed_digits(char *to, int64_t number)
{
    if (number < 0) {
        *to = '-';
        return hd__put_digits(to + 1, 0 - (uint64_t)number);
    }
    return hd__put_digits(to, (uint64_t)number);
}

/* Exactly nine digits of a number below 10^9. */
static inline char *hd__put_9_digits(char *to, uint32_t number)
{
    const uint32_t first = number / 100000000;
    *to = (char)('0' + first);
    return hd__put_8_digits(to + 1, number - first * 100000000);
}

#endif
