/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Requests. A thread keeps those that it made to itself, so that making and completing one needs no
 * lock. Persistent and generalized requests, and what ended threads left, are in a table of all.
 *
 * A request may be completed by another thread than the one that made it. That thread raises
 * `inspecting`, waits until nobody is at work on an own table, and takes the request over. So the
 * price is paid by those who do that, and only the first time: what is not completed yet stays with
 * the one who took it. */
#include "hdmpi_ids.h"

#include "hdmpi_fence.h"
#include "hdmpi_map.h"

#include <pthread.h>
#include <sched.h>
#include <stdlib.h>

enum { SPARE_MAX = 4096 };

/* What one thread keeps; chains of requests by handle. */
struct hd__requests {
    hd__table table;
    atomic_bool in_use; /* the owner is at work on the table */
    hd__request *spare;
    unsigned spare_count;
};

static pthread_mutex_t inspect_lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_bool inspecting;

static pthread_mutex_t shared_lock = PTHREAD_MUTEX_INITIALIZER;
static hd__table shared;
static atomic_size_t shared_count; /* handles in `shared`, so that nobody locks an empty table */

bool hd__request_is_persistent(const hd__request *request)
{
    return request->kind >= HD__REQUEST_SEND_INIT;
}

/* Others than their completer may ask about these while they are being completed. */
static bool stays_listed(const hd__request *request)
{
    return hd__request_is_persistent(request) || request->kind == HD__REQUEST_GENERAL;
}

/* --- access to the own table ------------------------------------------------------------------ */

