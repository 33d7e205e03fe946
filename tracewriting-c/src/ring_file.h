/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HD_SRC_RING_FILE_H
#define HD_SRC_RING_FILE_H
/* The file X.ring (FORMATS A11, doc/format.md 8): a head, the table of record templates, and slots
 * that are used in a circle. Everything is little endian and consists of words of 8 bytes.
 *
 * Positions count the bytes that ever went into the slots; a position's place is its remainder by
 * the slots' size, which grows until their end is reached for the first time. Records never wrap: a
 * filler takes what is left at the end of the circle.
 *
 * Whoever writes the head dies at any instruction. So a record counts once `committed` lies behind
 * it, a template once `table used` does, and a checkpoint once its sequence number is the highest.
 */

#include "clock_ticks.h"
#include "sys.h"

#include <hdtrace/status.h>
#include <hdtrace/template.h>
#include <hdtrace/trace.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Words of the head. */
enum {
    HD__RING_MAGIC = 0, /* "HDRG", int32 version */
    HD__RING_FLAGS,
    HD__RING_TABLE_AT, /* bytes from the beginning of the file */
    HD__RING_TABLE_BYTES,
    HD__RING_SLOTS_AT,
    HD__RING_SLOTS_BYTES,
    HD__RING_BASE_NS, /* timeAdjustment of the trace */
    HD__RING_LIMIT_BYTES,
    HD__RING_OWNER = 16, /* the writing process, see ring_owner.h */
    HD__RING_OWNER_WORDS = 32,
    HD__RING_COMMITTED = 64, /* position behind the last whole record */
    HD__RING_OLDEST = 72,    /* position of the oldest record that was not overwritten */
    HD__RING_OVERWRITTEN,    /* records */
    HD__RING_TABLE_USED,     /* bytes */
    HD__RING_ENDED,          /* time at which its program ended the trace; 0: it did not */
    HD__RING_CHECKPOINTS = 96,
    HD__RING_CHECKPOINT_WORDS = 16,
    HD__RING_HEAD_WORDS = 512
};

enum {
    HD__RING_VERSION = 2,
    HD__RING_WORDS_MAX = 0xffffff, /* of a record */
    HD__RING_BATCH = 256           /* records that are converted in a row: well under 0.1 ms */
};

enum {
    HD__RING_LAST = 1,     /* flight recorder: the oldest records are overwritten */
    HD__RING_ORIGINAL = 2, /* text as the original's readers want it */
    HD__RING_ZSTD = 4      /* the trace is X.trc.zst and X.trc.tail */
};

/* First word of a record: kind 8 bits, depth 16, number of its template 16, its words 24. */
typedef enum hd__ring_kind {
    HD__RING_FILLER = 1,
    HD__RING_STATE,  /* start, end, values */
    HD__RING_ABSENT, /* the same, and the mask of the absent attributes */
    HD__RING_TEXT,   /* start, end, the index's bytes, size, an element in XML */
    HD__RING_EVENT,  /* the same, of an event */
    HD__RING_TICKS,  /* as HD__RING_STATE, but its times are ticks of the line before it */
    HD__RING_LINE    /* ns, rate: how ticks are told from here on */
} hd__ring_kind;

enum {
    HD__RING_STATE_WORDS = 3, /* before the values */
    HD__RING_TEXT_WORDS = 5,  /* before the text */
    HD__RING_LINE_WORDS = 3,
    HD__RING_RECORD_WORDS = HD__RING_STATE_WORDS + HD_TEMPLATE_VALUES_MAX + 1 /* of a state */
};

enum { HD__RING_DEPTH_SHIFT = 8, HD__RING_NUMBER_SHIFT = 24, HD__RING_WORDS_SHIFT = 40 };

static inline uint64_t hd__ring_first_word(hd__ring_kind kind, unsigned depth, unsigned number,
                                           size_t words)
{
    return (uint64_t)kind | (uint64_t)depth << HD__RING_DEPTH_SHIFT |
           (uint64_t)number << HD__RING_NUMBER_SHIFT | (uint64_t)words << HD__RING_WORDS_SHIFT;
}

typedef struct hd__ring_map {
    _Atomic uint64_t *head;
    char *table;
    uint64_t *slots;
    uint64_t table_bytes;
    uint64_t slots_bytes; /* those that have their blocks */
    uint64_t slots_max;   /* what hd__ring_map_grow may make of them */
    char *base;
    size_t bytes; /* of the mapping; of a ring that grows it is longer than the file */
    int fd;
    hd__file_id id; /* what fd was opened for */
    hd__overwriting overwrites;
} hd__ring_map;

