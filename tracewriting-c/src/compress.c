/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compress.h"

#include "sys.h"

#include <stdbool.h>
#include <zstd.h>

enum { LEVEL = 1 }; /* more costs time and gains nothing on such text */

struct hd__compressor {
    ZSTD_CCtx *context;
    char *text;
    char *frame;
    size_t frame_size;
};

hd__compressor *hd__compressor_create(size_t bytes)
{
    hd__compressor *const made = hd__system.alloc(sizeof *made);
    if (made == NULL) {
        return NULL;
    }
    made->frame_size = ZSTD_compressBound(bytes);
    made->context = ZSTD_createCCtx();
    made->text = hd__system.alloc(bytes);
    made->frame = hd__system.alloc(made->frame_size);
    if (made->context == NULL || made->text == NULL || made->frame == NULL) {
        hd__compressor_destroy(made);
        return NULL;
    }
    return made;
}

void hd__compressor_destroy(hd__compressor *compressor)
{
    if (compressor != NULL) {
        (void)ZSTD_freeCCtx(compressor->context);
        hd__system.release(compressor->text);
        hd__system.release(compressor->frame);
        hd__system.release(compressor);
    }
}

const char *hd__compress(hd__compressor *compressor, int fd, off_t offset, size_t bytes,
                         size_t *frame_bytes)
{
    if (hd__read_all_at(fd, compressor->text, bytes, offset) != 0) {
        return NULL;
    }
    const size_t size = ZSTD_compressCCtx(compressor->context, compressor->frame,
                                          compressor->frame_size, compressor->text, bytes, LEVEL);
    if (ZSTD_isError(size)) {
        return NULL;
    }
    *frame_bytes = size;
    return compressor->frame;
}
