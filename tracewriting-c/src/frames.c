/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Frames after RFC 8878; the seek table after zstd's "Seekable Format" 0.1.0. Little endian. */
#include "frames.h"

#include "compress.h"
#include "helper.h"
#include "sys.h"
#include "topology_node.h"

#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

enum {
    FRAME_BYTES = 1 << 20, /* of text */
    PIECE_BYTES = 65536,   /* of the head in one frame; a block may have twice that */
    PIECE_HEAD = 12,
    KEPT_BYTES = 65536, /* of the text at either end, which the index reads again */
    ENTRIES_FIRST = 64
};

typedef struct entry {
    uint32_t frame_bytes;
    uint32_t text_bytes;
} entry;

struct hd__frames {
    hd__job job; /* first */
    int fd;
    int tail;
    char *tail_path;
    hd__file_id id;
    hd__file_id tail_id;
    pid_t owner;
    _Atomic int64_t offered; /* end of the text that frames may be made of */
    off_t woken;             /* what was offered when the helper was last woken */
    off_t head;              /* bytes of the head */
    /* The helper's while it is at the job, else the trace's. */
    off_t framed;  /* end of the text in frames */
    off_t size;    /* of all frames */
    off_t punched; /* end of the text whose room was given back */
    bool failed;
    entry *entries;
    size_t entry_count;
    size_t entry_capacity;
};

bool hd__frames_are_supported(void)
{
    return true;
}

/* --- the file --------------------------------------------------------------------------------- */

static char *put_little(char *to, uint32_t number, unsigned bytes)
{
    for (unsigned i = 0; i < bytes; i++) {
        *to++ = (char)(number >> 8 * i & 0xff);
    }
    return to;
}

/* Make room for one more entry. */
static bool grow(hd__frames *frames)
{
    if (frames->entry_count < frames->entry_capacity) {
        return true;
    }
    const size_t capacity =
        frames->entry_capacity == 0 ? ENTRIES_FIRST : 2 * frames->entry_capacity;
    entry *const entries = hd__memory_grow(frames->entries, frames->entry_count * sizeof *entries,
                                           capacity * sizeof *entries);
    if (entries == NULL) {
        return false;
    }
    frames->entries = entries;
    frames->entry_capacity = capacity;
    return true;
}

static bool is_own(const hd__frames *frames)
{
    return frames->owner == getpid() && hd__file_check(frames->fd, &frames->id) == 0 &&
           hd__file_check(frames->tail, &frames->tail_id) == 0;
}

/* Append to the frames; what is only partly written is taken back. */
static bool append(hd__frames *frames, const char *data, size_t bytes)
{
    if (hd__write_all_at(frames->fd, data, bytes, frames->size) == 0) {
        frames->size += (off_t)bytes;
        return true;
    }
    (void)hd__system.truncate(frames->fd, frames->size);
    return false;
}

static bool append_frame(hd__frames *frames, const char *data, size_t frame_bytes,
                         size_t text_bytes)
{
    if (!grow(frames) || !append(frames, data, frame_bytes)) {
        return false;
    }
    frames->entries[frames->entry_count++] = (entry){(uint32_t)frame_bytes, (uint32_t)text_bytes};
    frames->framed += (off_t)text_bytes;
    return true;
}

static bool compress_next(hd__frames *frames, hd__compressor *compressor, size_t text_bytes)
{
    size_t bytes = 0;
    const char *const data =
        is_own(frames) ? hd__compress(compressor, frames->tail, frames->framed, text_bytes, &bytes)
                       : NULL;
    return data != NULL && append_frame(frames, data, bytes, text_bytes);
}

/* Give back the room of text that is in frames, except for what may be read again. */
static void punch(hd__frames *frames)
{
    const off_t end = (frames->framed - KEPT_BYTES) / KEPT_BYTES * KEPT_BYTES;
    if (end > frames->punched) {
        (void)hd__system.punch(frames->tail, frames->punched, end - frames->punched);
        frames->punched = end;
    }
}

/* --- while the trace is written --------------------------------------------------------------- */

static bool has_work(hd__frames *frames)
{
    return !frames->failed &&
           atomic_load_explicit(&frames->offered, memory_order_acquire) - frames->framed >=
               FRAME_BYTES;
}

static void destroy_compressor(void *compressor)
{
    hd__compressor_destroy(compressor);
}

static hd__compressor *get_compressor(hd__kit *kit)
{
    if (kit->tool == NULL) {
        kit->tool = hd__compressor_create(FRAME_BYTES);
        kit->put_away = destroy_compressor;
    }
    return kit->tool;
}

/* In the helper thread. */
static bool work(hd__job *job, hd__kit *kit)
{
    hd__frames *const frames = (hd__frames *)(void *)job;
    hd__compressor *const compressor = get_compressor(kit);
    if (compressor == NULL) {
        return false;
    }
    if (has_work(frames)) {
        frames->failed = !compress_next(frames, compressor, FRAME_BYTES);
        punch(frames);
    }
    return has_work(frames);
}

static int open_file(hd__frames *frames, const char *path)
{
    char name[HD__PATH_BYTES];
    if (!hd__text_join(name, sizeof name, path, ".zst")) {
        return -ENAMETOOLONG;
    }
    frames->fd = hd__system.open(name, O_RDWR | O_CREAT | O_TRUNC);
    if (frames->fd < 0) {
        return frames->fd;
    }
    const int error = hd__file_identify(frames->fd, &frames->id);
    if (error != 0) {
        (void)hd__system.close(frames->fd);
        (void)hd__system.remove(name);
    }
    return error;
}

