/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HD_SRC_PROCESS_H
#define HD_SRC_PROCESS_H
/* Which process this is, at the cost of two loads: the number stands in a page of memory that the
 * kernel clears in every forked child, or where it can't, in a word that a handler of
 * pthread_atfork clears. So what a parent opened is told from what the child opened, without a
 * system call.
 *
 * A vfork child runs in its parent's memory while the parent's thread waits, and is taken for the
 * parent: what it records is whole, and its parent's. Programs may do nothing there but exec. */

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

/* 0 in a forked child, until it calls hd__process_enter. */
extern _Atomic int64_t *hd__process_number;

/* Get the number of the process; it is known from then on. Thread: any. */
int64_t hd__process_enter(void);

/* Note forks by a handler of pthread_atfork even where pages can be cleared; for tests. */
void hd__process_use_handler(void);

static inline bool hd__process_is(int64_t number)
{
    return atomic_load_explicit(hd__process_number, memory_order_relaxed) == number;
}

#endif
