/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The writer takes text out of the tail only after the frame that holds it was written. So whoever
 * read in the tail, and finds no new frame after that, has read no hole; else what was read does
 * not count, and the frame does.
 *
 * Frames after RFC 8878. They are read and not mapped: a writer takes back what it could write of
 * a frame on a full disk, and a page that is gone would end the reader. For the same reason only
 * whole frames are looked at; the text of a torn one is in the tail. */
#include "tailed.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zstd.h>

enum { INPUT_BYTES = 1 << 17, HEAD_BYTES = 8, BLOCK_BYTES = 3, CHECKSUM_BYTES = 4 };

struct hd__tailed {
    int frames; /* -1: not there yet */
    int tail;
    char *path; /* of the frames */
    ZSTD_DCtx *zstd;
    ZSTD_inBuffer in;   /* of `input` */
    uint64_t at;        /* of the frames' bytes behind the input */
    uint64_t whole;     /* end of the last whole frame that is known */
    uint64_t framed;    /* text that was decoded */
    uint64_t delivered; /* text that was handed on; more than `framed` where the tail was read */
    char input[INPUT_BYTES];
};

/* Bytes read, fewer only at the end of the file; negative: errno. */
static ssize_t read_at(int fd, void *to, size_t bytes, uint64_t offset)
{
    size_t done = 0;
    while (done < bytes) {
        const ssize_t step = pread(fd, (char *)to + done, bytes - done, (off_t)(offset + done));
        if (step < 0 && errno != EINTR) {
            return -1;
        }
        if (step == 0) {
            break;
        }
        done += step > 0 ? (size_t)step : 0;
    }
    return (ssize_t)done;
}

/* --- frames ----------------------------------------------------------------------------------- */

static uint32_t get_little(const unsigned char *from, unsigned bytes)
{
    uint32_t number = 0;
    for (unsigned i = 0; i < bytes; i++) {
        number |= (uint32_t)from[i] << 8 * i;
    }
    return number;
}

static bool has_byte(int fd, uint64_t offset)
{
    char byte = 0;
    return read_at(fd, &byte, 1, offset) == 1;
}

static unsigned get_head_bytes(unsigned descriptor)
{
    static const unsigned char identifier_bytes[] = {0, 1, 2, 4};
    static const unsigned char content_bytes[] = {0, 2, 4, 8};
    const bool single = (descriptor >> 5 & 1) != 0;
    const unsigned content = content_bytes[descriptor >> 6];
    return 5 + identifier_bytes[descriptor & 3] +
           (single ? (content == 0 ? 1 : content) : 1 + content);
}

/* End of the blocks that begin there; 0: one is missing, or is none. */
static uint64_t find_end_of_blocks(int fd, uint64_t at)
{
    enum { RUN = 1, RESERVED = 3 };
    for (;;) {
        unsigned char head[BLOCK_BYTES];
        if (read_at(fd, head, sizeof head, at) != sizeof head) {
            return 0;
        }
        const uint32_t number = get_little(head, BLOCK_BYTES);
        const unsigned type = number >> 1 & 3;
        if (type == RESERVED) {
            return 0;
        }
        at += BLOCK_BYTES + (type == RUN ? 1 : number >> 3);
        if ((number & 1) != 0) {
            return at;
        }
    }
}

/* End of the frame that begins there, the offset itself where no whole one does. */
static uint64_t find_end_of_frame(int fd, uint64_t at)
{
    unsigned char head[HEAD_BYTES];
    const ssize_t got = fd < 0 ? -1 : read_at(fd, head, sizeof head, at);
    if (got != sizeof head) {
        return at;
    }
    const uint32_t magic = get_little(head, 4);
    uint64_t end = 0;
    if (magic >> 4 == 0x184d2a5) { /* one that is skipped */
        end = at + sizeof head + get_little(head + 4, 4);
    } else if (magic == 0xfd2fb528) {
        end = find_end_of_blocks(fd, at + get_head_bytes(head[4]));
        end += end != 0 && (head[4] >> 2 & 1) != 0 ? CHECKSUM_BYTES : 0;
    }
    return end > at && has_byte(fd, end - 1) ? end : at;
}