/* How ticks become time: they are counted from the line's beginning. */
typedef struct hd__ring_line {
    int64_t ns;    /* at its beginning, since the epoch; 0 with rate 0: no line yet */
    uint64_t rate; /* ns per tick, times 2^HD__LINE_SHIFT */
} hd__ring_line;

/* The same function of the ticks as in hd__ticks_read. */
static inline int64_t hd__ring_tell(const hd__ring_line *line, uint64_t ticks)
{
    return (int64_t)((uint64_t)line->ns + (ticks * line->rate >> HD__LINE_SHIFT));
}

/* Where a record begins, and the line that holds there. */
typedef struct hd__ring_place {
    uint64_t position;
    hd__ring_line line;
} hd__ring_place;

typedef struct hd__ring_record {
    hd__ring_kind kind;
    unsigned depth;
    unsigned number;
    int64_t start_ns;
    int64_t end_ns;
    const int64_t *values; /* of a state */
    size_t count;
    uint64_t absent;
    const char *text; /* of a text */
    size_t size;
    int64_t bytes;
} hd__ring_record;

/* How far the trace X.trc is made. */
typedef struct hd__ring_checkpoint {
    uint64_t sequence;
    uint64_t drained;     /* position of the first record that is not in the trace */
    hd__ring_line line;   /* that holds there */
    uint64_t length;      /* of the trace, in bytes */
    uint64_t open_nested; /* <Nested> that are open there */
    uint64_t stopped;     /* 1: the size limit was reached */
    uint64_t finished;    /* 1: the trace is whole, up to </Program> */
    hd_trace_counts counts;
} hd__ring_checkpoint;

/* Create the file with slots of at least `first` bytes that have their blocks on the disk, and
 * which may grow to `most`, to less where address space is short. 0 or a negative error number, and
 * then nothing is held. */
int hd__ring_map_create(hd__ring_map *map, const char *path, size_t first, size_t most);

/* Whether the file lost pages: what is stored there goes nowhere, and what is read there is zero.
 */
bool hd__ring_map_is_lost(const hd__ring_map *map);

/* Give bytes behind the slots, from that length of them on, their blocks; `touch`: bring in their
 * pages too, also where it costs little to do without. Other threads may use what is before them
 * meanwhile. False: there is no room, the file is as it was. */
bool hd__ring_map_prepare(const hd__ring_map *map, uint64_t from, size_t bytes, bool touch);

/* The slots have that length now, and their blocks; only before a record has wrapped, because a
 * record's place depends on their length. */
void hd__ring_map_extend(hd__ring_map *map, uint64_t slots_bytes);

/* Do both for a step. False: they are as long as they may be, or there is no room, nor will be. */
bool hd__ring_map_grow(hd__ring_map *map);

/* The head is filled: from now on the file is a ring. */
void hd__ring_map_start(hd__ring_map *map);

/* Map an existing file and check its head.
 * HD_OK | HD_END (its writer died before it began) | HD_STATE (it begins just now) | HD_MISSING (no
 * such file) | HD_FORMAT (no ring, or damaged) | HD_IO */
hd_status hd__ring_map_open(hd__ring_map *map, const char *path);

void hd__ring_map_close(hd__ring_map *map);

static inline uint64_t hd__ring_get(const hd__ring_map *map, unsigned word)
{
    return atomic_load_explicit(&map->head[word], memory_order_acquire);
}

static inline void hd__ring_set(hd__ring_map *map, unsigned word, uint64_t value)
{
    atomic_store_explicit(&map->head[word], value, memory_order_release);
}

typedef enum hd__ring_step { HD__RING_END, HD__RING_RECORD, HD__RING_DAMAGED } hd__ring_step;

/* The record at *place, which moves behind it; positions before `end` were committed. Its times are
 * ns, however they are stored. */
hd__ring_step hd__ring_read(const hd__ring_map *map, uint64_t end, hd__ring_place *place,
                            hd__ring_record *record);

/* Add the states and events between two positions to what is counted. */
void hd__ring_count(const hd__ring_map *map, uint64_t from, uint64_t end, hd_trace_counts *counts);

/* Give the blocks of records that are not needed any more back to the disk. */
void hd__ring_give_back(const hd__ring_map *map, uint64_t from, uint64_t end);

/* The newer of the two checkpoints. */
hd__ring_checkpoint hd__ring_get_checkpoint(const hd__ring_map *map);

/* Write the other one; the sequence number is given here. */
void hd__ring_put_checkpoint(hd__ring_map *map, const hd__ring_checkpoint *checkpoint);

#endif
