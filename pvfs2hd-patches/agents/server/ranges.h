/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HDPVFS_RANGES_H
#define HDPVFS_RANGES_H
/* Which operation a buffer belongs to, or a place in a file: all that the thread that reads or
 * writes a file knows. Thread: any. */

#include "ops.h"

/* From now on this memory belongs to the operation. Buffers are used again: the newest holds. */
void hdpvfs_range_add(const hdpvfs_op *op, const void *buffer, int64_t size);

/* From now on the operation works on this part of the byte stream `handle`. */
void hdpvfs_place_add(const hdpvfs_op *op, uint64_t handle, int64_t offset, int64_t size);

/* Forget all ranges and places of an operation. */
void hdpvfs_range_drop(const hdpvfs_op *op);

/* @return the token of the operation that has the buffer; without serial when none has */
hdpvfs_token hdpvfs_range_find(const void *buffer);

/* For memory that isn't the operation's, as requests that aren't aligned have it with directio.
 * `handle`: NULL is any. @return the token of the one operation that works there; without serial
 * when none does, or several */
hdpvfs_token hdpvfs_place_find(const uint64_t *handle, int64_t offset, int64_t size);

bool hdpvfs_place_is_empty(void);

#endif
