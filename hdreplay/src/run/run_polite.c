/* SPDX-License-Identifier: GPL-3.0-or-later */
/* MPICH over UCX looks for messages without end while a call waits. Ranks that wait then keep the
 * processor from ranks that are to begin their next call, which come too late. So whoever has
 * looked in vain for a while lets others run between two looks; when there are none that takes
 * less than a microsecond. Open MPI does the same where its launcher asks for it
 * (mpi_yield_when_idle). The library calls this function in the place of UCX's own, to which it
 * leads; it is never called where MPICH goes by anything else. The bench preloads this file to its
 * originals. */
#include "run_polite.h"

#include <dlfcn.h>
#include <sched.h>
#include <stdatomic.h>
#include <string.h>

enum { LOOKS_BEFORE_YIELD = 300 };

typedef unsigned progress_function(void *worker);

__attribute__((visibility("default"))) unsigned ucp_worker_progress(void *worker);

static atomic_bool keeps_polling;

void run_keep_polling(bool keeps)
{
    atomic_store(&keeps_polling, keeps);
}

/* Any thread may be the first. */
static progress_function *find_real(void)
{
    static _Atomic(progress_function *) found;
    progress_function *real = atomic_load_explicit(&found, memory_order_relaxed);
    if (real == NULL) {
        void *const symbol = dlsym(RTLD_NEXT, "ucp_worker_progress");
        memcpy(&real, &symbol, sizeof real); /* no cast from objects to functions in C */
        atomic_store_explicit(&found, real, memory_order_relaxed);
    }
    return real;
}

unsigned ucp_worker_progress(void *worker)
{
    static _Thread_local unsigned in_vain;
    const unsigned done = find_real()(worker);
    in_vain = done != 0 ? 0 : in_vain + 1;
    if (in_vain >= LOOKS_BEFORE_YIELD &&
        !atomic_load_explicit(&keeps_polling, memory_order_relaxed)) {
        in_vain = LOOKS_BEFORE_YIELD;
        (void)sched_yield();
    }
    return done;
}
