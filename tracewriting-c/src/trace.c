/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Creation and end of traces, and their settings. */
#include "clock_pin.h"
#include "error.h"
#include "own_memory.h"
#include "room.h"
#include "sys.h"
#include "text.h"
#include "topology_node.h"
#include "trace_state.h"

#include <errno.h>
#include <hdtrace/clock.h>

enum { BUFFER_DEFAULT = 4 << 20, BUFFER_MIN = 1 << 16 };

/* --- creation --------------------------------------------------------------------------------- */

/* What this build of the library can do. */
static hd_status check_modes(const hd_trace_options *options)
{
    if (options->compress == HD_TRACE_ZSTD && !hd__frames_are_supported()) {
        return hd__fail(HD_INVALID, "trace: compression was asked for, but this build of the "
                                    "library is without zstd");
    }
    if (options->compress == HD_TRACE_ZSTD && options->compat_original) {
        return hd__fail(HD_INVALID, "trace: readers of the original know no compressed traces");
    }
    if (options->limit_action == HD_LIMIT_LAST && options->limit_bytes == 0) {
        return hd__fail(HD_INVALID, "trace: the last of how many bytes?");
    }
    if (options->min_duration_ns < 0) {
        return hd__fail(HD_INVALID, "trace: the shortest duration is negative");
    }
    if (options->start_ns < 0) {
        return hd__fail(HD_INVALID, "trace: the start is before 1970");
    }
    return HD_OK;
}

static hd_status check_options(const hd_trace_options *options)
{
    if (options->property_count > 0 && options->properties == NULL) {
        return hd__fail(HD_INVALID, "trace: properties are missing");
    }
    for (size_t i = 0; i < options->property_count; i++) {
        if (options->properties[i].name == NULL || options->properties[i].value == NULL) {
            return hd__fail(HD_INVALID, "trace: property %zu has no name or no value", i);
        }
        if (strcmp(options->properties[i].name, "timeAdjustment") == 0) {
            return hd__fail(HD_INVALID, "trace: timeAdjustment is set by the trace itself");
        }
    }
    return check_modes(options);
}

static void release(hd_trace *trace)
{
    for (size_t i = 0; i < trace->field_count; i++) {
        hd__system.release(trace->fields[i].name);
    }
    hd__trace_ring_fini(trace->ring);
    hd__system.release(trace->fields);
    hd__system.release(trace->frames);
    hd__system.release(trace->tags.base);
    hd__system.release(trace->data.base);
    hd__system.release(trace->path);
    hd__own_memory_give(trace, sizeof *trace);
}

/* Everything that needs memory; false when there is none. */
static bool allocate(hd_trace *trace, const hd_trace_options *options, const char *path)
{
    const size_t wanted = options->buffer_bytes == 0 ? BUFFER_DEFAULT : options->buffer_bytes;
    const size_t bytes = wanted < BUFFER_MIN ? BUFFER_MIN : wanted;
    trace->tags = (hd__area){hd__system.alloc(bytes), 0, bytes};
    trace->data = (hd__area){hd__system.alloc(bytes), 0, bytes};
    trace->frames = hd__system.alloc((HD__FRAMES + 1) * sizeof *trace->frames);
    trace->top = trace->frames;
    trace->own_ring.ring.cursor = trace->scratch;
    trace->slots = &trace->own_ring.ring;
    trace->fields = hd__system.alloc((options->property_count + 1) * sizeof *trace->fields);
    trace->path = hd__text_copy(path);
    if (trace->tags.base == NULL || trace->data.base == NULL || trace->frames == NULL ||
        trace->fields == NULL || trace->path == NULL) {
        return false;
    }
    for (; trace->field_count < options->property_count; trace->field_count++) {
        const char *const name = options->properties[trace->field_count].name;
        trace->fields[trace->field_count].name = hd__text_copy(name);
        if (trace->fields[trace->field_count].name == NULL) {
            return false;
        }
    }
    return true;
}

