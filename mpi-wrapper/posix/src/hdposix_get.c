/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions of stdio that read. */
#include "hdposix.h"

#include <string.h>

/* The checked forms, and those of a standard; no header declares them. */
ssize_t __getdelim(char **line, size_t *size, int end, FILE *stream);
int _IO_getc(FILE *stream);
int __isoc99_fscanf(FILE *stream, const char *format, ...) __attribute__((format(scanf, 2, 3)));
int __isoc99_scanf(const char *format, ...) __attribute__((format(scanf, 1, 2)));
int __isoc99_vscanf(const char *format, va_list arguments) __attribute__((format(scanf, 1, 0)));

/* The headers of C99 call __isoc99_fscanf where a program says fscanf: these are the older ones. */
int hdp__fscanf(FILE *stream, const char *format, ...) __asm__("fscanf")
    __attribute__((format(scanf, 2, 3)));
int hdp__scanf(const char *format, ...) __asm__("scanf") __attribute__((format(scanf, 1, 2)));
int hdp__vfscanf(FILE *stream, const char *format, va_list arguments) __asm__("vfscanf")
    __attribute__((format(scanf, 2, 0)));
int hdp__vscanf(const char *format, va_list arguments) __asm__("vscanf")
    __attribute__((format(scanf, 1, 0)));

static void put_read(hdp__op *op, hdp__function function, int64_t offset, int64_t size,
                     int64_t bytes, bool failed)
{
    op->values[0] = op->file->fid;
    op->values[1] = op->file->oid;
    op->values[2] = offset;
    op->values[3] = size;
    op->values[4] = bytes;
    hdp__close(op, function, failed);
}

/* Of a file the stream itself tells where it is now, HDP_ABSENT where it can't. */
static int64_t tell_after(const hdp__op *op, FILE *stream)
{
    const off_t after = op->before == HDP_ABSENT ? -1 : ftello(stream);
    hdp__file_stream(op->file, after);
    return after < 0 ? HDP_ABSENT : after;
}

static bool has_failed(FILE *stream, bool ended)
{
    return ended && feof(stream) == 0 && ferror(stream) != 0;
}

/* Where the bytes are known the place follows from them: another thread may have moved the stream.
 */
static void end_counted(hdp__op *op, hdp__function function, FILE *stream, int64_t size,
                        int64_t bytes, bool ended)
{
    if (hdp__back(op)) {
        const int64_t after = tell_after(op, stream);
        put_read(op, function, after == HDP_ABSENT || after < bytes ? HDP_ABSENT : after - bytes,
                 size, bytes, has_failed(stream, ended));
    }
}

/* Else those are it by which it moved; `guess` holds for pipes, where it can be told. */
static void end_read(hdp__op *op, hdp__function function, FILE *stream, int64_t size, int64_t guess,
                     bool ended)
{
    if (hdp__back(op)) {
        const int64_t after = tell_after(op, stream);
        put_read(op, function, op->before, size,
                 after == HDP_ABSENT || after < op->before ? guess : after - op->before,
                 has_failed(stream, ended));
    }
}

static void end_items(hdp__op *op, FILE *stream, size_t size, size_t count, size_t result)
{
    const bool is_exact = size == 1 || result == count; /* else a part of one was read */
    (is_exact ? end_counted : end_read)(op, HDP_F_FREAD, stream, (int64_t)(size * count),
                                        (int64_t)(result * size), result < count);
}

/* One character, which says it all: streams of a file need not be asked. */
static void end_character(hdp__op *op, hdp__function function, FILE *stream, int result)
{
    if (!hdp__back(op)) {
        return;
    }
    atomic_fetch_add_explicit(&op->file->position, result != EOF, memory_order_relaxed);
    op->values[0] = op->file->fid;
    op->values[1] = op->file->oid;
    op->values[2] = op->before;
    op->values[3] = 1;
    op->values[4] = result != EOF;
    hdp__close(op, function, result == EOF && feof(stream) == 0 && ferror(stream) != 0);
}

/* NOLINTBEGIN(readability-inconsistent-declaration-parameter-name): the headers' names are reserved
 */

HDP_EXPORT size_t fread(void *data, size_t size, size_t count, FILE *stream)
{
    hdp__op op;
    if (!hdp__enter_stream(&op, stream, true, HDP_CALLER)) {
        return HDP_REAL(fread)(data, size, count, stream);
    }
    const size_t result = HDP_REAL(fread)(data, size, count, stream);
    end_items(&op, stream, size, count, result);
    return result;
}

HDP_EXPORT size_t fread_unlocked(void *data, size_t size, size_t count, FILE *stream)
{
    hdp__op op;
    if (!hdp__enter_stream(&op, stream, true, HDP_CALLER)) {
        return HDP_REAL(fread_unlocked)(data, size, count, stream);
    }
    const size_t result = HDP_REAL(fread_unlocked)(data, size, count, stream);
    end_items(&op, stream, size, count, result);
    return result;
}

