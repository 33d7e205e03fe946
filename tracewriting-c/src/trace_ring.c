/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trace_ring.h"

#include "emit_state.h"
#include "ring_owner.h"
#include "room.h"

#include <errno.h>
#include <hdtrace/ring.h>
#include <string.h>

/* SHARE: of limited addresses a ring takes one part of so many */
enum {
    RING_DEFAULT = 64 << 20,
    RING_LEAST = 1 << 20,
    FIRST_PART = 16,
    FIRST_MOST = 1 << 20, /* takes 0.3 ms; there may be many threads */
    FIRST_LEAST = 1 << 16,
    SHARE = 1024
};

/* --- creation --------------------------------------------------------------------------------- */

/* X.ring of X.trc, allocated. */
static char *get_path(const char *trace_path)
{
    const size_t stem = strlen(trace_path) - strlen(".trc");
    char *const path = hd__system.alloc(stem + sizeof ".ring");
    if (path != NULL) {
        /* NOLINTNEXTLINE(bugprone-not-null-terminated-result): what follows it is appended */
        memcpy(path, trace_path, stem);
        memcpy(path + stem, ".ring", sizeof ".ring");
    }
    return path;
}

void hd__trace_ring_remove_old(const char *trace_path)
{
    char *const path = get_path(trace_path);
    if (path != NULL) {
        (void)hd__system.remove(path);
    }
    hd__system.release(path);
}

static bool convert(void *context, size_t most)
{
    hd__trace_ring *const ring = context;
    const hd__ring_step step = hd__ring_convert_batch(&ring->conversion, most);
    ring->ring.first = ring->conversion.first;
    return step != HD__RING_DAMAGED;
}

/* What nobody has asked for must not be missed by the program: where its addresses are limited, the
 * rings of many threads would take all of them. */
static size_t get_default(void)
{
    const uint64_t share = hd__system.addresses() / SHARE;
    return share > RING_DEFAULT ? RING_DEFAULT : share < RING_LEAST ? RING_LEAST : (size_t)share;
}

/* How long the ring may become. */
static size_t choose_bytes(const hd_trace_options *options)
{
    const uint64_t limit =
        options->limit_bytes > SIZE_MAX / 2 ? SIZE_MAX / 2 : options->limit_bytes;
    if (limit != 0 && options->limit_action == HD_LIMIT_LAST) {
        return (size_t)limit;
    }
    const size_t bytes = options->ring_bytes != 0     ? options->ring_bytes
                         : options->buffer_bytes != 0 ? options->buffer_bytes
                                                      : get_default();
    /* no record is longer than its text, so that what is beyond the limit needs no room */
    return limit != 0 && limit < bytes ? (size_t)limit : bytes;
}

static void fill_head(hd__trace_ring *ring, const hd_trace_options *options)
{
    const bool last = ring->ring.last;
    hd__ring_map *const map = &ring->ring.map;
    const unsigned flags = (last ? HD__RING_LAST : 0U) |
                           (options->compat_original ? HD__RING_ORIGINAL : 0U) |
                           (options->compress == HD_TRACE_ZSTD ? HD__RING_ZSTD : 0U);
    hd__ring_set(map, HD__RING_FLAGS, flags);
    hd__ring_set(map, HD__RING_BASE_NS, (uint64_t)ring->conversion.emitter->base_ns);
    hd__ring_set(map, HD__RING_LIMIT_BYTES, last ? 0 : options->limit_bytes);
    hd__ring_sign(map);
    hd__ring_note_checkpoint(&ring->conversion, false);
    hd__ring_map_start(map);
}

/* Where there is no room for the first part, a smaller one is better than no trace. */
static int create_map(hd__ring_map *map, const char *path, size_t first, size_t most)
{
    int error = hd__ring_map_create(map, path, first, most);
    while (hd__room_lacks(error) && first > FIRST_LEAST) {
        first /= 4;
        error = hd__ring_map_create(map, path, first, most);
    }
    return error;
}

