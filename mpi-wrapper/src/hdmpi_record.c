/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The frame of every recorded call, and attributes of general use. */
#include "hdmpi_record.h"

#include "hdmpi_source.h"

#include <hdtrace/clock.h>
#include <string.h>
#include <time.h>

/* --- the frame -------------------------------------------------------------------------------- */

hd__call *hd__enter_first(void)
{
    if (atomic_load_explicit(&hd__run.state, memory_order_relaxed) != HD__ACTIVE) {
        return NULL;
    }
    hd__call *const call = hd__thread_get();
    return call != NULL && hd__occupy(call) ? call : NULL;
}

hd__call *hd__enter_recording(void)
{
    hd__call *const call = hd__is_recording() ? hd__enter_always() : NULL;
    if (call != NULL) {
        call->failed = false;
    }
    return call;
}

hd__call *hd__enter_local(void)
{
    return hd__run.config.local ? hd__enter_recording() : NULL;
}

static int64_t get_cpu_ns(void)
{
    struct timespec now = {0, 0};
    (void)clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

/* The time between two calls belongs to the one that begins then; deep ones go without. */
static void open_extra(hd__call *call)
{
    if (call->extras & HD__EXTRA_CONTROL) {
        hd__switch_look();
    }
    if (call->extras & HD__EXTRA_CPU_TIME) {
        const int64_t now_ns = get_cpu_ns();
        if (call->cpu_depth < HD__CPU_DEPTH) {
            call->cpu_before_ns[call->cpu_depth] = now_ns - call->cpu_last_ns;
        }
        call->cpu_depth++;
        call->cpu_last_ns = now_ns;
    }
}

void hd__open_slowly(hd__call *call, bool is_wanted)
{
    open_extra(call);
    const bool recording = is_wanted && hd__is_recording() && !call->is_off;
    if (call->is_silent == recording) {
        call->is_silent = !recording;
        hd_trace_set_enabled(call->trace, recording);
    }
}

/* What open_extra noted for the call that ends, HD__ABSENT for nothing. */
int64_t hd__take_cpu_time(hd__call *call)
{
    if (!(call->extras & HD__EXTRA_CPU_TIME)) {
        return HD__ABSENT;
    }
    call->cpu_depth -= call->cpu_depth > 0;
    call->cpu_last_ns = get_cpu_ns();
    return call->cpu_depth < HD__CPU_DEPTH ? call->cpu_before_ns[call->cpu_depth] : HD__ABSENT;
}

void hd__begin(hd__call *call, const char *element)
{
    hd__open_slowly(call, hd__filter_wants(element));
    hd__relation_begin(call, element);
    call->failed = false;
    hd_trace_begin_state(call->trace, element);
    hd__yield(call);
}

bool hd__returned(hd__call *call, int result)
{
    const int64_t now_ns = hd_clock_get_ns();
    if (!hd__occupy(call)) {
        return false;
    }
    call->end_ns = now_ns;
    call->failed = result != MPI_SUCCESS;
    return true;
}

/* The end of a state that was opened keeps the time at which it returned. */
static void finish_at(hd__call *call, int result, int64_t end_ns)
{
    if (result != MPI_SUCCESS) {
        hd__put_error(call, "err", result);
    }
    if (call->extras != 0) {
        hd__put_unless_absent(call, "cpuNs", hd__take_cpu_time(call));
        if (call->extras & HD__EXTRA_SOURCE) {
            hd__source_put(call);
        }
    }
    hd_trace_end_state_at(call->trace, end_ns);
    hd__yield(call);
}

void hd__finish(hd__call *call, int result)
{
    finish_at(call, result, 0);
}

void hd__end(hd__call *call, int result)
{
    hd__relation_end(call);
    finish_at(call, result, call->end_ns);
}

void hd__describe(hd__call *call, hd__function function, const int64_t *values, uint64_t absent)
{
    const hd__shape *const shape = &hd__shapes[function];
    int64_t copy[HD_TEMPLATE_VALUES_MAX] = {0}; /* the slots are the trace's */
    if (shape->count > 0) {
        memcpy(copy, values, shape->count * sizeof(copy[0]));
    }
    hd_trace_name_state(call->trace, shape->element);
    for (unsigned i = 0; i < shape->count; i++) {
        if ((absent >> i & 1) == 0) {
            hd_trace_add_int(call->trace, shape->attributes[i].name, copy[i]);
        }
    }
}

void hd__close_slowly(hd__call *call, hd__function function, int64_t *values, uint64_t absent,
                      int result)
{
    /* Also when the trace is silent now: a call inside this one may have made it so. What was
     * opened while it was silent the trace leaves out itself. */
    const hd_template *const shape = hd__templates[function];
    if (result != MPI_SUCCESS || shape == NULL || (call->extras & HD__EXTRA_SOURCE) != 0) {
        hd__describe(call, function, values, absent);
        hd__finish(call, result);
        return;
    }
    if (call->extras & HD__EXTRA_CPU_TIME) { /* its slot follows the function's own */
        const unsigned slot = hd__shapes[function].count;
        values[slot] = hd__take_cpu_time(call);
        absent |= hd__absent(values, slot);
    }
    hd_trace_close_state(call->trace, shape, absent);
    hd__yield(call);
}

const hd_template *hd__templates[HD__FUNCTION_COUNT];
const hd_template *hd__named_templates[HD__FUNCTION_COUNT];

static void create_template(const hd__shape *shape, size_t count, const hd_attribute *attributes,
                            const hd_template **created)
{
    if (hd_template_create(shape->element, count, attributes, created) != HD_OK) {
        *created = NULL;
        hd__run.has_templates = false;
    }
}

/* A shape without what a receive posted, which stands between what it found and the communicator.
 */
static void create_named(const hd__shape *shape, const hd_template **created)
{
    enum { POSTED = 3, POSTED_COUNT = 2, COUNT = 6 };
    if (shape->count != COUNT || strcmp(shape->attributes[POSTED].name, "postedRank") != 0) {
        return;
    }
    hd_attribute attributes[COUNT - POSTED_COUNT];
    memcpy(attributes, shape->attributes, POSTED * sizeof(attributes[0]));
    attributes[POSTED] = shape->attributes[POSTED + POSTED_COUNT];
    create_template(shape, COUNT - POSTED_COUNT, attributes, created);
}

void hd__templates_create(void)
{
    hd__run.has_templates = true;
    static const hd_attribute cpu_time = {"cpuNs", HD_ATTRIBUTE_INT, NULL};
    for (hd__function f = 0; f < HD__FUNCTION_COUNT; f++) {
        const hd__shape *const shape = &hd__shapes[f];
        hd_attribute attributes[HD_TEMPLATE_VALUES_MAX];
        size_t count = shape->count;
        if (count > 0) {
            memcpy(attributes, shape->attributes, count * sizeof(attributes[0]));
        }
        if (hd__run.config.cpu_time) {
            attributes[count++] = cpu_time;
        }
        if (hd__wanted[f]) {
            create_template(shape, count, attributes, &hd__templates[f]);
            create_named(shape, &hd__named_templates[f]);
        }
    }
}

/* --- values ----------------------------------------------------------------------------------- */

int64_t hd__value_bytes(hd__call *call, const MPI_Status *status)
{
    return call->failed ? HD__ABSENT : hd__value_known(hd__status_bytes(status));
}

int64_t hd__value_newcomm(hd__call *call, const MPI_Comm *handle)
{
    if (call->failed) {
        return HD__ABSENT;
    }
    const hd__comm *const comm = hd__comm_create(*handle);
    return comm == NULL ? -1 : comm->id;
}

int64_t hd__value_newtype(hd__call *call, const MPI_Datatype *handle)
{
    if (call->failed) {
        return HD__ABSENT;
    }
    const hd__type *const type = hd__type_create(*handle);
    return type == NULL ? -1 : type->id;
}

int64_t hd__value_request(hd__call *call, const MPI_Request *request, hd__request_kind kind,
                          MPI_Comm handle)
{
    if (call->failed) {
        return HD__ABSENT;
    }
    hd__comm *const comm = handle == MPI_COMM_NULL ? NULL : hd__seen_comm(call, handle)->comm;
    return hd__request_create(*request, kind, comm);
}

int64_t hd__value_rid(hd__call *call, MPI_Request request)
{
    (void)call;
    return hd__value_known(hd__request_id(request));
}

int64_t hd__value_new_window(hd__call *call, const MPI_Win *handle, MPI_Comm comm)
{
    if (call->failed) {
        return HD__ABSENT;
    }
    const hd__window *const window = hd__window_create(*handle, hd__comm_get(call, comm));
    return window == NULL ? -1 : window->id;
}

/* --- attributes ------------------------------------------------------------------------------- */

void hd__put_int(hd__call *call, const char *name, int64_t value)
{
    hd_trace_add_int(call->trace, name, value);
}

void hd__put_text(hd__call *call, const char *name, const char *value)
{
    if (value != NULL) {
        hd_trace_add_text(call->trace, name, value);
    }
}

void hd__put_known(hd__call *call, const char *name, int64_t value)
{
    hd__put_unless_absent(call, name, hd__value_known(value));
}

void hd__put_unless_absent(hd__call *call, const char *name, int64_t value)
{
    if (value != HD__ABSENT) {
        hd_trace_add_int(call->trace, name, value);
    }
}

void hd__put_cid(hd__call *call, const char *name, MPI_Comm handle)
{
    hd__put_int(call, name, hd__value_cid(call, handle));
}

void hd__put_newcomm(hd__call *call, const char *name, const MPI_Comm *handle)
{
    hd__put_unless_absent(call, name, hd__value_newcomm(call, handle));
}

void hd__put_rank(hd__call *call, const char *name, int rank, MPI_Comm handle)
{
    hd__put_int(call, name, hd__value_rank(call, rank, handle));
}

void hd__put_tid(hd__call *call, const char *name, MPI_Datatype handle)
{
    hd__put_int(call, name, hd__value_tid(call, handle));
}

void hd__put_newtype(hd__call *call, const char *name, const MPI_Datatype *handle)
{
    hd__put_unless_absent(call, name, hd__value_newtype(call, handle));
}

void hd__put_size(hd__call *call, const char *name, int64_t count, MPI_Datatype handle)
{
    hd__put_unless_absent(call, name, hd__value_size(call, count, handle));
}

void hd__put_bytes(hd__call *call, const char *name, const MPI_Status *status)
{
    hd__put_unless_absent(call, name, hd__value_bytes(call, status));
}

void hd__add_started(hd__call *call, int count, const MPI_Request *requests)
{
    for (int i = 0; i < count && !call->failed; i++) {
        hd_trace_begin_data(call->trace, "For");
        hd__put_known(call, "rid", hd__request_start(requests[i]));
        hd_trace_end_data(call->trace);
    }
}

void hd__add_named(hd__call *call, MPI_Comm handle, const char *name)
{
    const hd__comm *const comm = hd__comm_get(call, handle);
    if (comm == NULL) {
        return;
    }
    hd__put_int(call, "cid", comm->id);
    hd__put_text(call, "name", name);
    if (!call->failed) {
        hd__comm_named(comm, name);
    }
}
