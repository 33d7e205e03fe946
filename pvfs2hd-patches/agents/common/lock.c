/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Three states, so that nobody is woken where nobody sleeps. Source: U. Drepper, "Futexes Are
 * Tricky", 2011, section 6 (mutex2). */
#define _GNU_SOURCE /* syscall */
#include "lock.h"

#include <errno.h>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { TRIES = 100 }; /* what is held is given back soon, if its holder runs */

static int exchange(hdpvfs_lock *lock, int to)
{
    return atomic_exchange_explicit(&lock->state, to, memory_order_acquire);
}

void hdpvfs_lock_wait(hdpvfs_lock *lock)
{
    const int saved = errno;
    for (int i = 0; i < TRIES; i++) {
        int found = HDPVFS_LOCK_FREE;
        __builtin_ia32_pause();
        if (atomic_load_explicit(&lock->state, memory_order_relaxed) == HDPVFS_LOCK_FREE &&
            atomic_compare_exchange_weak_explicit(&lock->state, &found, HDPVFS_LOCK_HELD,
                                                  memory_order_acquire, memory_order_relaxed)) {
            return;
        }
    }
    while (exchange(lock, HDPVFS_LOCK_AWAITED) != HDPVFS_LOCK_FREE) {
        (void)syscall(SYS_futex, &lock->state, FUTEX_WAIT_PRIVATE, HDPVFS_LOCK_AWAITED, NULL, NULL,
                      0);
    }
    errno = saved;
}

void hdpvfs_lock_wake(hdpvfs_lock *lock)
{
    const int saved = errno;
    (void)syscall(SYS_futex, &lock->state, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
    errno = saved;
}
