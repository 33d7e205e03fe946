/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HD_SRC_OWN_MEMORY_H
#define HD_SRC_OWN_MEMORY_H
/* Memory that a process keeps for itself: in a child made by fork its bytes are zero. So what a
 * parent opened is told from what the child opened by looking at it, without a system call. Kernels
 * that can't clear pages in children get a handler of pthread_atfork that does.
 *
 * A vfork child runs in its parent's memory while the parent's thread waits, and is taken for the
 * parent: what it records is whole, and its parent's. Programs may do nothing there but exec. */

#include <stddef.h>
#include <sys/types.h>

/* Zeroed memory, in whole pages; NULL when there is none. Thread: any. */
void *hd__own_memory_take(size_t bytes);
void hd__own_memory_give(void *memory, size_t bytes);

/* The process whose memory this is: in a vfork child, unlike getpid, its parent. Thread: any. */
pid_t hd__own_memory_get_process(void);

/* Do without the kernel's help from now on; for tests. */
void hd__own_memory_use_handler(void);

#endif
