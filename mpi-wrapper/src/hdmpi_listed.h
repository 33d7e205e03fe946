/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HDMPI_LISTED_H
#define HDMPI_LISTED_H
/** Persistent and generalized requests, of all threads. Others than their completer may ask about
 *  these while they are being completed, so they stay in a map until MPI has freed them; looking
 * one up takes no lock.
 *
 *  MPI may give a handle away again before the thread that freed it has come back and taken its
 *  entry out. Such an entry is claimed by that thread until then, and so nobody else's. */

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

/** End of the claim and of the entry: MPI has freed the request. */
void hd__listed_remove(uint64_t key, hd__request *request);

/** The handle is another request's by now. */
void hd__listed_forget(uint64_t key);

#endif
