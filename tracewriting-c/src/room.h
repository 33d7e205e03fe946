/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HD_SRC_ROOM_H
#define HD_SRC_ROOM_H
/* Room on the disk before it is touched through a mapping: a full disk is then an error, and no
 * signal. Where the file system writes in place, zeros are written: that costs a quarter of blocks
 * that are reserved and then come in by page faults one by one. Elsewhere blocks are reserved. */

#include "sys.h"

#include <errno.h>

enum { HD__ROOM_STEP_MAX = 1 << 18 };

/* One try to give bytes of a file their blocks: how many have them now, or a negative error number.
 * Zeros: at most HD__ROOM_STEP_MAX at once. */
ssize_t hd__room_fill(int fd, hd__overwriting overwrites, off_t at, size_t bytes);

/* The same for all of them, however many tries that takes. 0 or a negative error number. */
int hd__room_fill_all(int fd, hd__overwriting overwrites, off_t at, size_t bytes);

/* Bring in the pages of bytes that were filled, but those of a disk's zeros: 0, or -ENOSPC where
 * the file system can't give them after all. In memory a load brings in 16 pages that can be stored
 * to: zeros and loads cost 520 ns of processor time less for 4 KiB, of 2460, than reserving them
 * and populating. */
int hd__room_touch(void *base, size_t bytes, hd__overwriting overwrites);

/* Bring in the pages of a disk's zeros that were written, from a page's begin on, by a store to
 * each. That costs half of what populating does, 80 ns for 4 KiB; page faults one by one would come
 * in the midst of what is recorded. */
void hd__room_store(char *base, size_t bytes);

static inline bool hd__room_lacks(int error)
{
    return error == -ENOSPC || error == -EDQUOT || error == -EFBIG;
}

#endif
