/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HDMPI_SEEN_H
#define HDMPI_SEEN_H
/** What a thread has found out of handles before, so that a call with the usual communicator and
 *  datatype needs no lock. The last one, and a small table per thread and kind, of one entry per
 *  place; all of it is forgotten when any handle of the process was freed or replaced, which
 * `hd__handles_generation` tells. */

#include "hdmpi_ids.h"
#include "hdmpi_map.h"

extern atomic_uint hd__handles_generation;

/** A handle is not what it was: to be called after it was taken from its table or replaced there.
 */
void hd__handle_is_gone(void);

/** Free `memory` as soon as no thread can be at work with it any more. */
void hd__retire(void *memory, void (*release)(void *memory));

/** Free what can be freed of that. Called without any lock. */
void hd__retired_free(void);

void hd__seen_forget(hd__call *call);

/** The slower ways: an unknown handle gives an entry with id -1, and is not asked about after a
 * call that failed. */
const hd__seen *hd__see_comm(hd__call *call, MPI_Comm handle);
const hd__seen *hd__see_type(hd__call *call, MPI_Datatype handle);

/** Forget what is out of date. Handles that are freed from now on stay valid memory until the
 * thread is given back. */
static HD__ALWAYS_INLINE void hd__seen_refresh(hd__call *call)
{
    const unsigned now = atomic_load_explicit(&hd__handles_generation, memory_order_acquire);
    if (HD__UNLIKELY(call->generation != now)) {
        hd__seen_forget(call);
        call->generation = now;
    }
}

/** Get what is known of a handle, after hd__seen_refresh. A further look may change the entry. */
static HD__ALWAYS_INLINE const hd__seen *hd__look_comm(hd__call *call, MPI_Comm handle)
{
    return HD__LIKELY(call->last_comm.key == HD__KEY(handle)) ? &call->last_comm
                                                              : hd__see_comm(call, handle);
}

static HD__ALWAYS_INLINE const hd__seen *hd__look_type(hd__call *call, MPI_Datatype handle)
{
    return HD__LIKELY(call->last_type.key == HD__KEY(handle)) ? &call->last_type
                                                              : hd__see_type(call, handle);
}

/** The same where nobody has refreshed. */
static inline const hd__seen *hd__seen_comm(hd__call *call, MPI_Comm handle)
{
    hd__seen_refresh(call);
    return hd__look_comm(call, handle);
}

static inline const hd__seen *hd__seen_type(hd__call *call, MPI_Datatype handle)
{
    hd__seen_refresh(call);
    return hd__look_type(call, handle);
}

#endif