static void set_defaults(hd_trace *trace, const hd_trace_options *options)
{
    const unsigned wanted = options->max_depth;
    trace->enabled = true;
    trace->compat = options->compat_original;
    trace->max_depth = wanted == 0 || wanted > HD__DEPTH_MAX ? HD__DEPTH_MAX : wanted;
    trace->depth_limit = trace->max_depth;
    trace->min_duration_ns = options->min_duration_ns;
    trace->goes_straight = options->min_duration_ns == 0; /* unless there is a ring */
}

/* A ring that can't be mapped, or for which there is no room, is done without, except by a flight
 * recorder. 0 or a negative error number, and then the trace is gone. */
static int create_ring(hd_trace *trace, const hd_trace_options *options)
{
    const bool last = options->limit_action == HD_LIMIT_LAST;
    if (options->mode != HD_TRACE_RING && !last) {
        return 0;
    }
    const int error = hd__trace_ring_init(&trace->own_ring, &trace->emitter, trace->path, options);
    if (error == 0) {
        trace->ring = &trace->own_ring;
        trace->goes_straight = false;
        return 0;
    }
    if ((error == -ENODEV || hd__room_lacks(error)) && !last) {
        return 0;
    }
    (void)hd__emitter_fini(&trace->emitter, false);
    hd__emitter_remove(trace->path);
    return error;
}

static hd_status fail_to_create(const char *path, int error, bool last)
{
    if (error == -ENODEV && last) {
        return hd__fail(HD_IO,
                        "%s: a flight recorder needs files that can be mapped safely, as on ext4, "
                        "XFS or in memory (tmpfs), but not where the file system copies on write",
                        path);
    }
    return error == -ENOMEM ? hd__fail(HD_NOMEM, "%s: no memory for the trace", path)
                            : hd__fail_system(path, error);
}

static hd_status create_at(const char *path, const hd_topology_node *node,
                           const hd_trace_options *options, hd_trace **trace)
{
    hd_trace *const t = hd__own_memory_take(sizeof *t);
    if (t == NULL) {
        return hd__fail(HD_NOMEM, "%s: no memory for the trace", path);
    }
    set_defaults(t, options);
    if (!allocate(t, options, path)) {
        release(t);
        return hd__fail(HD_NOMEM, "%s: no memory for the trace", path);
    }
    const bool last = options->limit_action == HD_LIMIT_LAST;
    const int64_t start = options->start_ns > 0 ? options->start_ns : hd__clock_get_start_ns();
    const hd__emitter_options emitter = {.window_bytes = t->tags.size,
                                         .base_ns = start - start % HD__NANOS_PER_SECOND,
                                         .index = options->index && !options->compat_original,
                                         .six_decimals = options->compat_original,
                                         .compress = options->compress == HD_TRACE_ZSTD,
                                         .limit_bytes = last ? 0 : options->limit_bytes};
    hd__trace_ring_remove_old(path);
    int error = hd__emitter_init(&t->emitter, path, &emitter);
    if (error == 0) {
        hd__trace_write_head(t, hd__topology_get_machine(node->topology), options);
        error = create_ring(t, options);
    }
    if (error != 0) {
        release(t);
        return fail_to_create(path, error, last);
    }
    hd__trace_set_open_limit(t);
    t->ahead.end_ns = HD__NOT_RETURNED;
    t->inside = HD__FREE;
    *trace = t;
    return HD_OK;
}

hd_status hd_trace_create(const hd_topology_node *node, const hd_trace_options *options,
                          hd_trace **trace)
{
    static const hd_trace_options defaults = {0};
    options = options == NULL ? &defaults : options;
    if (node == NULL || trace == NULL) {
        return hd__fail(HD_INVALID, "trace: needs a node and a place for the result");
    }
    hd_status status = check_options(options);
    if (status != HD_OK) {
        return status;
    }
    char *const path = hd__system.alloc(HD__PATH_BYTES); /* the caller's stack may be small */
    if (path == NULL) {
        return hd__fail(HD_NOMEM, "no memory for a trace");
    }
    status = hd_topology_get_path(node, NULL, "trc", path, HD__PATH_BYTES);
    if (status == HD_OK) {
        status = create_at(path, node, options, trace);
    }
    hd__system.release(path);
    return status;
}

