/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A compressed trace and its tail, X.trc.zst and X.trc.tail, as the writer leaves them: the text
 * comes back whole, wherever the last frame is torn and the tail begins. Any bytes as the two
 * files: reading comes to an end.
 *
 * The input's first byte says which of both, the next ones where to cut; the rest is the text. */
#include "../read/stream.h"

#include <hdtrace/read.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zstd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum {
    HEAD_BYTES = 5,
    ANY_BYTES = 1,
    NO_TAIL = 2,
    CHECKSUM = 4,
    SEEK_TABLE = 8,
    READ_MAX = 1 << 22
};

static char folder[256], zst_path[300], tail_path[300], trace_path[300];

static void require(int condition, const char *what)
{
    if (!condition) {
        (void)fprintf(stderr, "violated: %s\n", what);
        abort();
    }
}

static void remove_folder(void)
{
    (void)unlink(zst_path);
    (void)unlink(tail_path);
    (void)rmdir(folder);
}

static void make_folder(void)
{
    const char *base = getenv("TMPDIR"); /* NOLINT(concurrency-mt-unsafe) */
    if (base == NULL) {
        base = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp";
    }
    (void)snprintf(folder, sizeof folder, "%s/hdtrace-fuzz-XXXXXX", base);
    require(mkdtemp(folder) != NULL && atexit(remove_folder) == 0, "a folder");
    (void)snprintf(trace_path, sizeof trace_path, "%s/x.trc", folder);
    (void)snprintf(zst_path, sizeof zst_path, "%s/x.trc.zst", folder);
    (void)snprintf(tail_path, sizeof tail_path, "%s/x.trc.tail", folder);
}

static void write_file(const char *path, const void *bytes, size_t size)
{
    FILE *const out = fopen(path, "wb");
    require(out != NULL && fwrite(bytes, 1, size, out) == size && fclose(out) == 0, "a file");
}

/* What the input is about. */
typedef struct task {
    unsigned flags;
    size_t frame; /* bytes of text in one */
    size_t cut;   /* of the last frame's bytes, in 256ths */
    const uint8_t *text;
    size_t size;
} task;

/* Frames of the text up to `end`; gives back where the file ends. */
static size_t put_frames(ZSTD_CCtx *compressor, const task *of, size_t end, char *to, size_t room)
{
    size_t used = 0;
    for (size_t at = 0; at < end; at += of->frame) {
        const size_t bytes = of->frame < end - at ? of->frame : end - at;
        const size_t made =
            ZSTD_compress2(compressor, to + used, room - used, of->text + at, bytes);
        require(!ZSTD_isError(made), "compressed");
        used += made;
    }
    return used;
}

/* A frame that is no text, as the seek table at the end is. */
static size_t put_skippable(char *to, size_t used)
{
    static const char frame[] = "\x5e\x2a\x4d\x18\x04\0\0\0sKiP";
    memcpy(to + used, frame, sizeof frame - 1);
    return used + sizeof frame - 1;
}

/* All frames but the last one are whole; of that, a part of its bytes is there, and its text and
 * what follows stand in the tail behind as many NUL bytes as the whole frames have text. */
static void write_torn(const task *of, ZSTD_CCtx *compressor)
{
    const size_t frames = of->size / of->frame;
    const size_t whole = frames * of->frame;
    const size_t room = ZSTD_compressBound(of->size) + (frames + 2) * ZSTD_compressBound(1) + 64;
    char *const to = malloc(room);
    char *const tail = calloc(1, of->size + 1);
    require(to != NULL && tail != NULL, "memory");
    const size_t text_end = (of->flags & NO_TAIL) != 0 ? of->size : whole;
    size_t used = put_frames(compressor, of, text_end, to, room);
    if ((of->flags & NO_TAIL) == 0) {
        const task rest = {of->flags, of->size + 1, 0, of->text + whole, of->size - whole};
        const size_t torn = put_frames(compressor, &rest, rest.size, to + used, room - used);
        used += torn * of->cut / 256;
        memcpy(tail + whole, of->text + whole, of->size - whole);
        write_file(tail_path, tail, of->size);
    } else if ((of->flags & SEEK_TABLE) != 0) {
        used = put_skippable(to, used);
    }
    write_file(zst_path, to, used);
    free(to);
    free(tail);
}

/* Step by step, of a size that the input has a part in. */
static void check_text(const task *of, bool known)
{
    hd__stream *stream = NULL;
    char buffer[4096];
    size_t total = 0;
    bool system = false;
    if (hd__stream_open(&stream, trace_path) != 0) {
        require(!known, "it can be opened");
        return;
    }
    for (ssize_t count = 1; count > 0 && total<READ_MAX; total += count> 0 ? (size_t)count : 0) {
        count = hd__stream_read(stream, buffer, 1 + (of->cut * 131 + of->frame) % sizeof buffer,
                                &system);
        require(!known || count >= 0, "nothing is damaged");
        require(!known || count == 0 ||
                    (total + (size_t)count <= of->size &&
                     memcmp(buffer, of->text + total, (size_t)count) == 0),
                "the text comes back");
    }
    require(!known || total == of->size, "all of it");
    hd__stream_close(stream);
}

/* As users do. */
static void check_reading(void)
{
    enum { ENTRIES_MAX = 10000 };
    hd_reader *reader = NULL;
    hd_entry entry;
    if (hd_reader_open(trace_path, &reader) != HD_OK) {
        require(*hd_read_error_get_text() != '\0', "a reason is told");
        return;
    }
    for (int i = 0; i < ENTRIES_MAX && hd_reader_next(reader, &entry) == HD_OK; i++) {
    }
    hd_reader_close(reader);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static ZSTD_CCtx *compressor;
    if (compressor == NULL) {
        make_folder();
        compressor = ZSTD_createCCtx();
        require(compressor != NULL, "memory");
    }
    if (size < HEAD_BYTES) {
        return 0;
    }
    const task of = {data[0], 1 + data[1] + 256U * data[2], data[3], data + HEAD_BYTES,
                     size - HEAD_BYTES};
    const bool known = (of.flags & ANY_BYTES) == 0;
    (void)unlink(zst_path);
    (void)unlink(tail_path);
    if (known) {
        (void)ZSTD_CCtx_setParameter(compressor, ZSTD_c_checksumFlag, (of.flags & CHECKSUM) != 0);
        write_torn(&of, compressor);
    } else {
        const size_t first = of.frame < of.size ? of.frame : of.size;
        write_file(zst_path, of.text, first);
        if ((of.flags & NO_TAIL) == 0) {
            write_file(tail_path, of.text + first, of.size - first);
        }
    }
    check_text(&of, known);
    check_reading();
    return 0;
}
