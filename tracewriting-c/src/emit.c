/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "emit.h"

#include "digits.h"

/* SLACK: what is stored blindly behind the end of an element, zeros all of it */
enum { MILLISECOND = 1000000, STEP = 16, SLACK = 64, TABS = 16 };

/* --- times ------------------------------------------------------------------------------------ */

/* The kept millisecond does not hold for this time: take another one. */
static __attribute__((noinline, cold)) char *put_other_time(hd__emitter *emitter, char *to,
                                                            int64_t time_ns)
{
    const int64_t relative_ns = time_ns - emitter->base_ns;
    if (relative_ns < 0) {
        return hd__put_time(to, relative_ns) - emitter->unused_digits;
    }
    const int64_t millis = relative_ns / MILLISECOND;
    const int64_t seconds = millis / 1000;
    emitter->front_ns = emitter->base_ns + millis * MILLISECOND;
    memset(emitter->front_text, 0, sizeof emitter->front_text);
    char *end = hd__put_uint(emitter->front_text, (uint64_t)seconds);
    *end++ = '.';
    end = hd__put_3_digits(end, (uint32_t)(millis - seconds * 1000));
    emitter->front_bytes = (unsigned)(end - emitter->front_text);
    return hd__emit_put_time(emitter, to, time_ns);
}

static inline char *put_time(hd__emitter *emitter, char *to, int64_t time_ns)
{
    const uint64_t nanos = (uint64_t)time_ns - (uint64_t)emitter->front_ns;
    if (__builtin_expect(nanos >= MILLISECOND, 0)) {
        return put_other_time(emitter, to, time_ns);
    }
    memcpy(to, emitter->front_text, STEP);
    const uint32_t thousands = (uint32_t)nanos / 1000;
    to = hd__put_3_digits(to + emitter->front_bytes, thousands);
    return hd__put_3_digits(to, (uint32_t)nanos - thousands * 1000) - emitter->unused_digits;
}

char *hd__emit_put_time(hd__emitter *emitter, char *to, int64_t time_ns)
{
    return put_time(emitter, to, time_ns);
}

/* --- entries ---------------------------------------------------------------------------------- */

static bool put(hd__emitter *emitter, const char *text, size_t bytes)
{
    return hd__sink_append(&emitter->sink, text, bytes);
}

static bool put_tabs(hd__emitter *emitter, unsigned count)
{
    static const char tabs[] = "\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t";
    const unsigned most = sizeof tabs - 1;
    bool done = true;
    for (; count > 0 && done; count -= count < most ? count : most) {
        done = put(emitter, tabs, count < most ? count : most);
    }
    return done;
}

/* Bring <Nested> to what an entry of that depth needs. */
static bool put_nesting(hd__emitter *emitter, unsigned depth)
{
    static const char open[] = "<Nested>\n";
    static const char close[] = "</Nested>\n";
    bool done = true;
    for (; done && emitter->open_nested < depth; emitter->open_nested++) {
        done = put_tabs(emitter, emitter->open_nested) && put(emitter, open, sizeof open - 1);
    }
    for (; done && emitter->open_nested > depth; emitter->open_nested--) {
        done = put_tabs(emitter, emitter->open_nested - 1) && put(emitter, close, sizeof close - 1);
    }
    return done;
}

static bool lose(hd__emitter *emitter, unsigned open_nested)
{
    hd__sink_roll_back(&emitter->sink);
    emitter->open_nested = open_nested;
    emitter->failed = true;
    emitter->counts.dropped_io++;
    return false;
}

/* Whether an entry of that depth is not to be written; counts it then. What stands open needs its
 * parents, whatever the limit. */
static bool refuse(hd__emitter *emitter, unsigned depth)
{
    if (emitter->failed) {
        emitter->counts.dropped_io++;
        return true;
    }
    const bool left_out = emitter->stopped && depth + 1 != emitter->open_nested;
    emitter->counts.dropped_limit += left_out;
    return left_out;
}

/* The entry that was appended passes the limit: take it back, unless it is a parent of what was
 * open. */
static __attribute__((noinline, cold)) bool stop(hd__emitter *emitter, unsigned open_nested)
{
    emitter->stopped = true;
    if (emitter->open_nested + 1 == open_nested || emitter->sink.torn) {
        return false;
    }
    hd__sink_roll_back(&emitter->sink);
    emitter->open_nested = open_nested;
    emitter->counts.dropped_limit++;
    return true;
}

/* Whether what was appended may stay; before it `open_nested` were open. */
static inline bool fits(hd__emitter *emitter, unsigned open_nested)
{
    return __builtin_expect(hd__sink_get_size(&emitter->sink) <= emitter->limit, 1) ||
           !stop(emitter, open_nested);
}

