/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The cold side of writing a ring: making room, long texts, the table of shapes. */
#include "ring.h"

#include "sys.h"

#include <string.h>

enum {
    RECORD_BYTES = HD__RING_RECORD_WORDS * 8,
    MARGIN_BYTES = 4 * RECORD_BYTES,
    RESERVE_BYTES = 1 << 18
};

/* --- room ------------------------------------------------------------------------------------- */

/* Kept free for what stands open when the disk is full. */
static uint64_t get_reserve(const hd__ring *ring)
{
    const uint64_t quarter = ring->map.slots_bytes / 4;
    return ring->last ? MARGIN_BYTES : quarter < RESERVE_BYTES ? quarter : RESERVE_BYTES;
}

/* Words from the cursor to the reserve, of a ring that grows. */
static uint64_t get_rest(const hd__ring *ring)
{
    const uint64_t used = hd__ring_get_position(ring) + get_reserve(ring);
    return used < ring->map.slots_bytes ? (ring->map.slots_bytes - used) / 8 : 0;
}

static void set_end(hd__ring *ring)
{
    ring->end = ring->map.slots + ring->map.slots_bytes / 8;
    ring->high = ring->map.slots_bytes - get_reserve(ring);
}

/* Have so many words behind the cursor, beside the reserve. When there is no more room, the ring
 * goes on as a circle. */
static void grow(hd__ring *ring, uint64_t words)
{
    while (ring->growing && get_rest(ring) < words) {
        ring->growing = hd__ring_ahead_grow(&ring->ahead, &ring->map);
        set_end(ring);
    }
}

/* Have the next part made ready while the present one is used. */
static void look_ahead(hd__ring *ring)
{
    const uint64_t position = hd__ring_get_position(ring);
    if (ring->growing && position >= ring->look) {
        ring->look = hd__ring_ahead_ask(&ring->ahead, position);
    }
}

/* Words that may be stored before it is time to look ahead again. */
static uint64_t get_sight(const hd__ring *ring)
{
    const uint64_t position = hd__ring_get_position(ring);
    const uint64_t rest = get_rest(ring);
    const uint64_t sight = ring->look > position ? (ring->look - position) / 8 : rest;
    return sight < rest ? sight : rest;
}

static uint64_t get_fill(const hd__ring *ring)
{
    return hd__ring_get_position(ring) - ring->first.position;
}

/* The cursor may go as far as a state's record still fits and not much more is in use than `high`,
 * or than the file holds. */
static void set_limit(hd__ring *ring)
{
    const uint64_t fill = get_fill(ring);
    if ((ring->stuck && fill >= ring->high) || hd__ring_map_is_lost(&ring->map)) {
        ring->full = true;
        ring->limit = NULL;
        return;
    }
    const uint64_t room = ring->growing       ? get_sight(ring)
                          : fill < ring->high ? (ring->high - fill) / 8
                                              : 0;
    const uint64_t rest = (uint64_t)(ring->end - ring->cursor) - HD__RING_RECORD_WORDS;
    const uint64_t most = room < rest ? room : rest;
    /* what is not in the table is as long as can be told, and so always beyond the limit */
    ring->limit = ring->cursor + (most < HD__RING_WORDS_MAX ? most : HD__RING_WORDS_MAX - 1);
}

/* Fill up the circle and go on at its beginning. */
static void wrap(hd__ring *ring)
{
    const size_t rest = (size_t)(ring->end - ring->cursor);
    if (rest > 0) {
        *ring->cursor = hd__ring_first_word(HD__RING_FILLER, 0, 0, rest);
    }
    ring->cursor = ring->map.slots;
    ring->delta += ring->map.slots_bytes;
}

