/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Plain files are read, not mapped: a traced program may still cut them to their size, and a page
 * that is gone would end the reader. Compressed files only grow, so they are mapped. */
#include "stream.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>

typedef enum stream_kind { PLAIN, MEMORY, ZSTD, GZIP } stream_kind;

struct hd__stream {
    stream_kind kind;
    int fd;           /* of a plain file, or of the tail; -1: none */
    const char *data; /* all but plain files */
    size_t bytes;
    size_t at;
    size_t mapped_bytes; /* 0: not mapped */
    ZSTD_DCtx *zstd;
    z_stream gzip;
    bool gzip_open;
    uint64_t delivered;
};

/* --- plain ------------------------------------------------------------------------------------ */

static ssize_t read_file(hd__stream *stream, char *to, size_t bytes, bool *system)
{
    ssize_t count = 0;
    do {
        count = pread(stream->fd, to, bytes, (off_t)stream->delivered);
    } while (count < 0 && errno == EINTR);
    *system = count < 0;
    return count;
}

static ssize_t read_memory(hd__stream *stream, char *to, size_t bytes)
{
    const size_t rest = stream->bytes - stream->at;
    const size_t count = rest < bytes ? rest : bytes;
    if (count > 0) {
        memcpy(to, stream->data + stream->at, count);
    }
    stream->at += count;
    return (ssize_t)count;
}

/* --- zstd ------------------------------------------------------------------------------------- */

/* End of the last whole frame: what follows is being written, and stands in the tail as well. */
static size_t end_of_frames(const char *data, size_t bytes)
{
    size_t at = 0;
    while (at < bytes) {
        const size_t frame = ZSTD_findFrameCompressedSize(data + at, bytes - at);
        if (ZSTD_isError(frame)) {
            break;
        }
        at += frame;
    }
    return at;
}

static ssize_t read_zstd(hd__stream *stream, char *to, size_t bytes)
{
    ZSTD_outBuffer out = {to, bytes, 0};
    ZSTD_inBuffer in = {stream->data, stream->bytes, stream->at};
    while (out.pos == 0) {
        const size_t before = in.pos;
        const size_t result = ZSTD_decompressStream(stream->zstd, &out, &in);
        if (ZSTD_isError(result)) {
            return -1;
        }
        if (out.pos == 0 && in.pos == before) {
            break; /* all was read; the last frame may be cut */
        }
    }
    stream->at = in.pos;
    return (ssize_t)out.pos;
}

/* --- gzip ------------------------------------------------------------------------------------- */

static bool open_gzip(hd__stream *stream)
{
    stream->gzip = (z_stream){0};
    stream->gzip_open = inflateInit2(&stream->gzip, 15 + 16) == Z_OK;
    return stream->gzip_open;
}

/* Members may follow each other; what follows the last one is not looked at. */
static ssize_t read_gzip(hd__stream *stream, char *to, size_t bytes)
{
    enum { STEP = 1 << 30 }; /* zlib counts with 32 bits */
    z_stream *const z = &stream->gzip;
    const size_t room = bytes < STEP ? bytes : STEP;
    z->next_out = (unsigned char *)to;
    z->avail_out = (unsigned)room;
    while (z->avail_out == room && stream->at < stream->bytes) {
        const size_t rest = stream->bytes - stream->at;
        const size_t step = rest < STEP ? rest : STEP;
        z->next_in = (unsigned char *)(uintptr_t)(stream->data + stream->at); /* it only reads */
        z->avail_in = (unsigned)step;
        const int result = inflate(z, Z_NO_FLUSH);
        stream->at += step - z->avail_in;
        if (result == Z_STREAM_END) {
            if (stream->bytes - stream->at < 2 || inflateReset(z) != Z_OK ||
                memcmp(stream->data + stream->at, "\x1f\x8b", 2) != 0) {
                stream->at = stream->bytes;
            }
        } else if (result == Z_BUF_ERROR) {
            break;
        } else if (result != Z_OK) {
            return -1;
        }
    }
    return (ssize_t)(room - z->avail_out);
}

/* --- any -------------------------------------------------------------------------------------- */

ssize_t hd__stream_read(hd__stream *stream, char *to, size_t bytes, bool *system)
{
    ssize_t count = 0;
    *system = false;
    switch (stream->kind) {
    case PLAIN:
        count = read_file(stream, to, bytes, system);
        break;
    case MEMORY:
        count = read_memory(stream, to, bytes);
        break;
    case ZSTD:
        count = read_zstd(stream, to, bytes);
        break;
    case GZIP:
        count = read_gzip(stream, to, bytes);
        break;
    }
    if (count == 0 && stream->kind == ZSTD && stream->fd >= 0) {
        stream->kind = PLAIN; /* the tail has the text at its own offsets */
        count = read_file(stream, to, bytes, system);
    }
    stream->delivered += count > 0 ? (uint64_t)count : 0;
    return count;
}

static stream_kind kind_of(const char *data, size_t bytes, stream_kind otherwise)
{
    const unsigned char *const magic = (const unsigned char *)data;
    if (bytes >= 4 && (memcmp(magic, "\x28\xb5\x2f\xfd", 4) == 0 ||
                       ((magic[0] & 0xF0) == 0x50 && memcmp(magic + 1, "\x2a\x4d\x18", 3) == 0))) {
        return ZSTD;
    }
    return bytes >= 2 && memcmp(magic, "\x1f\x8b", 2) == 0 ? GZIP : otherwise;
}