int hd__frames_create(const char *path, const char *tail_path, int tail, hd__frames **frames)
{
    hd__frames *const made = hd__system.alloc(sizeof *made);
    char *const copy = hd__text_copy(tail_path);
    int error = made == NULL || copy == NULL ? -ENOMEM : 0;
    error = error == 0 ? hd__file_identify(tail, &made->tail_id) : error;
    error = error == 0 ? open_file(made, path) : error;
    if (error != 0) {
        hd__system.release(copy);
        hd__system.release(made);
        return error;
    }
    made->tail = tail;
    made->tail_path = copy;
    made->owner = getpid();
    made->job.work = work;
    hd__helper_enter(&made->job);
    *frames = made;
    return 0;
}

/* A frame whose only block holds the text itself; its length is always the same. */
static bool put_piece(hd__frames *frames, const char *text, size_t bytes)
{
    char frame[PIECE_HEAD + PIECE_BYTES];
    char *at = put_little(frame, 0xfd2fb528, 4); /* magic */
    at = put_little(at, 0xa0, 1);                /* one segment; its size in 4 bytes */
    at = put_little(at, (uint32_t)bytes, 4);
    at = put_little(at, (uint32_t)bytes << 3 | 1, 3); /* the last block, as it is */
    memcpy(at, text, bytes);
    return append_frame(frames, frame, PIECE_HEAD + bytes, bytes);
}

void hd__frames_put_head(hd__frames *frames, const char *text, size_t bytes)
{
    for (size_t done = 0; done < bytes && !frames->failed;) {
        const size_t piece = bytes - done < PIECE_BYTES ? bytes - done : PIECE_BYTES;
        frames->failed = !put_piece(frames, text + done, piece);
        done += piece;
    }
    frames->head = frames->framed;
    frames->punched = (frames->head + KEPT_BYTES - 1) / KEPT_BYTES * KEPT_BYTES;
}

void hd__frames_offer(hd__frames *frames, off_t end)
{
    if (end - frames->woken >= FRAME_BYTES) {
        atomic_store_explicit(&frames->offered, end, memory_order_release);
        frames->woken = end;
        (void)hd__helper_wake(&frames->job);
    }
}

int hd__frames_patch(hd__frames *frames, off_t offset, const char *text, size_t bytes)
{
    while (bytes > 0 && offset < frames->head) {
        const off_t piece = offset / PIECE_BYTES;
        const size_t rest = (size_t)((piece + 1) * PIECE_BYTES - offset);
        const size_t step = bytes < rest ? bytes : rest;
        const int error =
            is_own(frames)
                ? hd__write_all_at(frames->fd, text, step, offset + (piece + 1) * (off_t)PIECE_HEAD)
                : -EBADF;
        if (error != 0) {
            return error;
        }
        text += step;
        offset += (off_t)step;
        bytes -= step;
    }
    return 0;
}

/* --- end -------------------------------------------------------------------------------------- */

/* A skippable frame with the sizes of all others. */
static void put_seek_table(hd__frames *frames)
{
    const size_t rows = frames->entry_count * 8;
    char *const table = hd__system.alloc(8 + rows + 9);
    if (table == NULL) {
        return; /* readers do without */
    }
    char *at = put_little(table, 0x184d2a5e, 4);
    at = put_little(at, (uint32_t)rows + 9, 4);
    for (size_t i = 0; i < frames->entry_count; i++) {
        at = put_little(at, frames->entries[i].frame_bytes, 4);
        at = put_little(at, frames->entries[i].text_bytes, 4);
    }
    at = put_little(at, (uint32_t)frames->entry_count, 4);
    at = put_little(at, 0, 1); /* no checksums */
    at = put_little(at, 0x8f92eab1, 4);
    (void)append(frames, table, (size_t)(at - table));
    hd__system.release(table);
}

/* Frames of what is left; also after a failure: there may be room again. */
static bool compress_rest(hd__frames *frames, off_t size)
{
    const off_t rest = size - frames->framed;
    if (rest <= 0) {
        return rest == 0;
    }
    hd__compressor *const compressor =
        hd__compressor_create(rest < FRAME_BYTES ? (size_t)rest : FRAME_BYTES);
    bool done = compressor != NULL;
    while (done && frames->framed < size) {
        const off_t left = size - frames->framed;
        done = compress_next(frames, compressor, left < FRAME_BYTES ? (size_t)left : FRAME_BYTES);
    }
    hd__compressor_destroy(compressor);
    return done;
}

void hd__frames_stop(hd__frames *frames)
{
    if (frames->owner == getpid()) {
        hd__helper_leave(&frames->job);
    }
}

void hd__frames_destroy(hd__frames *frames, off_t size)
{
    hd__frames_stop(frames);
    if (frames->owner == getpid()) {
        if (is_own(frames) && compress_rest(frames, size)) {
            put_seek_table(frames);
            (void)hd__system.remove(frames->tail_path);
        }
    }
    if (hd__file_check(frames->fd, &frames->id) == 0) {
        (void)hd__system.close(frames->fd);
    }
    hd__system.release(frames->tail_path);
    hd__system.release(frames->entries);
    hd__system.release(frames);
}
