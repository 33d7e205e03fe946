/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HD_SRC_COMPAT_PLAN_H
#define HD_SRC_COMPAT_PLAN_H
/* Formats of attributes that were seen before. `a='%d' b='%s'` is taken apart once; from then on
 * its names, blanks and quotes are copied, and what stands between them is written where the trace
 * keeps it, without another look.
 *
 * A format is found by its address and believed only while the text there is the same. The first
 * ones that are met are kept; one whose text changes again and again is given up.
 * Thread: one at a time. No allocation. */

#include "compat_convert.h"

#include <hdtrace/trace.h>

enum {
    HD__PLANS = 64,         /* a power of two */
    HD__PLAN_STEPS = 24,    /* conversions in one format */
    HD__PLAN_BYTES = 368,   /* of its text, with a blank in front and zeros behind */
    HD__PLAN_CHANGES = 100, /* of the text at an address */
};

typedef struct hd__plan_step {
    uint16_t begin; /* of what is copied before the conversion */
    uint8_t bytes;
    uint8_t how; /* hd__conversion */
} hd__plan_step;

typedef struct hd__plan {
    const char *format; /* NULL: there is none here */
    bool usable;        /* else it goes the general way */
    uint8_t changes;
    uint16_t attributes;
    uint16_t steps;
    uint16_t room; /* what it prints at most, strings left aside */
    uint16_t tail; /* where the text behind the last conversion begins */
    uint16_t end;
    hd__plan_step step[HD__PLAN_STEPS];
    char text[HD__PLAN_BYTES];
} hd__plan;

typedef struct hd__plans {
    hd__plan plan[HD__PLANS];
} hd__plans;

/* Add the attributes that vprintf would print to the innermost entry. False, and nothing done,
 * where the format is none of those that were described, a string holds what must be escaped, or
 * there is no such entry or no room in it. */
bool hd__plans_add(hd__plans *plans, hd_trace *trace, const char *format, va_list list)
    __attribute__((format(printf, 3, 0)));

#endif