static inline void begin(hd__emitter *emitter, unsigned depth)
{
    if (emitter->index != NULL) {
        hd__index_begin(emitter->index, depth);
    }
}

/* The entry was appended. */
static inline void finish_state(hd__emitter *emitter, unsigned depth, unsigned name,
                                int64_t start_ns, int64_t end_ns, int64_t moved_bytes)
{
    hd__sink *const sink = &emitter->sink;
    hd__index *const index = emitter->index;
    hd__sink_mark(sink);
    emitter->counts.states++;
    if (index != NULL) {
        hd__index_end(index, depth, sink->base, sink->offset, hd__sink_get_size(sink));
        hd__index_add(index, depth, name, start_ns, end_ns, moved_bytes);
    }
    hd__sink_tick(sink, end_ns);
}

static void finish_event(hd__emitter *emitter, unsigned depth, int64_t time_ns)
{
    hd__sink *const sink = &emitter->sink;
    hd__index *const index = emitter->index;
    hd__sink_mark(sink);
    emitter->counts.events++;
    if (index != NULL) {
        hd__index_end(index, depth, sink->base, sink->offset, hd__sink_get_size(sink));
        hd__index_add_event(index, time_ns);
    }
    hd__sink_tick(sink, time_ns);
}

bool hd__emit_pieces(hd__emitter *emitter, unsigned depth, unsigned name, int64_t start_ns,
                     int64_t end_ns, int64_t moved_bytes, const hd__text_piece *pieces)
{
    const unsigned open_nested = emitter->open_nested;
    if (refuse(emitter, depth)) {
        return false;
    }
    begin(emitter, depth);
    bool done = put_nesting(emitter, depth) && put_tabs(emitter, depth);
    for (int i = 0; done && i < HD__EMIT_PIECES; i++) {
        done = put(emitter, pieces[i].text, pieces[i].bytes);
    }
    if (!done || !put(emitter, "\n", 1)) {
        return lose(emitter, open_nested);
    }
    if (!fits(emitter, open_nested)) {
        return false;
    }
    if (name == HD__EMIT_EVENT) {
        finish_event(emitter, depth, start_ns);
    } else {
        finish_state(emitter, depth, name, start_ns, end_ns, moved_bytes);
    }
    return true;
}

bool hd__emit_text(hd__emitter *emitter, unsigned depth, unsigned name, int64_t start_ns,
                   int64_t end_ns, int64_t moved_bytes, const char *element, size_t size)
{
    const hd__text_piece pieces[HD__EMIT_PIECES] = {{element, size}, {"", 0}, {"", 0}, {"", 0}};
    return hd__emit_pieces(emitter, depth, name, start_ns, end_ns, moved_bytes, pieces);
}

/* --- states of a known shape ------------------------------------------------------------------ */

unsigned hd__emit_get_name(hd__emitter *emitter, const char *name, size_t bytes)
{
    return emitter->index == NULL ? 0 : hd__index_name(emitter->index, name, bytes);
}

static inline unsigned get_shape_name(hd__emitter *emitter, const hd_template *shape)
{
    if (emitter->names[shape->id] == 0) {
        const unsigned name =
            hd__emit_get_name(emitter, shape->open.whole + 1, shape->open.bytes - 1);
        emitter->names[shape->id] = (uint16_t)(name + 1);
    }
    return emitter->names[shape->id] - 1U;
}

static inline int64_t get_moved_bytes(const hd_template *shape, const int64_t *values,
                                      uint64_t present)
{
    for (const int8_t *at = shape->moved; *at >= 0; at++) {
        if ((present >> *at & 1) != 0 && values[*at] >= 0) {
            return values[*at];
        }
    }
    return 0;
}

/* Copy a text of which enough zeros follow, in steps. */
static inline char *put_piece(char *to, const hd__piece *piece)
{
    memcpy(to, piece->text, STEP);
    if (__builtin_expect(piece->bytes > STEP, 0)) {
        memcpy(to + STEP, piece->text + STEP, STEP);
        if (piece->bytes > HD__PIECE_BYTES) {
            memcpy(to, piece->whole, piece->bytes);
        }
    }
    return to + piece->bytes;
}

/* A short literal in one store; its NUL is one of the zeros. */
#define PUT_8(to, literal) (memcpy((to), (literal), 8), (to) + 7)

static __attribute__((noinline, cold)) char *put_double(char *to, int64_t bits)
{
    double number = 0;
    memcpy(&number, &bits, sizeof number);
    return hd__put_double(to, number);
}

