/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HDMPI_CALL_H
#define HDMPI_CALL_H
/** The frame of a call by a generated wrapper:
 *
 *      hd__call *const call = hd__enter_function(HD__F_Send);
 *      if (call == NULL) return PMPI_Send(...);          not traced, or the wrapper's own work
 *      ... hd__before_*(call, ...)                       what has to be known before the call
 *      hd__open(call, HD__F_Send);
 *      const int result = PMPI_Send(...);                calls made in here nest
 *      int64_t *const values = hd__back(call, result);
 *      if (values != NULL) {
 *          values[0] = hd__size_of(type_0, ...);         numbers, in the order of the function's
 *          uint64_t absent = hd__absent(values, 0);      template; HD__ABSENT: left out
 *          hd__close(call, HD__F_Send, values, absent, result);
 *      }
 *
 *  A state with text or child elements goes on in the general way instead of hd__close:
 *
 *          hd__describe(call, HD__F_X, values, absent);
 *          hd__put_*(call, ...); hd__add_*(call, ...);
 *          hd__finish(call, result);
 *
 *  Attributes follow the call: its duration is its own, and after a failure (call->failed) handles
 *  that MPI did not accept are left alone. */

#include "hdmpi_seen.h"
#include "hdmpi_shapes.h"
#include "hdmpi_switch.h"

#include <hdtrace/template.h>

#define HD__ABSENT INT64_MIN /**< stands for a value that is left out */

/** Filled at the start: what is written of each function. NULL: only in the general way. */
extern HD__HIDDEN const hd_template *hd__templates[HD__FUNCTION_COUNT];

/** Create them. */
void hd__templates_create(void);

/** The thread's first call. */
hd__call *hd__enter_first(void);

/** What is done beside the state, when anything is asked for. */
enum { HD__EXTRA_CPU_TIME = 1, HD__EXTRA_CONTROL = 2, HD__EXTRA_SOURCE = 4, HD__EXTRA_GENERAL = 8 };

/** Where something needs attention: switch the trace on or off, do what is asked for. */
void hd__open_slowly(hd__call *call, bool is_wanted);
void hd__close_slowly(hd__call *call, hd__function function, int64_t *values, uint64_t absent,
                      int result);

/** Name the state and add its numbers. */
void hd__describe(hd__call *call, hd__function function, const int64_t *values, uint64_t absent);

/** End it; err='<class>' when result is an error. */
void hd__finish(hd__call *call, int result);

/** Any call of a traced thread. */
static HD__ALWAYS_INLINE hd__call *hd__enter_always(void)
{
    hd__call *const call = hd__current;
    if (HD__UNLIKELY(call == NULL)) {
        return hd__enter_first();
    }
    /* Busy: MPI itself calls MPI functions on behalf of the wrapper. */
    if (HD__UNLIKELY(atomic_load_explicit(&call->busy, memory_order_relaxed))) {
        return NULL;
    }
    return hd__occupy(call) ? call : NULL;
}

/** A call while its function is recorded. */
static HD__ALWAYS_INLINE hd__call *hd__enter_function(hd__function function)
{
    if (HD__UNLIKELY(!hd__is_recording())) {
        hd__switch_look();
        return NULL;
    }
    if (HD__UNLIKELY(!hd__wanted[function])) {
        return NULL;
    }
    return hd__enter_always();
}

/** Open the state of a call that is about to be made, and give the thread to it. The second one is
 *  for calls that came in by hd__enter_function. */
static HD__ALWAYS_INLINE void hd__open(hd__call *call, hd__function function)
{
    if (HD__UNLIKELY(call->attention != 0 || !hd__is_recording() || !hd__wanted[function])) {
        hd__open_slowly(call, hd__wanted[function]);
    }
    hd_trace_open_state(call->trace);
    hd__yield(call);
}

static HD__ALWAYS_INLINE void hd__open_wanted(hd__call *call)
{
    if (HD__UNLIKELY(call->attention != 0)) {
        hd__open_slowly(call, true);
    }
    hd_trace_open_state(call->trace);
    hd__yield(call);
}

