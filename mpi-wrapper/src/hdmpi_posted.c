/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Requests inside calls: few at a time, since algorithms wait after some dozens. They are the
 * process's: what one thread posts for a nonblocking collective, another one may find complete. An
 * MPI library may use one object for all sends that are complete at once: a thread takes its own
 * ones first, and of them the oldest. */
#include "hdmpi_ids.h"
#include "hdmpi_inside.h"

#include <pthread.h>
#include <string.h>

enum { POSTED_MAX = 4096 };

typedef struct entry {
    const void *request;
    const hd__call *poster; /* only compared: it may be gone */
    int number;
} entry;

static pthread_mutex_t lock =
    PTHREAD_MUTEX_INITIALIZER;    /* guards what follows; none is taken inside */
static entry entries[POSTED_MAX]; /* the oldest first */
static atomic_int count;          /* read without the lock to see that there is none */

static void remove_at(int index)
{
    const int last = atomic_load_explicit(&count, memory_order_relaxed) - 1;
    memmove(&entries[index], &entries[index + 1], (size_t)(last - index) * sizeof(entries[0]));
    atomic_store_explicit(&count, last, memory_order_relaxed);
}

int hd__posted_add(hd__call *call, const void *request)
{
    const int number = hd__next_id(HD__ID_REQUEST);
    pthread_mutex_lock(&lock);
    if (atomic_load_explicit(&count, memory_order_relaxed) == POSTED_MAX) {
        remove_at(0); /* nobody told its end */
    }
    const int end = atomic_load_explicit(&count, memory_order_relaxed);
    entries[end] = (entry){request, call, number};
    atomic_store_explicit(&count, end + 1, memory_order_relaxed);
    pthread_mutex_unlock(&lock);
    return number;
}

/* @return its index, -1: there is none */
static int find(const hd__call *call, const void *request)
{
    const int end = atomic_load_explicit(&count, memory_order_relaxed);
    int others = -1;
    for (int i = 0; i < end; i++) {
        if (entries[i].request == request) {
            if (entries[i].poster == call) {
                return i;
            }
            others = others < 0 ? i : others;
        }
    }
    return others;
}

int hd__posted_take(const hd__call *call, const void *request)
{
    /* Who posted it has handed it over by MPI's own locks, so what he counted is seen. */
    if (atomic_load_explicit(&count, memory_order_relaxed) == 0) {
        return -1;
    }
    pthread_mutex_lock(&lock);
    const int index = find(call, request);
    const int number = index < 0 ? -1 : entries[index].number;
    if (index >= 0) {
        remove_at(index);
    }
    pthread_mutex_unlock(&lock);
    return number;
}