/* A number that is negative as an int64_t. */
static __attribute__((noinline, cold)) char *put_negative(char *to, hd_attribute_kind kind,
                                                          int64_t value)
{
    if (kind == HD_ATTRIBUTE_UINT) {
        return hd__put_digits(to, (uint64_t)value);
    }
    *to = '-';
    return hd__put_digits(to + 1, 0 - (uint64_t)value);
}

static inline char *put_integer(char *to, const hd__piece *piece, int64_t value)
{
    if (!HD__RARELY((uint64_t)value >= 1000)) {
        to = hd__put_up_to_3_digits(to, (size_t)value);
    } else {
        to = value < 0 ? put_negative(to, piece->kind, value) : hd__put_digits(to, (uint64_t)value);
    }
    *to = '\'';
    return to + 1;
}

static inline char *put_plain_one(char *to, const hd__piece *piece, int64_t value)
{
    memcpy(to, piece->text, STEP);
    return put_integer(to + piece->bytes, piece, value);
}

/* Attributes of a plain shape, those of the bits of `present`. Mostly these are the first ones. */
static inline char *put_plain(char *to, const hd__piece *pieces, const int64_t *values,
                              uint64_t present)
{
    const hd__piece *const end = pieces + __builtin_ctzll(~present);
    const int64_t *value = values;
    for (const hd__piece *piece = pieces; piece < end; piece++, value++) {
        to = put_plain_one(to, piece, *value);
    }
    for (present &= present + 1; HD__RARELY(present != 0); present &= present - 1) {
        const size_t i = (size_t)__builtin_ctzll(present);
        to = put_plain_one(to, &pieces[i], values[i]);
    }
    return to;
}

static char *put_any(char *to, const hd__piece *pieces, const int64_t *values, uint64_t present)
{
    for (; present != 0; present &= present - 1) {
        const int i = __builtin_ctzll(present);
        to = put_piece(to, &pieces[i]);
        if (pieces[i].kind == HD_ATTRIBUTE_DOUBLE) {
            to = put_double(to, values[i]);
            *to++ = '\'';
        } else if (pieces[i].kind != HD_ATTRIBUTE_CONSTANT) {
            to = put_integer(to, &pieces[i], values[i]);
        }
    }
    return to;
}

/* What an element needs at most, the tabs before it included. */
static inline size_t get_room(const hd_template *shape, unsigned depth)
{
    return shape->bytes_max + depth + SLACK;
}

/* Open or close <Nested>, and get room. */
static __attribute__((noinline, cold)) bool prepare(hd__emitter *emitter, unsigned depth,
                                                    const hd_template *shape)
{
    const unsigned open_nested = emitter->open_nested;
    if (refuse(emitter, depth)) {
        return false;
    }
    begin(emitter, depth);
    if (!put_nesting(emitter, depth) || !hd__sink_reserve(&emitter->sink, get_room(shape, depth))) {
        return lose(emitter, open_nested);
    }
    return true;
}

static inline char *put_line_tabs(char *to, unsigned depth)
{
    static const char tabs[] = "\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t";
    if (depth == 0) {
        return to;
    }
    if (depth > TABS) {
        memset(to, '\t', depth);
    } else {
        memcpy(to, tabs, TABS); /* what is too much is overwritten: no element is that short */
    }
    return to + depth;
}

bool hd__emit_state(hd__emitter *emitter, unsigned depth, const hd_template *shape,
                    int64_t start_ns, int64_t end_ns, const int64_t *values, uint64_t absent)
{
    hd__sink *const sink = &emitter->sink;
    const unsigned open_nested = emitter->open_nested;
    if (__builtin_expect(open_nested != depth || emitter->stopped ||
                             get_room(shape, depth) > (size_t)(sink->limit - sink->cursor),
                         0) &&
        !prepare(emitter, depth, shape)) {
        return false;
    }
    char *to = put_piece(put_line_tabs(sink->cursor, depth), &shape->open);
    const uint64_t present = shape->all & ~absent;
    to = shape->plain ? put_plain(to, shape->pieces, values, present)
                      : put_any(to, shape->pieces, values, present);
    to = put_time(emitter, PUT_8(to, " time='"), start_ns);
    to = put_time(emitter, PUT_8(to, "' end='"), end_ns);
    memcpy(to, "'/>\n", 4); /* NOLINT(bugprone-not-null-terminated-result): no C string */
    sink->cursor = to + 4;
    if (!fits(emitter, open_nested)) {
        return false;
    }
    finish_state(emitter, depth, get_shape_name(emitter, shape), start_ns, end_ns,
                 get_moved_bytes(shape, values, present));
    return true;
}
