/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HD_SRC_SINK_H
#define HD_SRC_SINK_H
/* Where the bytes of a trace go: a window of the file itself, mapped shared and moved on when it is
 * full, so that whatever was appended survives the death of the process. The file grows in smaller
 * steps, each of which gets its disk blocks before it is touched; a full disk is then an error and
 * no signal. Where the file can't be mapped, or a page that has its blocks may need others later
 * because the file system copies on write, the window is plain memory that is written out when it
 * is full, and once a second.
 *
 * A step is written as zeros where the file system writes in place; on a disk that costs a quarter
 * of blocks that are reserved and then come in by page faults one by one (measured: 30 ns of
 * processor time per 110 bytes, against 120). Where it may not, blocks are reserved.
 *
 * Bytes between two marks are one record: after a failure the file ends with a whole record. */

#include "sys.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/types.h>

typedef struct hd__sink {
    char *cursor; /* next byte to write */
    char *limit;  /* end of the usable window; the cursor itself after a failure */
    char *mark;   /* end of the last whole record */
    char *base;
    size_t window; /* bytes at base */
    off_t offset;  /* of base in the file */
    off_t filled;  /* bytes of the file that have their blocks */
    off_t page;    /* bytes of a page of memory */
    hd__overwriting overwrites;
    int fd;
    hd__file_id id; /* what fd was opened for */
    int error;      /* negative error number of the first failure */
    bool mapped;
    bool torn;          /* the front of the record being appended is beyond recall */
    int64_t flushed_ns; /* when memory that is not mapped was written out */
    pid_t owner;        /* a forked child must not touch the file */
    bool finished;      /* by hd__sink_finish */

    /* Called before text leaves memory: the byte at `offset` of the file stands at `base`, what is
     * shown ends before `end`. NULL: nobody wants to know. */
    void (*leaving)(void *context, const char *base, off_t offset, off_t end);
    void *context;
} hd__sink;

enum {
    HD__SINK_RESERVE = 1024, /* kept free for the last lines of the file */
    HD__SINK_RESERVABLE = 40960
};

/* Create the file. 0 or a negative error number, and then nothing is held. */
int hd__sink_create(hd__sink *sink, const char *path, size_t window_bytes);

/* Go on behind the first `length` bytes of an existing file; what follows them is cut off. 0 or a
 * negative error number, and then nothing is held. */
int hd__sink_resume(hd__sink *sink, const char *path, size_t window_bytes, off_t length);

/* Bring the file to its true content and size; nothing may be appended after it. 0 or the first
 * error. */
int hd__sink_finish(hd__sink *sink);

/* Finish and close the file; 0 or the first error. */
int hd__sink_destroy(hd__sink *sink);

bool hd__sink_append_slow(hd__sink *sink, const char *data, size_t bytes);

static inline bool hd__sink_append(hd__sink *sink, const char *data, size_t bytes)
{
    if (bytes > (size_t)(sink->limit - sink->cursor)) {
        return hd__sink_append_slow(sink, data, bytes);
    }
    memcpy(sink->cursor, data, bytes);
    sink->cursor += bytes;
    return true;
}

/* The program may be killed between any two stores, so what ends a line comes last: no compiler may
 * move a store from one side of this to the other. */
static inline void hd__keep_order(void)
{
    atomic_signal_fence(memory_order_acq_rel);
}

/* The same of a line: its last byte, which tells that all of it is there, is stored by itself
 * behind the rest, as a process may die in the middle of a copy. */
static inline bool hd__sink_append_line(hd__sink *sink, const char *line, size_t bytes)
{
    if (!hd__sink_append(sink, line, bytes - 1)) {
        return false;
    }
    hd__keep_order();
    return hd__sink_append(sink, line + bytes - 1, 1);
}

bool hd__sink_reserve_slow(hd__sink *sink, size_t bytes);

/* Make sure that so many bytes (at most HD__SINK_RESERVABLE) can be stored at the cursor. */
static inline bool hd__sink_reserve(hd__sink *sink, size_t bytes)
{
    return bytes <= (size_t)(sink->limit - sink->cursor) || hd__sink_reserve_slow(sink, bytes);
}

static inline void hd__sink_mark(hd__sink *sink)
{
    sink->mark = sink->cursor;
    sink->torn = false;
}

/* Take back what was appended since the mark. */
void hd__sink_roll_back(hd__sink *sink);

/* Append the last lines into the reserve, also after a failure. */
bool hd__sink_append_last(hd__sink *sink, const char *data, size_t bytes);

/* Hand over what was marked; 0 or the first error. */
int hd__sink_flush(hd__sink *sink);

/* Bound in time what a crash can take where the file is not mapped: flush once a second. */
static inline void hd__sink_tick(hd__sink *sink, int64_t now_ns)
{
    if (!sink->mapped && now_ns - sink->flushed_ns > 1000000000) {
        sink->flushed_ns = now_ns;
        (void)hd__sink_flush(sink);
    }
}

/* Replace bytes written before: 0 or a negative error number. */
int hd__sink_patch(hd__sink *sink, off_t offset, const char *data, size_t bytes);

/* Read bytes written before: 0 or a negative error number. */
int hd__sink_read(const hd__sink *sink, off_t offset, char *data, size_t bytes);

/* False in a forked child: the file belongs to its parent. */
bool hd__sink_is_own(const hd__sink *sink);

/* Bytes of the file so far. */
static inline off_t hd__sink_get_size(const hd__sink *sink)
{
    return sink->offset + (off_t)(sink->cursor - sink->base);
}

#endif
