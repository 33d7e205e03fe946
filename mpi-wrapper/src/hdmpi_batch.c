/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What stands in a state for the requests of a call, and what they need before and after it. */
#include "hdmpi_batch.h"

static bool wants_status(const hd__request *entry)
{
    return entry != NULL && (entry->kind == HD__REQUEST_RECV || entry->kind == HD__REQUEST_IO ||
                             entry->kind == HD__REQUEST_RECV_INIT);
}

static bool take_memory(hd__batch *all)
{
    const size_t count = (size_t)all->count;
    if (all->count <= HD__BATCH_FEW) {
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

static void give_memory_back(hd__batch *all)
{
    if (all->count > HD__BATCH_FEW) {
        if (all->own_statuses != NULL) {
            hd__scratch_release(all->call, all->own_statuses);
        }
        hd__scratch_release(all->call, all->done);
        hd__scratch_release(all->call, all->entries);
        hd__scratch_release(all->call, all->before);
    }
}

static void provide_statuses(hd__batch *all)
{
    if (all->count <= HD__BATCH_FEW) {
        all->statuses = all->own_statuses = all->few_statuses;
        return;
    }
    all->own_statuses =
        hd__scratch_take(all->call, (size_t)all->count * sizeof(*all->own_statuses));
    if (all->own_statuses != NULL) {
        all->statuses = all->own_statuses;
    }
}

void hd__batch_begin(hd__batch *all, hd__call *call, hd__function function, int count,
                     MPI_Request *handles, MPI_Status *statuses)
{
    *all = (hd__batch){.call = call,
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
bool hd__batch_returned(hd__batch *all, int result)
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

int hd__error_class(int error)
{
    int class = MPI_SUCCESS;
    if (error != MPI_SUCCESS) {
        PMPI_Error_class(error, &class);
    }
    return class;
}

/* Of a message that was too long the status still says which one it was; MPICH 4.0.2 leaves in it
 * what was there before of its size and of whether it was cancelled. */
void hd__batch_add_child(hd__batch *all, int index, const MPI_Status *status, int error)
{
    hd__call *const call = all->call;
    const hd__request *const entry = all->entries[index];
    hd_trace_begin_data(call->trace, "For");
    hd__put_int(call, "rid", entry->id);
    hd__put_int(call, "done", all->done[index]);
    if (error != MPI_SUCCESS) {
        hd__put_error(call, "err", error);
    }
    if (all->done[index] && (error == MPI_SUCCESS || hd__error_class(error) == MPI_ERR_TRUNCATE)) {
        add_outcome(call, entry, status, error == MPI_SUCCESS);
    }
    hd_trace_end_data(call->trace);
}

static bool is_active(const hd__request *entry)
{
    return entry != NULL && (!hd__request_is_persistent(entry) ||
                             atomic_load_explicit(&entry->active, memory_order_relaxed));
}

void hd__batch_mark_done(hd__batch *all, int index)
{
    all->done[index] = is_active(all->entries[index]);
}

/* A call that completes one request, and fails, has ended it all the same when MPI took its handle
 * back; a persistent one keeps its handle. @return the request's error */
int hd__batch_mark_failed(hd__batch *all, int index, int result)
{
    const bool freed =
        all->before[index] != MPI_REQUEST_NULL && all->handles[index] == MPI_REQUEST_NULL;
    if (freed || (all->count == 1 && hd__error_class(result) == MPI_ERR_TRUNCATE)) {
        hd__batch_mark_done(all, index);
    }
    return all->done[index] ? result : MPI_SUCCESS;
}

/* Requests that MPI freed lose their number; the others are listed again, oldest first. */
void hd__batch_settle(hd__batch *all)
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
