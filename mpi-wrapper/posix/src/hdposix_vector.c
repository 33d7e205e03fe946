/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions that move data of several pieces, or between two files. */
#include "hdposix.h"

static int64_t sum_of(const struct iovec *pieces, int count)
{
    int64_t sum = 0;
    for (int i = 0; i < count; i++) {
        sum += (int64_t)pieces[i].iov_len;
    }
    return sum;
}

/* What is not a place: the call asks for the end of the file (RWF_APPEND). */
enum { AT_END = -2 };

static int64_t place_of(off64_t offset, int flags)
{
    return offset < 0 ? HDP_ABSENT : (flags & RWF_APPEND) != 0 ? AT_END : offset;
}

static void end(hdp__op *op, hdp__function function, int fd, int64_t offset,
                const struct iovec *pieces, int count, ssize_t result)
{
    if (!hdp__back(op)) {
        return;
    }
    const int64_t bytes = result < 0 ? 0 : result;
    const bool is_write = function == HDP_F_PWRITEV || function == HDP_F_PWRITEV2;
    if (is_write && offset != HDP_ABSENT && (op->file->is_appending || offset == AT_END) &&
        result > 0) {
        offset = hdp__file_appended(op->file, fd, bytes); /* whatever place was given */
    } else if (offset == AT_END) {
        offset = HDP_ABSENT;
    }
    const bool is_read_well = result >= 0; /* else the pieces need not be there */
    op->values[0] = op->file->fid;
    op->values[1] = op->file->oid;
    op->values[2] = offset == HDP_ABSENT ? hdp__file_moved(op->file, fd, bytes) : offset;
    op->values[3] = is_read_well ? sum_of(pieces, count) : HDP_ABSENT;
    op->values[4] = bytes;
    op->values[5] = count;
    hdp__close(op, function, result < 0);
}

#define FRAME(call, function, offset)                                                              \
    hdp__op op;                                                                                    \
    if (!hdp__enter_data(&op, fd, HDP_CALLER)) {                                                   \
        return call;                                                                               \
    }                                                                                              \
    const ssize_t result = call;                                                                   \
    end(&op, function, fd, offset, pieces, count, result);                                         \
    return result

/* NOLINTBEGIN(readability-inconsistent-declaration-parameter-name): the headers' names are reserved
 */
HDP_EXPORT ssize_t readv(int fd, const struct iovec *pieces, int count)
{
    FRAME(HDP_REAL(readv)(fd, pieces, count), HDP_F_READV, HDP_ABSENT);
}

HDP_EXPORT ssize_t writev(int fd, const struct iovec *pieces, int count)
{
    FRAME(HDP_REAL(writev)(fd, pieces, count), HDP_F_WRITEV, HDP_ABSENT);
}

HDP_EXPORT ssize_t preadv(int fd, const struct iovec *pieces, int count, off_t offset)
{
    FRAME(HDP_REAL(preadv)(fd, pieces, count, offset), HDP_F_PREADV, offset);
}

HDP_EXPORT ssize_t preadv64(int fd, const struct iovec *pieces, int count, off64_t offset)
{
    FRAME(HDP_REAL(preadv)(fd, pieces, count, offset), HDP_F_PREADV, offset);
}

HDP_EXPORT ssize_t pwritev(int fd, const struct iovec *pieces, int count, off_t offset)
{
    FRAME(HDP_REAL(pwritev)(fd, pieces, count, offset), HDP_F_PWRITEV, offset);
}

HDP_EXPORT ssize_t pwritev64(int fd, const struct iovec *pieces, int count, off64_t offset)
{
    FRAME(HDP_REAL(pwritev)(fd, pieces, count, offset), HDP_F_PWRITEV, offset);
}

HDP_EXPORT ssize_t preadv2(int fd, const struct iovec *pieces, int count, off_t offset, int flags)
{
    FRAME(HDP_REAL(preadv2)(fd, pieces, count, offset, flags), HDP_F_PREADV2,
          offset < 0 ? HDP_ABSENT : offset);
}

HDP_EXPORT ssize_t pwritev2(int fd, const struct iovec *pieces, int count, off_t offset, int flags)
{
    FRAME(HDP_REAL(pwritev2)(fd, pieces, count, offset, flags), HDP_F_PWRITEV2,
          place_of(offset, flags));
}

