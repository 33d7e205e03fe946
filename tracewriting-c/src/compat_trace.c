/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hdT_*: attributes come as printf-like text, which is taken apart and escaped. A quote ends a
 * value only where a blank or the end follows, so that a file name with a quote stays whole. */
#include "compat.h"
#include "compat_plan.h"
#include "info_line.h"
#include "sys.h"
#include "template.h"
#include "text.h"
#include "trace_state.h"

#include <hdtrace-compat/hdTrace.h>
#include <hdtrace/project.h>
#include <hdtrace/trace.h>
#include <string.h>

struct hdTrace {
    hd_trace *trace;
    hd_fragment *fragment;
    hd__buffer info; /* the line of .info that has no end yet */
    hd__buffer text; /* formatted attributes */
    hd__plans plans;
    bool enabled;
    unsigned open; /* states, to refuse what may not be done inside */
};

void hdTrace_init(void)
{
}

static hd_status create(hdTrace *t, const hd_topology_node *node)
{
    hd_status status = hd_trace_create(node, NULL, &t->trace);
    if (status == HD_OK) {
        status = hd_fragment_create(node, &t->fragment);
    }
    return status;
}

static int destroy(hdTrace *t)
{
    const hd_status first = hd_trace_destroy(t->trace);
    const hd_status second = hd_fragment_destroy(t->fragment);
    hd__buffer_fini(&t->info);
    hd__buffer_fini(&t->text);
    hd__system.release(t);
    return hd__compat_result(first != HD_OK ? first : second);
}

hdTrace *hdT_createTrace(hdTopoNode *topoNode)
{
    hdTrace *const t = topoNode == NULL ? NULL : hd__system.alloc(sizeof *t);
    if (t == NULL) {
        (void)hd__compat_fail(topoNode == NULL ? HD_ERR_INVALID_ARGUMENT : HD_ERR_MALLOC);
        return NULL;
    }
    const hd_status status = create(t, topoNode->node);
    if (status != HD_OK) {
        (void)destroy(t);
        (void)hd__compat_fail(status == HD_IO ? HD_ERR_CREATE_FILE : HD_ERR_MALLOC);
        return NULL;
    }
    hd_trace_set_enabled(t->trace, false);
    hd_trace_set_depth(t->trace, 1);
    return t;
}

int hdT_setNestedDepth(hdTrace *trace, int depth)
{
    if (trace == NULL || depth < 0) {
        return hd__compat_fail(HD_ERR_INVALID_ARGUMENT);
    }
    if (trace->open > 0) {
        return hd__compat_fail(HD_ERR_INVALID_CONTEXT);
    }
    hd_trace_set_depth(trace->trace, (unsigned)depth + 1);
    return 0;
}

int hdT_setForceFlush(hdTrace *trace, int flush)
{
    (void)flush;
    return trace == NULL ? hd__compat_fail(HD_ERR_INVALID_ARGUMENT) : 0;
}

static int set_enabled(hdTrace *trace, bool enabled)
{
    if (trace == NULL) {
        return -1;
    }
    const bool same = trace->enabled == enabled;
    trace->enabled = enabled;
    hd_trace_set_enabled(trace->trace, enabled);
    return same;
}

int hdT_enableTrace(hdTrace *trace)
{
    return set_enabled(trace, true);
}

int hdT_disableTrace(hdTrace *trace)
{
    return set_enabled(trace, false);
}

int hdT_isEnabled(hdTrace *trace)
{
    return trace != NULL && trace->enabled;
}

/* --- attributes ------------------------------------------------------------------------------- */

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n';
}

/* The quote that ends the value at `text`, or NULL. */
static char *find_end(char *text, char quote)
{
    for (char *at = strchr(text, quote); at != NULL; at = strchr(at + 1, quote)) {
        if (at[1] == '\0' || is_blank(at[1])) {
            return at;
        }
    }
    return NULL;
}

/* Take `name='value' ...` apart, in place; false at the first thing that is none. */
static bool add_attributes(hd_trace *trace, char *text)
{
    for (text += strspn(text, " \t\n"); *text != '\0'; text += strspn(text, " \t\n")) {
        char *const name = text;
        char *const equals = strchr(text, '=');
        if (equals == NULL || equals == name || (equals[1] != '\'' && equals[1] != '"')) {
            return false;
        }
        char *const value = equals + 2;
        char *const end = find_end(value, equals[1]);
        if (end == NULL) {
            return false;
        }
        *equals = '\0';
        *end = '\0';
        hd__decode_references(value);
        hd_trace_add_text(trace, name, value);
        text = end + 1;
    }
    return true;
}

/* Whether the text is written as a trace holds it already: `a='1' b='2'`, nothing to escape or to
 * decode, one blank between. *count: its attributes. */
static bool is_canonical(const char *text, unsigned *count)
{
    for (*count = 0;; text++) {
        const char *const name = text;
        text = hd__skip_name(name);
        if (text == name || text[0] != '=' || text[1] != '\'' || hd__is_reserved_attribute(name)) {
            return false;
        }
        text = hd__skip_plain(text + 2);
        if (*text != '\'') {
            return false;
        }
        ++*count;
        if (*++text == '\0') {
            return true;
        }
        if (*text != ' ') {
            return false;
        }
    }
}