/* Whether there are frames that were not read. */
static bool has_frame(hd__tailed *tailed)
{
    if (tailed->frames < 0) {
        tailed->frames = open(tailed->path, O_RDONLY | O_CLOEXEC);
    }
    if (tailed->at == tailed->whole) {
        tailed->whole = find_end_of_frame(tailed->frames, tailed->whole);
    }
    return tailed->at < tailed->whole;
}

/* Negative: errno; 0: there is no more. */
static ssize_t fill_input(hd__tailed *tailed)
{
    if (!has_frame(tailed)) {
        return 0;
    }
    const uint64_t rest = tailed->whole - tailed->at;
    const size_t step = rest < INPUT_BYTES ? (size_t)rest : INPUT_BYTES;
    const ssize_t got = read_at(tailed->frames, tailed->input, step, tailed->at);
    tailed->in = (ZSTD_inBuffer){tailed->input, got > 0 ? (size_t)got : 0, 0};
    tailed->at += tailed->in.size;
    return got;
}

/* NOLINTNEXTLINE(readability-non-const-parameter): zstd writes there */
static ssize_t read_frames(hd__tailed *tailed, char *to, size_t bytes, bool *system)
{
    ZSTD_outBuffer out = {to, bytes, 0};
    for (;;) {
        if (ZSTD_isError(ZSTD_decompressStream(tailed->zstd, &out, &tailed->in))) {
            return -1;
        }
        if (out.pos > 0) {
            tailed->framed += out.pos;
            return (ssize_t)out.pos;
        }
        if (tailed->in.pos == tailed->in.size) {
            const ssize_t got = fill_input(tailed);
            if (got <= 0) {
                *system = got < 0;
                return got;
            }
        }
    }
}

/* --- both ------------------------------------------------------------------------------------- */

/* Leave out of text that was just decoded what the tail has given already. */
static size_t drop_known(const hd__tailed *tailed, char *text, size_t bytes)
{
    if (tailed->framed <= tailed->delivered) {
        return 0;
    }
    const uint64_t fresh = tailed->framed - tailed->delivered;
    if (fresh < bytes) {
        memmove(text, text + bytes - fresh, (size_t)fresh);
        return (size_t)fresh;
    }
    return bytes;
}

static ssize_t read_next(hd__tailed *tailed, char *to, size_t bytes, bool *system)
{
    for (;;) {
        ssize_t count = read_frames(tailed, to, bytes, system);
        if (count < 0) {
            return count;
        }
        if (count > 0) {
            const size_t fresh = drop_known(tailed, to, (size_t)count);
            if (fresh > 0) {
                return (ssize_t)fresh;
            }
            continue;
        }
        count = read_at(tailed->tail, to, bytes, tailed->delivered);
        if (count < 0 || !has_frame(tailed)) {
            *system = count < 0;
            return count;
        }
    }
}

ssize_t hd__tailed_read(hd__tailed *tailed, char *to, size_t bytes, bool *system)
{
    const ssize_t count = bytes == 0 ? 0 : read_next(tailed, to, bytes, system);
    tailed->delivered += count > 0 ? (uint64_t)count : 0;
    return count;
}

void hd__tailed_destroy(hd__tailed *tailed)
{
    if (tailed == NULL) {
        return;
    }
    if (tailed->frames >= 0) {
        (void)close(tailed->frames);
    }
    (void)close(tailed->tail);
    (void)ZSTD_freeDCtx(tailed->zstd);
    free(tailed->path);
    free(tailed);
}

hd__tailed *hd__tailed_create(int frames, int tail, const char *path)
{
    hd__tailed *const tailed = calloc(1, sizeof *tailed);
    char *const copy = strdup(path);
    ZSTD_DCtx *const zstd = ZSTD_createDCtx();
    if (tailed == NULL || copy == NULL || zstd == NULL) {
        (void)ZSTD_freeDCtx(zstd);
        free(copy);
        free(tailed);
        return NULL;
    }
    tailed->frames = frames;
    tailed->tail = tail;
    tailed->path = copy;
    tailed->zstd = zstd;
    return tailed;
}
