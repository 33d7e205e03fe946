/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HD_SRC_EMIT_MEMO_H
#define HD_SRC_EMIT_MEMO_H
/* The text of the state of a shape that was written last, up to its times. States of one shape
 * often have the values of the one before; then that text is copied. */

#include "template.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum {
    HD__MEMOS = 32, /* of one trace, for the shapes that it has first; number 0 is for the others */
    HD__MEMO_VALUES = 16,
    HD__MEMO_STEP = 16,
    HD__MEMO_BYTES = 5 * HD__MEMO_STEP, /* copied blindly; more is seldom needed */
    HD__MEMO_BYTES_MAX = 512            /* longest text */
};

#define HD__MEMO_NONE UINT64_MAX /* of `present`: no state has that text */

typedef struct hd__memo {
    uint64_t present; /* bit i: the text has attribute i */
    uint32_t value_count;
    uint32_t bytes;
    uint32_t name;       /* the index's number of the element */
    int64_t moved_bytes; /* of the last state */
    uint64_t time,
        next_time; /* in states of the trace: when the text was made, when to try again */
    int64_t values[HD__MEMO_VALUES];
    char text[HD__MEMO_BYTES_MAX + HD__MEMO_BYTES]; /* zeros follow it, as far as they are copied */
} hd__memo;

/* Whether a state with these values has that text. The values were stored just before, one by one:
 * a load of two of them would have to wait until both stores have left the processor. */
static inline bool hd__memo_holds(const hd__memo *memo, const int64_t *values, uint64_t present)
{
    const size_t count = memo->value_count;
    if (present != memo->present) {
        return false;
    }
    size_t i = 0;
    while (i < count && values[i] == memo->values[i]) {
        i++;
    }
    return i >= count;
}

/* Copy the text in steps. */
static inline char *hd__memo_put(char *to, const hd__memo *memo)
{
    memcpy(to, memo->text, HD__MEMO_BYTES);
    const size_t bytes = memo->bytes;
    for (size_t i = HD__MEMO_BYTES; __builtin_expect(i < bytes, 0); i += HD__MEMO_STEP) {
        memcpy(to + i, memo->text + i, HD__MEMO_STEP);
    }
    return to + bytes;
}

#endif
