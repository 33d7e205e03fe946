/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HDMPI_FENCE_H
#define HDMPI_FENCE_H
/** Two flags of which one is set in every call and the other once in a run.
 *
 *  A thread sets its own flag and then reads the common one; whoever sets the common one then reads
 *  the threads' flags. That at least one sees the other needs a full barrier on both sides. The
 * rare side pays for both: it lets the kernel run a barrier on every processor that runs a thread
 * of this process (membarrier(2)). Where the kernel cannot, each thread makes its own. */

#include <stdatomic.h>
#include <stdbool.h>

#if defined(__SANITIZE_THREAD__)
#define HD__RACES_ARE_CHECKED 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define HD__RACES_ARE_CHECKED 1
#endif
#endif

/* ThreadSanitizer knows nothing of barriers between processors. */
#ifdef HD__RACES_ARE_CHECKED
#define HD__FLAG_ORDER memory_order_seq_cst
#define HD__FLAG_LOOK  memory_order_seq_cst
#else
#define HD__FLAG_ORDER memory_order_relaxed
#define HD__FLAG_LOOK  memory_order_acquire /* with what was written before the flag */
#endif

/* Parts of every wrapper; a compiler would share them, since there are hundreds of those. */
#define HD__ALWAYS_INLINE       inline __attribute__((always_inline))
#define HD__LIKELY(condition)   __builtin_expect(!!(condition), 1)
#define HD__UNLIKELY(condition) __builtin_expect(!!(condition), 0)

/** Of this library alone: what is declared so is reached without the table of addresses, even
 * though another library could have a symbol of that name. */
#define HD__HIDDEN __attribute__((visibility("hidden")))

/** Prepare. @return true: threads need no barrier of their own */
bool hd__fence_init(void);

/** Set the common flag before, read the threads' flags after. */
void hd__fence_threads(void);

/** Between the thread's own flag and the common one. `own`: hd__fence_init said no. */
static HD__ALWAYS_INLINE void hd__fence_own(bool own)
{
#ifdef HD__RACES_ARE_CHECKED
    (void)own;
#else
    atomic_signal_fence(memory_order_seq_cst);
    if (HD__UNLIKELY(own)) {
        atomic_thread_fence(memory_order_seq_cst);
    }
#endif
}

#endif