HDP_EXPORT size_t __fread_chk(void *data, size_t room, size_t size, size_t count, FILE *stream)
{
    hdp__op op;
    if (!hdp__enter_stream(&op, stream, true, HDP_CALLER)) {
        return HDP_REAL(__fread_chk)(data, room, size, count, stream);
    }
    const size_t result = HDP_REAL(__fread_chk)(data, room, size, count, stream);
    end_items(&op, stream, size, count, result);
    return result;
}

HDP_EXPORT size_t __fread_unlocked_chk(void *data, size_t room, size_t size, size_t count,
                                       FILE *stream)
{
    hdp__op op;
    if (!hdp__enter_stream(&op, stream, true, HDP_CALLER)) {
        return HDP_REAL(__fread_unlocked_chk)(data, room, size, count, stream);
    }
    const size_t result = HDP_REAL(__fread_unlocked_chk)(data, room, size, count, stream);
    end_items(&op, stream, size, count, result);
    return result;
}

HDP_EXPORT char *fgets(char *data, int size, FILE *stream)
{
    hdp__op op;
    if (!hdp__enter_stream(&op, stream, true, HDP_CALLER)) {
        return HDP_REAL(fgets)(data, size, stream);
    }
    char *const result = HDP_REAL(fgets)(data, size, stream);
    end_read(&op, HDP_F_FGETS, stream, size, result == NULL ? 0 : (int64_t)strlen(data),
             result == NULL);
    return result;
}

HDP_EXPORT char *fgets_unlocked(char *data, int size, FILE *stream)
{
    hdp__op op;
    if (!hdp__enter_stream(&op, stream, true, HDP_CALLER)) {
        return HDP_REAL(fgets_unlocked)(data, size, stream);
    }
    char *const result = HDP_REAL(fgets_unlocked)(data, size, stream);
    end_read(&op, HDP_F_FGETS, stream, size, result == NULL ? 0 : (int64_t)strlen(data),
             result == NULL);
    return result;
}

HDP_EXPORT char *__fgets_chk(char *data, size_t room, int size, FILE *stream)
{
    hdp__op op;
    if (!hdp__enter_stream(&op, stream, true, HDP_CALLER)) {
        return HDP_REAL(__fgets_chk)(data, room, size, stream);
    }
    char *const result = HDP_REAL(__fgets_chk)(data, room, size, stream);
    end_read(&op, HDP_F_FGETS, stream, size, result == NULL ? 0 : (int64_t)strlen(data),
             result == NULL);
    return result;
}

HDP_EXPORT char *__fgets_unlocked_chk(char *data, size_t room, int size, FILE *stream)
{
    hdp__op op;
    if (!hdp__enter_stream(&op, stream, true, HDP_CALLER)) {
        return HDP_REAL(__fgets_unlocked_chk)(data, room, size, stream);
    }
    char *const result = HDP_REAL(__fgets_unlocked_chk)(data, room, size, stream);
    end_read(&op, HDP_F_FGETS, stream, size, result == NULL ? 0 : (int64_t)strlen(data),
             result == NULL);
    return result;
}

HDP_EXPORT ssize_t getline(char **line, size_t *size, FILE *stream)
{
    hdp__op op;
    if (!hdp__enter_stream(&op, stream, true, HDP_CALLER)) {
        return HDP_REAL(getdelim)(line, size, '\n', stream);
    }
    const ssize_t result = HDP_REAL(getdelim)(line, size, '\n', stream);
    end_counted(&op, HDP_F_GETLINE, stream, HDP_ABSENT, result < 0 ? 0 : result, result < 0);
    return result;
}

HDP_EXPORT ssize_t getdelim(char **line, size_t *size, int end, FILE *stream)
{
    hdp__op op;
    if (!hdp__enter_stream(&op, stream, true, HDP_CALLER)) {
        return HDP_REAL(getdelim)(line, size, end, stream);
    }
    const ssize_t result = HDP_REAL(getdelim)(line, size, end, stream);
    end_counted(&op, HDP_F_GETDELIM, stream, HDP_ABSENT, result < 0 ? 0 : result, result < 0);
    return result;
}

HDP_EXPORT ssize_t __getdelim(char **line, size_t *size, int end, FILE *stream)
{
    hdp__op op;
    if (!hdp__enter_stream(&op, stream, true, HDP_CALLER)) {
        return HDP_REAL(getdelim)(line, size, end, stream);
    }
    const ssize_t result = HDP_REAL(getdelim)(line, size, end, stream);
    end_counted(&op, HDP_F_GETDELIM, stream, HDP_ABSENT, result < 0 ? 0 : result, result < 0);
    return result;
}

HDP_EXPORT int fgetc(FILE *stream)
{
    hdp__op op;
    if (!hdp__enter_stream(&op, stream, true, HDP_CALLER)) {
        return HDP_REAL(fgetc)(stream);
    }
    const int result = HDP_REAL(fgetc)(stream);
    end_character(&op, HDP_F_FGETC, stream, result);
    return result;
}

