/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Wait* and Test*: one child <For rid= done=> per request that was given. */
#include "hdmpi_batch.h"

static bool is_single(hd__function function)
{
    return function == HD__F_Wait || function == HD__F_Test;
}

/* Calls with one status per request, in the order of the requests. */
static void add_all(hd__batch *all, int result)
{
    const int class = hd__error_class(result);
    for (int i = 0; i < all->count; i++) {
        const MPI_Status *const status =
            all->statuses == MPI_STATUSES_IGNORE ? MPI_STATUS_IGNORE : &all->statuses[i];
        int error = MPI_SUCCESS;
        if (class == MPI_ERR_IN_STATUS && status != MPI_STATUS_IGNORE) {
            error = status->MPI_ERROR;
            all->done[i] = all->done[i] && hd__error_class(error) != MPI_ERR_PENDING;
        } else if (result != MPI_SUCCESS && is_single(all->function)) {
            error = hd__batch_mark_failed(all, i, result);
        }
        if (all->entries[i] != NULL) {
            hd__batch_add_child(all, i, status, error);
        }
    }
}

/* The outcome of a call that completes all requests or none. */
static void end_all(hd__batch *all, int result, bool completed)
{
    for (int i = 0; i < all->count && completed; i++) {
        hd__batch_mark_done(all, i);
    }
    add_all(all, result);
    hd__batch_settle(all);
    hd__finish(all->call, result);
}

/* MPI_ERR_IN_STATUS says in each status how its request fared; other errors complete nothing. */
static bool has_statuses(int result)
{
    const int class = hd__error_class(result);
    return class == MPI_SUCCESS || class == MPI_ERR_IN_STATUS;
}

int MPI_Wait(MPI_Request *request, MPI_Status *status)
{
    hd__call *const call = hd__enter_always();
    if (call == NULL) {
        return hd__next.Wait(request, status);
    }
    hd__batch all;
    hd__batch_begin(&all, call, HD__F_Wait, 1, request, status);
    const int result = hd__next.Wait(request, all.statuses);
    if (hd__batch_returned(&all, result)) {
        end_all(&all, result, result == MPI_SUCCESS);
    }
    return result;
}

int MPI_Waitall(int count, MPI_Request array_of_requests[], MPI_Status array_of_statuses[])
{
    hd__call *const call = hd__enter_always();
    if (call == NULL) {
        return hd__next.Waitall(count, array_of_requests, array_of_statuses);
    }
    hd__batch all;
    hd__batch_begin(&all, call, HD__F_Waitall, count, array_of_requests, array_of_statuses);
    const int result = hd__next.Waitall(count, array_of_requests, all.statuses);
    if (hd__batch_returned(&all, result)) {
        end_all(&all, result, has_statuses(result));
    }
    return result;
}

int MPI_Test(MPI_Request *request, int *flag, MPI_Status *status)
{
    hd__call *const call = hd__enter_always();
    if (call == NULL) {
        return hd__next.Test(request, flag, status);
    }
    hd__batch all;
    hd__batch_begin(&all, call, HD__F_Test, 1, request, status);
    const int result = hd__next.Test(request, flag, all.statuses);
    if (hd__batch_returned(&all, result)) {
        hd__put_unless_absent(call, "flag", hd__value_out(call, flag));
        end_all(&all, result, result == MPI_SUCCESS && *flag);
    }
    return result;
}

int MPI_Testall(int count, MPI_Request array_of_requests[], int *flag,
                MPI_Status array_of_statuses[])
{
    hd__call *const call = hd__enter_always();
    if (call == NULL) {
        return hd__next.Testall(count, array_of_requests, flag, array_of_statuses);
    }
    hd__batch all;
    hd__batch_begin(&all, call, HD__F_Testall, count, array_of_requests, array_of_statuses);
    const int result = hd__next.Testall(count, array_of_requests, flag, all.statuses);
    if (hd__batch_returned(&all, result)) {
        hd__put_unless_absent(call, "flag", hd__value_out(call, flag));
        end_all(&all, result, result != MPI_SUCCESS ? has_statuses(result) : *flag != 0);
    }
    return result;
}

/* Calls that complete one request at most, and say which. */
static void end_any(hd__batch *all, int result, int index)
{
    const bool has_index = result == MPI_SUCCESS && index >= 0 && index < all->count;
    if (has_index) {
        hd__batch_mark_done(all, index);
        hd__put_int(all->call, "index", index);
    }
    for (int i = 0; i < all->count; i++) {
        if (all->entries[i] != NULL) {
            const int error =
                result == MPI_SUCCESS ? MPI_SUCCESS : hd__batch_mark_failed(all, i, result);
            hd__batch_add_child(all, i, all->statuses, error);
        }
    }
    hd__batch_settle(all);
    hd__finish(all->call, result);
}