HDP_EXPORT ssize_t preadv64v2(int fd, const struct iovec *pieces, int count, off64_t offset,
                              int flags)
{
    FRAME(HDP_REAL(preadv2)(fd, pieces, count, offset, flags), HDP_F_PREADV2,
          offset < 0 ? HDP_ABSENT : offset);
}

HDP_EXPORT ssize_t pwritev64v2(int fd, const struct iovec *pieces, int count, off64_t offset,
                               int flags)
{
    FRAME(HDP_REAL(pwritev2)(fd, pieces, count, offset, flags), HDP_F_PWRITEV2,
          place_of(offset, flags));
}

/* --- between two files -------------------------------------------------------------------------
 */

/* What is known of the other file has to be found out before the call. */
typedef struct copying {
    hdp__op op;
    const off64_t *from_at, *to_at; /* NULL: the descriptor's own position */
    int64_t to_fid, to_oid;
} copying;

static bool begin_copy(copying *self, int from, int to, const off64_t *from_at,
                       const off64_t *to_at, const void *caller)
{
    self->from_at = from_at;
    self->to_at = to_at;
    return hdp__enter_pair(&self->op, from, to, &self->to_fid, &self->to_oid, caller);
}

/* Where it began. A given place has been moved on by then; of a call that failed it need not be
 * there. */
static int64_t began_at(const off64_t *place, hdp__file *file, int fd, ssize_t result)
{
    if (place != NULL) {
        return result < 0 ? HDP_ABSENT : *place - result;
    }
    return file == NULL ? HDP_ABSENT : hdp__file_moved(file, fd, result < 0 ? 0 : result);
}

static void end_copy(copying *self, hdp__function function, int from, int to, size_t size,
                     ssize_t result)
{
    hdp__op *const op = &self->op;
    if (!hdp__back(op)) {
        return;
    }
    const int64_t bytes = result < 0 ? 0 : result;
    hdp__file *const other = self->to_oid == HDP_ABSENT ? NULL : hdp__file_known(to);
    op->values[0] = op->file->fid;
    op->values[1] = op->file->oid;
    op->values[2] = began_at(self->from_at, op->file, from, result);
    op->values[3] = (int64_t)size;
    op->values[4] = bytes;
    op->values[5] = self->to_fid;
    op->values[6] = self->to_oid;
    op->values[7] = began_at(self->to_at, other, to, result);
    hdp__close(op, function, result < 0);
}

HDP_EXPORT ssize_t copy_file_range(int from, off64_t *from_at, int to, off64_t *to_at, size_t size,
                                   unsigned flags)
{
    copying self;
    if (!begin_copy(&self, from, to, from_at, to_at, HDP_CALLER)) {
        return HDP_REAL(copy_file_range)(from, from_at, to, to_at, size, flags);
    }
    const ssize_t result = HDP_REAL(copy_file_range)(from, from_at, to, to_at, size, flags);
    end_copy(&self, HDP_F_COPY_FILE_RANGE, from, to, size, result);
    return result;
}

/* One of the two is a pipe, which has no place. */
HDP_EXPORT ssize_t splice(int from, off64_t *from_at, int to, off64_t *to_at, size_t size,
                          unsigned flags)
{
    copying self;
    if (!begin_copy(&self, from, to, from_at, to_at, HDP_CALLER)) {
        return HDP_REAL(splice)(from, from_at, to, to_at, size, flags);
    }
    const ssize_t result = HDP_REAL(splice)(from, from_at, to, to_at, size, flags);
    end_copy(&self, HDP_F_SPLICE, from, to, size, result);
    return result;
}

static ssize_t send_file(int to, int from, off64_t *offset, size_t size, const void *caller)
{
    copying self;
    if (!begin_copy(&self, from, to, offset, NULL, caller)) {
        return HDP_REAL(sendfile)(to, from, offset, size);
    }
    const ssize_t result = HDP_REAL(sendfile)(to, from, offset, size);
    end_copy(&self, HDP_F_SENDFILE, from, to, size, result);
    return result;
}

HDP_EXPORT ssize_t sendfile(int to, int from, off_t *offset, size_t size)
{
    return send_file(to, from, offset, size, HDP_CALLER);
}

HDP_EXPORT ssize_t sendfile64(int to, int from, off64_t *offset, size_t size)
{
    return send_file(to, from, offset, size, HDP_CALLER);
}
/* NOLINTEND(readability-inconsistent-declaration-parameter-name) */
