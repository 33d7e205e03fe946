/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Streams of stdio: opened, closed, placed, flushed. What the C library reads and writes for them
 * by itself is not seen, their functions are. */
#include "hdposix.h"

#include "hdposix_session.h"

#include <string.h>

/* The flags that a mode stands for; whatever it is, fopen judges it. */
static int flags_of(const char *mode)
{
    const bool both = strchr(mode, '+') != NULL;
    const int access = both ? O_RDWR : mode[0] == 'r' ? O_RDONLY : O_WRONLY;
    const int extra = mode[0] == 'w' ? O_CREAT | O_TRUNC : mode[0] == 'a' ? O_CREAT | O_APPEND : 0;
    return access | extra | (strchr(mode, 'x') != NULL ? O_EXCL : 0) |
           (strchr(mode, 'e') != NULL ? O_CLOEXEC : 0);
}

/* --- open --------------------------------------------------------------------------------------
 */

typedef struct opening {
    hdp__op op;
    int64_t size_bytes; /* before; -1: there was none */
} opening;

/* Its descriptor, -1 for none, which is nothing that the program should see in errno. */
static int descriptor_of(FILE *stream)
{
    const int saved = errno;
    const int fd = fileno(stream);
    errno = saved;
    return fd;
}

static void look_before(opening *self, const char *path)
{
    const int saved = errno;
    struct stat status;
    self->size_bytes = path != NULL && stat(path, &status) == 0 ? status.st_size : -1;
    errno = saved;
}

/* Not part of its callers, whose frames would be of this size when a thread's trace is made. */
static __attribute__((noinline)) void put_opening(opening *self, hdp__function function,
                                                  const char *path, const char *mode, int fd,
                                                  hdp__file *file, int64_t size_bytes)
{
    char absolute[HDP_PATH_BYTES];
    hdp__op *const op = &self->op;
    char text[HDP_MODE_BYTES];
    const int flags = flags_of(mode);
    const char *const readable = hdp__name_readable(path, fd < 0 ? op->error : 0);
    const bool whole = readable != NULL && hdp__name_absolute(absolute, AT_FDCWD, path);
    const int fid = whole ? hdp__name_id(absolute, self->size_bytes) : -1;
    if (file != NULL) {
        file->fid = fid;
        const bool is_behind = (flags & O_APPEND) != 0 && size_bytes != HDP_ABSENT;
        hdp__file_stream(file, is_behind ? size_bytes : 0);
    }
    op->values[0] = fid;
    op->values[1] = file == NULL ? HDP_ABSENT : file->oid;
    op->values[2] = fd < 0 ? HDP_ABSENT : fd;
    op->values[3] = (flags & O_CREAT) == 0 ? HDP_ABSENT : self->size_bytes >= 0;
    op->values[4] = size_bytes;
    hdp__describe(op, function);
    hdp__put_text(op, "name", whole ? absolute : readable);
    hdp__mode_text(text, flags);
    hdp__put_text(op, "amode", text);
    hdp__put_text(op, "mode", mode);
    hdp__finish(op, fd < 0);
}

static void end_opening(opening *self, hdp__function function, const char *path, const char *mode,
                        FILE *stream)
{
    if (!hdp__back(&self->op)) {
        return;
    }
    int64_t size_bytes = HDP_ABSENT;
    const int fd = stream == NULL ? -1 : fileno(stream);
    hdp__file *const file = fd < 0 ? NULL : hdp__file_opened(fd, -1, flags_of(mode), &size_bytes);
    if (stream != NULL && file == NULL) {
        hdp__skip(&self->op);
        return;
    }
    put_opening(self, function, path, mode, fd, file, size_bytes);
}

static FILE *open_stream(const char *path, const char *mode, const void *caller)
{
    opening self;
    if (path == NULL || mode == NULL || !hdp__enter_name(&self.op, caller)) {
        return HDP_REAL(fopen)(path, mode);
    }
    look_before(&self, path);
    FILE *const stream = HDP_REAL(fopen)(path, mode);
    end_opening(&self, HDP_F_FOPEN, path, mode, stream);
    return stream;
}

