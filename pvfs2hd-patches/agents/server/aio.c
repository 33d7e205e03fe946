/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Asynchronous reads and writes (TroveMethod aio), which the C library does in threads of its own
 * without a call that could be seen: from where they are given to it until their result is taken.
 */
#define _GNU_SOURCE /* aiocb64 */
#include "lock.h"
#include "map.h"
#include "osio.h"

#include <aio.h>
#include <errno.h>
#include <stdlib.h>

/* On x86-64 both forms of a block are one. */
_Static_assert(sizeof(struct aiocb) == sizeof(struct aiocb64), "as measured");

typedef struct given {
    hdpvfs_token token;
    int64_t size;
} given;

static hdpvfs_lock lock;
static hdpvfs_map blocks; /* of malloc'ed ones, by block */

static void end(const void *block, int64_t result, int error)
{
    hdpvfs_lock_take(&lock);
    given *const taken = hdpvfs_map_take(&blocks, hdpvfs_key(block));
    hdpvfs_lock_give(&lock);
    if (taken != NULL) {
        hdpvfs_os_end(taken->token, taken->size, result, error);
        free(taken);
    }
}

/* A block that is given again has come to its end before. */
static void begin(const struct aiocb *block, const char *name, const void *caller)
{
    const hdpvfs_os_call call = {name, block->aio_fildes, block->aio_offset,
                                 (int64_t)block->aio_nbytes};
    const union { /* ours to look at only */
        volatile void *given;
        const void *address;
    } buffer = {block->aio_buf};
    const int saved = errno;
    end(block, call.size, 0);
    const hdpvfs_token token = hdpvfs_os_begin(&call, buffer.address, caller);
    given *const made = token.serial == 0 ? NULL : malloc(sizeof *made);
    if (made != NULL) {
        *made = (given){token, call.size};
        hdpvfs_lock_take(&lock);
        const bool kept = hdpvfs_map_put(&blocks, hdpvfs_key(block), made);
        hdpvfs_lock_give(&lock);
        if (!kept) {
            hdpvfs_os_end(token, call.size, call.size, 0);
            free(made);
        }
    }
    errno = saved;
}

static void begin_list(struct aiocb *const *list, int count, const void *caller)
{
    for (int i = 0; i < count; i++) {
        if (list[i] != NULL && list[i]->aio_lio_opcode != LIO_NOP) {
            begin(list[i], list[i]->aio_lio_opcode == LIO_READ ? "aio_read" : "aio_write", caller);
        }
    }
}

/* A list that was refused as a whole: what of it runs nevertheless is told by each block. */
static void end_refused(struct aiocb *const *list, int count, int error)
{
    for (int i = 0; i < count && error != EIO && error != EINTR && error != EAGAIN; i++) {
        if (list[i] != NULL) {
            end(list[i], -1, error);
        }
    }
}

/* The C library names parameters as only it may; types need no parentheses. */
// NOLINTBEGIN(readability-inconsistent-declaration-parameter-name,bugprone-macro-parentheses)
#define ONE(function, shown, block_type)                                                           \
    HDPVFS_EXPORTED int function(block_type *block)                                                \
    {                                                                                              \
        static hdpvfs_any_function *real;                                                          \
        begin((const struct aiocb *)(const void *)block, shown, HDPVFS_CALLER);                    \
        const int result = ((int (*)(block_type *))hdpvfs_os_find(&real, #function))(block);       \
        if (result != 0) {                                                                         \
            end(block, -1, errno);                                                                 \
        }                                                                                          \
        return result;                                                                             \
    }
ONE(aio_read, "aio_read", struct aiocb)
ONE(aio_read64, "aio_read", struct aiocb64)
ONE(aio_write, "aio_write", struct aiocb)
ONE(aio_write64, "aio_write", struct aiocb64)

#define LIST(function, block_type)                                                                 \
    HDPVFS_EXPORTED int function(int mode, block_type *const list[], int count,                    \
                                 struct sigevent *event)                                           \
    {                                                                                              \
        static hdpvfs_any_function *real;                                                          \
        struct aiocb *const *const blocks_given = (struct aiocb *const *)(const void *)list;       \
        begin_list(blocks_given, count, HDPVFS_CALLER);                                            \
        const int result =                                                                         \
            ((int (*)(int, block_type *const *, int, struct sigevent *))hdpvfs_os_find(            \
                &real, #function))(mode, list, count, event);                                      \
        if (result != 0) {                                                                         \
            end_refused(blocks_given, count, errno);                                               \
        }                                                                                          \
        return result;                                                                             \
    }
LIST(lio_listio, struct aiocb)
LIST(lio_listio64, struct aiocb64)

/* What ended with an error says so here by its number alone, as aio_error has told it. */
#define RETURN(function, block_type)                                                               \
    HDPVFS_EXPORTED ssize_t function(block_type *block)                                            \
    {                                                                                              \
        static hdpvfs_any_function *real;                                                          \
        const int error = aio_error((const struct aiocb *)(const void *)block);                    \
        const ssize_t result =                                                                     \
            ((ssize_t(*)(block_type *))hdpvfs_os_find(&real, #function))(block);                   \
        if (error != EINPROGRESS) {                                                                \
            end(block, error == 0 ? result : -1, error);                                           \
        }                                                                                          \
        return result;                                                                             \
    }
RETURN(aio_return, struct aiocb)
RETURN(aio_return64, struct aiocb64)
// NOLINTEND(readability-inconsistent-declaration-parameter-name,bugprone-macro-parentheses)
