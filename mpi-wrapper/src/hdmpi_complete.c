/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Wait* and Test*: one child <For rid= done=> per request that was given.
 *
 * The requests are looked up before the call, since MPI frees their handles. Statuses are needed
 * when a receive or a file access completes; if the application ignores them the wrapper passes
 * its own array, else the application's is read. */
#include "hdmpi_record.h"

#include <stdlib.h>

enum { FEW = 8 };

/* The requests of one call. */
typedef struct batch {
    hd__call *call;
    hd__function function;
    int count;
    MPI_Request *handles; /* the application's array, changed by the call */
    MPI_Request *before;  /* copy of it */
    hd__request **entries;
    bool *done;
    MPI_Status *statuses; /* to pass to MPI, maybe MPI_STATUSES_IGNORE */
    MPI_Status *own_statuses;
    MPI_Request few_before[FEW];
    hd__request *few_entries[FEW];
    bool few_done[FEW];
    MPI_Status few_statuses[FEW];
} batch;

static bool wants_status(const hd__request *entry)
{
    return entry != NULL && (entry->kind == HD__REQUEST_RECV || entry->kind == HD__REQUEST_IO ||
                             entry->kind == HD__REQUEST_RECV_INIT);
}

static bool take_memory(batch *all)
{
    const size_t count = (size_t)all->count;
    if (all->count <= FEW) {
        all->before = all->few_before;
        all->entries = all->few_entries;
        all->done = all->few_done;
        return true;
    }
    /* NOLINTNEXTLINE(bugprone-sizeof-expression): handles that are pointers with some MPI */
    all->before = hd__scratch_take(all->call, count * sizeof(*all->before));
    /* NOLINTNEXTLINE(bugprone-sizeof-expression): an array of pointers */
    all->entries = hd__scratch_take(all->call, count * sizeof(*all->entries));
    all->done = hd__scratch_take(all->call, count * sizeof(*all->done));
    return all->before != NULL && all->entries != NULL && all->done != NULL;
}

static void give_memory_back(batch *all)
{
    if (all->count > FEW) {
        if (all->own_statuses != NULL) {
            hd__scratch_release(all->call, all->own_statuses);
        }
        hd__scratch_release(all->call, all->done);
        hd__scratch_release(all->call, all->entries);
        hd__scratch_release(all->call, all->before);
    }
}

static void provide_statuses(batch *all)
{
    if (all->count <= FEW) {
        all->statuses = all->own_statuses = all->few_statuses;
        return;
    }
    all->own_statuses =
        hd__scratch_take(all->call, (size_t)all->count * sizeof(*all->own_statuses));
    if (all->own_statuses != NULL) {
        all->statuses = all->own_statuses;
    }
}

static void begin(batch *all, hd__call *call, hd__function function, int count,
                  MPI_Request *handles, MPI_Status *statuses)
{
    *all = (batch){.call = call,
                   .function = function,
                   .count = count < 0 ? 0 : count,
                   .handles = handles,
                   .statuses = statuses};
    if (!take_memory(all)) {
        give_memory_back(all);
        all->count = 0;
    }
    bool needs_statuses = false;
    for (int i = 0; i < all->count; i++) {
        all->before[i] = handles[i];
        all->entries[i] = hd__request_claim(handles[i]);
        all->done[i] = false;
        needs_statuses = needs_statuses || wants_status(all->entries[i]);
    }
    if (needs_statuses && statuses == MPI_STATUSES_IGNORE) {
        provide_statuses(all);
    }
    hd__open(call, function);
}

/* @return false: the session is over */
static bool returned(batch *all, int result)
{
    if (hd__back(all->call, result) == NULL) {
        return false;
    }
    hd__describe(all->call, all->function, NULL, 0);
    return true;
}

static void add_outcome(hd__call *call, const hd__request *entry, const MPI_Status *status,
                        bool is_whole)
{
    if (!wants_status(entry) || status == MPI_STATUS_IGNORE) {
        return;
    }
    if (entry->kind == HD__REQUEST_IO) {
        hd__put_known(call, "bytes", hd__status_bytes(status));
        return;
    }
    int cancelled = 0;
    if (is_whole) {
        PMPI_Test_cancelled(status, &cancelled);
    }
    if (cancelled) {
        hd__put_int(call, "cancelled", 1);
        return;
    }
    hd__put_int(call, "fromRank", hd__comm_world_rank(entry->comm, status->MPI_SOURCE));
    hd__put_int(call, "fromTag", status->MPI_TAG);
    if (is_whole) {
        hd__put_known(call, "size", hd__status_bytes(status));
    }
}

