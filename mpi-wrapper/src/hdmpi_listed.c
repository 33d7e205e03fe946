/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "hdmpi_listed.h"

#include "hdmpi_map.h"
#include "hdmpi_seen.h"

#include <stdlib.h>

static hd__map requests = HD__MAP_INIT;

bool hd__request_is_persistent(const hd__request *request)
{
    return request->kind >= HD__REQUEST_SEND_INIT;
}

bool hd__request_is_listed(const hd__request *request)
{
    return hd__request_is_persistent(request) || request->kind == HD__REQUEST_GENERAL;
}

static void destroy(void *memory)
{
    hd__request *const request = memory;
    hd__comm_release(request->comm);
    free(request);
}

/* An entry that has left the map belongs to a thread that is about to remove it, unless it was kept
 * for the end of its work, of which nobody has told. */
static void let_go(hd__request *old)
{
    if (old != NULL && atomic_load(&old->ends) == HD__END_OF_HANDLE) {
        hd__retire(old, destroy);
    }
}

bool hd__listed_add(uint64_t key, hd__request *request)
{
    void *old = NULL;
    const bool added = hd__map_put(&requests, key, request, &old);
    let_go(old);
    return added;
}

hd__request *hd__listed_get(uint64_t key)
{
    return hd__map_get(&requests, key);
}

hd__request *hd__listed_claim(uint64_t key)
{
    hd__request *const request = hd__listed_get(key);
    if (request == NULL) {
        return NULL;
    }
    const hd__call *const claimer = atomic_load_explicit(&request->claimer, memory_order_relaxed);
    if (claimer != NULL && claimer != hd__current) {
        return NULL;
    }
    atomic_store_explicit(&request->claimer, hd__current, memory_order_relaxed);
    return request;
}

void hd__listed_unclaim(hd__request *request)
{
    atomic_store_explicit(&request->claimer, NULL, memory_order_relaxed);
}

/* @return true: this is the last end */
static bool reach(hd__request *request, hd__request_end end)
{
    const unsigned other_end = HD__END_OF_WORK + HD__END_OF_HANDLE - end;
    return atomic_fetch_or(&request->ends, end) == other_end;
}

static void remove_entry(uint64_t key, hd__request *request)
{
    hd__map_take(&requests, key, request);
    hd__retire(request, destroy);
    hd__retired_free();
}

void hd__listed_remove(uint64_t key, hd__request *request)
{
    if (request->kind != HD__REQUEST_GENERAL || reach(request, HD__END_OF_HANDLE)) {
        remove_entry(key, request);
    }
}

int hd__listed_complete(uint64_t key)
{
    hd__request *const request = hd__listed_get(key);
    if (request == NULL || request->kind != HD__REQUEST_GENERAL) {
        return -1;
    }
    const int id = request->id;
    if (reach(request, HD__END_OF_WORK)) {
        remove_entry(key, request);
    }
    return id;
}

void hd__listed_forget(uint64_t key)
{
    if (hd__listed_get(key) != NULL) {
        let_go(hd__map_take(&requests, key, NULL));
    }
}
