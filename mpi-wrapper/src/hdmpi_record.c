/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The frame of every recorded call, and attributes of general use. */
#include "hdmpi_record.h"

#include <hdtrace/clock.h>

/* What a killed process loses at most, as long as it makes MPI calls. */
#define FLUSH_INTERVAL_NS INT64_C(1000000000)

hd__call *hd__enter_always(void)
{
    if (atomic_load_explicit(&hd__run.state, memory_order_relaxed) != HD__ACTIVE) {
        return NULL;
    }
    hd__call *const call = hd__thread_get();
    /* Busy: MPI itself calls MPI functions on behalf of the wrapper. */
    if (call == NULL || atomic_load_explicit(&call->busy, memory_order_relaxed) ||
        !hd__occupy(call)) {
        return NULL;
    }
    call->failed = false;
    return call;
}

hd__call *hd__enter_recording(void)
{
    return atomic_load_explicit(&hd__run.recording, memory_order_relaxed) ? hd__enter_always()
                                                                          : NULL;
}

hd__call *hd__enter_local(void)
{
    return hd__run.config.local ? hd__enter_recording() : NULL;
}

void hd__begin_at(hd__call *call, const char *element, int64_t begin_ns)
{
    const bool recording =
        atomic_load_explicit(&hd__run.recording, memory_order_relaxed) && !call->is_off;
    if (recording != call->recording) {
        call->recording = recording;
        hd_trace_set_enabled(call->trace, recording);
    }
    hd__relation_begin(call, element);
    call->depth++;
    if (begin_ns == 0) {
        hd_trace_begin_state(call->trace, element);
    } else {
        hd_trace_begin_state_at(call->trace, element, begin_ns);
    }
    hd__yield(call);
}

void hd__begin(hd__call *call, const char *element)
{
    hd__begin_at(call, element, 0);
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

void hd__end(hd__call *call, int result)
{
    if (result != MPI_SUCCESS) {
        hd__put_error(call, "err", result);
    }
    hd_trace_end_state_at(call->trace, call->end_ns);
    call->depth--;
    hd__relation_end(call);
    if (call->end_ns - call->flushed_ns > FLUSH_INTERVAL_NS) {
        call->flushed_ns = call->end_ns;
        if (hd_trace_flush(call->trace) != HD_OK) {
            hd__warn_status("cannot write the trace");
        }
    }
    hd__yield(call);
}

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
    if (value >= 0) {
        hd_trace_add_int(call->trace, name, value);
    }
}

void hd__put_cid(hd__call *call, const char *name, MPI_Comm handle)
{
    const hd__comm *const comm = hd__comm_get(call, handle);
    hd__put_int(call, name, comm == NULL ? -1 : comm->id);
}

void hd__put_newcomm(hd__call *call, const char *name, const MPI_Comm *handle)
{
    if (!call->failed) {
        const hd__comm *const comm = hd__comm_create(*handle);
        hd__put_int(call, name, comm == NULL ? -1 : comm->id);
    }
}

void hd__put_rank(hd__call *call, const char *name, int rank, MPI_Comm handle)
{
    hd__put_int(call, name, hd__comm_world_rank(hd__comm_get(call, handle), rank));
}

void hd__put_tid(hd__call *call, const char *name, MPI_Datatype handle)
{
    const hd__type *const type = hd__type_get(call, handle);
    hd__put_int(call, name, type == NULL ? -1 : type->id);
}

void hd__put_newtype(hd__call *call, const char *name, const MPI_Datatype *handle)
{
    if (!call->failed) {
        const hd__type *const type = hd__type_create(*handle);
        hd__put_int(call, name, type == NULL ? -1 : type->id);
    }
}

void hd__put_size(hd__call *call, const char *name, int64_t count, MPI_Datatype handle)
{
    const hd__type *const type = hd__type_get(call, handle);
    if (type != NULL) {
        hd__put_int(call, name, count * type->size_bytes);
    }
}

void hd__put_partitioned(hd__call *call, const char *name, int partitions, int64_t count,
                         MPI_Datatype type)
{
    hd__put_size(call, name, partitions * count, type);
}

void hd__put_request(hd__call *call, const char *name, const MPI_Request *request,
                     hd__request_kind kind, MPI_Comm handle)
{
    if (!call->failed) {
        hd__comm *const comm = handle == MPI_COMM_NULL ? NULL : hd__comm_get(call, handle);
        hd__put_int(call, name, hd__request_create(*request, kind, comm));
    }
}

void hd__put_rid(hd__call *call, const char *name, MPI_Request request)
{
    hd__put_known(call, name, hd__request_id(request));
}

int64_t hd__status_bytes(const MPI_Status *status)
{
    MPI_Count bytes = 0;
    if (PMPI_Get_elements_x(status, MPI_BYTE, &bytes) != MPI_SUCCESS || bytes == MPI_UNDEFINED) {
        return -1;
    }
    return bytes;
}

void hd__put_bytes(hd__call *call, const char *name, const MPI_Status *status)
{
    if (!call->failed) {
        hd__put_known(call, name, hd__status_bytes(status));
    }
}

void hd__add_started(hd__call *call, int count, const MPI_Request *requests)
{
    for (int i = 0; i < count && !call->failed; i++) {
        hd_trace_begin_data(call->trace, "For");
        hd__put_known(call, "rid", hd__request_start(requests[i]));
        hd_trace_end_data(call->trace);
    }
}

void hd__add_given(hd__call *call, const MPI_Request *request)
{
    hd_trace_begin_data(call->trace, "For");
    hd__put_known(call, "rid", hd__request_id(*request));
    hd_trace_end_data(call->trace);
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

void hd__put_win(hd__call *call, const char *name, MPI_Win handle)
{
    const hd__window *const window = hd__window_get(handle);
    hd__put_int(call, name, window == NULL ? -1 : window->id);
}

void hd__put_new_window(hd__call *call, const char *name, const MPI_Win *handle, MPI_Comm comm)
{
    if (!call->failed) {
        const hd__window *const window = hd__window_create(*handle, hd__comm_get(call, comm));
        hd__put_int(call, name, window == NULL ? -1 : window->id);
    }
}

void hd__put_window_rank(hd__call *call, const char *name, int rank, MPI_Win handle)
{
    const hd__window *const window = hd__window_get(handle);
    hd__put_int(call, name, hd__comm_world_rank(window == NULL ? NULL : window->comm, rank));
}
