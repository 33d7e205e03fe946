/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HDPVFS_OPS_H
#define HDPVFS_OPS_H
/* Operations that are posted and come to their end later, told by their ids: counted while they are
 * pending, and one token each. An operation may end in another thread before its post returns. */

#include "lock.h"
#include "map.h"
#include "token.h"

#include <stdatomic.h>

typedef struct hdpvfs_op {
    hdpvfs_token token;
    unsigned serial; /* of the recording that counts it */
    hdpvfs_facility facility;
} hdpvfs_op;

/* The operations of one facility. */
typedef struct hdpvfs_book {
    hdpvfs_lock lock;
    hdpvfs_map pending;  /* by id; of those that ended early, the book itself */
    atomic_uint posting; /* grows before its call, without the lock */
    unsigned early;
    hdpvfs_facility facility;
    void (*at_end)(const hdpvfs_op *op); /* before it is freed, or NULL */
} hdpvfs_book;

/* Before the call that posts it. @return NULL: it isn't recorded */
hdpvfs_op *hdpvfs_op_begin(hdpvfs_book *book, const char *name, const hdpvfs_hint *hints,
                           const hdpvfs_values *values);

/* After the call that posts it. `result`: 0 pending, 1 complete, else it failed. */
void hdpvfs_op_posted(hdpvfs_book *book, hdpvfs_op *op, int result, int64_t id);

/* An operation, recorded or not, has come to its end. `size` in bytes, -1: none. */
void hdpvfs_op_completed(hdpvfs_book *book, int64_t id, int32_t error, int64_t size);

#endif