/* Without a path it is the same file in another mode. */
static FILE *reopen_stream(const char *path, const char *mode, FILE *stream, const void *caller)
{
    opening self;
    const int fd = descriptor_of(stream);
    if (path == NULL || mode == NULL || !hdp__enter_name(&self.op, caller)) {
        FILE *const result = HDP_REAL(freopen)(path, mode, stream);
        hdp__file_closed(fd);
        return result;
    }
    look_before(&self, path);
    hdp__file_closed(fd);
    FILE *const result = HDP_REAL(freopen)(path, mode, stream);
    end_opening(&self, HDP_F_FREOPEN, path, mode, result);
    return result;
}

/* NOLINTBEGIN(readability-inconsistent-declaration-parameter-name): the headers' names are reserved
 */
HDP_EXPORT FILE *fopen(const char *path, const char *mode)
{
    return open_stream(path, mode, HDP_CALLER);
}

HDP_EXPORT FILE *fopen64(const char *path, const char *mode)
{
    return open_stream(path, mode, HDP_CALLER);
}

HDP_EXPORT FILE *freopen(const char *path, const char *mode, FILE *stream)
{
    return reopen_stream(path, mode, stream, HDP_CALLER);
}

HDP_EXPORT FILE *freopen64(const char *path, const char *mode, FILE *stream)
{
    return reopen_stream(path, mode, stream, HDP_CALLER);
}

HDP_EXPORT FILE *fdopen(int fd, const char *mode)
{
    hdp__op op;
    if (!hdp__enter_file(&op, fd, HDP_CALLER)) {
        return HDP_REAL(fdopen)(fd, mode);
    }
    FILE *const stream = HDP_REAL(fdopen)(fd, mode);
    if (hdp__back(&op)) {
        hdp__file_stream(op.file, -1);
        op.values[0] = op.file->fid;
        op.values[1] = op.file->oid;
        op.values[2] = fd;
        hdp__describe(&op, HDP_F_FDOPEN);
        hdp__put_text(&op, "mode", mode);
        hdp__finish(&op, stream == NULL);
    }
    return stream;
}

/* It has no name, so the kernel's is taken at its first use. */
static FILE *forget(FILE *stream)
{
    if (stream != NULL) {
        hdp__file_closed(descriptor_of(stream));
    }
    return stream;
}

HDP_EXPORT FILE *tmpfile(void)
{
    return forget(HDP_REAL(tmpfile)());
}

HDP_EXPORT FILE *tmpfile64(void)
{
    return forget(HDP_REAL(tmpfile)());
}

HDP_EXPORT FILE *popen(const char *command, const char *mode)
{
    hdp__share_descriptors();
    return forget(HDP_REAL(popen)(command, mode));
}

HDP_EXPORT int pclose(FILE *stream)
{
    hdp__file_closed(descriptor_of(stream));
    return HDP_REAL(pclose)(stream);
}

/* --- close -------------------------------------------------------------------------------------
 */

HDP_EXPORT int fclose(FILE *stream)
{
    hdp__op op;
    if (!hdp__enter_stream(&op, stream, false, HDP_CALLER)) {
        hdp__file_closed(descriptor_of(stream));
        return HDP_REAL(fclose)(stream);
    }
    const int fid = op.file->fid;
    const int oid = op.file->oid;
    const int64_t on_disk = hdp__file_size(op.file, op.fd); /* what waits in the buffer follows */
    const int64_t size_bytes =
        on_disk != HDP_ABSENT && op.before > on_disk && hdp__file_writes(op.fd) ? op.before
                                                                                : on_disk;
    hdp__file_closed(op.fd); /* another thread may get the number at once */
    const int result = HDP_REAL(fclose)(stream);
    if (hdp__back(&op)) {
        op.values[0] = fid;
        op.values[1] = oid;
        op.values[2] = op.fd;
        op.values[3] = size_bytes;
        hdp__close(&op, HDP_F_FCLOSE, result != 0);
    }
    return result;
}

/* --- place and flush ----------------------------------------------------------------------------
 */

