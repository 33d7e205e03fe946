/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HDPVFS_RANGES_H
#define HDPVFS_RANGES_H
/* Which operation a buffer belongs to: all that the thread that reads or writes a file knows.
 * Thread: any. */

#include "ops.h"

/* From now on this memory belongs to the operation. Buffers are used again: the newest holds. */
void hdpvfs_range_add(const hdpvfs_op *op, const void *buffer, int64_t size);

/* Forget all ranges of an operation. */
void hdpvfs_range_drop(const hdpvfs_op *op);

/* @return the token of the operation that has the buffer; without serial when none has */
hdpvfs_token hdpvfs_range_find(const void *buffer);

#endif