/* Give up the oldest records until at most `fill` bytes are in use. */
static void forget(hd__ring *ring, uint64_t fill)
{
    const uint64_t end = hd__ring_get(&ring->map, HD__RING_COMMITTED);
    hd__ring_record record;
    uint64_t count = 0;
    while (get_fill(ring) > fill &&
           hd__ring_read(&ring->map, end, &ring->first, &record) == HD__RING_RECORD) {
        count++;
    }
    /* its line with it: the record that tells it may be among those that are overwritten */
    hd__ring_checkpoint reached = hd__ring_get_checkpoint(&ring->map);
    reached.drained = ring->first.position;
    reached.line = ring->first.line;
    hd__ring_put_checkpoint(&ring->map, &reached);
    hd__ring_set(&ring->map, HD__RING_OLDEST, ring->first.position);
    hd__ring_set(&ring->map, HD__RING_OVERWRITTEN,
                 hd__ring_get(&ring->map, HD__RING_OVERWRITTEN) + count);
    atomic_signal_fence(memory_order_seq_cst);
}

/* One step towards more room; false when none can be made. */
static bool make_room(hd__ring *ring)
{
    const uint64_t first = ring->first.position;
    if (ring->last) {
        const uint64_t step = ring->map.slots_bytes / 16;
        const uint64_t fill = get_fill(ring);
        forget(ring, fill > step ? fill - step : 0);
    } else if (!ring->stuck && !ring->convert(ring->context, HD__RING_BATCH)) {
        ring->stuck = true;
        ring->high = ring->map.slots_bytes - MARGIN_BYTES;
    }
    ring->stuck = ring->stuck || (ring->last && ring->first.position == first);
    return ring->first.position != first;
}

void hd__ring_turn(hd__ring *ring)
{
    look_ahead(ring);
    grow(ring, 1);
    if (!ring->growing && get_fill(ring) >= ring->high) {
        (void)make_room(ring);
    }
    if (ring->end - ring->cursor < HD__RING_RECORD_WORDS) {
        wrap(ring);
    }
    set_limit(ring);
}

bool hd__ring_convert_all(hd__ring *ring)
{
    while (ring->first.position != hd__ring_get(&ring->map, HD__RING_COMMITTED)) {
        if (!ring->convert(ring->context, HD__RING_BATCH)) {
            return false;
        }
    }
    return true;
}

/* --- texts ------------------------------------------------------------------------------------ */

/* Room for so many words in a row and a state behind them. */
static bool make_room_for(hd__ring *ring, size_t words)
{
    const size_t needed = (words + HD__RING_RECORD_WORDS) * 8;
    if (ring->growing) {
        return true;
    }
    const size_t rest = (size_t)(ring->end - ring->cursor) * 8;
    const size_t with_filler = needed + (rest < needed ? rest : 0) + MARGIN_BYTES;
    while (ring->map.slots_bytes - get_fill(ring) < with_filler) {
        if (!make_room(ring)) {
            return false;
        }
    }
    if (rest < needed) {
        wrap(ring);
    }
    return true;
}

static size_t get_bytes(const hd__text_piece *pieces)
{
    size_t bytes = 0;
    for (int i = 0; i < HD__EMIT_PIECES; i++) {
        bytes += pieces[i].bytes;
    }
    return bytes;
}

/* Whether a ring that grows may become long enough for so many words behind the cursor. */
static bool can_grow_for(const hd__ring *ring, size_t words)
{
    const uint64_t needed = (words + HD__RING_RECORD_WORDS) * 8 + RESERVE_BYTES;
    return ring->growing && hd__ring_get_position(ring) + needed <= ring->map.slots_max;
}

/* Whether a text would take too much of the circle; as long as there is none, room is made. */
static bool is_large(hd__ring *ring, size_t words)
{
    if (words > HD__RING_WORDS_MAX ||
        (words * 8 > ring->map.slots_max / 4 && !can_grow_for(ring, words))) {
        return true;
    }
    grow(ring, words + HD__RING_RECORD_WORDS);
    return !ring->growing && words * 8 > ring->map.slots_bytes / 4;
}