static size_t choose_first(size_t most)
{
    return most / FIRST_PART < FIRST_MOST ? most / FIRST_PART : FIRST_MOST;
}

static int begin(hd__trace_ring *ring, hd__emitter *emitter, const hd_trace_options *options)
{
    const bool last = options->limit_bytes != 0 && options->limit_action == HD_LIMIT_LAST;
    const size_t most = choose_bytes(options);
    const size_t first = last ? most : choose_first(most);
    hd__ring_map map;
    const int error = create_map(&map, ring->path, first, most);
    if (error != 0) {
        return error;
    }
    if (!hd__ring_init(&ring->ring, &map, last)) {
        hd__ring_map_close(&map);
        (void)hd__system.remove(ring->path);
        return -ENOMEM;
    }
    ring->ring.convert = convert;
    ring->ring.context = ring;
    ring->ring.careful = options->min_duration_ns > 0;
    ring->conversion = (hd__ring_conversion){.map = &ring->ring.map,
                                             .emitter = emitter,
                                             .shapes = ring->ring.shapes,
                                             .progress = options->progress,
                                             .context = options->progress_context};
    fill_head(ring, options);
    return 0;
}

int hd__trace_ring_init(hd__trace_ring *ring, hd__emitter *emitter, const char *trace_path,
                        const hd_trace_options *options)
{
    ring->path = get_path(trace_path);
    const int error = ring->path == NULL ? -ENOMEM : begin(ring, emitter, options);
    if (error != 0) {
        hd__system.release(ring->path);
        ring->path = NULL;
    }
    return error;
}

void hd__trace_ring_fini(hd__trace_ring *ring)
{
    if (ring != NULL) {
        hd__ring_fini(&ring->ring);
        hd__system.release(ring->path);
    }
}

/* --- what the ring does not take -------------------------------------------------------------- */

/* Make way for an entry that goes to the emitter directly; false when it can't be recorded. */
static bool overtake(hd__trace_ring *ring)
{
    hd_trace_counts *const counts = &ring->conversion.emitter->counts;
    if (ring->ring.last) { /* nothing is converted before the end */
        counts->dropped_limit++;
        return false;
    }
    if (ring->ring.full || !hd__ring_convert_all(&ring->ring)) {
        counts->dropped_io++;
        return false;
    }
    return true;
}

/* An entry went to the emitter directly. */
static bool note(const hd__trace_ring *ring, bool done)
{
    hd__ring_note_checkpoint(&ring->conversion, false);
    return done;
}

bool hd__trace_ring_put_text(hd__trace_ring *ring, unsigned depth, bool event, int64_t start_ns,
                             int64_t end_ns, int64_t moved_bytes, const hd__text_piece *pieces)
{
    hd__emitter *const emitter = ring->conversion.emitter;
    const hd__ring_kind kind = event ? HD__RING_EVENT : HD__RING_TEXT;
    const hd__ring_result result =
        hd__ring_put_text(&ring->ring, kind, depth, start_ns, end_ns, moved_bytes, pieces);
    switch (result) {
    case HD__RING_DONE:
        return true;
    case HD__RING_LARGE:
        return overtake(ring) &&
               note(ring, hd__emit_pieces(
                              emitter, depth,
                              hd__ring_get_name(emitter, kind, pieces[0].text, pieces[0].bytes),
                              start_ns, end_ns, moved_bytes, pieces));
    case HD__RING_FULL:
        emitter->counts.dropped_io++;
        break;
    }
    return false;
}

/* A state whose shape has no room in the table. Text in the ring costs more than in the trace, but
 * nothing that is before it has to be made text at once: 64 MiB of records would take 0.1 s. */
