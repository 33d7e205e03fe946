/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HD_SRC_RELATION_STATE_H
#define HD_SRC_RELATION_STATE_H
/* What a file of relations holds, and how its lines are made. */

#include "buffer.h"
#include "live_tokens.h"
#include "sink.h"

#include <hdtrace/relation.h>
#include <pthread.h>

struct hd_relation {
    pthread_mutex_t lock; /* guards what follows, down to `line` */
    hd__sink sink;
    hd__live_tokens live;
    uint64_t next_id;
    hd__buffer line;
    char *path; /* constant from here on */
    const char *host;
    int64_t pid;
    int64_t base_ns;
    bool compat;     /* for readers of the original */
    unsigned number; /* the node's, which makes ids unique within the process */
};

/* The caller of these holds the lock. */

/* Begin a line with `<TAG`, and add the token and the time. */
void hd__relation_begin_tag(hd_relation *r, const char *tag);
void hd__relation_add_stamp(hd_relation *r, uint64_t id);

/* Append the composed line as one record. */
hd_status hd__relation_write_line(hd_relation *r);

/* End the open states and the token itself. */
hd_status hd__relation_end_token(hd_relation *r, uint64_t id, unsigned open_states);

#endif