/** Take the thread back. @return slots for the values, NULL when the session is over */
static HD__ALWAYS_INLINE int64_t *hd__back(hd__call *call, int result)
{
    if (HD__UNLIKELY(!hd__occupy(call))) {
        return NULL;
    }
    call->failed = result != MPI_SUCCESS;
    hd__seen_refresh(call);
    return hd_trace_return_state(call->trace);
}

/** Write the state. */
static HD__ALWAYS_INLINE void hd__close(hd__call *call, hd__function function, int64_t *values,
                                        uint64_t absent, int result)
{
    if (HD__UNLIKELY(result != MPI_SUCCESS || call->attention != 0)) {
        hd__close_slowly(call, function, values, absent, result);
        return;
    }
    hd_trace_close_state(call->trace, hd__templates[function], absent);
    hd__yield(call);
}

/* --- values ----------------------------------------------------------------------------------- */

static HD__ALWAYS_INLINE uint64_t hd__absent(const int64_t *values, unsigned index)
{
    return (uint64_t)(values[index] == HD__ABSENT) << index;
}

static HD__ALWAYS_INLINE uint64_t hd__absent_of(const int64_t *values, unsigned first,
                                                unsigned count)
{
    uint64_t absent = 0;
    for (unsigned i = first; i < first + count; i++) {
        absent |= hd__absent(values, i);
    }
    return absent;
}

static HD__ALWAYS_INLINE int64_t hd__value_known(int64_t value)
{
    return value < 0 ? HD__ABSENT : value;
}

/* Generated wrappers look a handle up once and take several values from that. */

static HD__ALWAYS_INLINE int64_t hd__rank_of(hd__seen comm, int rank)
{
    if (HD__LIKELY(comm.world == NULL && rank >= 0)) {
        return rank;
    }
    return hd__comm_world_rank(comm.comm, rank);
}

/** Bytes of `count` elements, meaningless when hd__is_unknown. */
static HD__ALWAYS_INLINE int64_t hd__size_of(hd__seen type, int64_t count)
{
    return count * type.size_bytes;
}

/** 1 when nothing is known of a handle: the values that are made from it are absent. */
static HD__ALWAYS_INLINE uint64_t hd__is_unknown(hd__seen handle)
{
    return (uint64_t)((uint32_t)handle.id >> 31);
}

static inline int64_t hd__value_cid(hd__call *call, MPI_Comm handle)
{
    return hd__seen_comm(call, handle)->id;
}

static inline int64_t hd__value_rank(hd__call *call, int rank, MPI_Comm handle)
{
    return hd__rank_of(*hd__seen_comm(call, handle), rank);
}

static inline int64_t hd__value_tid(hd__call *call, MPI_Datatype handle)
{
    return hd__seen_type(call, handle)->id;
}

/** count * MPI_Type_size, in bytes. */
static inline int64_t hd__value_size(hd__call *call, int64_t count, MPI_Datatype handle)
{
    const hd__seen type = *hd__seen_type(call, handle);
    return hd__is_unknown(type) ? HD__ABSENT : hd__size_of(type, count);
}

/** An integer result of the call, left out when it failed. */
#define hd__value_out(call, pointer) ((call)->failed ? HD__ABSENT : (int64_t) * (pointer))

/** Bytes that a completed call moved. */
int64_t hd__value_bytes(hd__call *call, const MPI_Status *status);

int64_t hd__value_newcomm(hd__call *call, const MPI_Comm *handle);
/** The duplicate that a nonblocking call is making of `parent`. */
int64_t hd__value_later_comm(hd__call *call, const MPI_Comm *handle, MPI_Comm parent);
/** A type's number when it is known already: MPI ignores such an argument in some calls. */
int64_t hd__value_known_tid(hd__call *call, MPI_Datatype handle);
int64_t hd__value_newtype(hd__call *call, const MPI_Datatype *handle);
int64_t hd__value_request(hd__call *call, const MPI_Request *request, hd__request_kind kind,
                          MPI_Comm handle);
int64_t hd__value_rid(hd__call *call, MPI_Request request);
int64_t hd__value_new_window(hd__call *call, const MPI_Win *handle, MPI_Comm comm);

#endif
