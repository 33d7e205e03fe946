/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sink.h"

#include "guard.h"
#include "own_memory.h"
#include "room.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

enum { PAGE_BYTES_MAX = 65536, WINDOW_MIN = 65536, STEP = 131072, STEP_MIN = 4096 };

static bool fail(hd__sink *sink, int error)
{
    if (sink->error == 0) {
        sink->error = error;
    }
    hd__sink_roll_back(sink);
    sink->limit = sink->cursor;
    return false;
}

/* Whether the file lost pages that are mapped: what is stored there goes nowhere. */
static bool is_lost(const hd__sink *sink)
{
    return sink->mapped && hd__guard_is_lost(sink->base);
}

/* Make the file longer by a step, by less where there is less room; the number of tries bounds what
 * an endless row of signals can do. 0 or a negative error number. */
static int grow(hd__sink *sink)
{
    size_t bytes = sink->window < STEP ? sink->window : STEP;
    ssize_t got = -EINTR;
    for (int tries = 0; tries < 100; tries++) {
        got = hd__room_fill(sink->fd, sink->overwrites, sink->filled, bytes);
        if (got > 0) {
            sink->filled += got;
            return 0;
        }
        if (hd__room_lacks((int)got) && bytes > STEP_MIN) {
            bytes /= 2;
        } else if (got != -EINTR) {
            break;
        }
    }
    return got == 0 ? -ENOSPC : (int)got;
}

/* Bytes of the window that have their blocks; memory needs none. */
static size_t get_usable(const hd__sink *sink)
{
    const off_t filled = sink->filled - sink->offset;
    return sink->mapped && filled < (off_t)sink->window ? (size_t)filled : sink->window;
}

static void set_limit(hd__sink *sink)
{
    sink->limit = sink->base + get_usable(sink) - HD__SINK_RESERVE;
}

/* Pages of a step come in by faults; in one go they are cheaper. */
static int touch(const hd__sink *sink, off_t from)
{
    const off_t into = from % sink->page;
    const bool stores = sink->overwrites == HD__OVERWRITES_DISK;
    if (stores) { /* a page that may hold text already is left alone */
        from += into == 0 ? 0 : sink->page - into;
    } else {
        from -= into;
    }
    from = from < sink->offset ? sink->offset : from;
    const off_t window_end = sink->offset + (off_t)sink->window;
    const off_t end = sink->filled < window_end ? sink->filled : window_end;
    if (end <= from) {
        return 0;
    }
    char *const base = sink->base + (from - sink->offset);
    const size_t bytes = (size_t)(end - from);
    if (stores) {
        hd__room_store(base, bytes);
        return 0;
    }
    return hd__room_touch(base, bytes, sink->overwrites);
}

static bool extend(hd__sink *sink)
{
    const off_t from = sink->filled;
    int error = grow(sink);
    if (error == 0) {
        error = touch(sink, from);
    }
    if (error != 0) {
        return fail(sink, error);
    }
    set_limit(sink);
    return true;
}

