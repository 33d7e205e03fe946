/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "hdmpi_seen.h"

#include <pthread.h>
#include <stdlib.h>

_Static_assert(HD__SEEN_COUNT == 16, "place_of takes the upper four bits");

#define NO_HANDLE UINT64_C(0x8000000000000001) /* neither of an int nor of a pointer */

enum { RETIRED_FEW = 64 };

atomic_uint hd__handles_generation;

/* Memory that threads may still look at: each of them has to be seen outside the wrapper once. They
 * are seldom outside all at the same time, so each is looked for by itself: what was retired before
 * the first look at a batch is freed after the one at which the last of them was met. */
typedef struct retired {
    void *memory;
    void (*release)(void *memory);
} retired;

typedef struct batch {
    retired *items;
    size_t count, capacity;
} batch;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static batch waiting;     /* what comes now */
static size_t late_count; /* how many came since the last look */
static bool is_looking;   /* a thread is at work on what follows */
static batch watched;
static unsigned watch; /* number of `watched` */

void hd__handle_is_gone(void)
{
    atomic_fetch_add_explicit(&hd__handles_generation, 1, memory_order_seq_cst);
}

void hd__retire(void *memory, void (*release)(void *memory))
{
    if (memory == NULL) {
        return;
    }
    pthread_mutex_lock(&lock);
    if (waiting.count == waiting.capacity) {
        const size_t capacity = waiting.capacity * 2 + RETIRED_FEW;
        retired *const larger = realloc(waiting.items, capacity * sizeof(*larger));
        if (larger != NULL) {
            waiting.items = larger;
            waiting.capacity = capacity;
        }
    }
    if (waiting.count < waiting.capacity) { /* else it is left: better a leak than a wild pointer */
        waiting.items[waiting.count++] = (retired){.memory = memory, .release = release};
        late_count++;
    }
    pthread_mutex_unlock(&lock);
}

static bool look_at(hd__call *call, void *data)
{
    if (call == hd__current || !atomic_load_explicit(&call->busy, memory_order_acquire)) {
        call->idle_watch = watch;
    }
    if (call->idle_watch != watch) {
        *(bool *)data = true;
    }
    return false;
}

/* Whether each thread was outside since the batch was closed. */
static bool were_all_outside(void)
{
    bool anyone = false;
    hd__fence_threads();
    hd__threads_visit(look_at, &anyone);
    return !anyone;
}

/* @return true: this thread is to look */
static bool begin_look(void)
{
    pthread_mutex_lock(&lock);
    const bool worth = late_count >= RETIRED_FEW && !is_looking;
    if (worth) {
        is_looking = true;
        late_count = 0;
    }
    if (worth && watched.count == 0) {
        watched = waiting;
        waiting = (batch){0};
        watch++;
    }
    pthread_mutex_unlock(&lock);
    return worth;
}

static void end_look(void)
{
    pthread_mutex_lock(&lock);
    is_looking = false;
    pthread_mutex_unlock(&lock);
}

void hd__retired_free(void)
{
    if (!begin_look()) {
        return;
    }
    if (were_all_outside()) {
        for (size_t i = 0; i < watched.count; i++) { /* which may retire more */
            watched.items[i].release(watched.items[i].memory);
        }
        free(watched.items);
        watched = (batch){0};
    }
    end_look();
}

void hd__seen_forget(hd__call *call)
{
    call->last_comm.key = NO_HANDLE;
    call->last_type.key = NO_HANDLE;
    call->last_win.key = NO_HANDLE;
    call->last_file.key = NO_HANDLE;
    for (size_t i = 0; i < HD__SEEN_COUNT; i++) {
        call->comms[i].key = NO_HANDLE;
        call->types[i].key = NO_HANDLE;
    }
}

static hd__seen *place_of(hd__seen *table, uint64_t key)
{
    return &table[(key * UINT64_C(0x9E3779B97F4A7C15)) >> 60];
}

static const hd__seen unknown = {.key = NO_HANDLE, .id = -1, .instance = -1};

const hd__seen *hd__see_comm(hd__call *call, MPI_Comm handle)
{
    const uint64_t key = HD__KEY(handle);
    hd__seen *const place = place_of(call->comms, key);
    if (place->key != key) {
        hd__comm *const comm = hd__comm_get(call, handle);
        if (comm == NULL) {
            return &unknown;
        }
        *place = (hd__seen){.key = key, .comm = comm, .world = comm->world, .id = comm->id};
    }
    call->last_comm = *place;
    return place;
}

const hd__seen *hd__see_type(hd__call *call, MPI_Datatype handle)
{
    const uint64_t key = HD__KEY(handle);
    hd__seen *const place = place_of(call->types, key);
    if (place->key != key) {
        const hd__type *const type = hd__type_get(call, handle);
        if (type == NULL) {
            return &unknown;
        }
        *place = (hd__seen){.key = key, .id = type->id, .size_bytes = (int64_t)type->size_bytes};
    }
    call->last_type = *place;
    return place;
}

const hd__seen *hd__see_win(hd__call *call, MPI_Win handle)
{
    const hd__window *const window = hd__window_get(handle);
    if (window == NULL) {
        return &unknown;
    }
    call->last_win = (hd__seen){.key = HD__KEY(handle),
                                .comm = window->comm,
                                .world = window->comm == NULL ? NULL : window->comm->world,
                                .id = window->id};
    return &call->last_win;
}

const hd__seen *hd__see_file(hd__call *call, MPI_File handle)
{
    hd__file *const file = hd__file_get(handle);
    if (file == NULL) {
        return &unknown;
    }
    call->last_file = (hd__seen){
        .key = HD__KEY(handle), .file = file, .id = file->id, .instance = file->instance};
    return &call->last_file;
}