static int class_of(int error)
{
    int class = MPI_SUCCESS;
    if (error != MPI_SUCCESS) {
        PMPI_Error_class(error, &class);
    }
    return class;
}

/* Of a message that was too long the status still says which one it was; MPICH 4.0.2 leaves in it
 * what was there before of its size and of whether it was cancelled. */
static void add_child(batch *all, int index, const MPI_Status *status, int error)
{
    hd__call *const call = all->call;
    const hd__request *const entry = all->entries[index];
    hd_trace_begin_data(call->trace, "For");
    hd__put_int(call, "rid", entry->id);
    hd__put_int(call, "done", all->done[index]);
    if (error != MPI_SUCCESS) {
        hd__put_error(call, "err", error);
    }
    if (all->done[index] && (error == MPI_SUCCESS || class_of(error) == MPI_ERR_TRUNCATE)) {
        add_outcome(call, entry, status, error == MPI_SUCCESS);
    }
    hd_trace_end_data(call->trace);
}

static bool is_active(const hd__request *entry)
{
    return entry != NULL && (!hd__request_is_persistent(entry) ||
                             atomic_load_explicit(&entry->active, memory_order_relaxed));
}

static void mark_done(batch *all, int index)
{
    all->done[index] = is_active(all->entries[index]);
}

/* A call that completes one request, and fails, has ended it all the same when MPI took its handle
 * back; a persistent one keeps its handle. @return the request's error */
static int mark_failed(batch *all, int index, int result)
{
    const bool freed =
        all->before[index] != MPI_REQUEST_NULL && all->handles[index] == MPI_REQUEST_NULL;
    if (freed || (all->count == 1 && class_of(result) == MPI_ERR_TRUNCATE)) {
        mark_done(all, index);
    }
    return all->done[index] ? result : MPI_SUCCESS;
}

/* Requests that MPI freed lose their number; the others are listed again, oldest first. */
static void settle(batch *all)
{
    for (int i = all->count - 1; i >= 0; i--) {
        if (all->entries[i] != NULL) {
            if (all->done[i] && hd__request_is_persistent(all->entries[i])) {
                atomic_store_explicit(&all->entries[i]->active, false, memory_order_relaxed);
            }
            const bool gone = all->handles[i] == MPI_REQUEST_NULL;
            hd__request_settle(all->before[i], all->entries[i], gone);
        }
    }
    give_memory_back(all);
}

static bool is_single(hd__function function)
{
    return function == HD__F_Wait || function == HD__F_Test;
}

/* Calls with one status per request, in the order of the requests. */
static void add_all(batch *all, int result)
{
    const int class = class_of(result);
    for (int i = 0; i < all->count; i++) {
        const MPI_Status *const status =
            all->statuses == MPI_STATUSES_IGNORE ? MPI_STATUS_IGNORE : &all->statuses[i];
        int error = MPI_SUCCESS;
        if (class == MPI_ERR_IN_STATUS && status != MPI_STATUS_IGNORE) {
            error = status->MPI_ERROR;
            all->done[i] = all->done[i] && class_of(error) != MPI_ERR_PENDING;
        } else if (result != MPI_SUCCESS && is_single(all->function)) {
            error = mark_failed(all, i, result);
        }
        if (all->entries[i] != NULL) {
            add_child(all, i, status, error);
        }
    }
}

/* The outcome of a call that completes all requests or none. */
static void end_all(batch *all, int result, bool completed)
{
    for (int i = 0; i < all->count && completed; i++) {
        mark_done(all, i);
    }
    add_all(all, result);
    settle(all);
    hd__finish(all->call, result);
}

/* MPI_ERR_IN_STATUS says in each status how its request fared; other errors complete nothing. */
static bool has_statuses(int result)
{
    const int class = class_of(result);
    return class == MPI_SUCCESS || class == MPI_ERR_IN_STATUS;
}

