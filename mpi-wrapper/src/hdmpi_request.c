/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Requests. A thread keeps those that it made to itself, so that making and completing one needs no
 * lock; messages that it matched too, which are much the same. Persistent and generalized requests
 * are in a map of all (hdmpi_listed.h), what ended threads left in a table of all.
 *
 * A request may be completed by another thread than the one that made it. That thread raises
 * `inspecting`, waits until nobody is at work on an own table, and takes the request over. So the
 * price is paid by those who do that, and only the first time: what is not completed yet stays with
 * the one who took it. */
#include "hdmpi_entries.h"
#include "hdmpi_fence.h"
#include "hdmpi_listed.h"

#include <pthread.h>
#include <sched.h>
#include <stdlib.h>

static pthread_mutex_t inspect_lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_bool inspecting;

static pthread_mutex_t shared_lock = PTHREAD_MUTEX_INITIALIZER;
static hd__table shared;           /* of ended threads */
static atomic_size_t shared_count; /* handles in `shared`, so that nobody locks an empty table */

/* --- access to the own table ------------------------------------------------------------------ */

static hd__requests *enter_own(hd__call *call)
{
    hd__requests *const own = call->requests;
    for (;;) {
        atomic_store_explicit(&own->in_use, true, HD__FLAG_ORDER);
        hd__fence_own(call->fenced);
        if (HD__LIKELY(!atomic_load_explicit(&inspecting, HD__FLAG_LOOK))) {
            return own;
        }
        atomic_store_explicit(&own->in_use, false, memory_order_release);
        pthread_mutex_lock(&inspect_lock); /* until the inspection is over */
        pthread_mutex_unlock(&inspect_lock);
    }
}

static void leave_own(hd__requests *own)
{
    atomic_store_explicit(&own->in_use, false, memory_order_release);
}

/* --- what ended threads left ------------------------------------------------------------------ */

static void count_shared(void)
{
    atomic_store_explicit(&shared_count, shared.used_count, memory_order_release);
}

static bool has_shared(void)
{
    return atomic_load_explicit(&shared_count, memory_order_acquire) > 0;
}

static bool share(uint64_t key, hd__request *request)
{
    hd__listed_forget(key);
    pthread_mutex_lock(&shared_lock);
    const bool added = hd__entry_append(&shared, key, request);
    count_shared();
    pthread_mutex_unlock(&shared_lock);
    return added;
}

static hd__request *find_shared(uint64_t key, bool take)
{
    if (!has_shared()) {
        return NULL;
    }
    pthread_mutex_lock(&shared_lock);
    hd__request *const request =
        take ? hd__entry_unchain(&shared, key) : hd__table_get(&shared, key);
    count_shared();
    pthread_mutex_unlock(&shared_lock);
    return request;
}

/* --- tables of other threads ------------------------------------------------------------------ */

typedef struct search {
    const hd__call *asker;
    uint64_t key;
    bool take;
    int id;
    hd__request *found;
} search;

/* Called for every thread while `inspecting` is up. */
static bool look_into(hd__call *call, void *data)
{
    search *const wanted = data;
    if (call == wanted->asker || call->requests == NULL) {
        return false;
    }
    while (atomic_load_explicit(&call->requests->in_use, memory_order_acquire)) {
        sched_yield(); /* some dozen instructions of another thread */
    }
    hd__table *const table = &call->requests->table;
    wanted->found =
        wanted->take ? hd__entry_unchain(table, wanted->key) : hd__table_get(table, wanted->key);
    if (wanted->found != NULL && wanted->take) {
        hd__entry_detach(call->requests, wanted->found);
    }
    wanted->id = wanted->found == NULL ? -1 : wanted->found->id;
    return wanted->found != NULL;
}

/* Not to be called between enter_own and leave_own. */
static search find_elsewhere(const hd__call *asker, uint64_t key, bool take)
{
    search wanted = {.asker = asker, .key = key, .take = take, .id = -1};
    if (hd__threads_are_several()) {
        pthread_mutex_lock(&inspect_lock);
        atomic_store(&inspecting, true);
        hd__fence_threads();
        hd__threads_visit(look_into, &wanted);
        atomic_store(&inspecting, false);
        pthread_mutex_unlock(&inspect_lock);
    }
    return wanted;
}

/* Not in the own table: in that of all, of another thread, or of one that ended in between. */
static hd__request *find_anywhere(uint64_t key, bool take, int *id)
{
    hd__request *found = take ? hd__listed_claim(key) : hd__listed_get(key);
    if (found == NULL) {
        found = find_shared(key, take);
    }
    if (found == NULL) {
        const search wanted = find_elsewhere(hd__current, key, take);
        if (wanted.found != NULL) {
            *id = wanted.id; /* when it was not taken, it may be gone by now */
            return wanted.found;
        }
        found = find_shared(key, take);
    }
    *id = found == NULL ? -1 : found->id;
    return found;
}

