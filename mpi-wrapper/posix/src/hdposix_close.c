/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions that close descriptors, or make further ones of one opening. */
#include "hdposix.h"

#include <limits.h>

/* NOLINTBEGIN(readability-inconsistent-declaration-parameter-name): the headers' names are reserved
 */
HDP_EXPORT int close(int fd)
{
    hdp__op op;
    if (!hdp__enter_file(&op, fd, HDP_CALLER)) {
        hdp__file_closed(fd);
        return HDP_REAL(close)(fd);
    }
    const int fid = op.file->fid;
    const int oid = op.file->oid;
    const int64_t size_bytes = hdp__file_size(op.file, fd);
    hdp__file_closed(fd); /* another thread may get the number at once */
    const int result = HDP_REAL(close)(fd);
    if (hdp__back(&op)) {
        op.values[0] = fid;
        op.values[1] = oid;
        op.values[2] = fd;
        op.values[3] = size_bytes;
        hdp__close(&op, HDP_F_CLOSE, result != 0);
    }
    return result;
}
/* Of a range nothing is recorded one by one; what is forgotten is looked at again. */
static void forget(unsigned first, unsigned last)
{
    for (unsigned fd = first; fd <= last && fd < HDP_FILES_MAX; fd++) {
        hdp__file_closed((int)fd);
    }
}

HDP_EXPORT int close_range(unsigned first, unsigned last, int flags)
{
    const int result = HDP_REAL(close_range)(first, last, flags);
    if (result == 0 && ((unsigned)flags & CLOSE_RANGE_CLOEXEC) == 0) {
        forget(first, last);
    }
    return result;
}

HDP_EXPORT void closefrom(int first)
{
    HDP_REAL(closefrom)(first);
    forget(first < 0 ? 0 : (unsigned)first, UINT_MAX);
}

static void end(hdp__op *op, hdp__function function, int fd, int result)
{
    if (result >= 0 && result != fd) {
        hdp__file_duplicated(fd, result);
    }
    if (hdp__back(op)) {
        op->values[0] = op->file->fid;
        op->values[1] = op->file->oid;
        op->values[2] = fd;
        op->values[3] = result < 0 ? HDP_ABSENT : result;
        hdp__close(op, function, result < 0);
    }
}

#define DUPLICATE(fd, call, function)                                                              \
    hdp__op op;                                                                                    \
    const bool is_recorded = hdp__enter_file(&op, fd, HDP_CALLER);                                 \
    const int result = call;                                                                       \
    if (is_recorded) {                                                                             \
        end(&op, function, fd, result);                                                            \
    } else if (result >= 0 && result != (fd)) {                                                    \
        hdp__file_closed(result);                                                                  \
    }                                                                                              \
    return result

HDP_EXPORT int dup(int fd)
{
    DUPLICATE(fd, HDP_REAL(dup)(fd), HDP_F_DUP);
}

HDP_EXPORT int dup2(int fd, int wanted)
{
    DUPLICATE(fd, HDP_REAL(dup2)(fd, wanted), HDP_F_DUP2);
}

HDP_EXPORT int dup3(int fd, int wanted, int flags)
{
    DUPLICATE(fd, HDP_REAL(dup3)(fd, wanted, flags), HDP_F_DUP3);
}

/* What a command does not take is passed on as it lies there. */
static int control(int fd, int command, void *argument, const void *caller)
{
    hdp__op op;
    const bool duplicates = command == F_DUPFD || command == F_DUPFD_CLOEXEC;
    if (!duplicates || !hdp__enter_file(&op, fd, caller)) {
        const int result = HDP_REAL(fcntl)(fd, command, argument);
        if (result == 0 && command == F_SETFL) {
            hdp__file_flags(fd, (int)(intptr_t)argument);
        } else if (result >= 0 && duplicates) {
            hdp__file_closed(result);
        }
        return result;
    }
    const int result = HDP_REAL(fcntl)(fd, command, argument);
    end(&op, HDP_F_FCNTL, fd, result);
    return result;
}

HDP_EXPORT int fcntl(int fd, int command, ...)
{
    va_list arguments;
    va_start(arguments, command);
    void *const argument = va_arg(arguments, void *);
    va_end(arguments);
    return control(fd, command, argument, HDP_CALLER);
}

HDP_EXPORT int fcntl64(int fd, int command, ...)
{
    va_list arguments;
    va_start(arguments, command);
    void *const argument = va_arg(arguments, void *);
    va_end(arguments);
    return control(fd, command, argument, HDP_CALLER);
}
/* NOLINTEND(readability-inconsistent-declaration-parameter-name) */
