// SPDX-License-Identifier: GPL-3.0-or-later
/* Preloaded to the ranks of tests, traced or not: a rank that waits lets go of its processor after
 * a while. MPICH with UCX polls without end, so that ten ranks on two processors keep each other
 * from what they wait for; with this the same test takes a thirtieth of the time. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdatomic.h>
#include <time.h>

enum { POLLS_BEFORE_PAUSE = 300, POLLS_BETWEEN_PAUSES = 50, PAUSE_NS = 1000 };

typedef unsigned progress_function(void *worker);

__attribute__((visibility("default"))) unsigned ucp_worker_progress(void *worker);

static progress_function *real_progress(void)
{
    static _Atomic(progress_function *) found;
    progress_function *function = atomic_load_explicit(&found, memory_order_relaxed);
    if (!function) {
        *(void **)&function = dlsym(RTLD_NEXT, "ucp_worker_progress");
        atomic_store_explicit(&found, function, memory_order_relaxed);
    }
    return function;
}

unsigned ucp_worker_progress(void *worker)
{
    static _Thread_local unsigned idle;
    unsigned done = real_progress()(worker);
    if (done) {
        idle = 0;
    } else if (++idle >= POLLS_BEFORE_PAUSE) {
        struct timespec pause = {0, PAUSE_NS};
        (void)nanosleep(&pause, NULL);
        idle = POLLS_BEFORE_PAUSE - POLLS_BETWEEN_PAUSES;
    }
    return done;
}
