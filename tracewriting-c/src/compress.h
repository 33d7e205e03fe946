/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HD_SRC_COMPRESS_H
#define HD_SRC_COMPRESS_H
/* One frame of zstd from a piece of a file: the only place that knows libzstd. */

#include <stddef.h>
#include <sys/types.h>

/* Memory for making frames; one thread at a time. */
typedef struct hd__compressor hd__compressor;

/* For pieces of at most so many bytes; NULL when out of memory. */
hd__compressor *hd__compressor_create(size_t bytes);
void hd__compressor_destroy(hd__compressor *compressor);

/* Make the frame of a piece of a file. Gives back its bytes, valid until the next call, and their
 * number; NULL when the piece can't be read or compressed. */
const char *hd__compress(hd__compressor *compressor, int fd, off_t offset, size_t bytes,
                         size_t *frame_bytes);

#endif
