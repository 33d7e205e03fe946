/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions that bring data to the disk, or change the size of a file. */
#include "hdposix.h"

/* `error`: of those that return their error. */
static void end(hdp__op *op, hdp__function function, int64_t offset, int64_t size, bool failed,
                int error)
{
    if (hdp__back(op)) {
        const int own = op->error;
        op->error = error != 0 ? error : own;
        op->values[0] = op->file->fid;
        op->values[1] = op->file->oid;
        op->values[2] = offset;
        op->values[3] = size;
        hdp__close(op, function, failed);
        errno = own;
    }
}

#define FRAME(call, function, offset, size)                                                        \
    hdp__op op;                                                                                    \
    if (!hdp__enter_data(&op, fd, HDP_CALLER)) {                                                   \
        return call;                                                                               \
    }                                                                                              \
    const int result = call;                                                                       \
    end(&op, function, offset, size, result != 0, result > 0 ? result : 0);                        \
    return result

/* NOLINTBEGIN(readability-inconsistent-declaration-parameter-name): the headers' names are reserved
 */
HDP_EXPORT int fsync(int fd)
{
    FRAME(HDP_REAL(fsync)(fd), HDP_F_FSYNC, HDP_ABSENT, HDP_ABSENT);
}

HDP_EXPORT int fdatasync(int fd)
{
    FRAME(HDP_REAL(fdatasync)(fd), HDP_F_FDATASYNC, HDP_ABSENT, HDP_ABSENT);
}

HDP_EXPORT int syncfs(int fd)
{
    FRAME(HDP_REAL(syncfs)(fd), HDP_F_SYNCFS, HDP_ABSENT, HDP_ABSENT);
}

HDP_EXPORT int sync_file_range(int fd, off64_t offset, off64_t size, unsigned flags)
{
    FRAME(HDP_REAL(sync_file_range)(fd, offset, size, flags), HDP_F_SYNC_FILE_RANGE, offset, size);
}

HDP_EXPORT int ftruncate(int fd, off_t size)
{
    FRAME(HDP_REAL(ftruncate)(fd, size), HDP_F_FTRUNCATE, HDP_ABSENT, size);
}

HDP_EXPORT int ftruncate64(int fd, off64_t size)
{
    FRAME(HDP_REAL(ftruncate)(fd, size), HDP_F_FTRUNCATE, HDP_ABSENT, size);
}

HDP_EXPORT int posix_fallocate(int fd, off_t offset, off_t size)
{
    FRAME(HDP_REAL(posix_fallocate)(fd, offset, size), HDP_F_POSIX_FALLOCATE, offset, size);
}

HDP_EXPORT int posix_fallocate64(int fd, off64_t offset, off64_t size)
{
    FRAME(HDP_REAL(posix_fallocate)(fd, offset, size), HDP_F_POSIX_FALLOCATE, offset, size);
}

HDP_EXPORT int fallocate(int fd, int mode, off_t offset, off_t size)
{
    FRAME(HDP_REAL(fallocate)(fd, mode, offset, size), HDP_F_FALLOCATE, offset, size);
}

HDP_EXPORT int fallocate64(int fd, int mode, off64_t offset, off64_t size)
{
    FRAME(HDP_REAL(fallocate)(fd, mode, offset, size), HDP_F_FALLOCATE, offset, size);
}
/* NOLINTEND(readability-inconsistent-declaration-parameter-name) */