HDP_EXPORT int fgetc_unlocked(FILE *stream)
{
    hdp__op op;
    if (!hdp__enter_stream(&op, stream, true, HDP_CALLER)) {
        return HDP_REAL(fgetc_unlocked)(stream);
    }
    const int result = HDP_REAL(fgetc_unlocked)(stream);
    end_character(&op, HDP_F_FGETC, stream, result);
    return result;
}

HDP_EXPORT int(getc)(FILE *stream)
{
    hdp__op op;
    if (!hdp__enter_stream(&op, stream, true, HDP_CALLER)) {
        return HDP_REAL(fgetc)(stream);
    }
    const int result = HDP_REAL(fgetc)(stream);
    end_character(&op, HDP_F_GETC, stream, result);
    return result;
}

HDP_EXPORT int(getc_unlocked)(FILE *stream)
{
    hdp__op op;
    if (!hdp__enter_stream(&op, stream, true, HDP_CALLER)) {
        return HDP_REAL(fgetc_unlocked)(stream);
    }
    const int result = HDP_REAL(fgetc_unlocked)(stream);
    end_character(&op, HDP_F_GETC, stream, result);
    return result;
}

HDP_EXPORT int _IO_getc(FILE *stream)
{
    hdp__op op;
    if (!hdp__enter_stream(&op, stream, true, HDP_CALLER)) {
        return HDP_REAL(fgetc)(stream);
    }
    const int result = HDP_REAL(fgetc)(stream);
    end_character(&op, HDP_F_GETC, stream, result);
    return result;
}

HDP_EXPORT int(getchar)(void)
{
    hdp__op op;
    if (!hdp__enter_stream(&op, stdin, true, HDP_CALLER)) {
        return HDP_REAL(fgetc)(stdin);
    }
    const int result = HDP_REAL(fgetc)(stdin);
    end_character(&op, HDP_F_GETCHAR, stdin, result);
    return result;
}

HDP_EXPORT int(getchar_unlocked)(void)
{
    hdp__op op;
    if (!hdp__enter_stream(&op, stdin, true, HDP_CALLER)) {
        return HDP_REAL(fgetc_unlocked)(stdin);
    }
    const int result = HDP_REAL(fgetc_unlocked)(stdin);
    end_character(&op, HDP_F_GETCHAR, stdin, result);
    return result;
}

/* What was pushed back is read again. */
HDP_EXPORT int ungetc(int character, FILE *stream)
{
    const int result = HDP_REAL(ungetc)(character, stream);
    if (result != EOF) {
        const int saved = errno;
        hdp__file_moved_back(fileno(stream));
        errno = saved;
    }
    return result;
}

/* --- scanf -------------------------------------------------------------------------------------
 */

__attribute__((format(scanf, 4, 0))) static int scan(hdp__function function, FILE *stream,
                                                     bool is_c99, const char *format,
                                                     va_list arguments, const void *caller)
{
    hdp__op op;
    const bool is_recorded = hdp__enter_stream(&op, stream, true, caller);
    const int result = is_c99 ? HDP_REAL(__isoc99_vfscanf)(stream, format, arguments)
                              : HDP_REAL(vfscanf)(stream, format, arguments);
    if (is_recorded) {
        end_read(&op, function, stream, HDP_ABSENT, HDP_ABSENT, result == EOF);
    }
    return result;
}

#define SCAN(function, stream, is_c99)                                                             \
    va_list arguments;                                                                             \
    va_start(arguments, format);                                                                   \
    const int result = scan(function, stream, is_c99, format, arguments, HDP_CALLER);              \
    va_end(arguments);                                                                             \
    return result

HDP_EXPORT int hdp__fscanf(FILE *stream, const char *format, ...)
{
    SCAN(HDP_F_FSCANF, stream, false);
}

HDP_EXPORT int hdp__vfscanf(FILE *stream, const char *format, va_list arguments)
{
    return scan(HDP_F_FSCANF, stream, false, format, arguments, HDP_CALLER);
}

HDP_EXPORT int hdp__scanf(const char *format, ...)
{
    SCAN(HDP_F_SCANF, stdin, false);
}

HDP_EXPORT int hdp__vscanf(const char *format, va_list arguments)
{
    return scan(HDP_F_SCANF, stdin, false, format, arguments, HDP_CALLER);
}

HDP_EXPORT int __isoc99_fscanf(FILE *stream, const char *format, ...)
{
    SCAN(HDP_F_FSCANF, stream, true);
}

HDP_EXPORT int __isoc99_vfscanf(FILE *stream, const char *format, va_list arguments)
{
    return scan(HDP_F_FSCANF, stream, true, format, arguments, HDP_CALLER);
}

HDP_EXPORT int __isoc99_scanf(const char *format, ...)
{
    SCAN(HDP_F_SCANF, stdin, true);
}

HDP_EXPORT int __isoc99_vscanf(const char *format, va_list arguments)
{
    return scan(HDP_F_SCANF, stdin, true, format, arguments, HDP_CALLER);
}
/* NOLINTEND(readability-inconsistent-declaration-parameter-name) */
