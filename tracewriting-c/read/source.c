/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "source.h"

#include "stream.h"

#include <errno.h>
#include <hdtrace/read.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_WINDOW = 1 << 18, MESSAGE_BYTES = 1024, CAUSE_BYTES = 128 };

static _Thread_local char message[MESSAGE_BYTES];

const char *hd_read_error_get_text(void)
{
    return message;
}

hd_status hd__read_fail(hd_status status, const char *file, uint64_t offset, const char *format,
                        ...)
{
    char reason[MESSAGE_BYTES / 2];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(reason, sizeof reason, format, arguments);
    va_end(arguments);
    if (offset == UINT64_MAX) {
        (void)snprintf(message, sizeof message, "%.400s: %s", file, reason);
    } else {
        (void)snprintf(message, sizeof message, "%.400s: byte %" PRIu64 ": %s", file, offset,
                       reason);
    }
    return status;
}

static hd_status fail_system(const char *file, int error)
{
    char cause[CAUSE_BYTES] = "";
    if (error == ENOMEM) {
        return hd__read_fail(HD_NOMEM, file, UINT64_MAX, "no memory");
    }
    (void)strerror_r(error, cause, sizeof cause);
    const hd_status status = hd__read_fail(HD_IO, file, UINT64_MAX, "%s", cause);
    errno = error;
    return status;
}

hd_status hd__source_open(hd__source *source, const char *path)
{
    *source = (hd__source){.name = path};
    const int error = hd__stream_open(&source->stream, path);
    return error == 0 ? HD_OK : fail_system(path, error);
}

hd_status hd__source_open_text(hd__source *source, const char *name, const void *text, size_t bytes)
{
    *source = (hd__source){.name = name};
    const int error = hd__stream_open_memory(&source->stream, text, bytes);
    return error == 0 ? HD_OK : fail_system(name, error);
}

void hd__source_close(hd__source *source)
{
    hd__stream_close(source->stream);
    free(source->buffer);
    *source = (hd__source){0};
}

/* Room behind the window: by moving it to the front, else by a larger buffer. */
static bool make_room(hd__source *source)
{
    const size_t used = source->end - source->start;
    if (used > source->size / 2 || source->buffer == NULL) {
        const size_t size = source->size == 0 ? FIRST_WINDOW : 2 * source->size;
        char *const buffer = malloc(size);
        if (buffer == NULL) {
            return false;
        }
        if (source->buffer != NULL && used > 0) {
            memcpy(buffer, source->buffer + source->start, used);
        }
        free(source->buffer);
        source->buffer = buffer;
        source->size = size;
    } else if (used > 0) {
        memmove(source->buffer, source->buffer + source->start, used);
    }
    source->start = 0;
    source->end = used;
    return true;
}

ssize_t hd__source_read(hd__source *source, char *to, size_t bytes, hd_status *status)
{
    bool system = false;
    const ssize_t count = hd__stream_read(source->stream, to, bytes, &system);
    if (count < 0) {
        *status = system ? fail_system(source->name, errno)
                         : hd__read_fail(HD_FORMAT, source->name,
                                         source->offset + (source->end - source->start),
                                         "the compressed data is damaged");
    }
    return count;
}

/* Behind the first NUL byte: `rest` bytes from `at` are there already; look for others that are
 * not NUL. */
static hd_status measure_rest(hd__source *source, size_t at, size_t rest)
{
    char *const bytes = source->buffer + at;
    uint64_t offset = source->offset + (at - source->start);
    hd_status status = HD_OK;
    for (ssize_t count = (ssize_t)rest; count > 0;) {
        for (size_t i = (size_t)count; i > 0; i--) {
            if (bytes[i - 1] != '\0') {
                source->used_end = offset + i;
                break;
            }
        }
        offset += (uint64_t)count;
        count = hd__source_read(source, bytes, source->size - at, &status);
    }
    return status;
}

hd_status hd__source_more(hd__source *source)
{
    if (source->ended) {
        return HD_END;
    }
    if (!make_room(source)) {
        return fail_system(source->name, ENOMEM);
    }
    hd_status status = HD_OK;
    char *const to = source->buffer + source->end;
    const ssize_t count = hd__source_read(source, to, source->size - source->end, &status);
    if (count < 0) {
        return status;
    }
    source->read_bytes += (uint64_t)count;
    const char *const nul = count == 0 ? to : memchr(to, '\0', (size_t)count);
    if (nul == NULL) {
        source->end += (size_t)count;
        return HD_OK;
    }
    source->ended = true;
    source->end += (size_t)(nul - to);
    source->used_end = source->offset + (source->end - source->start);
    status = measure_rest(source, source->end, (size_t)count - (size_t)(nul - to));
    return status != HD_OK ? status : nul > to ? HD_OK : HD_END;
}
