/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HDMPI_RECEIVE_H
#define HDMPI_RECEIVE_H
/** What receives and probes found out. The functions hd__values_* fill several slots, in the order
 *  that gen/shapes.py says. Real source, tag and size, and what was posted where it was a wildcard.
 */

#include "hdmpi_call.h"

/** Whether a status can be looked into; found out at the start. Otherwise MPI is asked. */
extern HD__HIDDEN bool hd__status_is_open;
void hd__status_init(void);

int64_t hd__status_ask(const MPI_Status *status);

/** Bytes that a call received, which both MPI libraries keep as plain numbers in fields of their
 *  public header; asking MPI takes longer than all else at the end of a short receive. Fields of a
 *  status that is not open mean something else. Source: mpi.h of MPICH 4.0 and Open MPI 4.1. */
static HD__ALWAYS_INLINE int64_t hd__status_look(const MPI_Status *status)
{
#if defined(HDMPI_STATUS_OF_MPICH)
    /* the lowest bit says whether the call was cancelled */
    return (int64_t)(status->count_hi_and_cancelled >> 1) * (INT64_C(1) << 32) +
           (int64_t)(uint32_t)status->count_lo;
#elif defined(HDMPI_STATUS_OF_OPENMPI)
    return (int64_t)status->_ucount;
#else
    (void)status;
    return -1;
#endif
}

/** @return a negative number when it is not known */
static HD__ALWAYS_INLINE int64_t hd__status_bytes(const MPI_Status *status)
{
    return HD__LIKELY(hd__status_is_open) ? hd__status_look(status) : hd__status_ask(status);
}

/** The values of a receive that failed: what was posted. @return as hd__values_replied */
uint64_t hd__values_refused(int64_t *values, int source, int tag, const hd__comm *comm);

/** @return bits of the slots that are left out */
static HD__ALWAYS_INLINE uint64_t hd__values_replied(const hd__call *call, int64_t *values,
                                                     int source, int tag, hd__seen comm,
                                                     const MPI_Status *status)
{
    if (HD__UNLIKELY(call->failed)) {
        return hd__values_refused(values, source, tag, comm.comm);
    }
    const int64_t bytes = hd__status_bytes(status);
    values[0] = hd__rank_of(comm, status->MPI_SOURCE);
    values[1] = status->MPI_TAG;
    values[2] = bytes;
    values[3] = HD__RANK_ANY;
    values[4] = MPI_ANY_TAG;
    return (uint64_t)(bytes < 0) << 2 | (uint64_t)(source != MPI_ANY_SOURCE) << 3 |
           (uint64_t)(tag != MPI_ANY_TAG) << 4;
}

static HD__ALWAYS_INLINE uint64_t hd__values_received(const hd__call *call, int64_t *values,
                                                      int source, int tag, hd__seen comm,
                                                      const MPI_Status *status)
{
    return hd__values_replied(call, values, source, tag, comm, status);
}

/** By function: what is written of a receive that named its source and its tag, so that what was
 *  posted says no more than the real ones. */
extern HD__HIDDEN const hd_template *hd__named_templates[HD__FUNCTION_COUNT];

/** Write such a receive, when nothing else is unusual about it: none of its values is absent then.
 *  @return false: nothing was done */
static HD__ALWAYS_INLINE bool hd__close_named(hd__call *call, hd__function function,
                                              int64_t *values, int source, int tag, MPI_Comm handle,
                                              const MPI_Status *status, int result)
{
    if (HD__UNLIKELY(source == MPI_ANY_SOURCE || tag == MPI_ANY_TAG || result != MPI_SUCCESS ||
                     call->attention != 0)) {
        return false;
    }
    const hd__seen *const comm = hd__look_comm(call, handle);
    const int64_t bytes = hd__status_bytes(status);
    if (HD__UNLIKELY(bytes < 0)) {
        return false;
    }
    values[0] = hd__rank_of(*comm, status->MPI_SOURCE);
    values[1] = status->MPI_TAG;
    values[2] = bytes;
    values[3] = comm->id;
    hd_trace_close_state(call->trace, hd__named_templates[function], 0);
    hd__yield(call);
    return true;
}

void hd__values_probed(hd__call *call, int64_t *values, const int *flag, MPI_Comm comm,
                       const MPI_Status *status);
void hd__add_message(hd__call *call, const MPI_Message *message, MPI_Comm comm);
hd__request *hd__before_message(hd__call *call, const MPI_Message *message);
void hd__values_matched(hd__call *call, int64_t *values, hd__request *message,
                        const MPI_Status *status);
void hd__values_matched_request(hd__call *call, int64_t *values, const MPI_Request *request,
                                hd__request *message);

#endif
