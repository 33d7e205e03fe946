/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HD_READ_STREAM_H
#define HD_READ_STREAM_H
/* Where the bytes come from: a plain file, one in zstd or gzip, or memory. */

#include "source.h"

#include <sys/types.h>

/* Read on; 0 at the end, also of compressed data that was cut. Negative: damaged, or an error of
 * the system in errno when *system. */
ssize_t hd__stream_read(hd__stream *stream, char *to, size_t bytes, bool *system);

/* 0 or an error number. `path` may leave away the ending that compression added. */
int hd__stream_open(hd__stream **stream, const char *path);
int hd__stream_open_memory(hd__stream **stream, const void *text, size_t bytes);
void hd__stream_close(hd__stream *stream);

#endif
