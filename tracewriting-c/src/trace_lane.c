/* SPDX-License-Identifier: GPL-3.0-or-later */
/* States that are made ready before their call is made. A call that waits for another process costs
 * its program only what is done after it: the text that is known by then is copied in one piece. */
#include "emit_state.h"
#include "template.h"
#include "trace_state.h"

enum { LINE_BYTES = 64 }; /* of the processor's caches */

/* Index and counts. */
static void pay_ahead(hd_trace *trace)
{
    hd__ahead *const ahead = &trace->ahead;
    hd__emit_finish(&trace->emitter, ahead->depth, ahead->name, ahead->start_ns, ahead->end_ns,
                    ahead->moved_bytes);
    ahead->end_ns = HD__NOT_RETURNED;
}

void hd__trace_pay(hd_trace *trace)
{
    const unsigned paid = *(volatile unsigned *)&trace->paid;
    const int inside = *(volatile int *)&trace->inside;
    if (inside < HD__OWED) {
        return;
    }
    /* until then a signal handler may pay, which leaves nothing to be done here */
    hd__trace_set_busy(trace);
    if (inside >= HD__ENDED && trace->paid == paid) {
        hd__trace_drop(trace);
        trace->last_depth = trace->depth;
    }
    trace->paid++;
    if (trace->ahead.end_ns != HD__NOT_RETURNED) {
        pay_ahead(trace);
    }
    hd__trace_set_inside(trace, HD__FREE);
}

void hd_lane_pay(hd_lane *lane)
{
    hd__trace_pay((hd_trace *)(void *)lane);
}

/* What the text will be stored over comes into the cache: it is zero already. */
static void fetch_place(char *cursor)
{
    for (size_t at = 0; at < HD__AHEAD_BYTES + LINE_BYTES; at += LINE_BYTES) {
        *(volatile char *)(cursor + at) = 0;
    }
}

static bool prepare_text(hd_trace *trace, const hd_template *shape, const int64_t *values)
{
    hd__emitter *const emitter = &trace->emitter;
    hd__ahead *const ahead = &trace->ahead;
    const hd__memo *const memo = hd__emit_get_memo(emitter, shape);
    const unsigned depth = trace->depth - 1;
    if (!trace->goes_straight || emitter->failed || emitter->unused_digits != 0 ||
        !hd__memo_holds(memo, values, shape->all) ||
        depth + memo->bytes + 2 * HD__TIME_BYTES > HD__AHEAD_BYTES_MAX) {
        return false;
    }
    ahead->start_ns = hd__ring_tell(&trace->line, hd__ring_get_start_ticks(&trace->own_ring.ring));
    ahead->depth = depth;
    ahead->name = memo->name;
    ahead->moved_bytes = memo->moved_bytes;
    char *to = hd__memo_put(hd__emit_put_tabs(ahead->text, depth), memo);
    to = hd__emit_put_8(hd__emit_put_time_quickly(emitter, to, ahead->start_ns), "' end='");
    memcpy(to, emitter->front_text, HD__FRONT_STEP);
    to += emitter->front_bytes;
    memset(to, 0, HD__AHEAD_BYTES);
    ahead->front_ns = emitter->front_ns;
    ahead->front_bytes = emitter->front_bytes;
    ahead->bytes = (unsigned)(to - ahead->text);
    fetch_place(emitter->sink.cursor);
    return true;
}

/* The first word of the record, of which only its end is missing. */
static bool prepare_record(hd_trace *trace, const hd_template *shape)
{
    hd__ring *const ring = &trace->own_ring.ring;
    uint64_t *const end = hd__ring_get_end(ring, shape);
    if (end > ring->limit) {
        return false;
    }
    *ring->cursor = ring->firsts[shape->id] | (uint64_t)(trace->depth - 1) << HD__RING_DEPTH_SHIFT;
    ring->ready = end;
    return true;
}

