/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The exit of messages: functions of UCX that MPICH calls, of which only those of collectives are
 * told, since the program's own messages are MPI calls already. At this level there are only posts.
 * MPICH's tag is 16 bits of context, whose lowest says collective, 16 bits of the sender's rank in
 * the communicator, and 32 bits of MPI's tag. Of MPI_COMM_WORLD the context is 0. Endpoints are
 * made in the order of world ranks. */
#define _GNU_SOURCE /* RTLD_NEXT */
#include "agent.h"

#include <dlfcn.h>
#include <mpi.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

/* As in ucp/api/ucp.h, of which no more is needed. */
typedef void *ucp_pointer;
typedef struct ucp_parameters {
    uint32_t fields, flags;
    void *request;
    void *callback;
    uint64_t datatype;
} ucp_parameters;

enum { HAS_DATATYPE = 8, CONTIGUOUS_MASK = 7, CONTIGUOUS_SHIFT = 3 };
enum { CONTEXT_SHIFT = 48, RANK_SHIFT = 32, RANK_MASK = 0xFFFF, WORLD_COLLECTIVE = 1 };

typedef int create_function(void *worker, const void *parameters, void **endpoint);
typedef ucp_pointer send_function(void *endpoint, const void *buffer, size_t count, uint64_t tag,
                                  const ucp_parameters *parameters);
typedef ucp_pointer receive_function(void *worker, void *buffer, size_t count, uint64_t tag,
                                     uint64_t mask, const ucp_parameters *parameters);

/* What a preloaded function stands before. */
static struct {
    create_function *create;
    send_function *send, *send_sync;
    receive_function *receive;
} next;

static pthread_once_t once = PTHREAD_ONCE_INIT;

static void find(void *function, size_t size, const char *name)
{
    void *const address = dlsym(RTLD_NEXT, name);
    memcpy(function, &address, size);
}

static void find_all(void)
{
    find(&next.create, sizeof(next.create), "ucp_ep_create");
    find(&next.send, sizeof(next.send), "ucp_tag_send_nbx");
    find(&next.send_sync, sizeof(next.send_sync), "ucp_tag_send_sync_nbx");
    find(&next.receive, sizeof(next.receive), "ucp_tag_recv_nbx");
}

/* --- endpoints -------------------------------------------------------------------------------- */

enum { ENDPOINTS_MAX = 65536 };
static const void *endpoints[ENDPOINTS_MAX];
static atomic_int endpoint_count;
static atomic_bool is_open;

static int rank_of(const void *endpoint)
{
    const int count = atomic_load_explicit(&endpoint_count, memory_order_acquire);
    for (int i = 0; i < count && i < ENDPOINTS_MAX; i++) {
        if (endpoints[i] == endpoint) {
            return i;
        }
    }
    return MPICH2HD_UNKNOWN;
}

__attribute__((visibility("default"))) int ucp_ep_create(void *worker, const void *parameters,
                                                         void **endpoint);
int ucp_ep_create(void *worker, const void *parameters, void **endpoint)
{
    pthread_once(&once, find_all);
    const int result = next.create(worker, parameters, endpoint);
    if (result == 0 && !atomic_load(&is_open)) { /* those of MPI_Init, which is one thread's */
        const int count = atomic_load(&endpoint_count);
        if (count < ENDPOINTS_MAX) {
            endpoints[count] = *endpoint;
        }
        atomic_store_explicit(&endpoint_count, count + 1, memory_order_release);
    }
    return result;
}

const char *agent_start_messages(void)
{
    int size = 0;
    PMPI_Comm_size(MPI_COMM_WORLD, &size);
    pthread_once(&once, find_all);
    /* NOLINTNEXTLINE(concurrency-mt-unsafe): MPI_Init has not returned */
    const char *const roots_only = getenv("MPIR_CVAR_CH4_ROOTS_ONLY_PMI");
    if (next.create == NULL || next.send == NULL || next.send_sync == NULL ||
        next.receive == NULL) {
        return "this UCX has other functions";
    }
    if (roots_only != NULL && strcmp(roots_only, "0") != 0) {
        return "with MPIR_CVAR_CH4_ROOTS_ONLY_PMI endpoints have another order";
    }
    if (atomic_load(&endpoint_count) != size) {
        return "there are more or fewer endpoints than ranks";
    }
    atomic_store(&is_open, true);
    return NULL;
}

