/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Plain files are read, not mapped: a traced program may still cut them to their size, and a page
 * that is gone would end the reader. Compressed files without a tail were closed: they are mapped.
 */
#define ZLIB_CONST /* zlib only reads what it is given */
#include "stream.h"

#include "tailed.h"

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

typedef enum stream_kind { PLAIN, MEMORY, ZSTD, GZIP, TAILED } stream_kind;

struct hd__stream {
    stream_kind kind;
    int fd;           /* of a plain file; -1: none */
    const char *data; /* of memory, and of compressed files that were closed */
    size_t bytes;
    size_t at;
    size_t mapped_bytes; /* 0: not mapped */
    ZSTD_DCtx *zstd;
    z_stream gzip;
    bool gzip_open;
    hd__tailed *tailed;
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

/* NOLINTNEXTLINE(readability-non-const-parameter): zstd writes there */
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
        z->next_in = (const unsigned char *)stream->data + stream->at;
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
    case TAILED:
        count = hd__tailed_read(stream->tailed, to, bytes, system);
        break;
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
    hd__tailed_destroy(stream->tailed);
    (void)ZSTD_freeDCtx(stream->zstd);
    if (stream->gzip_open) {
        (void)inflateEnd(&stream->gzip);
    }
    if (stream->mapped_bytes > 0) {
        /* NOLINTNEXTLINE(performance-no-int-to-ptr): no cast else makes it writable */
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

enum { NAME_BYTES = 4096 };

/* What a name leads to; -1: not there. */
typedef struct found {
    int fd;
    int tail;
    char frames[NAME_BYTES]; /* the name that frames beside the tail have */
} found;

static const char frames_ending[] = ".zst";

/* The name before its ending and another one behind it; false when it has no such ending. */
static bool replace_ending(char *to, const char *path, const char *ending, const char *other)
{
    const size_t length = strlen(path);
    const size_t end = strlen(ending);
    if (length < end || strcmp(path + length - end, ending) != 0) {
        return false;
    }
    const int made = snprintf(to, NAME_BYTES, "%.*s%s", (int)(length - end), path, other);
    return made >= 0 && made < NAME_BYTES;
}

static int open_there(const char *path)
{
    return open(path, O_RDONLY | O_CLOEXEC);
}

/* The tail first: the writer makes its text the last frame before it removes it. */
static void open_frames(found *to, const char *tail)
{
    to->tail = open_there(tail);
    to->fd = open_there(to->frames);
}

/* The file, or the same trace in another form. False: errno. */
static bool open_any(const char *path, found *to)
{
    char other[NAME_BYTES];
    *to = (found){.fd = -1, .tail = -1};
    if (replace_ending(other, path, frames_ending, ".tail")) {
        (void)replace_ending(to->frames, path, "", "");
        open_frames(to, other);
        return to->fd >= 0 || (errno == ENOENT && to->tail >= 0);
    }
    to->fd = open_there(path);
    if (to->fd >= 0 || errno != ENOENT || !replace_ending(other, path, ".trc", ".trc.tail") ||
        !replace_ending(to->frames, path, "", frames_ending)) {
        return to->fd >= 0;
    }
    open_frames(to, other);
    if (to->fd < 0 && replace_ending(other, path, "", ".gz")) {
        to->fd = open_there(other);
    }
    return to->fd >= 0 || to->tail >= 0;
}

/* Map a compressed file; its descriptor is not needed any more. */
static int map(hd__stream *stream, size_t bytes)
{
    void *const data = mmap(NULL, bytes, PROT_READ, MAP_PRIVATE, stream->fd, 0);
    if (data == MAP_FAILED) {
        return errno;
    }
    stream->data = data;
    stream->mapped_bytes = bytes;
    stream->bytes = bytes;
    (void)close(stream->fd);
    stream->fd = -1;
    return open_decoder(stream) ? 0 : ENOMEM;
}

/* Both files are the stream's then. */
static int take_both(hd__stream *stream, found *from)
{
    stream->kind = TAILED;
    stream->tailed = hd__tailed_create(stream->fd, from->tail, from->frames);
    if (stream->tailed == NULL) {
        return ENOMEM;
    }
    stream->fd = -1;
    from->tail = -1;
    return 0;
}

static int prepare(hd__stream *stream, found *from)
{
    struct stat status = {0};
    char magic[4];
    if (stream->fd >= 0 && fstat(stream->fd, &status) != 0) {
        return errno;
    }
    if (S_ISDIR(status.st_mode)) {
        return EISDIR;
    }
    const ssize_t got = stream->fd < 0 ? 0 : pread(stream->fd, magic, sizeof magic, 0);
    if (got < 0) {
        return errno;
    }
    stream->kind = kind_of(magic, (size_t)got, PLAIN);
    const bool begins = (size_t)got < sizeof magic; /* of the first frame, or nothing so far */
    if (from->tail >= 0 && (begins || stream->kind == ZSTD)) {
        return take_both(stream, from);
    }
    return stream->kind == PLAIN ? 0 : map(stream, (size_t)status.st_size);
}

int hd__stream_open(hd__stream **stream, const char *path)
{
    hd__stream *const s = calloc(1, sizeof *s);
    if (s == NULL) {
        return ENOMEM;
    }
    found files;
    int error = open_any(path, &files) ? 0 : errno;
    s->fd = files.fd;
    error = error == 0 ? prepare(s, &files) : error;
    if (files.tail >= 0) {
        (void)close(files.tail);
    }
    if (error != 0) {
        hd__stream_close(s);
        return error;
    }
    *stream = s;
    return 0;
}