hd__ring_result hd__ring_open_text(hd__ring *ring, size_t bytes, char **to)
{
    const size_t words = HD__RING_TEXT_WORDS + (bytes + 7) / 8;
    if (is_large(ring, words)) {
        return HD__RING_LARGE;
    }
    if (ring->full) {
        return HD__RING_FULL;
    }
    if (!make_room_for(ring, words)) {
        set_limit(ring);
        return HD__RING_FULL;
    }
    *to = (char *)(ring->cursor + HD__RING_TEXT_WORDS);
    return HD__RING_DONE;
}

void hd__ring_close_text(hd__ring *ring, hd__ring_kind kind, unsigned depth, int64_t start_ns,
                         int64_t end_ns, int64_t bytes, size_t size)
{
    const size_t words = HD__RING_TEXT_WORDS + (size + 7) / 8;
    uint64_t *const at = ring->cursor;
    at[0] = hd__ring_first_word(kind, depth, 0, words);
    at[1] = (uint64_t)start_ns;
    at[2] = (uint64_t)end_ns;
    at[3] = (uint64_t)bytes;
    at[4] = size;
    memset((char *)(at + HD__RING_TEXT_WORDS) + size, 0, (8 - size % 8) % 8);
    hd__ring_commit(ring, words);
    look_ahead(ring);
    set_limit(ring);
}

hd__ring_result hd__ring_put_text(hd__ring *ring, hd__ring_kind kind, unsigned depth,
                                  int64_t start_ns, int64_t end_ns, int64_t bytes,
                                  const hd__text_piece *pieces)
{
    const size_t size = get_bytes(pieces);
    char *to = NULL;
    const hd__ring_result result = hd__ring_open_text(ring, size, &to);
    if (result != HD__RING_DONE) {
        return result;
    }
    for (int i = 0; i < HD__EMIT_PIECES; i++) {
        memcpy(to, pieces[i].text, pieces[i].bytes);
        to += pieces[i].bytes;
    }
    hd__ring_close_text(ring, kind, depth, start_ns, end_ns, bytes, size);
    return HD__RING_DONE;
}

/* --- lines of the clock ----------------------------------------------------------------------- */

bool hd__ring_put_line(hd__ring *ring, const hd__ring_line *line)
{
    uint64_t *const at = ring->cursor;
    if (at > ring->limit) {
        return false;
    }
    at[0] = hd__ring_first_word(HD__RING_LINE, 0, 0, HD__RING_LINE_WORDS);
    at[1] = (uint64_t)line->ns;
    at[2] = line->rate;
    hd__ring_commit(ring, HD__RING_LINE_WORDS);
    return true;
}

/* --- begin and end ---------------------------------------------------------------------------- */

bool hd__ring_init(hd__ring *ring, const hd__ring_map *map, bool last)
{
    memset(ring, 0, sizeof *ring);
    ring->shapes = hd__system.alloc(HD_TEMPLATES_MAX * sizeof(const hd_template *));
    if (ring->shapes == NULL) {
        return false;
    }
    memset(ring->firsts, 0xff, sizeof ring->firsts);
    ring->map = *map;
    ring->last = last;
    ring->cursor = map->slots;
    ring->delta = 0 - (uint64_t)(uintptr_t)map->slots;
    ring->growing = !last && map->slots_bytes < map->slots_max;
    hd__ring_ahead_init(&ring->ahead, &ring->map, ring->growing);
    set_end(ring);
    look_ahead(ring);
    set_limit(ring);
    return true;
}

void hd__ring_stop_growing(hd__ring *ring)
{
    hd__ring_ahead_fini(&ring->ahead);
    ring->growing = false;
}

void hd__ring_fini(hd__ring *ring)
{
    hd__ring_ahead_fini(&ring->ahead);
    hd__system.release((void *)ring->shapes);
    hd__ring_map_close(&ring->map);
}
