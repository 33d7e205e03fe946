/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compat_plan.h"

#include "template.h"
#include "trace_state.h"

#include <string.h>

/* STEP: bytes that are copied at once; TRIES: places where a format may be kept */
enum { STEP = 16, TRIES = 8 };

/* --- taking a format apart -------------------------------------------------------------------- */

/* Keep what is copied from `begin` to `end`, and the conversion that follows it. */
static bool add_step(hd__plan *plan, const char *begin, const char *end, hd__conversion how)
{
    if (plan->steps == HD__PLAN_STEPS || end - begin > UINT8_MAX || how == HD__CONVERT_OTHER) {
        return false;
    }
    plan->step[plan->steps++] =
        (hd__plan_step){(uint16_t)(begin - plan->text), (uint8_t)(end - begin), (uint8_t)how};
    return true;
}

/* The value at `at`: gives back where its quote should be, NULL when it can't be planned.
 * *begin: of what is not part of a step yet. */
static const char *take_value(hd__plan *plan, const char *at, const char **begin)
{
    for (;;) {
        const char *const end = hd__skip_plain(at);
        const char *const percent = memchr(at, '%', (size_t)(end - at));
        if (percent == NULL) {
            return end;
        }
        hd__conversion how = HD__CONVERT_OTHER;
        at = hd__take_conversion(percent + 1, &how);
        if (!add_step(plan, *begin, percent, how)) {
            return NULL;
        }
        *begin = at;
    }
}

/* Fill the steps from the text; false where that is not `a='...' b='...'`, as a trace writes it.
 * What is blank at the end is left out. */
static bool take_apart(hd__plan *plan)
{
    const char *begin = plan->text;
    const char *at = begin;
    do {
        const char *const name = at + 1; /* behind a blank */
        at = hd__skip_name(name);
        if (at == name || at[0] != '=' || at[1] != '\'' || hd__is_reserved_attribute(name)) {
            return false;
        }
        at = take_value(plan, at + 2, &begin);
        if (at == NULL || *at != '\'') {
            return false;
        }
        plan->attributes++;
        at++;
    } while (*at == ' ' && hd__skip_name(at + 1) != at + 1);
    plan->tail = (uint16_t)(begin - plan->text);
    plan->end = (uint16_t)(at - plan->text);
    plan->room = (uint16_t)(plan->end + plan->steps * HD__CONVERTED_BYTES + STEP);
    return at[strspn(at, " \t\n")] == '\0';
}

static bool make(hd__plan *plan, const char *format)
{
    const size_t bytes = strnlen(format, HD__PLAN_BYTES);
    const unsigned changes = plan->changes + 1U;
    memset(plan, 0, sizeof *plan);
    plan->format = format;
    plan->changes = (uint8_t)changes;
    if (bytes > HD__PLAN_BYTES - STEP - 1) {
        return false;
    }
    plan->text[0] = ' ';
    memcpy(plan->text + 1, format, bytes);
    return take_apart(plan);
}

/* --- finding it again ------------------------------------------------------------------------- */

/* Where the format is, or may be, kept; NULL: nowhere. */
static inline hd__plan *find(hd__plans *plans, const char *format)
{
    const uint64_t hash = (uint64_t)(uintptr_t)format * UINT64_C(0x9E3779B97F4A7C15) >> 32;
    for (unsigned i = 0; i < TRIES; i++) {
        hd__plan *const plan = &plans->plan[(hash + i) % HD__PLANS];
        if (plan->format == NULL || plan->format == format) {
            return plan;
        }
    }
    return NULL;
}

/* Make a plan of the text that stands there now. */
static __attribute__((noinline, cold)) bool renew(hd__plan *plan, const char *format)
{
    plan->usable = plan->changes < HD__PLAN_CHANGES && make(plan, format);
    return plan->usable;
}

/* Whether the plan is there and still right. */
static inline bool is_known(hd__plan *plan, const char *format)
{
    if (__builtin_expect(plan->format == NULL, 0)) {
        return renew(plan, format);
    }
    return plan->usable && (strcmp(plan->text + 1, format) == 0 || renew(plan, format));
}

/* --- following it ----------------------------------------------------------------------------- */

/* Copy in whole steps; what is too much is overwritten. */
static inline char *put_text(char *to, const char *text, size_t bytes)
{
    memcpy(to, text, STEP);
    for (size_t done = STEP; __builtin_expect(done < bytes, 0); done += STEP) {
        memcpy(to + done, text + done, STEP);
    }
    return to + bytes;
}

/* NULL when it must be escaped or does not fit. */
static inline char *put_string(char *to, const char *text, size_t *spare)
{
    const char *const end = text == NULL ? NULL : hd__skip_plain(text);
    if (end == NULL || *end != '\0' || (size_t)(end - text) > *spare) {
        return NULL;
    }
    const size_t bytes = (size_t)(end - text);
    *spare -= bytes;
    memcpy(to, text, bytes);
    return to + bytes;
}

static char *follow(const hd__plan *plan, char *to, size_t spare, hd__arguments *from)
{
    const hd__plan_step *const last = plan->step + plan->steps;
    for (const hd__plan_step *step = plan->step; step < last; step++) {
        to = put_text(to, plan->text + step->begin, step->bytes);
        if (step->how != HD__CONVERT_STRING) {
            to = hd__put_number(to, (hd__conversion)step->how, from);
            continue;
        }
        to = put_string(to, va_arg(from->list, const char *), &spare);
        if (to == NULL) {
            return NULL;
        }
    }
    return put_text(to, plan->text + plan->tail, (size_t)(plan->end - plan->tail));
}

bool hd__plans_add(hd__plans *plans, hd_trace *trace, const char *format, va_list list)
{
    hd__plan *const plan = find(plans, format);
    if (plan == NULL || !is_known(plan, format)) {
        return false;
    }
    size_t spare = 0;
    char *const at = hd__trace_open_canonical(trace, plan->attributes, plan->room, &spare);
    if (at == NULL) {
        return false;
    }
    hd__arguments from;
    va_copy(from.list, list);
    char *const end = follow(plan, at, spare, &from);
    va_end(from.list);
    hd__trace_close_canonical(trace, end, plan->attributes);
    return end != NULL;
}