/* Map the file from the page of `from` on, which stands in the present window. */
static bool move_mapping(hd__sink *sink, const char *from)
{
    const off_t position = sink->offset + (off_t)(from - sink->base);
    const off_t offset = position - position % sink->page;
    char *const base = hd__system.map(sink->fd, offset, sink->window);
    if (base == NULL) {
        return fail(sink, -ENOMEM);
    }
    char *const old = sink->base;
    sink->cursor = base + (hd__sink_get_size(sink) - offset);
    sink->mark = base + (position - offset);
    sink->base = base;
    sink->offset = offset;
    set_limit(sink);
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

/* Whether the file can grow in the present window. */
static bool can_extend(const hd__sink *sink)
{
    return sink->mapped && sink->filled < sink->offset + (off_t)sink->window;
}

/* Make room; a record longer than half a window loses its front to the file. */
static bool advance(hd__sink *sink)
{
    const int lost = is_lost(sink) ? -EIO : hd__file_check(sink->fd, &sink->id);
    if (lost != 0 || !hd__sink_is_own(sink)) {
        return fail(sink, lost != 0 ? lost : -EPERM);
    }
    if (can_extend(sink)) {
        return extend(sink);
    }
    const bool whole = (size_t)(sink->cursor - sink->mark) < sink->window / 2 - PAGE_BYTES_MAX / 4;
    sink->torn = sink->torn || !whole;
    const char *const from = whole ? sink->mark : sink->cursor;
    show(sink, from);
    return sink->mapped ? move_mapping(sink, from) : drain(sink, from);
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
    while (bytes > (size_t)(sink->limit - sink->cursor)) {
        if (sink->error != 0 || !advance(sink)) {
            return false;
        }
    }
    return true;
}

void hd__sink_roll_back(hd__sink *sink)
{
    memset(sink->mark, 0, (size_t)(sink->cursor - sink->mark));
    sink->cursor = sink->mark;
}

bool hd__sink_append_last(hd__sink *sink, const char *data, size_t bytes)
{
    if (bytes > (size_t)(sink->base + get_usable(sink) - sink->cursor)) {
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
    } else if (sink->error == 0 && is_lost(sink)) {
        (void)fail(sink, -EIO);
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
    return hd__write_all_at(sink->fd, data, bytes, offset);
}

int hd__sink_read(const hd__sink *sink, off_t offset, char *data, size_t bytes)
{
    if (offset >= sink->offset) {
        memcpy(data, sink->base + (offset - sink->offset), bytes);
        return 0;
    }
    const off_t in_file = sink->offset - offset;
    const size_t first = in_file < (off_t)bytes ? (size_t)in_file : bytes;
    memcpy(data + first, sink->base, bytes - first);
    return hd__read_all_at(sink->fd, data, first, offset);
}

static size_t round_window(size_t bytes)
{
    const size_t most = (size_t)1 << 30;
    bytes = bytes < WINDOW_MIN ? WINDOW_MIN : bytes > most ? most : bytes;
    /* one unit more, because a window starts at the page of the last record */
    return (bytes + PAGE_BYTES_MAX - 1) / PAGE_BYTES_MAX * PAGE_BYTES_MAX + PAGE_BYTES_MAX;
}

/* Give the file its first step and map it behind its first `length` bytes. 0, also where it can't
 * be mapped, or a negative error number. */
static int map_first(hd__sink *sink, off_t length)
{
    if (hd__system.copies(sink->fd)) {
        return 0;
    }
    sink->overwrites = hd__system.overwrites(sink->fd);
    sink->filled = length;
    const int error = grow(sink);
    if (error == 0) {
        sink->offset = length - length % sink->page;
        sink->base = hd__system.map(sink->fd, sink->offset, sink->window);
        sink->mapped = sink->base != NULL;
    }
    return hd__room_lacks(error) ? error : 0; /* others: no blocks can be reserved here */
}

/* Map the file behind its first `length` bytes, or take plain memory where that can't be. */
static int open_window(hd__sink *sink, size_t window_bytes, off_t length)
{
    sink->window = round_window(window_bytes);
    sink->page = (off_t)sysconf(_SC_PAGESIZE);
    sink->owner = hd__own_memory_get_process();
    int error = hd__file_identify(sink->fd, &sink->id);
    if (error != 0) {
        return error;
    }
    error = map_first(sink, length);
    if (error == 0 && !sink->mapped) {
        error = hd__system.truncate(sink->fd, length);
        sink->offset = length;
        sink->base = error == 0 ? hd__system.alloc(sink->window) : NULL;
        error = error == 0 && sink->base == NULL ? -ENOMEM : error;
    }
    if (error == 0) {
        set_limit(sink);
        sink->cursor = sink->base + (length - sink->offset);
        sink->mark = sink->cursor;
    }
    return error;
}

int hd__sink_create(hd__sink *sink, const char *path, size_t window_bytes)
{
    memset(sink, 0, sizeof *sink);
    sink->fd = hd__system.open(path, O_RDWR | O_CREAT | O_TRUNC);
    if (sink->fd < 0) {
        return sink->fd;
    }
    const int error = open_window(sink, window_bytes, 0);
    if (error != 0) {
        (void)hd__system.close(sink->fd);
        (void)hd__system.remove(path);
    }
    return error;
}

int hd__sink_resume(hd__sink *sink, const char *path, size_t window_bytes, off_t length)
{
    memset(sink, 0, sizeof *sink);
    sink->fd = hd__system.open(path, O_RDWR);
    if (sink->fd < 0) {
        return sink->fd;
    }
    int error = hd__system.truncate(sink->fd, length);
    (void)lseek(sink->fd, length, SEEK_SET); /* for memory that is written out */
    error = error == 0 ? open_window(sink, window_bytes, length) : error;
    if (error != 0) {
        (void)hd__system.truncate(sink->fd, length);
        (void)hd__system.close(sink->fd);
    }
    return error;
}

bool hd__sink_is_own(const hd__sink *sink)
{
    return sink->owner == hd__own_memory_get_process();
}

int hd__sink_finish(hd__sink *sink)
{
    if (sink->finished || !hd__sink_is_own(sink)) {
        return sink->error;
    }
    sink->finished = true;
    int error = is_lost(sink) ? -EIO : hd__file_check(sink->fd, &sink->id);
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
