/* SPDX-License-Identifier: GPL-3.0-or-later */
/* As many ranges as parts of operations are pending, some tens: a list, the newest first. */
#include "ranges.h"

#include <stdlib.h>

typedef struct range {
    uintptr_t begin, end;
    const hdpvfs_op *op;
    hdpvfs_token token;
    struct range *next;
} range;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static range *newest;
static range *unused;

void hdpvfs_range_add(const hdpvfs_op *op, const void *buffer, int64_t size)
{
    if (op == NULL || buffer == NULL || size <= 0) {
        return;
    }
    (void)pthread_mutex_lock(&lock);
    range *added = unused;
    if (added != NULL) {
        unused = added->next;
    } else {
        added = malloc(sizeof *added);
    }
    if (added != NULL) {
        const uintptr_t begin = (uintptr_t)buffer;
        *added = (range){begin, begin + (uintptr_t)size, op, op->token, newest};
        newest = added;
    }
    (void)pthread_mutex_unlock(&lock);
}

void hdpvfs_range_drop(const hdpvfs_op *op)
{
    (void)pthread_mutex_lock(&lock);
    for (range **link = &newest; *link != NULL;) {
        range *const at = *link;
        if (at->op == op) {
            *link = at->next;
            at->next = unused;
            unused = at;
        } else {
            link = &at->next;
        }
    }
    (void)pthread_mutex_unlock(&lock);
}

hdpvfs_token hdpvfs_range_find(const void *buffer)
{
    const uintptr_t at = (uintptr_t)buffer;
    hdpvfs_token token = {{NULL, 0}, 0};
    (void)pthread_mutex_lock(&lock);
    for (const range *r = newest; r != NULL; r = r->next) {
        if (at >= r->begin && at < r->end) {
            token = r->token;
            break;
        }
    }
    (void)pthread_mutex_unlock(&lock);
    return token;
}