static hd__requests *enter_own(hd__call *call)
{
    hd__requests *const own = call->requests;
    for (;;) {
        atomic_store_explicit(&own->in_use, true, HD__FLAG_ORDER);
        hd__fence_own(call->fenced);
        if (HD__LIKELY(!atomic_load_explicit(&inspecting, HD__FLAG_ORDER))) {
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

/* --- entries ---------------------------------------------------------------------------------- */

/* Only receives are translated when they are done, and only where ranks are not world ranks. */
static hd__comm *needed_comm(hd__request_kind kind, hd__comm *comm)
{
    const bool receives = kind == HD__REQUEST_RECV || kind == HD__REQUEST_RECV_INIT;
    return receives && comm != NULL && comm->world != NULL ? hd__comm_retain(comm) : NULL;
}

/* Called by the owner. */
static hd__request *make(hd__requests *own, hd__request_kind kind, hd__comm *comm)
{
    hd__request *request = own->spare;
    if (request != NULL) {
        own->spare = request->next;
        own->spare_count--;
    } else if ((request = malloc(sizeof(*request))) == NULL) {
        return NULL;
    }
    *request = (hd__request){
        .id = hd__next_id(HD__ID_REQUEST), .kind = kind, .comm = needed_comm(kind, comm)};
    return request;
}

static void destroy(hd__requests *own, hd__request *request)
{
    if (request->comm != NULL) {
        hd__comm_release(request->comm);
    }
    if (own->spare_count == SPARE_MAX) {
        free(request);
        return;
    }
    request->next = own->spare;
    own->spare = request;
    own->spare_count++;
}

/* Chains hold the oldest entry first. @return false: there is no memory, the chain is as it was */
static bool append(hd__table *table, uint64_t key, hd__request *request)
{
    hd__request *const first = hd__table_get(table, key);
    request->next = NULL;
    request->last = request;
    if (first != NULL) {
        first->last->next = request;
        first->last = request;
        return true;
    }
    void *old = NULL;
    return hd__table_put(table, key, request, &old);
}

static bool prepend(hd__table *table, uint64_t key, hd__request *request)
{
    hd__request *const first = hd__table_get(table, key);
    request->next = first;
    request->last = first == NULL ? request : first->last;
    void *old = NULL;
    return hd__table_put(table, key, request, &old);
}

/* Take one out of a chain. Replacing the first one needs no memory. */
static void unlink_from(hd__table *table, uint64_t key, const hd__request *request)
{
    hd__request *const first = hd__table_get(table, key);
    hd__request *before = NULL;
    hd__request *at = first;
    while (at != NULL && at != request) {
        before = at;
        at = at->next;
    }
    if (at == NULL) {
        return;
    }
    if (before != NULL) {
        before->next = at->next;
        first->last = at->next == NULL ? before : first->last;
    } else if (at->next != NULL) {
        void *old = NULL;
        at->next->last = at->last;
        hd__table_put(table, key, at->next, &old);
    } else {
        hd__table_take(table, key, at);
    }
}

/* Take the oldest one. */
static hd__request *unchain(hd__table *table, uint64_t key)
{
    hd__request *const first = hd__table_get(table, key);
    if (first != NULL) {
        unlink_from(table, key, first);
    }
    return first;
}

/* --- the table of all ------------------------------------------------------------------------- */

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
    pthread_mutex_lock(&shared_lock);
    const bool added = append(&shared, key, request);
    count_shared();
    pthread_mutex_unlock(&shared_lock);
    return added;
}

/* MPI may give a handle away again before the thread that freed it has come back and taken its
 * entry out. So an entry that stays counts only while none came after it. */
static hd__request *valid_in(hd__request *chain)
{
    if (chain != NULL && stays_listed(chain->last)) {
        return chain->last;
    }
    while (chain != NULL && stays_listed(chain)) {
        chain = chain->next;
    }
    return chain;
}

/* The entry; it leaves the table unless it is one that stays. */
static hd__request *find_shared(uint64_t key, bool take)
{
    if (!has_shared()) {
        return NULL;
    }
    pthread_mutex_lock(&shared_lock);
    hd__request *const request = valid_in(hd__table_get(&shared, key));
    if (request != NULL && take && !stays_listed(request)) {
        unlink_from(&shared, key, request);
        count_shared();
    }
    pthread_mutex_unlock(&shared_lock);
    return request;
}

static void unshare(uint64_t key, const hd__request *request)
{
    pthread_mutex_lock(&shared_lock);
    unlink_from(&shared, key, request);
    count_shared();
    pthread_mutex_unlock(&shared_lock);
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
    wanted->found = wanted->take ? unchain(table, wanted->key) : hd__table_get(table, wanted->key);
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
    hd__request *found = find_shared(key, take);
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
    (void)data;
    while (request != NULL) {
        hd__request *const next = request->next;
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
    hd__table_visit(&own->table, leave_chain, NULL);
    hd__table_fini(&own->table, NULL);
    while (own->spare != NULL) {
        hd__request *const next = own->spare->next;
        free(own->spare);
        own->spare = next;
    }
    free(own);
}

int hd__request_create(MPI_Request handle, hd__request_kind kind, hd__comm *comm)
{
    hd__requests *const own = enter_own(hd__current);
    hd__request *const request = make(own, kind, comm);
    if (request == NULL) {
        leave_own(own);
        return -1;
    }
    const int id = request->id;
    const bool shares = handle != MPI_REQUEST_NULL && stays_listed(request);
    if (!shares && (handle == MPI_REQUEST_NULL || !append(&own->table, HD__KEY(handle), request))) {
        destroy(own, request);
    }
    leave_own(own);
    if (shares && !share(HD__KEY(handle), request)) {
        free(request);
    }
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

int hd__request_start(MPI_Request handle)
{
    hd__request *const request = find_shared(HD__KEY(handle), false);
    if (request == NULL) {
        return hd__request_id(handle);
    }
    request->active = true;
    return request->id;
}

hd__request *hd__request_claim(MPI_Request handle)
{
    if (handle == MPI_REQUEST_NULL) {
        return NULL;
    }
    const uint64_t key = HD__KEY(handle);
    hd__requests *const own = enter_own(hd__current);
    hd__request *request = unchain(&own->table, key);
    leave_own(own);
    if (request == NULL) {
        int id = -1;
        request = find_anywhere(key, true, &id);
    }
    if (request == NULL) {
        enter_own(hd__current);
        request = make(own, HD__REQUEST_UNKNOWN, NULL);
        leave_own(own);
    }
    return request;
}

void hd__request_settle(MPI_Request handle, hd__request *request, bool gone)
{
    if (!gone && stays_listed(request)) {
        return;
    }
    const uint64_t key = HD__KEY(handle);
    if (gone && stays_listed(request)) {
        unshare(key, request);
    }
    hd__requests *const own = enter_own(hd__current);
    if (gone || !prepend(&own->table, key, request)) {
        destroy(own, request);
    }
    leave_own(own);
}