static void end_seek(hdp__op *op, hdp__function function, FILE *stream, int64_t distance,
                     bool failed)
{
    if (!hdp__back(op)) {
        return;
    }
    const off_t offset = op->file->kind == HDP_REGULAR ? ftello(stream) : -1;
    hdp__file_stream(op->file, offset);
    op->values[0] = op->file->fid;
    op->values[1] = op->file->oid;
    op->values[2] = distance;
    op->values[3] = offset < 0 ? HDP_ABSENT : offset;
    hdp__close(op, function, failed);
}

static int seek(FILE *stream, off_t distance, int whence, const void *caller)
{
    hdp__op op;
    if (whence < SEEK_SET || whence > SEEK_END || !hdp__enter_stream(&op, stream, false, caller)) {
        return HDP_REAL(fseeko)(stream, distance, whence);
    }
    const int result = HDP_REAL(fseeko)(stream, distance, whence);
    end_seek(&op, HDP_F_FSEEK_SET + (unsigned)whence, stream, distance, result != 0);
    return result;
}

HDP_EXPORT int fseek(FILE *stream, long distance, int whence)
{
    return seek(stream, distance, whence, HDP_CALLER);
}

HDP_EXPORT int fseeko(FILE *stream, off_t distance, int whence)
{
    return seek(stream, distance, whence, HDP_CALLER);
}

HDP_EXPORT int fseeko64(FILE *stream, off64_t distance, int whence)
{
    return seek(stream, distance, whence, HDP_CALLER);
}

HDP_EXPORT void rewind(FILE *stream)
{
    hdp__op op;
    if (!hdp__enter_stream(&op, stream, false, HDP_CALLER)) {
        HDP_REAL(rewind)(stream);
        return;
    }
    HDP_REAL(rewind)(stream);
    end_seek(&op, HDP_F_REWIND, stream, 0, false);
}

static int set_position(FILE *stream, const fpos_t *position, const void *caller)
{
    hdp__op op;
    if (!hdp__enter_stream(&op, stream, false, caller)) {
        return HDP_REAL(fsetpos)(stream, position);
    }
    const int result = HDP_REAL(fsetpos)(stream, position);
    end_seek(&op, HDP_F_FSETPOS, stream, HDP_ABSENT, result != 0);
    return result;
}

HDP_EXPORT int fsetpos(FILE *stream, const fpos_t *position)
{
    return set_position(stream, position, HDP_CALLER);
}

HDP_EXPORT int fsetpos64(FILE *stream, const fpos64_t *position)
{
    fpos_t same;
    memcpy(&same, position, sizeof same);
    return set_position(stream, &same, HDP_CALLER);
}

static int flush_all(const void *caller)
{
    hdp__op op;
    if (!hdp__enter_name(&op, caller)) {
        return HDP_REAL(fflush)(NULL);
    }
    const int result = HDP_REAL(fflush)(NULL);
    if (hdp__back(&op)) {
        op.values[0] = op.values[1] = HDP_ABSENT;
        hdp__close(&op, HDP_F_FFLUSH, result != 0);
    }
    return result;
}

static int flush(FILE *stream, int (*real)(FILE *), const void *caller)
{
    hdp__op op;
    if (!hdp__enter_stream(&op, stream, false, caller)) {
        return real(stream);
    }
    const int result = real(stream);
    if (hdp__back(&op)) {
        op.values[0] = op.file->fid;
        op.values[1] = op.file->oid;
        hdp__close(&op, HDP_F_FFLUSH, result != 0);
    }
    return result;
}

HDP_EXPORT int fflush(FILE *stream)
{
    return stream == NULL ? flush_all(HDP_CALLER) : flush(stream, HDP_REAL(fflush), HDP_CALLER);
}

HDP_EXPORT int fflush_unlocked(FILE *stream)
{
    return stream == NULL ? flush_all(HDP_CALLER)
                          : flush(stream, HDP_REAL(fflush_unlocked), HDP_CALLER);
}
/* NOLINTEND(readability-inconsistent-declaration-parameter-name) */
