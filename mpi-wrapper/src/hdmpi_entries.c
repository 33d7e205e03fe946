/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "hdmpi_entries.h"

#include "hdmpi_listed.h"

#include <stdlib.h>

enum { SPARE_MAX = 4096 };

/* Only receives are translated when they are done, and only where ranks are not world ranks. */
static bool needs_comm(hd__request_kind kind, const hd__comm *comm)
{
    const bool receives = kind == HD__REQUEST_RECV || kind == HD__REQUEST_RECV_INIT;
    return comm != NULL && (kind == HD__REQUEST_MESSAGE || (receives && comm->world != NULL));
}

/* Entries that leave the thread have a reference of their own. */
static void keep_comm(hd__requests *own, hd__request *request, hd__comm *comm)
{
    if (hd__request_is_listed(request)) {
        request->comm = hd__comm_retain(comm);
        return;
    }
    request->hold = hd__hold_take(&own->holds, comm);
    request->comm = request->hold == NULL ? hd__comm_retain(comm) : comm;
}

hd__request *hd__entry_make(hd__requests *own, hd__request_kind kind, hd__comm *comm)
{
    hd__request *request = own->spare;
    if (request != NULL) {
        own->spare = request->next;
        own->spare_count--;
    } else if ((request = malloc(sizeof(*request))) == NULL) {
        return NULL;
    }
    *request = (hd__request){.id = kind == HD__REQUEST_MESSAGE ? -1 : hd__next_id(HD__ID_REQUEST),
                             .kind = kind};
    if (needs_comm(kind, comm)) {
        keep_comm(own, request, comm);
    }
    return request;
}

static void let_comm_go(hd__requests *own, const hd__request *request)
{
    if (request->hold != NULL) {
        hd__hold_drop(&own->holds, request->hold);
    } else if (request->comm != NULL) {
        hd__comm_release(request->comm);
    }
}

void hd__entry_destroy(hd__requests *own, hd__request *request)
{
    let_comm_go(own, request);
    if (own->spare_count == SPARE_MAX) {
        free(request);
        return;
    }
    request->next = own->spare;
    own->spare = request;
    own->spare_count++;
}

void hd__entry_detach(hd__requests *own, hd__request *request)
{
    if (request->hold != NULL) {
        hd__comm_retain(request->comm);
        hd__hold_drop(&own->holds, request->hold);
        request->hold = NULL;
    }
}

bool hd__entry_append(hd__table *table, uint64_t key, hd__request *request)
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

bool hd__entry_prepend(hd__table *table, uint64_t key, hd__request *request)
{
    hd__request *const first = hd__table_get(table, key);
    request->next = first;
    request->last = first == NULL ? request : first->last;
    void *old = NULL;
    return hd__table_put(table, key, request, &old);
}

/* Replacing the first one needs no memory. */
hd__request *hd__entry_unchain(hd__table *table, uint64_t key)
{
    hd__request *const first = hd__table_get(table, key);
    if (first != NULL && first->next != NULL) {
        void *old = NULL;
        first->next->last = first->last;
        hd__table_put(table, key, first->next, &old);
    } else if (first != NULL) {
        hd__table_take(table, key, first);
    }
    return first;
}

void hd__entries_fini(hd__requests *own)
{
    hd__table_fini(&own->table, NULL);
    hd__holds_fini(&own->holds);
    while (own->spare != NULL) {
        hd__request *const next = own->spare->next;
        free(own->spare);
        own->spare = next;
    }
}
