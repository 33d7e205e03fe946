/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions of stdio that write. */
#include "hdposix.h"

#include <string.h>

/* The checked forms; no header declares them. */
int __fprintf_chk(FILE *stream, int flag, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
int __printf_chk(int flag, const char *format, ...) __attribute__((format(printf, 2, 3)));
int __vprintf_chk(int flag, const char *format, va_list arguments)
    __attribute__((format(printf, 2, 0)));
int __dprintf_chk(int fd, int flag, const char *format, ...) __attribute__((format(printf, 3, 4)));
int _IO_putc(int character, FILE *stream);

static void end_write(hdp__op *op, hdp__function function, int64_t size, int64_t moved, bool failed)
{
    if (!hdp__back(op)) {
        return;
    }
    const int64_t bytes = moved < 0 ? 0 : moved;
    const int64_t position =
        atomic_fetch_add_explicit(&op->file->position, bytes, memory_order_relaxed);
    op->values[0] = op->file->fid;
    op->values[1] = op->file->oid;
    op->values[2] = op->before == HDP_ABSENT ? HDP_ABSENT : position; /* threads may share it */
    op->values[3] = size;
    op->values[4] = bytes;
    hdp__close(op, function, failed);
}

/* NOLINTBEGIN(readability-inconsistent-declaration-parameter-name): the headers' names are reserved
 */

HDP_EXPORT size_t fwrite(const void *data, size_t size, size_t count, FILE *stream)
{
    hdp__op op;
    if (!hdp__enter_stream(&op, stream, true, HDP_CALLER)) {
        return HDP_REAL(fwrite)(data, size, count, stream);
    }
    const size_t result = HDP_REAL(fwrite)(data, size, count, stream);
    end_write(&op, HDP_F_FWRITE, (int64_t)(size * count), (int64_t)(result * size),
              result < count && size > 0);
    return result;
}

HDP_EXPORT int fputs(const char *text, FILE *stream)
{
    hdp__op op;
    if (!hdp__enter_stream(&op, stream, true, HDP_CALLER)) {
        return HDP_REAL(fputs)(text, stream);
    }
    const int result = HDP_REAL(fputs)(text, stream);
    end_write(&op, HDP_F_FPUTS, (int64_t)strlen(text), result < 0 ? 0 : (int64_t)strlen(text),
              result < 0);
    return result;
}

HDP_EXPORT size_t fwrite_unlocked(const void *data, size_t size, size_t count, FILE *stream)
{
    hdp__op op;
    if (!hdp__enter_stream(&op, stream, true, HDP_CALLER)) {
        return HDP_REAL(fwrite_unlocked)(data, size, count, stream);
    }
    const size_t result = HDP_REAL(fwrite_unlocked)(data, size, count, stream);
    end_write(&op, HDP_F_FWRITE, (int64_t)(size * count), (int64_t)(result * size),
              result < count && size > 0);
    return result;
}

HDP_EXPORT int fputs_unlocked(const char *text, FILE *stream)
{
    hdp__op op;
    if (!hdp__enter_stream(&op, stream, true, HDP_CALLER)) {
        return HDP_REAL(fputs_unlocked)(text, stream);
    }
    const int result = HDP_REAL(fputs_unlocked)(text, stream);
    end_write(&op, HDP_F_FPUTS, (int64_t)strlen(text), result < 0 ? 0 : (int64_t)strlen(text),
              result < 0);
    return result;
}

HDP_EXPORT int puts(const char *text)
{
    hdp__op op;
    if (!hdp__enter_stream(&op, stdout, true, HDP_CALLER)) {
        return HDP_REAL(puts)(text);
    }
    const int result = HDP_REAL(puts)(text);
    end_write(&op, HDP_F_PUTS, (int64_t)strlen(text) + 1,
              result < 0 ? 0 : (int64_t)strlen(text) + 1, result < 0);
    return result;
}

HDP_EXPORT int fputc(int character, FILE *stream)
{
    hdp__op op;
    if (!hdp__enter_stream(&op, stream, true, HDP_CALLER)) {
        return HDP_REAL(fputc)(character, stream);
    }
    const int result = HDP_REAL(fputc)(character, stream);
    end_write(&op, HDP_F_FPUTC, 1, result < 0 ? 0 : 1, result < 0);
    return result;
}

HDP_EXPORT int fputc_unlocked(int character, FILE *stream)
{
    hdp__op op;
    if (!hdp__enter_stream(&op, stream, true, HDP_CALLER)) {
        return HDP_REAL(fputc_unlocked)(character, stream);
    }
    const int result = HDP_REAL(fputc_unlocked)(character, stream);
    end_write(&op, HDP_F_FPUTC, 1, result < 0 ? 0 : 1, result < 0);
    return result;
}

HDP_EXPORT int(putc)(int character, FILE *stream)
{
    hdp__op op;
    if (!hdp__enter_stream(&op, stream, true, HDP_CALLER)) {
        return HDP_REAL(fputc)(character, stream);
    }
    const int result = HDP_REAL(fputc)(character, stream);
    end_write(&op, HDP_F_PUTC, 1, result < 0 ? 0 : 1, result < 0);
    return result;
}

HDP_EXPORT int(putc_unlocked)(int character, FILE *stream)
{
    hdp__op op;
    if (!hdp__enter_stream(&op, stream, true, HDP_CALLER)) {
        return HDP_REAL(fputc_unlocked)(character, stream);
    }
    const int result = HDP_REAL(fputc_unlocked)(character, stream);
    end_write(&op, HDP_F_PUTC, 1, result < 0 ? 0 : 1, result < 0);
    return result;
}

HDP_EXPORT int _IO_putc(int character, FILE *stream)
{
    hdp__op op;
    if (!hdp__enter_stream(&op, stream, true, HDP_CALLER)) {
        return HDP_REAL(fputc)(character, stream);
    }
    const int result = HDP_REAL(fputc)(character, stream);
    end_write(&op, HDP_F_PUTC, 1, result < 0 ? 0 : 1, result < 0);
    return result;
}

HDP_EXPORT int(putchar)(int character)
{
    hdp__op op;
    if (!hdp__enter_stream(&op, stdout, true, HDP_CALLER)) {
        return HDP_REAL(fputc)(character, stdout);
    }
    const int result = HDP_REAL(fputc)(character, stdout);
    end_write(&op, HDP_F_PUTCHAR, 1, result < 0 ? 0 : 1, result < 0);
    return result;
}

HDP_EXPORT int(putchar_unlocked)(int character)
{
    hdp__op op;
    if (!hdp__enter_stream(&op, stdout, true, HDP_CALLER)) {
        return HDP_REAL(fputc_unlocked)(character, stdout);
    }
    const int result = HDP_REAL(fputc_unlocked)(character, stdout);
    end_write(&op, HDP_F_PUTCHAR, 1, result < 0 ? 0 : 1, result < 0);
    return result;
}

/* --- printf ------------------------------------------------------------------------------------
 */

/* The checked forms refuse %n in memory that can be written: their own function is called. */
__attribute__((format(printf, 4, 0))) static int print(hdp__function function, FILE *stream,
                                                       int checked, const char *format,
                                                       va_list arguments, const void *caller)
{
    hdp__op op;
    const bool is_recorded = hdp__enter_stream(&op, stream, true, caller);
    const int result = checked < 0 ? HDP_REAL(vfprintf)(stream, format, arguments)
                                   : HDP_REAL(__vfprintf_chk)(stream, checked, format, arguments);
    if (is_recorded) {
        end_write(&op, function, HDP_ABSENT, result, result < 0);
    }
    return result;
}

#define PRINT(function, stream, checked)                                                           \
    va_list arguments;                                                                             \
    va_start(arguments, format);                                                                   \
    const int result = print(function, stream, checked, format, arguments, HDP_CALLER);            \
    va_end(arguments);                                                                             \
    return result

HDP_EXPORT __attribute__((format(printf, 2, 3))) int fprintf(FILE *stream, const char *format, ...)
{
    PRINT(HDP_F_FPRINTF, stream, -1);
}

HDP_EXPORT int __fprintf_chk(FILE *stream, int flag, const char *format, ...)
{
    PRINT(HDP_F_FPRINTF, stream, flag);
}

HDP_EXPORT __attribute__((format(printf, 1, 2))) int printf(const char *format, ...)
{
    PRINT(HDP_F_PRINTF, stdout, -1);
}

HDP_EXPORT int __printf_chk(int flag, const char *format, ...)
{
    PRINT(HDP_F_PRINTF, stdout, flag);
}

HDP_EXPORT __attribute__((format(printf, 2, 0))) int vfprintf(FILE *stream, const char *format,
                                                              va_list arguments)
{
    return print(HDP_F_VFPRINTF, stream, -1, format, arguments, HDP_CALLER);
}

HDP_EXPORT int __vfprintf_chk(FILE *stream, int flag, const char *format, va_list arguments)
{
    return print(HDP_F_VFPRINTF, stream, flag, format, arguments, HDP_CALLER);
}

HDP_EXPORT __attribute__((format(printf, 1, 0))) int vprintf(const char *format, va_list arguments)
{
    return print(HDP_F_VPRINTF, stdout, -1, format, arguments, HDP_CALLER);
}

HDP_EXPORT int __vprintf_chk(int flag, const char *format, va_list arguments)
{
    return print(HDP_F_VPRINTF, stdout, flag, format, arguments, HDP_CALLER);
}

/* To a descriptor, at once. */
__attribute__((format(printf, 4, 0))) static int print_to(hdp__function function, int fd,
                                                          int checked, const char *format,
                                                          va_list arguments, const void *caller)
{
    hdp__op op;
    const bool is_recorded = hdp__enter_data(&op, fd, caller);
    const int result = checked < 0 ? HDP_REAL(vdprintf)(fd, format, arguments)
                                   : HDP_REAL(__vdprintf_chk)(fd, checked, format, arguments);
    if (is_recorded && hdp__back(&op)) {
        const int64_t bytes = result < 0 ? 0 : result;
        op.values[0] = op.file->fid;
        op.values[1] = op.file->oid;
        op.values[2] = hdp__file_moved(op.file, fd, bytes);
        op.values[3] = HDP_ABSENT;
        op.values[4] = bytes;
        hdp__close(&op, function, result < 0);
    }
    return result;
}

HDP_EXPORT int dprintf(int fd, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const int result = print_to(HDP_F_DPRINTF, fd, -1, format, arguments, HDP_CALLER);
    va_end(arguments);
    return result;
}

HDP_EXPORT int __dprintf_chk(int fd, int flag, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const int result = print_to(HDP_F_DPRINTF, fd, flag, format, arguments, HDP_CALLER);
    va_end(arguments);
    return result;
}

HDP_EXPORT int vdprintf(int fd, const char *format, va_list arguments)
{
    return print_to(HDP_F_VDPRINTF, fd, -1, format, arguments, HDP_CALLER);
}

HDP_EXPORT int __vdprintf_chk(int fd, int flag, const char *format, va_list arguments)
{
    return print_to(HDP_F_VDPRINTF, fd, flag, format, arguments, HDP_CALLER);
}
/* NOLINTEND(readability-inconsistent-declaration-parameter-name) */
