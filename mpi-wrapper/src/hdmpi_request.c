/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Requests. */
#include "hdmpi_ids.h"

#include "hdmpi_map.h"

#include <pthread.h>
#include <stdlib.h>

static hd__map requests = HD__MAP_INIT;
static pthread_mutex_t chain_lock = PTHREAD_MUTEX_INITIALIZER;

bool hd__request_is_persistent(const hd__request *request)
{
    return request->kind >= HD__REQUEST_SEND_INIT;
}

/* Others than their completer may ask about these while they are being completed. */
static bool stays_listed(const hd__request *request)
{
    return hd__request_is_persistent(request) || request->kind == HD__REQUEST_GENERAL;
}

static hd__request *make(hd__request_kind kind, hd__comm *comm)
{
    hd__request *const request = calloc(1, sizeof(*request));
    if (request != NULL) {
        request->id = hd__next_id(HD__ID_REQUEST);
        request->kind = kind;
        request->owner = hd__thread_peek()->number;
        request->comm = hd__comm_retain(comm);
    }
    return request;
}

static void destroy(hd__request *request)
{
    hd__comm_release(request->comm);
    free(request);
}

/* Chains hold the oldest entry first. Called with the lock. */
static void append(uint64_t key, hd__request *request)
{
    hd__request *const first = hd__map_get(&requests, key);
    request->next = NULL;
    request->last = request;
    if (first != NULL) {
        first->last->next = request;
        first->last = request;
        return;
    }
    void *old = NULL;
    if (!hd__map_put(&requests, key, request, &old)) {
        destroy(request);
    }
}

static void prepend(uint64_t key, hd__request *request)
{
    hd__request *const first = hd__map_get(&requests, key);
    request->next = first;
    request->last = first == NULL ? request : first->last;
    void *old = NULL;
    if (!hd__map_put(&requests, key, request, &old)) {
        destroy(request);
    }
}

/* The entry to take from a chain: several threads may hold one handle at a time, each means its own
 * request. `before` gets the one in front of it, NULL when it is the first. */
static hd__request *choose(hd__request *first, hd__request **before)
{
    const int owner = hd__thread_peek()->number;
    hd__request *previous = NULL;
    for (hd__request *entry = first; entry != NULL; entry = entry->next) {
        if (entry->owner == owner) {
            *before = previous;
            return entry;
        }
        previous = entry;
    }
    *before = NULL;
    return first;
}

/* Called with the lock. */
static void unchain(uint64_t key, hd__request *first, hd__request *entry, hd__request *before)
{
    if (before != NULL) {
        before->next = entry->next;
        first->last = entry->next == NULL ? before : first->last;
        return;
    }
    if (entry->next == NULL) {
        hd__map_take(&requests, key, entry);
        return;
    }
    void *old = NULL;
    entry->next->last = first->last;
    hd__map_put(&requests, key, entry->next, &old); /* replaces, so it needs no memory */
}

int hd__request_create(MPI_Request handle, hd__request_kind kind, hd__comm *comm)
{
    hd__request *const request = make(kind, comm);
    if (request == NULL) {
        return -1;
    }
    const int id = request->id;
    if (handle == MPI_REQUEST_NULL) {
        destroy(request);
        return id;
    }
    pthread_mutex_lock(&chain_lock);
    append(HD__KEY(handle), request);
    pthread_mutex_unlock(&chain_lock);
    return id;
}

int hd__request_id(MPI_Request handle)
{
    pthread_mutex_lock(&chain_lock);
    const hd__request *const request = hd__map_get(&requests, HD__KEY(handle));
    const int id = request == NULL ? -1 : request->id;
    pthread_mutex_unlock(&chain_lock);
    return id;
}

int hd__request_start(MPI_Request handle)
{
    pthread_mutex_lock(&chain_lock);
    hd__request *const request = hd__map_get(&requests, HD__KEY(handle));
    int id = -1;
    if (request != NULL) {
        request->active = true;
        id = request->id;
    }
    pthread_mutex_unlock(&chain_lock);
    return id;
}

hd__request *hd__request_claim(MPI_Request handle)
{
    if (handle == MPI_REQUEST_NULL) {
        return NULL;
    }
    const uint64_t key = HD__KEY(handle);
    pthread_mutex_lock(&chain_lock);
    hd__request *request = hd__map_get(&requests, key);
    if (request != NULL && !stays_listed(request)) {
        hd__request *const first = request;
        hd__request *before = NULL;
        request = choose(first, &before);
        unchain(key, first, request, before);
    }
    pthread_mutex_unlock(&chain_lock);
    return request != NULL ? request : make(HD__REQUEST_UNKNOWN, NULL);
}

void hd__request_settle(MPI_Request handle, hd__request *request, bool gone)
{
    const uint64_t key = HD__KEY(handle);
    pthread_mutex_lock(&chain_lock);
    if (gone) {
        if (stays_listed(request)) {
            hd__map_take(&requests, key, request);
        }
        destroy(request);
    } else if (!stays_listed(request)) {
        prepend(key, request);
    }
    pthread_mutex_unlock(&chain_lock);
}
