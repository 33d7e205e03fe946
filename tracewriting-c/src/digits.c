/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "digits.h"

/* One row of ten, of a hundred, of all, by `ENTRY(hundreds, tens, ones)`. */
#define TEN(h, t)                                                                                  \
    ENTRY(h, t, 0), ENTRY(h, t, 1), ENTRY(h, t, 2), ENTRY(h, t, 3), ENTRY(h, t, 4),                \
        ENTRY(h, t, 5), ENTRY(h, t, 6), ENTRY(h, t, 7), ENTRY(h, t, 8), ENTRY(h, t, 9)
#define HUNDRED(h)                                                                                 \
    TEN(h, 0), TEN(h, 1), TEN(h, 2), TEN(h, 3), TEN(h, 4), TEN(h, 5), TEN(h, 6), TEN(h, 7),        \
        TEN(h, 8), TEN(h, 9)
#define THOUSAND                                                                                   \
    HUNDRED(0), HUNDRED(1), HUNDRED(2), HUNDRED(3), HUNDRED(4), HUNDRED(5), HUNDRED(6),            \
        HUNDRED(7), HUNDRED(8), HUNDRED(9)

/* NOLINTBEGIN(bugprone-branch-clone): equal for some of the thousand */
#define ENTRY(h, t, o)                                                                             \
    {                                                                                              \
        '0' + (h), '0' + (t), '0' + (o), '\0'                                                      \
    }
const char hd__digits_3[1000][4] = {THOUSAND};
#undef ENTRY

#define ENTRY(h, t, o)                                                                             \
    {                                                                                              \
        '0' + ((h) > 0   ? (h)                                                                     \
               : (t) > 0 ? (t)                                                                     \
                         : (o)),                                                                   \
            '0' + ((h) > 0 ? (t) : (o)), '0' + (o),                                                \
            (h) > 0   ? 3                                                                          \
            : (t) > 0 ? 2                                                                          \
                      : 1                                                                          \
    }
const char hd__digits_short[1000][4] = {THOUSAND};
/* NOLINTEND(bugprone-branch-clone) */

char *hd__put_long_digits(char *to, uint64_t number)
{
    const uint64_t billions = number / 1000000000;
    if (billions > 0) {
        to = hd__put_digits(to, billions);
        return hd__put_9_digits(to, (uint32_t)(number - billions * 1000000000));
    }
    const uint32_t millions = (uint32_t)number / 1000000;
    const uint32_t rest = (uint32_t)number - millions * 1000000;
    const uint32_t thousands = rest / 1000;
    to = hd__put_up_to_3_digits(to, millions);
    to = hd__put_3_digits(to, thousands);
    return hd__put_3_digits(to, rest - thousands * 1000);
}
