/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ids are used again, mostly addresses. An id that ends while some operation is being posted may be
 * that one's: it is kept until nothing is being posted any more. (In the moment after recording was
 * switched on it may also be one that was never recorded; if its id is given away again in that
 * very moment, the new operation ends early in the record. Numbers return to 0 all the same.) */
#include "ops.h"

#include <stdlib.h>

static void finish(hdpvfs_book *book, hdpvfs_op *op, int32_t error, int64_t size)
{
    hdpvfs_session *const session = hdpvfs_enter();
    if (session != NULL) {
        if (op->serial == hdpvfs_session_serial(session)) {
            hdpvfs_values values;
            values.count = 0;
            if (size >= 0) {
                hdpvfs_values_add(&values, "bytes", size);
            }
            if (error != 0) {
                hdpvfs_values_add(&values, "error", error);
            }
            const int64_t now_ns = hdpvfs_token_close(session, op->token, &values);
            hdpvfs_count(session, book->facility, -1, now_ns);
        }
        hdpvfs_leave();
    }
    if (book->at_end != NULL) {
        book->at_end(op);
    }
    free(op);
}

hdpvfs_op *hdpvfs_op_begin(hdpvfs_book *book, const char *name, const hdpvfs_hint *hints,
                           const hdpvfs_values *values)
{
    hdpvfs_session *const session = hdpvfs_enter();
    hdpvfs_op *op =
        session == NULL || !hdpvfs_config_now.wanted[book->facility] ? NULL : malloc(sizeof *op);
    if (op != NULL) {
        *op = (hdpvfs_op){.facility = book->facility, .serial = hdpvfs_session_serial(session)};
        hd_relation *const relation = hdpvfs_session_relation(session, book->facility);
        const int64_t now_ns = hd_relation_hold(relation);
        op->token = hdpvfs_token_begin_with(session, book->facility, hints);
        hdpvfs_state_begin(session, op->token, name, values);
        hd_relation_release(relation);
        hdpvfs_count(session, book->facility, 1, now_ns);
        atomic_fetch_add(&book->posting, 1);
    }
    if (session != NULL) {
        hdpvfs_leave();
    }
    return op;
}

/* @return whether the operation is to be finished now */
static bool note(hdpvfs_book *book, hdpvfs_op *op, int result, int64_t id)
{
    bool ended = result != 0;
    if (!ended) {
        ended = hdpvfs_map_get(&book->pending, (uint64_t)id) == book;
        if (ended) {
            (void)hdpvfs_map_take(&book->pending, (uint64_t)id);
            book->early--;
        } else {
            ended = !hdpvfs_map_put(&book->pending, (uint64_t)id, op);
        }
    }
    if (atomic_fetch_sub(&book->posting, 1) == 1 && book->early > 0) {
        hdpvfs_map_remove_value(&book->pending, book);
        book->early = 0;
    }
    return ended;
}

void hdpvfs_op_posted(hdpvfs_book *book, hdpvfs_op *op, int result, int64_t id)
{
    if (op == NULL) {
        return;
    }
    hdpvfs_lock_take(&book->lock);
    const bool ended = note(book, op, result, id);
    hdpvfs_lock_give(&book->lock);
    if (ended) {
        finish(book, op, result < 0 ? result : 0, -1);
    }
}

void hdpvfs_op_completed(hdpvfs_book *book, int64_t id, int32_t error, int64_t size)
{
    hdpvfs_lock_take(&book->lock);
    hdpvfs_op *op = hdpvfs_map_get(&book->pending, (uint64_t)id);
    if (op == (void *)book) {
        op = NULL; /* once is enough */
    } else if (op != NULL) {
        (void)hdpvfs_map_take(&book->pending, (uint64_t)id);
    } else if (book->posting > 0 && hdpvfs_map_put(&book->pending, (uint64_t)id, book)) {
        book->early++;
    }
    hdpvfs_lock_give(&book->lock);
    if (op != NULL) {
        finish(book, op, error, size);
    }
}
