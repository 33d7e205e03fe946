/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HD_SRC_RING_H
#define HD_SRC_RING_H
/* The writing side of a ring: in the traced call a state costs its words and one comparison.
 *
 * Invariant between calls: behind the cursor a whole record of a state fits, with neither the end
 * of the circle nor a record that is still needed in between. So values may be stored where they
 * stay, before anything else is known of their state. */

#include "emit.h"
#include "ring_ahead.h"
#include "ring_file.h"
#include "template.h"

typedef struct hd__ring {
    uint64_t *cursor; /* where the next record begins */
    uint64_t *limit;  /* a cursor beyond it needs hd__ring_turn first; NULL when full */
    uint64_t delta;   /* position = address of the cursor + delta */
    uint64_t *ready;  /* end of the record that stands at the cursor already, all but the end of its
                         state; NULL: none does */
    /* by number of the shape: first word of its records in ticks; all bits: none are appended
     * quickly, or none yet */
    uint64_t firsts[HD_TEMPLATES_MAX];
    hd__ring_map map;           /* its head is written with each record */
    uint64_t *end;              /* of the circle */
    hd__ring_place first;       /* the oldest record that is needed */
    uint64_t high;              /* bytes in use from which on room is made */
    uint64_t look;              /* the position from which on more is asked for, while it grows */
    bool growing;               /* the slots' end was not reached yet: they may become longer */
    bool last;                  /* flight recorder */
    bool full;                  /* nothing can be taken any more */
    bool stuck;                 /* conversion failed; what is here stays */
    bool careful;               /* a state may be left out at its end: none is appended quickly */
    uint64_t table_used;        /* bytes */
    const hd_template **shapes; /* by number; those in the table */
    bool (*convert)(void *, size_t); /* make at most so many records text: moves `first` */
    void *context;                   /* of convert */
    hd__ring_ahead ahead;            /* while it grows */
} hd__ring;

/* Begin a ring in a created file, which grows as the map allows. Fills no head beyond positions.
 * False: no memory. */
bool hd__ring_init(hd__ring *ring, const hd__ring_map *map, bool last);
void hd__ring_fini(hd__ring *ring);

static inline uint64_t hd__ring_get_position(const hd__ring *ring)
{
    return (uint64_t)(uintptr_t)ring->cursor + ring->delta;
}

/* Make room after the cursor went beyond the limit. */
void hd__ring_turn(hd__ring *ring);

/* Where the values of the next state go; HD_TEMPLATE_VALUES_MAX of them. */
static inline int64_t *hd__ring_get_slots(hd__ring *ring)
{
    return (int64_t *)(ring->cursor + HD__RING_STATE_WORDS);
}

static inline void hd__ring_commit(hd__ring *ring, size_t words)
{
    ring->cursor += words;
    hd__ring_set(&ring->map, HD__RING_COMMITTED, hd__ring_get_position(ring));
    if (ring->cursor > ring->limit) {
        hd__ring_turn(ring);
    }
}

/* Enter the shape in the table. False: no room. */
bool hd__ring_enter(hd__ring *ring, const hd_template *shape);

/* Whether the shape stands in the table, by now. */
static inline bool hd__ring_knows(hd__ring *ring, const hd_template *shape)
{
    return ring->shapes[shape->id] != NULL || hd__ring_enter(ring, shape);
}

/* The times of the next state in ticks, beside its slots. */
static inline int64_t *hd__ring_put_ticks(hd__ring *ring, uint64_t start, uint64_t end)
{
    uint64_t *const at = ring->cursor;
    at[1] = start;
    at[2] = end;
    return (int64_t *)(at + HD__RING_STATE_WORDS);
}

/* They again. */
static inline uint64_t hd__ring_get_start_ticks(const hd__ring *ring)
{
    return ring->cursor[1];
}

static inline uint64_t hd__ring_get_end_ticks(const hd__ring *ring)
{
    return ring->cursor[2];
}

/* Where the next record ends if it is a state of that shape, of which nothing is absent; beyond the
 * limit if the shape is not in the table, or not known to be. */