static bool put_as_text(hd__trace_ring *ring, unsigned depth, const hd_template *shape,
                        int64_t start_ns, int64_t end_ns, const int64_t *values, uint64_t absent)
{
    char *to = NULL;
    const hd__ring_result result =
        hd__ring_open_text(&ring->ring, hd__emit_get_room(shape, 0), &to);
    if (result != HD__RING_DONE) {
        return false;
    }
    int64_t moved_bytes = 0;
    const char *const end = hd__emit_put_element(ring->conversion.emitter, to, shape, start_ns,
                                                 end_ns, values, absent, &moved_bytes);
    hd__ring_close_text(&ring->ring, HD__RING_TEXT, depth, start_ns, end_ns, moved_bytes,
                        (size_t)(end - to));
    return true;
}

bool hd__trace_ring_put_rest(hd__trace_ring *ring, unsigned depth, const hd_template *shape,
                             int64_t start_ns, int64_t end_ns, uint64_t absent)
{
    int64_t values[HD_TEMPLATE_VALUES_MAX]; /* the slots may be needed for what is before it */
    memcpy(values, hd__ring_get_slots(&ring->ring), sizeof values);
    if (put_as_text(ring, depth, shape, start_ns, end_ns, values, absent)) {
        return true;
    }
    return overtake(ring) && note(ring, hd__emit_state(ring->conversion.emitter, depth, shape,
                                                       start_ns, end_ns, values, absent));
}

/* --- flush and end ---------------------------------------------------------------------------- */

int hd__trace_ring_flush(hd__trace_ring *ring)
{
    if (!ring->ring.last) {
        (void)hd__ring_convert_all(&ring->ring);
    }
    return hd__emitter_flush(ring->conversion.emitter);
}

hd_trace_counts hd__trace_ring_get_counts(const hd__trace_ring *ring)
{
    hd_trace_counts counts = ring->conversion.emitter->counts;
    const hd__ring_map *const map = &ring->ring.map;
    hd__ring_count(map, ring->ring.first.position, hd__ring_get(map, HD__RING_COMMITTED), &counts);
    counts.overwritten = hd__ring_get(map, HD__RING_OVERWRITTEN);
    return counts;
}

/* The ring is converted: the end of the document, unless something is amiss. */
static bool finish_text(hd__trace_ring *ring, int64_t now_ns)
{
    hd__emitter *const emitter = ring->conversion.emitter;
    const hd__ring_step step = hd__ring_convert_rest(&ring->conversion);
    ring->ring.first = ring->conversion.first;
    if (step != HD__RING_END) {
        hd__ring_note_checkpoint(&ring->conversion, false); /* for its counts */
        return false;
    }
    const bool failed = emitter->failed;
    const bool done = hd__emit_tail(emitter, now_ns) && !failed;
    hd__ring_note_checkpoint(&ring->conversion, true);
    return done;
}

int hd__trace_ring_finish(hd__trace_ring *ring, int64_t now_ns, bool *whole)
{
    hd__emitter *const emitter = ring->conversion.emitter;
    *whole = false;
    if (!hd__sink_is_own(&emitter->sink)) {
        return hd__emitter_fini(emitter, false);
    }
    hd__ring_stop_growing(&ring->ring);
    ring->conversion.first = ring->ring.first;
    emitter->counts.overwritten = hd__ring_get(&ring->ring.map, HD__RING_OVERWRITTEN);
    hd__ring_set(&ring->ring.map, HD__RING_ENDED, (uint64_t)now_ns);
    *whole = finish_text(ring, now_ns);
    const bool converted =
        ring->ring.first.position == hd__ring_get(&ring->ring.map, HD__RING_COMMITTED);
    int error = hd__emitter_fini(emitter, *whole);
    if (hd__ring_map_is_lost(&ring->ring.map)) {
        return error != 0 ? error : -EIO;
    }
    if (converted) {
        (void)hd__system.remove(ring->path);
    } else if (hd_ring_convert(ring->path, NULL) == HD_OK) { /* there may be room again */
        error = 0;
        *whole = true;
    }
    return error;
}
