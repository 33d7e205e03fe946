/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Calls that let a pending request end. Another thread's MPI_Wait may return, free the handle and
 * somebody else get it again before such a call comes back, so they look up its number before. */
#include "hdmpi_record.h"

int MPI_Cancel(MPI_Request *request)
{
    hd__call *const call = hd__enter_function(HD__F_Cancel);
    if (call == NULL) {
        return hd__next.Cancel(request);
    }
    const int id = hd__request_id(*request);
    hd__open_wanted(call);
    const int result = hd__next.Cancel(request);
    if (hd__back(call, result) != NULL) {
        hd__describe(call, HD__F_Cancel, NULL, 0);
        hd_trace_begin_data(call->trace, "For");
        hd__put_known(call, "rid", id);
        hd_trace_end_data(call->trace);
        hd__finish(call, result);
    }
    return result;
}

int MPI_Grequest_complete(MPI_Request request)
{
    hd__call *const call = hd__enter_always();
    if (call == NULL) {
        return hd__next.Grequest_complete(request);
    }
    const int id = hd__request_complete(request);
    hd__open(call, HD__F_Grequest_complete);
    const int result = hd__next.Grequest_complete(request);
    if (hd__back(call, result) != NULL) {
        hd__describe(call, HD__F_Grequest_complete, NULL, 0);
        hd__put_known(call, "rid", id);
        hd__finish(call, result);
    }
    return result;
}
