/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions that open and close descriptors. */
#include "hdposix.h"

#include "hdposix_session.h"

/* What has to be known before a file is opened: whether it is there. */
typedef struct opening {
    hdp__op op;
    int64_t size_bytes; /* before; -1: there was none */
} opening;

static bool begin(opening *self, int folder, const char *path, int flags, const void *caller)
{
    if (path == NULL || !hdp__enter_name(&self->op, caller)) {
        return false;
    }
    const int saved = errno;
    struct stat status;
    self->size_bytes = HDP_ABSENT;
    if ((flags & (O_CREAT | O_TRUNC)) != 0) {
        self->size_bytes = fstatat(folder, path, &status, 0) == 0 ? status.st_size : -1;
    }
    errno = saved;
    return true;
}

/* Not part of its callers, whose frames would be of this size when a thread's trace is made. */
static __attribute__((noinline)) void end(opening *self, hdp__function function, int fd, int folder,
                                          const char *path, int flags)
{
    char absolute[HDP_PATH_BYTES];
    hdp__op *const op = &self->op;
    if (!hdp__back(op)) {
        return;
    }
    int64_t size_bytes = HDP_ABSENT;
    const char *const readable = hdp__name_readable(path, fd < 0 ? op->error : 0);
    const bool whole = readable != NULL && hdp__name_absolute(absolute, folder, path);
    hdp__file *const file = fd < 0 ? NULL : hdp__file_opened(fd, -1, flags, &size_bytes);
    if (fd >= 0 && file == NULL) {
        hdp__skip(op);
        return;
    }
    const int64_t first = self->size_bytes == HDP_ABSENT ? size_bytes : self->size_bytes;
    const int fid = whole ? hdp__name_id(absolute, first) : -1;
    if (file != NULL) {
        file->fid = fid;
    }
    op->values[0] = fid;
    op->values[1] = file == NULL ? HDP_ABSENT : file->oid;
    op->values[2] = fd < 0 ? HDP_ABSENT : fd;
    op->values[3] = (flags & O_CREAT) == 0 ? HDP_ABSENT : self->size_bytes >= 0;
    op->values[4] = size_bytes;
    hdp__describe(op, function);
    hdp__put_text(op, "name", whole ? absolute : readable);
    char mode[HDP_MODE_BYTES];
    hdp__mode_text(mode, flags);
    hdp__put_text(op, "amode", mode);
    hdp__finish(op, fd < 0);
}

static bool takes_mode(int flags)
{
    return (flags & O_CREAT) != 0 || (flags & O_TMPFILE) == O_TMPFILE;
}

static int open_at(hdp__function function, int folder, const char *path, int flags, mode_t mode,
                   const void *caller)
{
    opening self;
    if (!begin(&self, folder, path, flags, caller)) {
        const int fd = HDP_REAL(openat)(folder, path, flags, mode);
        return hdp__move_own(fd, caller);
    }
    const int fd = HDP_REAL(openat)(folder, path, flags, mode);
    end(&self, function, fd, folder, path, flags);
    return fd;
}

/* The argument that stands there when a file may be made. */
static mode_t take_mode(int flags, va_list arguments)
{
    return takes_mode(flags) ? va_arg(arguments, mode_t) : 0;
}

/* NOLINTBEGIN(readability-inconsistent-declaration-parameter-name): the headers' names are reserved
 */
HDP_EXPORT int open(const char *path, int flags, ...)
{
    va_list arguments;
    va_start(arguments, flags);
    const mode_t mode = take_mode(flags, arguments);
    va_end(arguments);
    return open_at(HDP_F_OPEN, AT_FDCWD, path, flags, mode, HDP_CALLER);
}

HDP_EXPORT int open64(const char *path, int flags, ...)
{
    va_list arguments;
    va_start(arguments, flags);
    const mode_t mode = take_mode(flags, arguments);
    va_end(arguments);
    return open_at(HDP_F_OPEN, AT_FDCWD, path, flags, mode, HDP_CALLER);
}