int MPI_Waitany(int count, MPI_Request array_of_requests[], int *indx, MPI_Status *status)
{
    hd__call *const call = hd__enter_always();
    if (call == NULL) {
        return hd__next.Waitany(count, array_of_requests, indx, status);
    }
    hd__batch all;
    hd__batch_begin(&all, call, HD__F_Waitany, count, array_of_requests, status);
    const int result = hd__next.Waitany(count, array_of_requests, indx, all.statuses);
    if (hd__batch_returned(&all, result)) {
        end_any(&all, result, *indx);
    }
    return result;
}

int MPI_Testany(int count, MPI_Request array_of_requests[], int *indx, int *flag,
                MPI_Status *status)
{
    hd__call *const call = hd__enter_always();
    if (call == NULL) {
        return hd__next.Testany(count, array_of_requests, indx, flag, status);
    }
    hd__batch all;
    hd__batch_begin(&all, call, HD__F_Testany, count, array_of_requests, status);
    const int result = hd__next.Testany(count, array_of_requests, indx, flag, all.statuses);
    if (hd__batch_returned(&all, result)) {
        hd__put_unless_absent(call, "flag", hd__value_out(call, flag));
        end_any(&all, result, call->failed || !*flag ? MPI_UNDEFINED : *indx);
    }
    return result;
}

/* Calls that complete several requests; statuses are in the order of `indices`. */
static void end_some(hd__batch *all, int result, int done_count, const int *indices)
{
    hd__call *const call = all->call;
    const int valid_count = has_statuses(result) && done_count != MPI_UNDEFINED ? done_count : 0;
    for (int i = 0; i < valid_count && all->count > 0; i++) {
        hd__batch_mark_done(all, indices[i]);
        if (all->entries[indices[i]] == NULL) {
            continue;
        }
        const MPI_Status *const status =
            all->statuses == MPI_STATUSES_IGNORE ? MPI_STATUS_IGNORE : &all->statuses[i];
        const bool failed = call->failed && status != MPI_STATUS_IGNORE;
        const int error = failed ? status->MPI_ERROR : MPI_SUCCESS;
        hd__batch_add_child(all, indices[i], status, error);
    }
    for (int i = 0; i < all->count; i++) {
        if (!all->done[i] && all->entries[i] != NULL) {
            hd__batch_add_child(all, i, MPI_STATUS_IGNORE, MPI_SUCCESS);
        }
    }
    hd__batch_settle(all);
    hd__finish(call, result);
}

typedef int some_function(int, MPI_Request[], int *, int[], MPI_Status[]);

static int complete_some(hd__function function, some_function *complete, int count,
                         MPI_Request requests[], int *done_count, int indices[],
                         MPI_Status statuses[])
{
    hd__call *const call = hd__enter_always();
    if (call == NULL) {
        return complete(count, requests, done_count, indices, statuses);
    }
    hd__batch all;
    hd__batch_begin(&all, call, function, count, requests, statuses);
    const int result = complete(count, requests, done_count, indices, all.statuses);
    if (hd__batch_returned(&all, result)) {
        end_some(&all, result, *done_count, indices);
    }
    return result;
}

int MPI_Waitsome(int incount, MPI_Request array_of_requests[], int *outcount,
                 int array_of_indices[], MPI_Status array_of_statuses[])
{
    return complete_some(HD__F_Waitsome, hd__next.Waitsome, incount, array_of_requests, outcount,
                         array_of_indices, array_of_statuses);
}

int MPI_Testsome(int incount, MPI_Request array_of_requests[], int *outcount,
                 int array_of_indices[], MPI_Status array_of_statuses[])
{
    return complete_some(HD__F_Testsome, hd__next.Testsome, incount, array_of_requests, outcount,
                         array_of_indices, array_of_statuses);
}

int MPI_Request_free(MPI_Request *request)
{
    hd__call *const call = hd__enter_always();
    if (call == NULL) {
        return hd__next.Request_free(request);
    }
    hd__batch all;
    hd__batch_begin(&all, call, HD__F_Request_free, 1, request, MPI_STATUSES_IGNORE);
    const int result = hd__next.Request_free(request);
    if (hd__batch_returned(&all, result)) {
        if (all.entries[0] != NULL) {
            hd__put_int(call, "rid", all.entries[0]->id);
        }
        hd__batch_settle(&all);
        hd__finish(call, result);
    }
    return result;
}