/* --- what the wrappers use -------------------------------------------------------------------- */

hd__requests *hd__requests_create(void)
{
    return calloc(1, sizeof(hd__requests));
}

static void leave_chain(uint64_t key, void *chain, void *data)
{
    hd__request *request = chain;
    while (request != NULL) {
        hd__request *const next = request->next;
        hd__entry_detach(data, request);
        if (!share(key, request)) {
            free(request);
        }
        request = next;
    }
}

void hd__requests_destroy(hd__requests *own)
{
    if (own == NULL) {
        return;
    }
    hd__table_visit(&own->table, leave_chain, own);
    hd__entries_fini(own);
    free(own);
}

/* @return false: there is no memory, or nothing to remember */
static bool enter(hd__requests *own, uint64_t key, hd__request *request)
{
    if (hd__request_is_listed(request)) {
        return hd__listed_add(key, request);
    }
    hd__listed_forget(key);
    return hd__entry_append(&own->table, key, request);
}

int hd__request_create(MPI_Request handle, hd__request_kind kind, hd__comm *comm)
{
    hd__requests *const own = enter_own(hd__current);
    hd__request *const request = hd__entry_make(own, kind, comm);
    const int id = request == NULL ? -1 : request->id;
    if (request != NULL && (handle == MPI_REQUEST_NULL || !enter(own, HD__KEY(handle), request))) {
        hd__entry_destroy(own, request);
    }
    leave_own(own);
    return id;
}

int hd__request_id(MPI_Request handle)
{
    const uint64_t key = HD__KEY(handle);
    hd__requests *const own = enter_own(hd__current);
    const hd__request *request = hd__table_get(&own->table, key);
    const int id = request == NULL ? -1 : request->id;
    leave_own(own);
    if (request != NULL) {
        return id;
    }
    int found_id = -1;
    (void)find_anywhere(key, false, &found_id);
    return found_id;
}

int hd__request_complete(MPI_Request handle)
{
    const int id = hd__listed_complete(HD__KEY(handle));
    return id < 0 ? hd__request_id(handle) : id;
}

int hd__request_start(MPI_Request handle)
{
    hd__request *const request = hd__listed_get(HD__KEY(handle));
    if (request == NULL) {
        return hd__request_id(handle);
    }
    atomic_store_explicit(&request->active, true, memory_order_relaxed);
    return request->id;
}

/* NULL: unknown. */
static hd__request *take_out(uint64_t key)
{
    int id = -1;
    hd__requests *const own = enter_own(hd__current);
    hd__request *const request = hd__entry_unchain(&own->table, key);
    leave_own(own);
    return request == NULL ? find_anywhere(key, true, &id) : request;
}

hd__request *hd__request_claim(MPI_Request handle)
{
    if (handle == MPI_REQUEST_NULL) {
        return NULL;
    }
    hd__request *request = take_out(HD__KEY(handle));
    if (request == NULL) {
        hd__requests *const own = enter_own(hd__current);
        request = hd__entry_make(own, HD__REQUEST_UNKNOWN, NULL);
        leave_own(own);
    }
    return request;
}

static void give_back(hd__request *request)
{
    hd__requests *const own = enter_own(hd__current);
    hd__entry_destroy(own, request);
    leave_own(own);
}

void hd__request_settle(MPI_Request handle, hd__request *request, bool gone)
{
    const uint64_t key = HD__KEY(handle);
    if (hd__request_is_listed(request)) {
        if (gone) {
            hd__listed_remove(key, request);
        } else {
            hd__listed_unclaim(request);
        }
        return;
    }
    hd__requests *const own = enter_own(hd__current);
    if (gone || !hd__entry_prepend(&own->table, key, request)) {
        hd__entry_destroy(own, request);
    }
    leave_own(own);
}

void hd__message_create(MPI_Message message, hd__comm *comm)
{
    if (message == MPI_MESSAGE_NULL || message == MPI_MESSAGE_NO_PROC || comm == NULL) {
        return;
    }
    hd__requests *const own = enter_own(hd__current);
    hd__request *const entry = hd__entry_make(own, HD__REQUEST_MESSAGE, comm);
    if (entry != NULL && !hd__entry_append(&own->table, HD__KEY(message), entry)) {
        hd__entry_destroy(own, entry);
    }
    leave_own(own);
}

hd__request *hd__message_take(MPI_Message message)
{
    const bool known = message != MPI_MESSAGE_NULL && message != MPI_MESSAGE_NO_PROC;
    return known ? take_out(HD__KEY(message)) : NULL;
}

void hd__message_release(hd__request *message)
{
    if (message != NULL) {
        give_back(message);
    }
}