HDP_EXPORT int openat(int folder, const char *path, int flags, ...)
{
    va_list arguments;
    va_start(arguments, flags);
    const mode_t mode = take_mode(flags, arguments);
    va_end(arguments);
    return open_at(HDP_F_OPENAT, folder, path, flags, mode, HDP_CALLER);
}

HDP_EXPORT int openat64(int folder, const char *path, int flags, ...)
{
    va_list arguments;
    va_start(arguments, flags);
    const mode_t mode = take_mode(flags, arguments);
    va_end(arguments);
    return open_at(HDP_F_OPENAT, folder, path, flags, mode, HDP_CALLER);
}

/* Without a mode where one is needed the C library ends the program: so it does here. */
HDP_EXPORT int __open_2(const char *path, int flags)
{
    return takes_mode(flags) ? HDP_REAL(__open_2)(path, flags)
                             : open_at(HDP_F_OPEN, AT_FDCWD, path, flags, 0, HDP_CALLER);
}

HDP_EXPORT int __open64_2(const char *path, int flags)
{
    return takes_mode(flags) ? HDP_REAL(__open_2)(path, flags)
                             : open_at(HDP_F_OPEN, AT_FDCWD, path, flags, 0, HDP_CALLER);
}

HDP_EXPORT int __openat_2(int folder, const char *path, int flags)
{
    return takes_mode(flags) ? HDP_REAL(__openat_2)(folder, path, flags)
                             : open_at(HDP_F_OPENAT, folder, path, flags, 0, HDP_CALLER);
}

HDP_EXPORT int __openat64_2(int folder, const char *path, int flags)
{
    return takes_mode(flags) ? HDP_REAL(__openat_2)(folder, path, flags)
                             : open_at(HDP_F_OPENAT, folder, path, flags, 0, HDP_CALLER);
}

HDP_EXPORT int creat(const char *path, mode_t mode)
{
    return open_at(HDP_F_CREAT, AT_FDCWD, path, O_CREAT | O_WRONLY | O_TRUNC, mode, HDP_CALLER);
}

HDP_EXPORT int creat64(const char *path, mode_t mode)
{
    return open_at(HDP_F_CREAT, AT_FDCWD, path, O_CREAT | O_WRONLY | O_TRUNC, mode, HDP_CALLER);
}

/* The template of a name became the name. */
static int make_temporary(char *path, int fd, hdp__op *op, int flags)
{
    opening self = {.op = *op, .size_bytes = -1};
    const int all = flags | O_RDWR | O_CREAT | O_EXCL;
    end(&self, HDP_F_MKSTEMP, fd, AT_FDCWD, path, all);
    return fd;
}

#define TEMPORARY(path, call, flags)                                                               \
    hdp__op op;                                                                                    \
    return hdp__enter_name(&op, HDP_CALLER) ? make_temporary(path, call, &op, flags) : (call)

HDP_EXPORT int mkstemp(char *path)
{
    TEMPORARY(path, HDP_REAL(mkostemp)(path, 0), 0);
}

HDP_EXPORT int mkstemp64(char *path)
{
    TEMPORARY(path, HDP_REAL(mkostemp)(path, 0), 0);
}

HDP_EXPORT int mkostemp(char *path, int flags)
{
    TEMPORARY(path, HDP_REAL(mkostemp)(path, flags), flags);
}

HDP_EXPORT int mkostemp64(char *path, int flags)
{
    TEMPORARY(path, HDP_REAL(mkostemp)(path, flags), flags);
}

HDP_EXPORT int mkstemps(char *path, int length)
{
    TEMPORARY(path, HDP_REAL(mkostemps)(path, length, 0), 0);
}

HDP_EXPORT int mkstemps64(char *path, int length)
{
    TEMPORARY(path, HDP_REAL(mkostemps)(path, length, 0), 0);
}

HDP_EXPORT int mkostemps(char *path, int length, int flags)
{
    TEMPORARY(path, HDP_REAL(mkostemps)(path, length, flags), flags);
}

HDP_EXPORT int mkostemps64(char *path, int length, int flags)
{
    TEMPORARY(path, HDP_REAL(mkostemps)(path, length, flags), flags);
}

/* NOLINTEND(readability-inconsistent-declaration-parameter-name) */
