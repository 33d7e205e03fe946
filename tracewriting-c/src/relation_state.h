/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HD_SRC_RELATION_STATE_H
#define HD_SRC_RELATION_STATE_H
/* What a file of relations holds, and how lines come into it. */

#include "live_tokens.h"
#include "relation_line.h"
#include "sink.h"
#include "text.h"

#include <pthread.h>
#include <stdatomic.h>

enum {
    HD__PHRASE_BLOCK = 64, /* texts are copied in whole blocks, which end with zeros */
    HD__PHRASE_BYTES = 960 /* less than what a line may need before and behind its time */
};

/* What stands before the id, and behind the time; both are followed by zeros up to a block's end.
 */
struct hd_relation_phrase {
    bool begins;
    size_t before_bytes, behind_bytes;
    size_t behind; /* its place in `text` */
    char text[HD__PHRASE_BYTES + 2 * HD__PHRASE_BLOCK];
};

struct hd_relation {
    pthread_mutex_t lock;      /* guards what follows, down to `stamp` */
    _Atomic(uintptr_t) holder; /* the thread that holds the relation; 0: none */
    hd__sink sink;
    hd__live_tokens live;
    uint64_t next_id;
    int64_t last_ns;            /* time of what is being written */
    int64_t second_ns;          /* the second that `stamp` is in */
    size_t whole_bytes;         /* of `stamp`, before its decimals */
    char stamp[HD__TIME_BYTES]; /* text of that time */
    size_t stamp_bytes;
    char *path; /* constant from here on */
    const char *host;
    int64_t pid;
    int64_t base_ns;
    bool compat;     /* for readers of the original */
    unsigned number; /* the node's, which makes ids unique within the process */
};

/* Lock the relation for one call, and take the time of what it writes; nothing is done where this
 * thread holds it. @return what hd__relation_unlock is to be told */
bool hd__relation_lock(hd_relation *r);
void hd__relation_unlock(hd_relation *r, bool locked);

/* End the open states and the token itself. The caller holds the lock. */
hd_status hd__relation_end_token(hd_relation *r, uint64_t id, unsigned open_states);

#endif