/* --- end -------------------------------------------------------------------------------------- */

/* Everything open was ended: the last lines. 0 or the first error. */
static int finish(hd_trace *trace, bool own, bool *complete)
{
    const int64_t now_ns = hd__clock_now();
    if (trace->ring != NULL) {
        return hd__trace_ring_finish(trace->ring, now_ns, complete);
    }
    *complete = own && hd__emit_tail(&trace->emitter, now_ns) && !trace->emitter.failed;
    return hd__emitter_fini(&trace->emitter, *complete);
}

hd_status hd_trace_destroy(hd_trace *trace)
{
    if (trace == NULL || trace->inside == HD__NOWHERE) {
        return HD_OK; /* in a forked child there is nothing left of it */
    }
    if (trace->inside == HD__BUSY) { /* what is half done must not be built upon: as at a crash */
        return hd__fail(HD_STATE, "%s: its thread is amid a call", trace->path);
    }
    const bool own = hd__sink_is_own(&trace->emitter.sink);
    hd__trace_pay(trace);
    if (trace->inside == HD__TIMED) {
        hd__trace_settle_returned(trace);
    }
    while (own && (trace->overflow > 0 || trace->top != trace->frames)) {
        hd__trace_end_state(trace, HD__CLOCK_NOW);
    }
    bool complete = false;
    const int error = finish(trace, own, &complete);
    hd_status status = HD_OK;
    if (error != 0) {
        status = hd__fail_system(trace->path, error);
    } else if (own && !complete) {
        status = hd__fail(HD_IO, "%s: the trace is incomplete", trace->path);
    }
    release(trace);
    return status;
}

/* --- settings --------------------------------------------------------------------------------- */

static void update(hd_trace *trace)
{
    if (trace->inside != HD__NOWHERE) {
        hd__trace_set_open_limit(trace);
    }
}

void hd_trace_set_enabled(hd_trace *trace, bool enabled)
{
    if (trace != NULL) {
        trace->enabled = enabled;
        update(trace);
    }
}

void hd_trace_set_depth(hd_trace *trace, unsigned depth)
{
    if (trace != NULL) {
        trace->depth_limit = depth == 0 || depth > trace->max_depth ? trace->max_depth : depth;
        update(trace);
    }
}

int64_t hd_trace_get_base_ns(const hd_trace *trace)
{
    return trace == NULL ? 0 : trace->emitter.base_ns;
}

size_t hd_trace_get_loss_bytes(const hd_trace *trace)
{
    return trace == NULL || trace->emitter.sink.mapped ? 0 : trace->emitter.sink.window;
}

hd_status hd_trace_flush(hd_trace *trace)
{
    if (trace == NULL) {
        return hd__fail(HD_INVALID, "trace: nothing to flush");
    }
    if (!hd__trace_enter(trace)) {
        return hd__fail(HD_STATE, "%s: in use by this thread, or of another process", trace->path);
    }
    const int error = trace->ring == NULL ? hd__emitter_flush(&trace->emitter)
                                          : hd__trace_ring_flush(trace->ring);
    hd__trace_leave(trace);
    return error == 0 ? HD_OK : hd__fail_system(trace->path, error);
}

hd_trace_counts hd_trace_get_counts(const hd_trace *trace)
{
    static const hd_trace_counts none = {0};
    if (trace == NULL) {
        return none;
    }
    if (trace->ring != NULL) {
        return hd__trace_ring_get_counts(trace->ring);
    }
    hd_trace_counts counts = trace->emitter.counts;
    counts.states += hd__trace_owes(trace) && trace->ahead.end_ns != HD__NOT_RETURNED;
    return counts;
}