int MPI_Wait(MPI_Request *request, MPI_Status *status)
{
    hd__call *const call = hd__enter_always();
    if (call == NULL) {
        return hd__next.Wait(request, status);
    }
    batch all;
    begin(&all, call, HD__F_Wait, 1, request, status);
    const int result = hd__next.Wait(request, all.statuses);
    if (returned(&all, result)) {
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
    batch all;
    begin(&all, call, HD__F_Waitall, count, array_of_requests, array_of_statuses);
    const int result = hd__next.Waitall(count, array_of_requests, all.statuses);
    if (returned(&all, result)) {
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
    batch all;
    begin(&all, call, HD__F_Test, 1, request, status);
    const int result = hd__next.Test(request, flag, all.statuses);
    if (returned(&all, result)) {
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
    batch all;
    begin(&all, call, HD__F_Testall, count, array_of_requests, array_of_statuses);
    const int result = hd__next.Testall(count, array_of_requests, flag, all.statuses);
    if (returned(&all, result)) {
        hd__put_unless_absent(call, "flag", hd__value_out(call, flag));
        end_all(&all, result, result != MPI_SUCCESS ? has_statuses(result) : *flag != 0);
    }
    return result;
}

/* Calls that complete one request at most, and say which. */
static void end_any(batch *all, int result, int index)
{
    const bool has_index = result == MPI_SUCCESS && index >= 0 && index < all->count;
    if (has_index) {
        mark_done(all, index);
        hd__put_int(all->call, "index", index);
    }
    for (int i = 0; i < all->count; i++) {
        if (all->entries[i] != NULL) {
            const int error = result == MPI_SUCCESS ? MPI_SUCCESS : mark_failed(all, i, result);
            add_child(all, i, all->statuses, error);
        }
    }
    settle(all);
    hd__finish(all->call, result);
}

int MPI_Waitany(int count, MPI_Request array_of_requests[], int *indx, MPI_Status *status)
{
    hd__call *const call = hd__enter_always();
    if (call == NULL) {
        return hd__next.Waitany(count, array_of_requests, indx, status);
    }
    batch all;
    begin(&all, call, HD__F_Waitany, count, array_of_requests, status);
    const int result = hd__next.Waitany(count, array_of_requests, indx, all.statuses);
    if (returned(&all, result)) {
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
    batch all;
    begin(&all, call, HD__F_Testany, count, array_of_requests, status);
    const int result = hd__next.Testany(count, array_of_requests, indx, flag, all.statuses);
    if (returned(&all, result)) {
        hd__put_unless_absent(call, "flag", hd__value_out(call, flag));
        end_any(&all, result, call->failed || !*flag ? MPI_UNDEFINED : *indx);
    }
    return result;
}

/* Calls that complete several requests; statuses are in the order of `indices`. */
static void end_some(batch *all, int result, int done_count, const int *indices)
{
    hd__call *const call = all->call;
    const int valid_count = has_statuses(result) && done_count != MPI_UNDEFINED ? done_count : 0;
    for (int i = 0; i < valid_count && all->count > 0; i++) {
        mark_done(all, indices[i]);
        if (all->entries[indices[i]] == NULL) {
            continue;
        }
        const MPI_Status *const status =
            all->statuses == MPI_STATUSES_IGNORE ? MPI_STATUS_IGNORE : &all->statuses[i];
        const bool failed = call->failed && status != MPI_STATUS_IGNORE;
        const int error = failed ? status->MPI_ERROR : MPI_SUCCESS;
        add_child(all, indices[i], status, error);
    }
    for (int i = 0; i < all->count; i++) {
        if (!all->done[i] && all->entries[i] != NULL) {
            add_child(all, i, MPI_STATUS_IGNORE, MPI_SUCCESS);
        }
    }
    settle(all);
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
    batch all;
    begin(&all, call, function, count, requests, statuses);
    const int result = complete(count, requests, done_count, indices, all.statuses);
    if (returned(&all, result)) {
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
    batch all;
    begin(&all, call, HD__F_Request_free, 1, request, MPI_STATUSES_IGNORE);
    const int result = hd__next.Request_free(request);
    if (returned(&all, result)) {
        if (all.entries[0] != NULL) {
            hd__put_int(call, "rid", all.entries[0]->id);
        }
        settle(&all);
        hd__finish(call, result);
    }
    return result;
}
