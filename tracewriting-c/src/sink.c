/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sink.h"

#include "sys.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

enum { PAGE_BYTES_MAX = 65536, WINDOW_MIN = 65536 };

static bool fail(hd__sink *sink, int error)
{
    if (sink->error == 0) {
        sink->error = error;
    }
    hd__sink_roll_back(sink);
    sink->limit = sink->cursor;
    return false;
}

/* Blocks for the step; the number of tries bounds what an endless row of signals can do. */
static int reserve_blocks(const hd__sink *sink, off_t offset)
{
    int result = -EINTR;
    for (int tries = 0; result == -EINTR && tries < 100; tries++) {
        result = hd__system.reserve(sink->fd, offset, (off_t)sink->window);
    }
    return result;
}

static void set_window(hd__sink *sink, char *base, off_t offset)
{
    sink->base = base;
    sink->offset = offset;
    sink->limit = base + sink->window - HD__SINK_RESERVE;
}

/* Map the file from the page of `from` on, which stands in the present window. */
static bool move_mapping(hd__sink *sink, const char *from)
{
    const off_t position = sink->offset + (off_t)(from - sink->base);
    const off_t offset = position - position % PAGE_BYTES_MAX;
    const int error = reserve_blocks(sink, offset);
    if (error != 0) {
        return fail(sink, error);
    }
    char *const base = hd__system.map(sink->fd, offset, sink->window);
    if (base == NULL) {
        return fail(sink, -ENOMEM);
    }
    char *const old = sink->base;
    const off_t cursor = hd__sink_get_size(sink) - offset;
    const off_t mark = position - offset;
    set_window(sink, base, offset);
    sink->cursor = base + cursor;
    sink->mark = base + mark;
    hd__system.unmap(old, sink->window);
    return true;
}

/* Write out everything before `to` and move the rest to the front. */
static bool drain(hd__sink *sink, const char *to)
{
    const size_t bytes = (size_t)(to - sink->base);
    size_t written = 0;
    const int error = hd__write_all(sink->fd, sink->base, bytes, &written);
    const size_t rest = (size_t)(sink->cursor - sink->base) - written;
    const size_t marked = (size_t)(sink->mark - sink->base);
    memmove(sink->base, sink->base + written, rest);
    sink->offset += (off_t)written;
    sink->cursor = sink->base + rest;
    sink->mark = sink->base + (marked > written ? marked - written : 0);
    return error == 0 || fail(sink, error);
}

static void show(const hd__sink *sink, const char *to)
{
    if (sink->leaving != NULL) {
        sink->leaving(sink->context, sink->base, sink->offset,
                      sink->offset + (off_t)(to - sink->base));
    }
}

/* Make room; a record longer than half a window loses its front to the file. */
static bool advance(hd__sink *sink)
{
    const int lost = hd__file_check(sink->fd, &sink->id);
    if (lost != 0) {
        return fail(sink, lost);
    }
    const bool whole = (size_t)(sink->cursor - sink->mark) < sink->window / 2 - PAGE_BYTES_MAX / 4;
    sink->torn = sink->torn || !whole;
    const char *const from = whole ? sink->mark : sink->cursor;
    show(sink, from);
    if (sink->mapped) {
        return move_mapping(sink, from);
    }
    return drain(sink, from);
}

bool hd__sink_append_slow(hd__sink *sink, const char *data, size_t bytes)
{
    while (bytes > 0) {
        if (sink->error != 0) {
            return false;
        }
        size_t room = (size_t)(sink->limit - sink->cursor);
        if (room == 0) {
            if (!advance(sink)) {
                return false;
            }
            continue;
        }
        room = room < bytes ? room : bytes;
        memcpy(sink->cursor, data, room);
        sink->cursor += room;
        data += room;
        bytes -= room;
    }
    return true;
}

bool hd__sink_reserve_slow(hd__sink *sink, size_t bytes)
{
    return sink->error == 0 && advance(sink) && bytes <= (size_t)(sink->limit - sink->cursor);
}

void hd__sink_roll_back(hd__sink *sink)
{
    memset(sink->mark, 0, (size_t)(sink->cursor - sink->mark));
    sink->cursor = sink->mark;
}

bool hd__sink_append_last(hd__sink *sink, const char *data, size_t bytes)
{
    if (bytes > (size_t)(sink->base + sink->window - sink->cursor)) {
        return false;
    }
    memcpy(sink->cursor, data, bytes);
    sink->cursor += bytes;
    return true;
}

