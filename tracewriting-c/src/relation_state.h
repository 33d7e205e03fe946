/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HD_SRC_RELATION_STATE_H
#define HD_SRC_RELATION_STATE_H
/* What a file of relations holds, and how lines come into it. */

#include "live_tokens.h"
#include "relation_line.h"
#include "sink.h"
#include "text.h"

#include <pthread.h>

struct hd_relation {
    pthread_mutex_t lock; /* recursive; guards what follows, down to `stamp` */
    hd__sink sink;
    hd__live_tokens live;
    uint64_t next_id;
    int64_t last_ns; /* time of the last line */
    bool is_held;    /* by the owner of the lock, who writes all at the time of `stamp` */
    char stamp[HD__TIME_BYTES];
    size_t stamp_bytes;
    char *path; /* constant from here on */
    const char *host;
    int64_t pid;
    int64_t base_ns;
    bool compat;     /* for readers of the original */
    unsigned number; /* the node's, which makes ids unique within the process */
};

/* The caller of these holds the lock. */

/* Append what is before the time, the time, and what is after it, as one record. */
hd_status hd__relation_append(hd_relation *r, const char *before, size_t before_bytes,
                              const char *after, size_t after_bytes);

/* End the open states and the token itself. */
hd_status hd__relation_end_token(hd_relation *r, uint64_t id, unsigned open_states);

#endif