/* --- messages --------------------------------------------------------------------------------- */

static int64_t bytes_of(size_t count, const ucp_parameters *parameters)
{
    const uint64_t type = (parameters->fields & HAS_DATATYPE) != 0
                              ? parameters->datatype
                              : (uint64_t)1 << CONTIGUOUS_SHIFT;
    return (type & CONTIGUOUS_MASK) == 0 ? (int64_t)(count * (type >> CONTIGUOUS_SHIFT))
                                         : MPICH2HD_UNKNOWN;
}

static const mpich2hd_callbacks *begin(uint64_t tag, int operation)
{
    const mpich2hd_callbacks *const callbacks =
        atomic_load_explicit(&is_open, memory_order_relaxed) ? mpich2hd_callbacks_get() : NULL;
    const bool is_collective = (tag >> CONTEXT_SHIFT & 1) != 0;
    return callbacks != NULL && is_collective && callbacks->begin(operation) ? callbacks : NULL;
}

static void tell(const mpich2hd_callbacks *callbacks, mpich2hd_message *message, uint64_t tag)
{
    const int32_t own = (int32_t)(tag & 0x7FFFFFFF);
    message->to_tag = message->from_tag = own;
    if (tag >> CONTEXT_SHIFT == WORLD_COLLECTIVE) {
        message->comm = (uint32_t)MPI_COMM_WORLD;
    }
    callbacks->end(message);
}

static ucp_pointer send(send_function *function, int operation, void *endpoint, const void *buffer,
                        size_t count, uint64_t tag, const ucp_parameters *parameters)
{
    const mpich2hd_callbacks *const callbacks = begin(tag, operation);
    const ucp_pointer result = function(endpoint, buffer, count, tag, parameters);
    if (callbacks != NULL) {
        mpich2hd_message message = {.operation = operation,
                                    .to = rank_of(endpoint),
                                    .from = MPICH2HD_UNKNOWN,
                                    .sent = bytes_of(count, parameters)};
        tell(callbacks, &message, tag);
    }
    return result;
}

__attribute__((visibility("default"))) send_function ucp_tag_send_nbx, ucp_tag_send_sync_nbx;
__attribute__((visibility("default"))) receive_function ucp_tag_recv_nbx;

ucp_pointer ucp_tag_send_nbx(void *endpoint, const void *buffer, size_t count, uint64_t tag,
                             const ucp_parameters *parameters)
{
    pthread_once(&once, find_all);
    return send(next.send, MPICH2HD_ISEND, endpoint, buffer, count, tag, parameters);
}

ucp_pointer ucp_tag_send_sync_nbx(void *endpoint, const void *buffer, size_t count, uint64_t tag,
                                  const ucp_parameters *parameters)
{
    pthread_once(&once, find_all);
    return send(next.send_sync, MPICH2HD_ISSEND, endpoint, buffer, count, tag, parameters);
}

ucp_pointer ucp_tag_recv_nbx(void *worker, void *buffer, size_t count, uint64_t tag, uint64_t mask,
                             const ucp_parameters *parameters)
{
    pthread_once(&once, find_all);
    const mpich2hd_callbacks *const callbacks = begin(tag, MPICH2HD_IRECV);
    const ucp_pointer result = next.receive(worker, buffer, count, tag, mask, parameters);
    if (callbacks != NULL) {
        const bool is_world = tag >> CONTEXT_SHIFT == WORLD_COLLECTIVE;
        mpich2hd_message message = {.operation = MPICH2HD_IRECV,
                                    .to = MPICH2HD_UNKNOWN,
                                    .from = is_world ? (int)(tag >> RANK_SHIFT & RANK_MASK)
                                                     : MPICH2HD_UNKNOWN,
                                    .received = bytes_of(count, parameters)};
        tell(callbacks, &message, tag);
    }
    return result;
}
