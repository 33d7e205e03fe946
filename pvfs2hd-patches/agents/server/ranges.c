/* SPDX-License-Identifier: GPL-3.0-or-later */
/* As many ranges as parts of operations are pending, some tens: lists, the newest first. */
#include "ranges.h"

#include <stdlib.h>

typedef struct range {
    uint64_t begin, end;
    uint64_t handle; /* of places in files */
    const hdpvfs_op *op;
    hdpvfs_token token;
    struct range *next;
} range;

static hdpvfs_lock lock;
static range *of_memory;
static range *of_files;
static range *unused;

static void add(range **list, const range *wanted)
{
    hdpvfs_lock_take(&lock);
    range *added = unused;
    if (added != NULL) {
        unused = added->next;
    } else {
        added = malloc(sizeof *added);
    }
    if (added != NULL) {
        *added = *wanted;
        added->next = *list;
        *list = added;
    }
    hdpvfs_lock_give(&lock);
}

void hdpvfs_range_add(const hdpvfs_op *op, const void *buffer, int64_t size)
{
    if (op != NULL && buffer != NULL && size > 0) {
        const uintptr_t begin = (uintptr_t)buffer;
        add(&of_memory, &(const range){begin, begin + (uintptr_t)size, 0, op, op->token, NULL});
    }
}

void hdpvfs_place_add(const hdpvfs_op *op, uint64_t handle, int64_t offset, int64_t size)
{
    if (op != NULL && offset >= 0 && size > 0) {
        const uint64_t begin = (uint64_t)offset;
        add(&of_files, &(const range){begin, begin + (uint64_t)size, handle, op, op->token, NULL});
    }
}

static void drop(range **list, const hdpvfs_op *op)
{
    for (range **link = list; *link != NULL;) {
        range *const at = *link;
        if (at->op == op) {
            *link = at->next;
            at->next = unused;
            unused = at;
        } else {
            link = &at->next;
        }
    }
}

void hdpvfs_range_drop(const hdpvfs_op *op)
{
    hdpvfs_lock_take(&lock);
    drop(&of_memory, op);
    drop(&of_files, op);
    hdpvfs_lock_give(&lock);
}

hdpvfs_token hdpvfs_range_find(const void *buffer)
{
    const uintptr_t at = (uintptr_t)buffer;
    hdpvfs_token token = {{NULL, 0}, 0};
    hdpvfs_lock_take(&lock);
    for (const range *r = of_memory; r != NULL; r = r->next) {
        if (at >= r->begin && at < r->end) {
            token = r->token;
            break;
        }
    }
    hdpvfs_lock_give(&lock);
    return token;
}

/* A wrong operation would be worse than none. */
hdpvfs_token hdpvfs_place_find(const uint64_t *handle, int64_t offset, int64_t size)
{
    const hdpvfs_op *found = NULL;
    hdpvfs_token token = {{NULL, 0}, 0};
    const uint64_t begin = (uint64_t)offset;
    const uint64_t end = begin + (uint64_t)(size > 0 ? size : 0);
    hdpvfs_lock_take(&lock);
    for (const range *r = of_files; r != NULL; r = r->next) {
        const bool fits =
            begin < r->end && r->begin < end && (handle == NULL || *handle == r->handle);
        if (fits && found != NULL && found != r->op) {
            token.serial = 0;
            break;
        }
        if (fits) {
            found = r->op;
            token = r->token;
        }
    }
    hdpvfs_lock_give(&lock);
    return token;
}

bool hdpvfs_place_is_empty(void)
{
    hdpvfs_lock_take(&lock);
    const bool is_empty = of_files == NULL;
    hdpvfs_lock_give(&lock);
    return is_empty;
}
