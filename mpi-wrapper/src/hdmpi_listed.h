/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HDMPI_LISTED_H
#define HDMPI_LISTED_H
/** Persistent and generalized requests, of all threads. Others than their completer may ask about
 *  these while they are being completed, so they stay in a map until MPI has freed them; looking
 * one up takes no lock.
 *
 *  MPI may give a handle away again before the thread that freed it has come back and taken its
 *  entry out. Such an entry is claimed by that thread until then, and so nobody else's; whoever
 *  enters the handle's next request takes it off the map, before others can know that handle. And
 *  who makes a call during which the handle may be freed asks for its entry before the call. */

#include "hdmpi_ids.h"

bool hd__request_is_listed(const hd__request *request);

/** @return false: there is no memory */
bool hd__listed_add(uint64_t key, hd__request *request);

/** Get the entry, NULL when there is none. */
hd__request *hd__listed_get(uint64_t key);

/** The same for this thread to complete it; NULL also when another thread is about to. */
hd__request *hd__listed_claim(uint64_t key);

/** End of the claim; the entry stays. */
void hd__listed_unclaim(hd__request *request);

/** End of the claim: MPI has freed the request, or will when a generalized one's work has ended.
 * The entry ends when MPI has it no more. */
void hd__listed_remove(uint64_t key, hd__request *request);

/** The work of a generalized request ends. @return its id, -1: there is none */
int hd__listed_complete(uint64_t key);

/** The handle is another request's by now, which is not listed. */
void hd__listed_forget(uint64_t key);

#endif
