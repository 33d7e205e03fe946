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

/* An entry that is replaced belongs to a thread that is about to remove it. */
bool hd__listed_add(uint64_t key, hd__request *request)
{
    void *old = NULL;
    return hd__map_put(&requests, key, request, &old);
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

static void destroy(void *memory)
{
    hd__request *const request = memory;
    hd__comm_release(request->comm);
    free(request);
}

void hd__listed_remove(uint64_t key, hd__request *request)
{
    hd__map_take(&requests, key, request);
    hd__retire(request, destroy);
    hd__retired_free();
}

void hd__listed_forget(uint64_t key)
{
    hd__map_take(&requests, key, NULL);
}
