/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions on names. */
#include "hdposix.h"

/* A name as it is told: absolute where it can be. */
typedef struct path_of {
    char whole[HDP_PATH_BYTES];
    const char *text;
    int64_t id;
} path_of;

static void look_at(path_of *self, int folder, const char *given, int error)
{
    const char *const path = hdp__name_readable(given, error);
    const bool is_whole = path != NULL && hdp__name_absolute(self->whole, folder, path);
    self->text = is_whole ? self->whole : path;
    self->id = is_whole ? hdp__name_id(self->whole, 0) : HDP_ABSENT;
}

/* Not part of their callers, whose frames would be of this size when a thread's trace is made. */
static __attribute__((noinline)) int end(hdp__op *op, hdp__function function, int folder,
                                         const char *path, int64_t size, int result)
{
    path_of own;
    if (hdp__back(op)) {
        look_at(&own, folder, path, result == 0 ? 0 : op->error);
        op->values[0] = own.id;
        op->values[1] = size;
        hdp__describe(op, function);
        hdp__put_text(op, "name", own.text);
        hdp__finish(op, result != 0);
    }
    return result;
}

static __attribute__((noinline)) int end_rename(hdp__op *op, hdp__function function, int from,
                                                const char *path, int to, const char *target,
                                                int result)
{
    path_of own, other;
    if (hdp__back(op)) {
        look_at(&own, from, path, result == 0 ? 0 : op->error);
        look_at(&other, to, target, result == 0 ? 0 : op->error);
        op->values[0] = own.id;
        op->values[1] = other.id;
        hdp__describe(op, function);
        hdp__put_text(op, "name", own.text);
        hdp__put_text(op, "toName", other.text);
        hdp__finish(op, result != 0);
    }
    return result;
}

#define FRAME(call, function, folder, second)                                                      \
    hdp__op op;                                                                                    \
    return hdp__enter_name(&op, HDP_CALLER) ? end(&op, function, folder, path, second, call)       \
                                            : (call)
#define RENAME(call, function, from, to)                                                           \
    hdp__op op;                                                                                    \
    return hdp__enter_name(&op, HDP_CALLER)                                                        \
               ? end_rename(&op, function, from, path, to, target, call)                           \
               : (call)

/* NOLINTBEGIN(readability-inconsistent-declaration-parameter-name): the headers' names are reserved
 */
HDP_EXPORT int unlink(const char *path)
{
    FRAME(HDP_REAL(unlink)(path), HDP_F_UNLINK, AT_FDCWD, HDP_ABSENT);
}

HDP_EXPORT int unlinkat(int folder, const char *path, int flags)
{
    FRAME(HDP_REAL(unlinkat)(folder, path, flags), HDP_F_UNLINKAT, folder, HDP_ABSENT);
}

HDP_EXPORT int remove(const char *path)
{
    FRAME(HDP_REAL(remove)(path), HDP_F_REMOVE, AT_FDCWD, HDP_ABSENT);
}

HDP_EXPORT int truncate(const char *path, off_t size)
{
    FRAME(HDP_REAL(truncate)(path, size), HDP_F_TRUNCATE, AT_FDCWD, size);
}

HDP_EXPORT int truncate64(const char *path, off64_t size)
{
    FRAME(HDP_REAL(truncate)(path, size), HDP_F_TRUNCATE, AT_FDCWD, size);
}

HDP_EXPORT int rename(const char *path, const char *target)
{
    RENAME(HDP_REAL(rename)(path, target), HDP_F_RENAME, AT_FDCWD, AT_FDCWD);
}

HDP_EXPORT int renameat(int from, const char *path, int to, const char *target)
{
    RENAME(HDP_REAL(renameat)(from, path, to, target), HDP_F_RENAMEAT, from, to);
}

HDP_EXPORT int renameat2(int from, const char *path, int to, const char *target, unsigned flags)
{
    RENAME(HDP_REAL(renameat2)(from, path, to, target, flags), HDP_F_RENAMEAT2, from, to);
}
/* NOLINTEND(readability-inconsistent-declaration-parameter-name) */
