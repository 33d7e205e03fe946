/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HDPVFS_OSIO_H
#define HDPVFS_OSIO_H
/* Single reads and writes of the operating system. Thread: any; errno stays as it is. */

#include "token.h"

/* What the agent's own libraries read and write is not recorded. */
void hdpvfs_osio_init(void);

/* What is said of a call: offset and size are -1 where there is none. */
typedef struct hdpvfs_os_call {
    const char *name;
    int file;
    int64_t offset, size;
} hdpvfs_os_call;

/* Begin a token below the operation of the storage layer that has the buffer or works on this
 * place, else below what the thread works for. @return without serial: it isn't recorded */
hdpvfs_token hdpvfs_os_begin(const hdpvfs_os_call *call, const void *buffer, const void *caller);

/* End it. `size` is what was asked for, `error` that of a `result` below 0. */
void hdpvfs_os_end(hdpvfs_token token, int64_t size, int64_t result, int error);

/* Find the function of the C library behind ours. */
typedef void hdpvfs_any_function(void);
hdpvfs_any_function *hdpvfs_os_find(hdpvfs_any_function **place, const char *name);

#define HDPVFS_EXPORTED __attribute__((visibility("default")))
#define HDPVFS_CALLER   __builtin_extract_return_addr(__builtin_return_address(0))

#endif
