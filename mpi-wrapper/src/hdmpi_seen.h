/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HDMPI_SEEN_H
#define HDMPI_SEEN_H
/** What a thread has found out of handles before, so that a call with the usual communicator and
 *  datatype needs one comparison. The last one of each kind, and of communicators and datatypes a
 *  small table per thread, of one entry per place; all of it is forgotten when any handle of the
 *  process was freed or replaced, which `hd__handles_generation` tells. What is not there is looked
 *  up in the map of all, which takes no lock either. */

#include "hdmpi_ids.h"
#include "hdmpi_map.h"

extern HD__HIDDEN atomic_uint hd__handles_generation;

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
const hd__seen *hd__see_win(hd__call *call, MPI_Win handle);
const hd__seen *hd__see_file(hd__call *call, MPI_File handle);

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

static HD__ALWAYS_INLINE const hd__seen *hd__look_win(hd__call *call, MPI_Win handle)
{
    return HD__LIKELY(call->last_win.key == HD__KEY(handle)) ? &call->last_win
                                                             : hd__see_win(call, handle);
}

static HD__ALWAYS_INLINE const hd__seen *hd__look_file(hd__call *call, MPI_File handle)
{
    return HD__LIKELY(call->last_file.key == HD__KEY(handle)) ? &call->last_file
                                                              : hd__see_file(call, handle);
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

/** The file, NULL: it was not opened under the wrapper. */
static inline hd__file *hd__seen_file(hd__call *call, MPI_File handle)
{
    hd__seen_refresh(call);
    return hd__look_file(call, handle)->file;
}

#endif
