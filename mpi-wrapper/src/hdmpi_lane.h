/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HDMPI_LANE_H
#define HDMPI_LANE_H
/** The usual case of a hot function, by itself: recording is on, nothing needs attention, and its
 *  handles are those of the calls before. In a ping-pong of small messages each instruction between
 *  the end of a receive and the begin of a send counts, so this makes no call of its own, and keeps
 *  what is unusual out of line:
 *
 *      hd__call *const call = hd__lane_enter(HD__F_Send);
 *      if (call == NULL) return begin_Send(...);             the frame of hdmpi_call.h
 *      const int result = PMPI_Send(...);
 *      const uint64_t end = hd_lane_count();
 *      if (hd__lane_back(call, result) && ...) {
 *          int64_t *const values = hd_lane_return(call->lane, end);
 *          if (values != NULL) {
 *              values[0] = ...;
 *              hd_lane_close(call->lane, hd__templates[HD__F_Send]);
 *              hd__yield(call);
 *              return result;
 *          }
 *      }
 *      return end_Send(call, result, ...);                   its part after the call
 *
 *  A receive prepares what it will write before it waits (hd__lane_prepare), and afterwards adds
 * what it found (hd__lane_received).
 *
 *  What is open after hd__lane_enter is the same state as after hd__open_wanted. */

#include "hdmpi_receive.h"

/** Far from what is usual, also in the memory that holds the program's code. */
#define HD__ASIDE __attribute__((noinline, cold))

/** hd__occupy for a thread that needs no barrier of its own, since nothing needs attention. */
static HD__ALWAYS_INLINE bool hd__lane_occupy(hd__call *call)
{
    atomic_store_explicit(&call->busy, true, HD__FLAG_ORDER);
    hd__fence_own(false);
    if (HD__LIKELY(atomic_load_explicit(&hd__run.state, HD__FLAG_ORDER) == HD__ACTIVE)) {
        return true;
    }
    hd__yield(call);
    return false;
}

/** Enter a call and open its state. @return NULL: nothing was done */
static HD__ALWAYS_INLINE hd__call *hd__lane_enter(hd__function function)
{
    hd__call *const call = hd__current;
    if (HD__UNLIKELY(
            call == NULL || !hd__is_recording() || !hd__wanted[function] || call->attention != 0 ||
            atomic_load_explicit(&call->busy, memory_order_relaxed) || !hd__lane_occupy(call))) {
        return NULL;
    }
    const bool open = hd_lane_open(call->lane);
    hd__yield(call);
    return HD__LIKELY(open) ? call : NULL;
}

/** Take the thread back after a call. @return false: what follows is not usual; whether the thread
 *  was taken is not said, nor does the frame of hdmpi_call.h ask */
static HD__ALWAYS_INLINE bool hd__lane_back(hd__call *call, int result)
{
    return HD__LIKELY(result == MPI_SUCCESS && call->attention == 0 && hd__lane_occupy(call) &&
                      call->generation ==
                          atomic_load_explicit(&hd__handles_generation, memory_order_acquire));
}

/** Whether what a receive posted says no more than what it found, which can be looked at. */
static HD__ALWAYS_INLINE bool hd__lane_takes(int source, int tag)
{
    return source != MPI_ANY_SOURCE && tag != MPI_ANY_TAG && hd__status_is_open;
}

/** Have such a receive made ready: it will most likely be as long as the one before. */
static HD__ALWAYS_INLINE void hd__lane_prepare(hd__call *call, hd__function function, int source,
                                               int tag, MPI_Comm comm)
{
    if (HD__UNLIKELY(source < 0 || !hd__lane_takes(source, tag) || !hd__lane_occupy(call))) {
        return;
    }
    const unsigned now = atomic_load_explicit(&hd__handles_generation, memory_order_acquire);
    if (HD__LIKELY(call->generation == now && call->last_comm.key == HD__KEY(comm))) {
        const int64_t values[] = {hd__rank_of(call->last_comm, source), tag, call->received_bytes,
                                  call->last_comm.id};
        hd_lane_prepare(call->lane, hd__named_templates[function], values);
    }
    hd__yield(call);
}

/** Write such a receive, if it was made ready, which ended when the counter was at `end`. It named
 *  its source and its tag, so that MPI need not be asked for them.
 *  @return false: nothing was done, as of hd__lane_back */
static HD__ALWAYS_INLINE bool hd__lane_received(hd__call *call, int result, uint64_t end,
                                                const MPI_Status *status)
{
    if (HD__UNLIKELY(result != MPI_SUCCESS || call->attention != 0 || !hd__lane_occupy(call))) {
        return false;
    }
    const int64_t bytes = hd__status_look(status);
    if (HD__UNLIKELY(!hd_lane_finish(call->lane, end, 2, bytes))) {
        return false;
    }
    call->received_bytes = bytes;
    hd__yield(call);
    return true;
}

/** The values of such a receive that nothing is ready of. */
static HD__ALWAYS_INLINE void hd__lane_values(hd__call *call, int64_t *values,
                                              const MPI_Status *status)
{
    values[0] = hd__rank_of(call->last_comm, status->MPI_SOURCE);
    values[1] = status->MPI_TAG;
    values[2] = hd__status_look(status);
    values[3] = call->last_comm.id;
    call->received_bytes = values[2];
}

#endif