static inline uint64_t *hd__ring_get_end(const hd__ring *ring, const hd_template *shape)
{
    return ring->cursor + (ring->firsts[shape->id] >> HD__RING_WORDS_SHIFT);
}

/* Complete a record by its first word. */
static inline void hd__ring_put_first(hd__ring *ring, uint64_t first, uint64_t *end)
{
    *ring->cursor = first;
    ring->cursor = end;
    hd__ring_set(&ring->map, HD__RING_COMMITTED, (uint64_t)(uintptr_t)end + ring->delta);
}

/* Append that state, whose ticks and values are in their places already. */
static inline void hd__ring_put_quickly(hd__ring *ring, unsigned depth, const hd_template *shape,
                                        uint64_t *end)
{
    hd__ring_put_first(ring, ring->firsts[shape->id] | (uint64_t)depth << HD__RING_DEPTH_SHIFT,
                       end);
}

/* Append a state of which some attributes are absent; its values are in their places already. Its
 * record has one word more than the shape's, and times in ns. False: not as quickly. */
static inline bool hd__ring_put_absent(hd__ring *ring, unsigned depth, const hd_template *shape,
                                       int64_t start_ns, int64_t end_ns, uint64_t absent)
{
    uint64_t *const at = ring->cursor;
    uint64_t *const end = hd__ring_get_end(ring, shape) + 1;
    if (HD__RARELY(end > ring->limit)) {
        return false;
    }
    at[1] = (uint64_t)start_ns;
    at[2] = (uint64_t)end_ns;
    end[-1] = absent;
    hd__ring_put_first(ring,
                       ring->firsts[shape->id] + (UINT64_C(1) << HD__RING_WORDS_SHIFT) -
                           (HD__RING_TICKS - HD__RING_ABSENT) +
                           ((uint64_t)depth << HD__RING_DEPTH_SHIFT),
                       end);
    return true;
}

/* Append a line, which holds for the ticks of all records behind it. False: full. */
bool hd__ring_put_line(hd__ring *ring, const hd__ring_line *line);

/* Append a state of a known shape whose values are in the slots already. False: full. */
static inline bool hd__ring_put_state(hd__ring *ring, unsigned depth, const hd_template *shape,
                                      int64_t start_ns, int64_t end_ns, uint64_t absent)
{
    uint64_t *const at = ring->cursor;
    if (at > ring->limit) {
        return false;
    }
    size_t words = HD__RING_STATE_WORDS + shape->count;
    at[1] = (uint64_t)start_ns;
    at[2] = (uint64_t)end_ns;
    at[words] = absent;
    const hd__ring_kind kind = absent == 0 ? HD__RING_STATE : HD__RING_ABSENT;
    words += absent != 0;
    at[0] = hd__ring_first_word(kind, depth, shape->id, words);
    hd__ring_commit(ring, words);
    return true;
}

typedef enum hd__ring_result {
    HD__RING_DONE,
    HD__RING_LARGE, /* a text that should not go through the ring */
    HD__RING_FULL
} hd__ring_result;

/* Append an element in XML, in HD__EMIT_PIECES pieces; HD__RING_TEXT of a state or HD__RING_EVENT.
 */
hd__ring_result hd__ring_put_text(hd__ring *ring, hd__ring_kind kind, unsigned depth,
                                  int64_t start_ns, int64_t end_ns, int64_t bytes,
                                  const hd__text_piece *pieces);

/* The same for a caller who writes the text: HD__RING_DONE, and then *to has room for so many
 * bytes, or why there is none. */
hd__ring_result hd__ring_open_text(hd__ring *ring, size_t bytes, char **to);

/* Append what was written there. */
void hd__ring_close_text(hd__ring *ring, hd__ring_kind kind, unsigned depth, int64_t start_ns,
                         int64_t end_ns, int64_t bytes, size_t size);

/* The ring grows no more, and nobody else is at work on it. */
void hd__ring_stop_growing(hd__ring *ring);

/* Convert everything; false when that failed. */
bool hd__ring_convert_all(hd__ring *ring);

#endif