static bool add_text(hdTrace *trace)
{
    unsigned count = 0;
    return (is_canonical(trace->text.text, &count) &&
            hd__trace_add_canonical(trace->trace, trace->text.text, trace->text.used, count)) ||
           add_attributes(trace->trace, trace->text.text);
}

__attribute__((format(printf, 2, 0))) static int log_attributes(hdTrace *trace, const char *format,
                                                                va_list arguments)
{
    if (hd__plans_add(&trace->plans, trace->trace, format, arguments)) {
        return 0;
    }
    hd__buffer_clear(&trace->text);
    hd__compat_format(&trace->text, format, arguments);
    if (trace->text.failed) {
        return hd__compat_fail(HD_ERR_MALLOC);
    }
    return trace->text.used == 0 || add_text(trace) ? 0 : hd__compat_fail(HD_ERR_INVALID_ARGUMENT);
}

int hdT_logAttributes(hdTrace *trace, const char *valueFormat, ...)
{
    if (trace == NULL || valueFormat == NULL) {
        return hd__compat_fail(HD_ERR_INVALID_ARGUMENT);
    }
    va_list arguments;
    va_start(arguments, valueFormat);
    const int result = trace->enabled ? log_attributes(trace, valueFormat, arguments) : 0;
    va_end(arguments);
    return result;
}

int hdT_logElement(hdTrace *trace, const char *name, const char *valueFormat, ...)
{
    if (trace == NULL || name == NULL || valueFormat == NULL) {
        return hd__compat_fail(HD_ERR_INVALID_ARGUMENT);
    }
    if (!trace->enabled) {
        return 0;
    }
    va_list arguments;
    va_start(arguments, valueFormat);
    hd_trace_begin_data(trace->trace, name);
    const int result = log_attributes(trace, valueFormat, arguments);
    hd_trace_end_data(trace->trace);
    va_end(arguments);
    return result;
}

/* --- .info ------------------------------------------------------------------------------------ */

int hdT_writeInfo(hdTrace *trace, const char *message, ...)
{
    if (trace == NULL || message == NULL) {
        return hd__compat_fail(HD_ERR_INVALID_ARGUMENT);
    }
    va_list arguments;
    va_start(arguments, message);
    hd__compat_format(&trace->info, message, arguments);
    va_end(arguments);
    if (trace->info.failed) {
        trace->info.failed = false;
        return hd__compat_fail(HD_ERR_MALLOC);
    }
    char *line = trace->info.used == 0 ? NULL : trace->info.text;
    hd_status status = HD_OK;
    for (char *end = line == NULL ? NULL : strchr(line, '\n'); end != NULL;
         end = strchr(line, '\n')) {
        *end = '\0';
        const hd_status added = hd_fragment_add_line(trace->fragment, line);
        status = status == HD_OK ? added : status;
        line = end + 1;
    }
    if (line != NULL && line != trace->info.text) { /* keep what has no end yet */
        trace->info.used = strlen(line);
        memmove(trace->info.text, line, trace->info.used + 1);
    }
    return hd__compat_result(status);
}

/* --- states ----------------------------------------------------------------------------------- */

int hdT_logStateStart(hdTrace *trace, const char *stateName)
{
    if (trace == NULL || stateName == NULL) {
        return hd__compat_fail(HD_ERR_INVALID_ARGUMENT);
    }
    trace->open++;
    hd_trace_begin_state(trace->trace, stateName);
    return 0;
}

int hdT_logStateEnd(hdTrace *trace)
{
    if (trace == NULL) {
        return hd__compat_fail(HD_ERR_INVALID_ARGUMENT);
    }
    if (trace->open == 0) {
        return hd__compat_fail(HD_ERR_INVALID_CONTEXT);
    }
    trace->open--;
    hd_trace_end_state(trace->trace);
    return 0;
}

int hdT_logEventStart(hdTrace *trace, char *eventName)
{
    if (trace == NULL || eventName == NULL) {
        return hd__compat_fail(HD_ERR_INVALID_ARGUMENT);
    }
    hd_trace_begin_event(trace->trace, eventName);
    return 0;
}

int hdT_logEventEnd(hdTrace *trace, char *valueFormat, ...)
{
    if (trace == NULL || valueFormat == NULL) {
        return hd__compat_fail(HD_ERR_INVALID_ARGUMENT);
    }
    va_list arguments;
    va_start(arguments, valueFormat);
    const int result = trace->enabled ? log_attributes(trace, valueFormat, arguments) : 0;
    va_end(arguments);
    hd_trace_end_event(trace->trace);
    return result;
}

int hdT_finalize(hdTrace *trace)
{
    if (trace == NULL) {
        return hd__compat_fail(HD_ERR_INVALID_ARGUMENT);
    }
    if (trace->info.used > 0 && hd_fragment_add_line(trace->fragment, trace->info.text) != HD_OK) {
        (void)destroy(trace);
        return hd__compat_fail(HD_ERR_WRITE_FILE);
    }
    return destroy(trace);
}
