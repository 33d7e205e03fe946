/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The head of a trace: the attributes of Program, and those of them that get another value later.
 */
#include "error.h"
#include "sys.h"
#include "text.h"
#include "trace_state.h"

#include <hdtrace/clock.h>
#include <string.h>

static bool has_property(const hd_trace_options *options, const char *name)
{
    for (size_t i = 0; i < options->property_count; i++) {
        if (strcmp(options->properties[i].name, name) == 0) {
            return true;
        }
    }
    return false;
}

/* Add ` name='value'` to the head in the tag area; gives back where the value stands there. */
static size_t add_head(hd_trace *trace, const char *name, const char *value)
{
    hd__area *const head = &trace->tags;
    if (head->size - head->used < HD__NAME_BYTES_MAX + 4 + (size_t)HD__TAIL_BYTES) {
        trace->emitter.counts.cut_values++;
        return head->used;
    }
    char *at = head->base + head->used;
    *at = ' ';
    at = hd__put_name(at + 1, name, HD__NAME_BYTES_MAX);
    *at++ = '=';
    *at++ = '\'';
    const size_t begin = (size_t)(at - head->base);
    bool cut = false;
    at = hd__put_escaped(at, head->size - begin - HD__TAIL_BYTES, value, &cut);
    trace->emitter.counts.cut_values += cut;
    *at++ = '\'';
    head->used = (size_t)(at - head->base);
    return begin;
}

static void add_head_number(hd_trace *trace, const char *name, int64_t number)
{
    char text[HD__INT_BYTES + 1];
    *hd__put_int(text, number) = '\0';
    (void)add_head(trace, name, text);
}

/* What the library knows itself, unless the caller gives it. */
static void add_own_head(hd_trace *trace, const hd__machine *machine,
                         const hd_trace_options *options)
{
    add_head_number(trace, "timeAdjustment", trace->emitter.base_ns / HD__NANOS_PER_SECOND);
    if (machine->mhz > 0 && !has_property(options, "processorSpeedinMHZ")) {
        add_head_number(trace, "processorSpeedinMHZ", machine->mhz);
    }
    if (machine->processor[0] != '\0' && !has_property(options, "processorModelName")) {
        (void)add_head(trace, "processorModelName", machine->processor);
    }
    if (trace->compat) {
        return;
    }
    if (!has_property(options, "version")) {
        (void)add_head(trace, "version", "3");
    }
    if (!has_property(options, "clock")) {
        (void)add_head(trace, "clock", hd_clock_get_name());
    }
    if (!has_property(options, "host")) {
        (void)add_head(trace, "host", machine->host);
    }
    if (!has_property(options, "pid")) {
        add_head_number(trace, "pid", hd__system.process());
    }
}

/* Whether the original's head has it. */
static bool is_original(const char *name)
{
    return strcmp(name, "processorSpeedinMHZ") == 0 || strcmp(name, "processorModelName") == 0;
}

void hd__trace_write_head(hd_trace *trace, const hd__machine *machine,
                          const hd_trace_options *options)
{
    static const char open[] = "<Program";
    memcpy(trace->tags.base, open, sizeof open - 1);
    trace->tags.used = sizeof open - 1;
    add_own_head(trace, machine, options);
    for (size_t i = 0; i < options->property_count; i++) {
        if (trace->compat && !is_original(options->properties[i].name)) {
            continue;
        }
        const size_t begin =
            add_head(trace, options->properties[i].name, options->properties[i].value);
        trace->fields[i].offset = (off_t)begin;
        trace->fields[i].bytes = trace->tags.used > begin ? trace->tags.used - begin - 1 : 0;
    }
    memcpy(trace->tags.base + trace->tags.used, ">\n", 2);
    trace->tags.used += 2;
    (void)hd__emit_head(&trace->emitter, trace->tags.base, trace->tags.used);
    trace->tags.used = 0;
}

hd_status hd_trace_set_property(hd_trace *trace, const char *name, const char *value)
{
    if (trace == NULL || name == NULL || value == NULL) {
        return hd__fail(HD_INVALID, "trace: a property needs a name and a value");
    }
    const hd__field *field = trace->fields;
    while (field < trace->fields + trace->field_count && strcmp(field->name, name) != 0) {
        field++;
    }
    if (field == trace->fields + trace->field_count) {
        return hd__fail(HD_MISSING, "%s: no property %s", trace->path, name);
    }
    if (field->offset == 0) { /* the original's head does not have it */
        return HD_OK;
    }
    char text[HD__NAME_BYTES_MAX];
    if (field->bytes > sizeof text) {
        return hd__fail(HD_LIMIT, "%s: property %s is too long to be replaced", trace->path, name);
    }
    bool cut = false;
    char *const end = hd__put_escaped(text, field->bytes, value, &cut);
    if (cut) {
        return hd__fail(HD_LIMIT, "%s: property %s has only %zu bytes", trace->path, name,
                        field->bytes);
    }
    memset(end, ' ', field->bytes - (size_t)(end - text));
    if (!hd__trace_enter(trace)) {
        return hd__fail(HD_STATE, "%s: in use by this thread, or of another process", trace->path);
    }
    const int error = hd__emit_patch(&trace->emitter, field->offset, text, field->bytes);
    hd__trace_leave(trace);
    return error == 0 ? HD_OK : hd__fail_system(trace->path, error);
}
