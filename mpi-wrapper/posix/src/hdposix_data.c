/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions that move data, or the position. */
#include "hdposix.h"

static void end(hdp__op *op, hdp__function function, int fd, int64_t offset, int64_t size,
                int64_t result)
{
    if (!hdp__back(op)) {
        return;
    }
    const int64_t bytes = result < 0 ? 0 : result;
    if (function == HDP_F_PWRITE && op->file->is_appending && result > 0) {
        offset = hdp__file_appended(op->file, fd, bytes); /* whatever place was given */
    }
    op->values[0] = op->file->fid;
    op->values[1] = op->file->oid;
    op->values[2] = offset == HDP_ABSENT ? hdp__file_moved(op->file, fd, bytes) : offset;
    op->values[3] = size;
    op->values[4] = bytes;
    hdp__close(op, function, result < 0);
}

/* FRAME(op, fd, call, function, offset, size): the call, recorded where it is to be. */
#define FRAME(fd, call, function, offset, size)                                                    \
    hdp__op op;                                                                                    \
    if (!hdp__enter_data(&op, fd, HDP_CALLER)) {                                                   \
        return call;                                                                               \
    }                                                                                              \
    const ssize_t result = call;                                                                   \
    end(&op, function, fd, offset, (int64_t)(size), result);                                       \
    return result

/* NOLINTBEGIN(readability-inconsistent-declaration-parameter-name): the headers' names are reserved
 */
HDP_EXPORT ssize_t read(int fd, void *data, size_t size)
{
    FRAME(fd, HDP_REAL(read)(fd, data, size), HDP_F_READ, HDP_ABSENT, size);
}

HDP_EXPORT ssize_t __read_chk(int fd, void *data, size_t size, size_t room)
{
    FRAME(fd, HDP_REAL(__read_chk)(fd, data, size, room), HDP_F_READ, HDP_ABSENT, size);
}

HDP_EXPORT ssize_t write(int fd, const void *data, size_t size)
{
    FRAME(fd, HDP_REAL(write)(fd, data, size), HDP_F_WRITE, HDP_ABSENT, size);
}

HDP_EXPORT ssize_t pread(int fd, void *data, size_t size, off_t offset)
{
    FRAME(fd, HDP_REAL(pread)(fd, data, size, offset), HDP_F_PREAD, offset, size);
}

HDP_EXPORT ssize_t pread64(int fd, void *data, size_t size, off64_t offset)
{
    FRAME(fd, HDP_REAL(pread)(fd, data, size, offset), HDP_F_PREAD, offset, size);
}

HDP_EXPORT ssize_t __pread_chk(int fd, void *data, size_t size, off_t offset, size_t room)
{
    FRAME(fd, HDP_REAL(__pread_chk)(fd, data, size, offset, room), HDP_F_PREAD, offset, size);
}

HDP_EXPORT ssize_t __pread64_chk(int fd, void *data, size_t size, off64_t offset, size_t room)
{
    FRAME(fd, HDP_REAL(__pread_chk)(fd, data, size, offset, room), HDP_F_PREAD, offset, size);
}

HDP_EXPORT ssize_t pwrite(int fd, const void *data, size_t size, off_t offset)
{
    FRAME(fd, HDP_REAL(pwrite)(fd, data, size, offset), HDP_F_PWRITE, offset, size);
}

HDP_EXPORT ssize_t pwrite64(int fd, const void *data, size_t size, off64_t offset)
{
    FRAME(fd, HDP_REAL(pwrite)(fd, data, size, offset), HDP_F_PWRITE, offset, size);
}

static off_t seek(int fd, off_t distance, int whence, const void *caller)
{
    hdp__op op;
    if (!hdp__enter_file(&op, fd, caller)) {
        return HDP_REAL(lseek)(fd, distance, whence);
    }
    const off_t result = HDP_REAL(lseek)(fd, distance, whence);
    if (hdp__back(&op)) {
        if (result >= 0) {
            hdp__file_positioned(op.file, result);
        }
        op.values[0] = op.file->fid;
        op.values[1] = op.file->oid;
        op.values[2] = distance;
        op.values[3] = result < 0 ? HDP_ABSENT : result;
        if (whence >= SEEK_SET && whence <= SEEK_END) {
            hdp__close(&op, HDP_F_LSEEK_SET + (unsigned)whence, result < 0);
        } else {
            hdp__describe(&op, HDP_F_LSEEK_SET);
            hdp__put_text(&op, "whence",
                          whence == SEEK_DATA   ? "Data"
                          : whence == SEEK_HOLE ? "Hole"
                                                : "invalid");
            hdp__finish(&op, result < 0);
        }
    }
    return result;
}

HDP_EXPORT off_t lseek(int fd, off_t distance, int whence)
{
    return seek(fd, distance, whence, HDP_CALLER);
}

HDP_EXPORT off64_t lseek64(int fd, off64_t distance, int whence)
{
    return seek(fd, distance, whence, HDP_CALLER);
}
/* NOLINTEND(readability-inconsistent-declaration-parameter-name) */
