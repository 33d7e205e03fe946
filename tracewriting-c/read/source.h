/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HD_READ_SOURCE_H
#define HD_READ_SOURCE_H
/* The uncompressed text of a file as a window that slides and grows. NUL bytes never get into it:
 * the first one ends the text, what stands behind it only counts. */

#include <hdtrace/status.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

typedef struct hd__stream hd__stream;

typedef struct hd__source {
    char *buffer; /* the window: bytes from start to end */
    size_t start;
    size_t end;
    size_t size;
    uint64_t offset;     /* of `start` in the text */
    uint64_t used_end;   /* once it ended: behind the last byte that is not NUL */
    uint64_t read_bytes; /* NULs included */
    bool ended;
    const char *name; /* of the file, for messages */
    hd__stream *stream;
} hd__source;

/* Open a file, or a text in memory. False: the reason is told, nothing is held. */
hd_status hd__source_open(hd__source *source, const char *path);
hd_status hd__source_open_text(hd__source *source, const char *name, const void *text,
                               size_t bytes);
void hd__source_close(hd__source *source);

/* Lengthen the window. HD_END when there is no more. Pointers into it are no longer valid. */
hd_status hd__source_more(hd__source *source);

/* Read past the window, NUL bytes and all; 0 at the end. Negative: *status and the message tell
 * why.
 */
ssize_t hd__source_read(hd__source *source, char *to, size_t bytes, hd_status *status);

/* Drop bytes from the front of the window. */
static inline void hd__source_skip(hd__source *source, size_t bytes)
{
    source->start += bytes;
    source->offset += bytes;
}

/* Set the calling thread's message, with the byte when it is none of UINT64_MAX. */
hd_status hd__read_fail(hd_status status, const char *file, uint64_t offset, const char *format,
                        ...) __attribute__((format(printf, 4, 5)));

#endif
