/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HDMPI_BATCH_H
#define HDMPI_BATCH_H
/** The requests of one call that completes or frees them, from before it until it is recorded:
 *
 *      hd__batch_begin(&all, call, HD__F_X, count, requests, statuses);
 *      const int result = MPI's function, with all.statuses;
 *      if (hd__batch_returned(&all, result)) {
 *          hd__batch_mark_done, hd__batch_add_child ... for each;
 *          hd__batch_settle(&all);
 *          hd__finish(call, result);
 *      }
 *
 *  The requests are looked up before the call, since MPI frees their handles. Statuses are needed
 *  when a receive or a file access completes; if the application ignores them the wrapper passes
 *  its own array, else the application's is read. */
#include "hdmpi_record.h"

enum { HD__BATCH_FEW = 8 };

/* The requests of one call. */
typedef struct hd__batch {
    hd__call *call;
    hd__function function;
    int count;
    MPI_Request *handles; /* the application's array, changed by the call */
    MPI_Request *before;  /* copy of it */
    hd__request **entries;
    bool *done;
    MPI_Status *statuses; /* to pass to MPI, maybe MPI_STATUSES_IGNORE */
    MPI_Status *own_statuses;
    MPI_Request few_before[HD__BATCH_FEW];
    hd__request *few_entries[HD__BATCH_FEW];
    bool few_done[HD__BATCH_FEW];
    MPI_Status few_statuses[HD__BATCH_FEW];
} hd__batch;

void hd__batch_begin(hd__batch *all, hd__call *call, hd__function function, int count,
                     MPI_Request *handles, MPI_Status *statuses);
/** @return false: the session is over */
bool hd__batch_returned(hd__batch *all, int result);
/** Note that the request of this index is done, unless it is a persistent one that was not active.
 */
void hd__batch_mark_done(hd__batch *all, int index);
/** The same where a call that completes one request failed, if it ended it all the same.
 *  @return the request's error */
int hd__batch_mark_failed(hd__batch *all, int index, int result);
/** Describe one request: a child <For>. */
void hd__batch_add_child(hd__batch *all, int index, const MPI_Status *status, int error);
/** The end of all: requests that MPI freed lose their number. */
void hd__batch_settle(hd__batch *all);
/** The class of an error code, MPI_SUCCESS for that itself. */
int hd__error_class(int error);

#endif
