/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HDMPI_ENTRIES_H
#define HDMPI_ENTRIES_H
/** What a thread keeps of its own requests: the memory of entries, and tables of chains of those
 *  with one handle, which some MPI libraries give to many finished sends; the oldest one first.
 *  Who may be at work on them when: hdmpi_request.c. */
#include "hdmpi_hold.h"
#include "hdmpi_ids.h"
#include "hdmpi_map.h"

struct hd__requests {
    hd__table table;    /**< chains by handle */
    atomic_bool in_use; /**< the owner is at work on the table */
    hd__holds holds;
    hd__request *spare; /**< memory for the next ones */
    unsigned spare_count;
};

/** Make an entry with the next number; those of messages have none. For the owner.
 *  @return NULL: there is no memory */
hd__request *hd__entry_make(hd__requests *own, hd__request_kind kind, hd__comm *comm);
void hd__entry_destroy(hd__requests *own, hd__request *request);

/** Let the entry leave this thread, which is not at work on it now. */
void hd__entry_detach(hd__requests *own, hd__request *request);

/** Add as the newest, or the oldest, of its handle. @return false: there is no memory, the chain is
 *  as it was */
bool hd__entry_append(hd__table *table, uint64_t key, hd__request *request);
bool hd__entry_prepend(hd__table *table, uint64_t key, hd__request *request);

/** Take the oldest one, NULL when there is none. */
hd__request *hd__entry_unchain(hd__table *table, uint64_t key);

/** Free everything but entries that are still in the table. */
void hd__entries_fini(hd__requests *own);

#endif
