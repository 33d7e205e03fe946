/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HDPVFS_LOCK_H
#define HDPVFS_LOCK_H
/* A lock for what lasts some ten or hundred instructions, of which a request takes some fifty: a
 * free one costs no call. Who finds it held sleeps in the system. errno is left alone.
 * Thread: any; not to be taken twice by one. */

#include <stdatomic.h>

typedef struct hdpvfs_lock {
    atomic_int state; /* 0 is free: zeroed memory is a lock */
} hdpvfs_lock;

enum { HDPVFS_LOCK_FREE, HDPVFS_LOCK_HELD, HDPVFS_LOCK_AWAITED /* held, and somebody sleeps */ };

/* What the two below do when they aren't alone. */
void hdpvfs_lock_wait(hdpvfs_lock *lock);
void hdpvfs_lock_wake(hdpvfs_lock *lock);

static inline void hdpvfs_lock_take(hdpvfs_lock *lock)
{
    int found = HDPVFS_LOCK_FREE;
    if (!atomic_compare_exchange_strong_explicit(&lock->state, &found, HDPVFS_LOCK_HELD,
                                                 memory_order_acquire, memory_order_relaxed)) {
        hdpvfs_lock_wait(lock);
    }
}

static inline void hdpvfs_lock_give(hdpvfs_lock *lock)
{
    if (atomic_exchange_explicit(&lock->state, HDPVFS_LOCK_FREE, memory_order_release) ==
        HDPVFS_LOCK_AWAITED) {
        hdpvfs_lock_wake(lock);
    }
}

#endif