static bool open_decoder(hd__stream *stream)
{
    if (stream->kind == ZSTD) {
        stream->zstd = ZSTD_createDCtx();
        return stream->zstd != NULL;
    }
    return stream->kind != GZIP || open_gzip(stream);
}

void hd__stream_close(hd__stream *stream)
{
    if (stream == NULL) {
        return;
    }
    (void)ZSTD_freeDCtx(stream->zstd);
    if (stream->gzip_open) {
        (void)inflateEnd(&stream->gzip);
    }
    if (stream->mapped_bytes > 0) {
        (void)munmap((void *)(uintptr_t)stream->data, stream->mapped_bytes);
    }
    if (stream->fd >= 0) {
        (void)close(stream->fd);
    }
    free(stream);
}

int hd__stream_open_memory(hd__stream **stream, const void *text, size_t bytes)
{
    hd__stream *const s = calloc(1, sizeof *s);
    if (s == NULL) {
        return ENOMEM;
    }
    s->fd = -1;
    s->data = text;
    s->bytes = bytes;
    s->kind = kind_of(text, bytes, MEMORY);
    if (!open_decoder(s)) {
        hd__stream_close(s);
        return ENOMEM;
    }
    *stream = s;
    return 0;
}

/* --- files ------------------------------------------------------------------------------------ */

static int open_ending(const char *path, const char *ending)
{
    char name[4096];
    const int length = snprintf(name, sizeof name, "%s%s", path, ending);
    if (length < 0 || (size_t)length >= sizeof name) {
        errno = ENAMETOOLONG;
        return -1;
    }
    return open(name, O_RDONLY | O_CLOEXEC);
}

static bool ends_with(const char *path, const char *ending)
{
    const size_t length = strlen(path);
    return length >= strlen(ending) && strcmp(path + length - strlen(ending), ending) == 0;
}

/* The tail of X.trc.zst, -1 when there is none. It is opened first: the writer makes its text the
 * last frame before it removes it. */
static int open_tail(const char *path)
{
    static const char ending[] = ".zst";
    char front[4096];
    const size_t length = strlen(path);
    if (!ends_with(path, ending) || length >= sizeof front) {
        return -1;
    }
    memcpy(front, path, length);
    front[length - (sizeof ending - 1)] = '\0';
    return open_ending(front, ".tail");
}

/* The file, or the same trace in another form. */
static int open_any(const char *path, int *tail)
{
    *tail = open_tail(path);
    int fd = open_ending(path, "");
    if (fd >= 0 || errno != ENOENT || !ends_with(path, ".trc")) {
        return fd;
    }
    *tail = open_ending(path, ".tail");
    fd = open_ending(path, ".zst");
    fd = fd >= 0 ? fd : open_ending(path, ".gz");
    if (fd < 0 && *tail >= 0) { /* no frame so far */
        fd = *tail;
        *tail = -1;
    }
    return fd;
}

/* Map a compressed file; its descriptor is not needed any more, that of the tail is kept. */
static int map(hd__stream *stream, int fd, size_t bytes, int tail)
{
    void *const data = mmap(NULL, bytes, PROT_READ, MAP_PRIVATE, fd, 0);
    if (data == MAP_FAILED) {
        return errno;
    }
    stream->data = data;
    stream->mapped_bytes = bytes;
    stream->bytes = tail < 0 ? bytes : end_of_frames(data, bytes);
    (void)close(fd);
    stream->fd = tail;
    return 0;
}

static int prepare(hd__stream *stream, int *tail)
{
    struct stat status;
    char magic[4];
    if (fstat(stream->fd, &status) != 0) {
        return errno;
    }
    if (S_ISDIR(status.st_mode)) {
        return EISDIR;
    }
    const ssize_t got = pread(stream->fd, magic, sizeof magic, 0);
    if (got < 0) {
        return errno;
    }
    stream->kind = kind_of(magic, (size_t)got, PLAIN);
    if (stream->kind == PLAIN) {
        /* No more than the first bytes of the first frame: the text is in the tail. */
        if ((size_t)got < sizeof magic && *tail >= 0) {
            (void)close(stream->fd);
            stream->fd = *tail;
            *tail = -1;
        }
        return 0;
    }
    const int error = map(stream, stream->fd, (size_t)status.st_size, *tail);
    if (error != 0) {
        return error;
    }
    *tail = -1;
    return open_decoder(stream) ? 0 : ENOMEM;
}

int hd__stream_open(hd__stream **stream, const char *path)
{
    hd__stream *const s = calloc(1, sizeof *s);
    if (s == NULL) {
        return ENOMEM;
    }
    int tail = -1;
    s->fd = open_any(path, &tail);
    const int error = s->fd < 0 ? errno : prepare(s, &tail);
    if (tail >= 0) {
        (void)close(tail);
    }
    if (error != 0) {
        hd__stream_close(s);
        return error;
    }
    *stream = s;
    return 0;
}
