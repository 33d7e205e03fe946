/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "process.h"

#include "sys.h"

#include <pthread.h>

static _Atomic int64_t word;

_Atomic int64_t *hd__process_number = &word;

static void forget(void)
{
    atomic_store_explicit(&word, 0, memory_order_relaxed);
}

void hd__process_use_handler(void)
{
    hd__process_number = &word;
    (void)pthread_atfork(NULL, NULL, forget);
}

static void prepare(void)
{
    _Atomic int64_t *const page = hd__system.map_own(sizeof *page);
    if (page != NULL) {
        hd__process_number = page;
    } else {
        hd__process_use_handler();
    }
}

int64_t hd__process_enter(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    (void)pthread_once(&once, prepare);
    if (atomic_load_explicit(hd__process_number, memory_order_relaxed) == 0) {
        atomic_store_explicit(hd__process_number, hd__system.process(), memory_order_relaxed);
    }
    return atomic_load_explicit(hd__process_number, memory_order_relaxed);
}
