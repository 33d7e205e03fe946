/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HD_SRC_INDEX_H
#define HD_SRC_INDEX_H
/* The index of a trace, X.trc.idx (FORMATS A5, version 2), written while the trace grows.
 *
 * The text is cut into blocks of 64 KiB: block k holds the bytes from k * 64 KiB on. A state or
 * event belongs to the block that holds its last byte. What is known of the open block is kept in
 * sums per name; when an element ends beyond the block, one record of it is appended to the file.
 *
 * For every element that was appended to the text, in this order:
 *
 *      hd__index_begin(index, depth);              before it is appended
 *      hd__index_end(index, depth, base, offset, end);     after it was appended
 *      hd__index_add(index, depth, ...);           a state; or
 *      hd__index_add_event(index, time_ns);
 *
 * Text that is about to leave memory must be shown by hd__index_see first. An index that fails is
 * given up without a word: the records that it has stay valid, readers scan what they don't cover.
 * Thread: that of the trace. A NULL index is not allowed here: one branch at the caller's. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

enum {
    HD__INDEX_BLOCK = 65536,
    HD__INDEX_NAMES = 1024, /* different names of states; with one more the index is given up */
    HD__INDEX_NO_NAME = HD__INDEX_NAMES /* stands for all names that can't be entered */
};

typedef struct hd__index_sum {
    uint64_t count;
    uint64_t inclusive_ns;
    uint64_t exclusive_ns;
    uint64_t bytes;
} hd__index_sum;

/* What the hot path touches; the rest is private to index.c and index_file.c. */
typedef struct hd__index {
    off_t block_end; /* first byte behind the open block */
    off_t end;       /* of the last element */
    off_t boundary;  /* first place at top level in the open block, or -1 */
    unsigned depth;  /* of the element being appended */
    unsigned open;   /* <Nested> open behind the last element */
    int64_t earliest_ns;
    int64_t latest_ns;
    uint32_t touched_count;
    hd__index_sum *block; /* of the open block, by name */
    uint16_t *touched;    /* names that occur in it */
    uint64_t *child_ns;   /* by depth: time of the states whose parent is still to come */
} hd__index;

/* Create PATH.idx for the trace that will stand in PATH. NULL when that can't be: the trace does
 * without. */
hd__index *hd__index_create(const char *path);

/* Number of a state's name; the same for the same name. HD__INDEX_NO_NAME when there are too many:
 * the index is given up then and hd__index_is_lost. */
uint32_t hd__index_name(hd__index *index, const char *name, size_t bytes);

/* Whether nothing more is written; the calls go on to be allowed. */
bool hd__index_is_lost(const hd__index *index);

/* Text up to the offset `end` of the trace is final, or of the element being appended; `base` is
 * where the byte at `offset` stands in memory, from there on to `end` at the latest since the text
 * shown last. */
void hd__index_see(hd__index *index, const char *base, off_t offset, off_t end);

/* Text that was shown before is about to be replaced. Until hd__index_replace is through, the file
 * holds nothing for its readers, so that whenever the process dies none finds a checksum that does
 * not fit. An index that was given up has to be told as well. */
void hd__index_hide(hd__index *index);

/* The text [offset, offset + bytes) that was shown before is replaced. */
void hd__index_replace(hd__index *index, off_t offset, const char *old, const char *text,
                       size_t bytes);

/* Write what is missing and the end record. `fd` reads the trace, or at least its last 64 KiB, all
 * of which was shown; negative: the trace is not whole. Then its last block stays out, as after a
 * crash: a ring may still be appended to it. Frees the index. */
void hd__index_destroy(hd__index *index, int fd);

/* An element of that depth (0: top level) is about to be appended. It need not be told where no
 * text can leave memory before the element's end. */
static inline void hd__index_begin(hd__index *index, unsigned depth)
{
    index->depth = depth;
}

/* It was appended, with all <Nested> lines before it, and the trace now ends at `end`; `base` as
 * for hd__index_see. */
static inline void hd__index_end(hd__index *index, unsigned depth, const char *base, off_t offset,
                                 off_t end)
{
    if (__builtin_expect(end > index->block_end, 0)) {
        index->depth = depth;
        hd__index_see(index, base, offset, end);
    }
    index->end = end;
    index->open = depth;
    if (__builtin_expect(index->boundary < 0, 0) && depth == 0) {
        index->boundary = end;
    }
}

static inline void hd__index_add_event(hd__index *index, int64_t time_ns)
{
    index->earliest_ns = time_ns < index->earliest_ns ? time_ns : index->earliest_ns;
    index->latest_ns = time_ns > index->latest_ns ? time_ns : index->latest_ns;
}

/* The element was a state. `bytes` is the data that it moved: attribute `bytes`, else `size`, else
 * `sendSize`, 0 when it has none or a negative one. */
static inline void hd__index_add(hd__index *index, unsigned depth, uint32_t name, int64_t start_ns,
                                 int64_t end_ns, int64_t bytes)
{
    const uint64_t inclusive = (uint64_t)end_ns - (uint64_t)start_ns;
    uint64_t *const child = index->child_ns + depth;
    uint64_t exclusive = inclusive;
    child[0] += inclusive;
    if (child[1] != 0) { /* it had states inside */
        exclusive = inclusive > child[1] ? inclusive - child[1] : 0;
        child[1] = 0;
    }
    hd__index_sum *const sum = index->block + name;
    if (__builtin_expect(sum->count++ == 0, 0)) {
        index->touched[index->touched_count++] = (uint16_t)name;
    }
    sum->inclusive_ns += inclusive;
    sum->exclusive_ns += exclusive;
    sum->bytes += (uint64_t)bytes;
    if (start_ns < index->earliest_ns) {
        index->earliest_ns = start_ns;
    }
    if (__builtin_expect(end_ns > index->latest_ns, 1)) { /* they come in this order */
        index->latest_ns = end_ns;
    }
}

#endif