static bool prepare(hd_trace *trace, const hd_template *shape, const int64_t *values)
{
    hd__ring *const ring = &trace->own_ring.ring;
    if (trace->top->kind != HD__FRAME_TICKS) {
        return false;
    }
    memcpy(hd__ring_put_ticks(ring, (uint64_t)trace->top->start_ns, 0), values,
           shape->count * sizeof *values);
    trace->ahead.shape = shape;
    return trace->ring != NULL ? prepare_record(trace, shape) : prepare_text(trace, shape, values);
}

void hd_lane_prepare(hd_lane *lane, const hd_template *shape, const int64_t *values)
{
    hd_trace *const trace = (hd_trace *)(void *)lane;
    hd__trace_pay(trace);
    if (trace->inside == HD__FREE && shape != NULL) {
        hd__trace_set_busy(trace);
        const bool ready = prepare(trace, shape, values);
        hd__trace_set_inside(trace, ready ? HD__READY : HD__FREE);
    }
}

/* Copy the text in steps. */
static inline char *put_ahead(char *to, const hd__ahead *ahead)
{
    memcpy(to, ahead->text, HD__AHEAD_BYTES);
    for (size_t i = HD__AHEAD_BYTES; HD__RARELY(i < ahead->bytes); i += HD__MEMO_STEP) {
        memcpy(to + i, ahead->text + i, HD__MEMO_STEP);
    }
    return to + ahead->bytes;
}

static inline char *put_end(hd__emitter *emitter, char *to, const hd__ahead *ahead, int64_t end_ns)
{
    const uint64_t nanos = (uint64_t)end_ns - (uint64_t)ahead->front_ns;
    if (HD__RARELY(nanos >= HD__MILLISECOND)) {
        return hd__emit_put_time(emitter, to - ahead->front_bytes, end_ns);
    }
    const uint32_t thousands = (uint32_t)nanos / 1000;
    return hd__put_3_digits(hd__put_3_digits(to, thousands), (uint32_t)nanos - thousands * 1000);
}

/* Whether the place for the text is as it was expected. */
static inline bool fits(const hd_trace *trace)
{
    const hd__emitter *const emitter = &trace->emitter;
    const hd__ahead *const ahead = &trace->ahead;
    return trace->ring == NULL && emitter->open_nested == ahead->depth && !emitter->stopped &&
           hd__emit_get_room(ahead->shape, ahead->depth) <=
               (size_t)(emitter->sink.limit - emitter->sink.cursor);
}

void hd_lane_finish_rest(hd_lane *lane, unsigned index, int64_t value)
{
    hd_trace *const trace = (hd_trace *)(void *)lane;
    hd__emitter *const emitter = &trace->emitter;
    hd__ahead *const ahead = &trace->ahead;
    hd__ring *const ring = &trace->own_ring.ring;
    int64_t *const values = hd__ring_get_slots(ring);
    if (HD__RARELY(values[index] != value || !fits(trace))) {
        values[index] = value;
        hd_lane_close_rest(lane, ahead->shape);
        return;
    }
    const uint64_t start = hd__ring_get_start_ticks(ring);
    const uint64_t end = hd__ring_get_end_ticks(ring);
    const int64_t end_ns = hd__ring_tell(&trace->line, end < start ? start : end);
    char *const to = put_end(emitter, put_ahead(emitter->sink.cursor, ahead), ahead, end_ns);
    memcpy(to, "'/>\n", 4); /* NOLINT(bugprone-not-null-terminated-result): no C string */
    emitter->sink.cursor = to + 4;
    if (HD__RARELY(!hd__emit_fits(emitter, ahead->depth))) {
        hd_lane_drop(lane);
        hd__trace_set_open_limit(trace);
        hd__trace_set_inside(trace, HD__FREE);
        return;
    }
    ahead->end_ns = end_ns;
    hd__trace_set_inside(trace, HD__ENDED_OWED);
}
