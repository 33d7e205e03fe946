/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The end of a trace whose thread will not come back into the library. What it was doing there is
 * half done, so nothing of the trace's own state is trusted but what never changes: the file is
 * read instead, and a ring is taken over as that of a process that died. That allocates; the thread
 * does not hold the allocator's lock, because no call that it may be amid allocates. */
#include "error.h"
#include "trace_state.h"

#include <string.h>

/* DEPTH_MAX: of blocks that are closed here; deeper traces stay as after a crash */
enum { CHUNK = 4096, DEPTH_MAX = 30 };

static const char last_line[] = "</Program>\n";

/* Read backwards: a window of the file that ends where the text may end. */
typedef struct backwards {
    int fd;
    off_t begin; /* of the window */
    size_t bytes;
    char window[CHUNK];
} backwards;

/* The byte at `place`; NUL when it can't be read. */
static char get(backwards *from, off_t place)
{
    if (place < from->begin || place >= from->begin + (off_t)from->bytes) {
        from->begin = place / CHUNK * CHUNK;
        const ssize_t got = hd__system.read_at(from->fd, from->window, CHUNK, from->begin);
        from->bytes = got > 0 ? (size_t)got : 0;
    }
    const off_t at = place - from->begin;
    if (at >= (off_t)from->bytes) {
        return '\0';
    }
    return from->window[at];
}

/* End of the last line before `end`, with its line end; 0 when there is none. */
static off_t find_line_end(backwards *from, off_t end)
{
    while (end > 0 && get(from, end - 1) != '\n') {
        end--;
    }
    return end;
}

/* Where the line begins that ends at `end`; -1 when a byte of it was not stored yet. */
static off_t find_line_begin(backwards *from, off_t end)
{
    off_t begin = end - 1;
    while (begin > 0 && get(from, begin - 1) != '\n') {
        begin--;
        if (get(from, begin) == '\0') {
            return -1;
        }
    }
    return begin;
}

static bool begins_with(backwards *from, off_t place, const char *text)
{
    for (; *text != '\0'; text++, place++) {
        if (get(from, place) != *text) {
            return false;
        }
    }
    return true;
}

/* Where the last whole entry ends, and how many blocks are open there. A block without an entry is
 * taken back as well. False: the text does not tell. */
static bool find_end(backwards *from, off_t *end, unsigned *depth)
{
    while ((*end = find_line_end(from, *end)) > 0) {
        const off_t begin = find_line_begin(from, *end);
        off_t text = begin;
        for (*depth = 0; begin >= 0 && get(from, text) == '\t'; ++*depth) {
            text++;
        }
        if (begin >= 0 && get(from, text) == '<' && !begins_with(from, text, "<Nested>\n")) {
            return !begins_with(from, text, last_line);
        }
        *end = begin < 0 ? *end - 1 : begin;
    }
    return false;
}

/* The lines that close the document; gives back their end. */
static char *put_last_lines(char *to, unsigned depth)
{
    static const char close[] = "</Nested>\n";
    while (depth-- > 0) {
        memset(to, '\t', depth);
        to += depth;
        memcpy(to, close, sizeof close - 1); /* NOLINT: no C string */
        to += sizeof close - 1;
    }
    memcpy(to, last_line, sizeof last_line - 1); /* NOLINT: no C string */
    return to + sizeof last_line - 1;
}

/* 0, a negative error number, or 1: it stays as after a crash. */
static int end_text(int fd)
{
    backwards from = {.fd = fd};
    char lines[DEPTH_MAX * (DEPTH_MAX + sizeof "</Nested>\n") + sizeof last_line];
    off_t end = 0;
    unsigned depth = 0;
    int error = hd__file_get_size(fd, &end);
    if (error != 0 || !find_end(&from, &end, &depth) || depth > DEPTH_MAX) {
        return error == 0 ? 1 : error;
    }
    const size_t bytes = (size_t)(put_last_lines(lines, depth) - lines);
    error = hd__write_all_at(fd, lines, bytes, end);
    return error == 0 ? hd__system.truncate(fd, end + (off_t)bytes) : error;
}

/* Of a trace that ends as after a crash. */
static hd_status stay(const hd_trace *trace)
{
    return hd__fail(HD_STATE, "%s: its thread is amid a call", trace->path);
}

static hd_status end_direct(const hd_trace *trace)
{
    if (!trace->emitter.sink.mapped) {
        return stay(trace);
    }
    const int error = end_text(trace->emitter.sink.fd);
    return error > 0 ? stay(trace) : error < 0 ? hd__fail_system(trace->path, error) : HD_OK;
}

/* Whatever its thread was doing, the ring's file is one that a process left by its death. */
static hd_status end_ring(hd__trace_ring *ring)
{
    hd__ring_ahead_fini(&ring->ring.ahead);
    return hd__ring_end_trace(ring->path);
}

/* The rest of a whole text. */
static void end_frames(const hd_trace *trace)
{
    off_t bytes = 0;
    if (hd__file_get_size(trace->emitter.sink.fd, &bytes) == 0) {
        hd__frames_destroy(trace->emitter.frames, bytes);
    }
}

hd_status hd_trace_abandon(hd_trace *trace)
{
    if (trace == NULL || trace->inside == HD__NOWHERE) {
        return HD_OK;
    }
    const hd__sink *const sink = &trace->emitter.sink;
    if (trace->inside != HD__BUSY || !hd__sink_is_own(sink) ||
        hd__file_check(sink->fd, &sink->id) != 0) {
        return stay(trace);
    }
    if (trace->emitter.frames != NULL) { /* text that frames are made of must stay as it is */
        hd__frames_stop(trace->emitter.frames);
    }
    const hd_status status = trace->ring != NULL ? end_ring(trace->ring) : end_direct(trace);
    if (status == HD_OK && trace->emitter.frames != NULL) {
        end_frames(trace);
    }
    return status;
}