int hd__sink_flush(hd__sink *sink)
{
    if (sink->error == 0 && !sink->mapped) {
        const int lost = hd__file_check(sink->fd, &sink->id);
        if (lost == 0) {
            show(sink, sink->mark);
        }
        (void)(lost == 0 ? drain(sink, sink->mark) : fail(sink, lost));
    }
    return sink->error;
}

int hd__sink_patch(hd__sink *sink, off_t offset, const char *data, size_t bytes)
{
    if (offset >= sink->offset) {
        memcpy(sink->base + (offset - sink->offset), data, bytes);
        return 0;
    }
    if (offset + (off_t)bytes > sink->offset && !sink->mapped) {
        const int error = hd__sink_flush(sink);
        if (error != 0) {
            return error;
        }
    }
    const int lost = hd__file_check(sink->fd, &sink->id);
    if (lost != 0) {
        return lost;
    }
    while (bytes > 0) {
        const ssize_t step = hd__system.write_at(sink->fd, data, bytes, offset);
        if (step > 0) {
            data += step;
            offset += step;
            bytes -= (size_t)step;
        } else if (step != -EINTR) {
            return step == 0 ? -EIO : (int)step;
        }
    }
    return 0;
}

int hd__sink_read(const hd__sink *sink, off_t offset, char *data, size_t bytes)
{
    if (offset >= sink->offset) {
        memcpy(data, sink->base + (offset - sink->offset), bytes);
        return 0;
    }
    const off_t in_file = sink->offset - offset;
    const size_t first = in_file < (off_t)bytes ? (size_t)in_file : bytes;
    const ssize_t got = hd__system.read_at(sink->fd, data, first, offset);
    memcpy(data + first, sink->base, bytes - first);
    return got == (ssize_t)first ? 0 : got < 0 ? (int)got : -EIO;
}

static size_t round_window(size_t bytes)
{
    const size_t most = (size_t)1 << 30;
    bytes = bytes < WINDOW_MIN ? WINDOW_MIN : bytes > most ? most : bytes;
    /* one unit more, because a window starts at the page of the last record */
    return (bytes + PAGE_BYTES_MAX - 1) / PAGE_BYTES_MAX * PAGE_BYTES_MAX + PAGE_BYTES_MAX;
}

int hd__sink_create(hd__sink *sink, const char *path, size_t window_bytes)
{
    memset(sink, 0, sizeof *sink);
    sink->window = round_window(window_bytes);
    sink->owner = getpid();
    sink->fd = hd__system.open(path, O_RDWR | O_CREAT | O_TRUNC);
    if (sink->fd < 0) {
        return sink->fd;
    }
    char *base = NULL;
    int error = hd__file_identify(sink->fd, &sink->id);
    if (error != 0) {
        goto fail;
    }
    error = reserve_blocks(sink, 0);
    if (error == 0) {
        base = hd__system.map(sink->fd, 0, sink->window);
        sink->mapped = base != NULL;
    }
    if (error == -ENOSPC || error == -EDQUOT || error == -EFBIG) {
        goto fail;
    }
    if (base == NULL) { /* a file system that can't: plain memory */
        error = hd__system.truncate(sink->fd, 0);
        base = error == 0 ? hd__system.alloc(sink->window) : NULL;
        error = error == 0 && base == NULL ? -ENOMEM : error;
    }
    if (base == NULL) {
        goto fail;
    }
    set_window(sink, base, 0);
    sink->cursor = base;
    sink->mark = base;
    return 0;
fail:
    (void)hd__system.close(sink->fd);
    (void)hd__system.remove(path);
    return error;
}

bool hd__sink_is_own(const hd__sink *sink)
{
    return sink->owner == getpid();
}

int hd__sink_finish(hd__sink *sink)
{
    if (sink->finished || !hd__sink_is_own(sink)) {
        return sink->error;
    }
    sink->finished = true;
    int error = hd__file_check(sink->fd, &sink->id);
    if (error == 0 && sink->mapped) {
        error = hd__system.truncate(sink->fd, hd__sink_get_size(sink));
    } else if (error == 0) { /* also after a failure: there may be room again */
        size_t written = 0;
        error = hd__write_all(sink->fd, sink->base, (size_t)(sink->cursor - sink->base), &written);
    }
    sink->error = sink->error != 0 ? sink->error : error;
    return sink->error;
}

int hd__sink_destroy(hd__sink *sink)
{
    const int error = hd__sink_finish(sink);
    const int lost = hd__file_check(sink->fd, &sink->id);
    if (sink->mapped) {
        hd__system.unmap(sink->base, sink->window);
    } else {
        hd__system.release(sink->base);
    }
    const int last = lost == 0 ? hd__system.close(sink->fd) : 0;
    return error != 0 ? error : last == -EINTR ? 0 : last;
}
