/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _DEFAULT_SOURCE /* syscall */
#include "hdmpi_fence.h"

#include <linux/membarrier.h>
#include <sys/syscall.h>
#include <unistd.h>

static bool has_expedited;

static bool ask_kernel(int command)
{
    return syscall(SYS_membarrier, command, 0, 0) == 0;
}

bool hd__fence_init(void)
{
#ifndef HD__RACES_ARE_CHECKED
    has_expedited = ask_kernel(MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED) &&
                    ask_kernel(MEMBARRIER_CMD_PRIVATE_EXPEDITED);
#endif
    return has_expedited;
}

void hd__fence_threads(void)
{
    if (has_expedited && ask_kernel(MEMBARRIER_CMD_PRIVATE_EXPEDITED)) {
        return;
    }
#ifndef HD__RACES_ARE_CHECKED
    atomic_thread_fence(memory_order_seq_cst);
#endif
}
