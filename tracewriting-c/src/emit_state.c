/* SPDX-License-Identifier: GPL-3.0-or-later */
/* States of a known shape: what is not said by the one before. */
#include "emit_state.h"

/* FEW: states of the trace among which a text must serve twice; PAUSE: how many come before the
 * next try. */
enum { STEP = 16, FEW = 8, PAUSE = 64 };

/* --- attributes ------------------------------------------------------------------------------- */

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

/* --- the memo of a shape ---------------------------------------------------------------------- */

static inline unsigned get_shape_name(hd__emitter *emitter, const hd_template *shape)
{
    if (emitter->names[shape->id] == 0) {
        const unsigned name =
            hd__emit_get_name(emitter, shape->open.whole + 1, shape->open.bytes - 1);
        emitter->names[shape->id] = (uint16_t)(name + 1);
    }
    return emitter->names[shape->id] - 1U;
}

static int64_t get_moved_bytes(const hd_template *shape, const int64_t *values, uint64_t present)
{
    for (const int8_t *at = shape->moved; *at >= 0; at++) {
        if ((present >> *at & 1) != 0 && values[*at] >= 0) {
            return values[*at];
        }
    }
    return 0;
}

static inline char *put_text(char *to, const hd_template *shape, const int64_t *values,
                             uint64_t present)
{
    to = put_piece(to, &shape->open);
    to = shape->plain ? put_plain(to, shape->pieces, values, present)
                      : put_any(to, shape->pieces, values, present);
    return hd__emit_put_8(to, " time='");
}

/* The memo of a shape that is seen for the first time, or has none: number 0. */
static hd__memo *get_new(hd__emitter *emitter, const hd_template *shape)
{
    hd__memo *memo = emitter->memos;
    if (emitter->memo_count < HD__MEMOS && shape->plain && shape->count <= HD__MEMO_VALUES &&
        shape->bytes_max <= HD__MEMO_BYTES_MAX + 2 * (size_t)HD__TIME_BYTES) {
        const unsigned number = ++emitter->memo_count;
        emitter->memo_numbers[shape->id] = (uint8_t)number;
        memo += number;
        *memo = (hd__memo){.present = HD__MEMO_NONE, .value_count = shape->count};
    }
    memo->name = get_shape_name(emitter, shape);
    return memo;
}

/* Whether it is worth while to keep the text of a state. Where the one before was of no use, that
 * is not asked again for a while. */
static bool is_worth(const hd__emitter *emitter, hd__memo *memo)
{
    if (memo == emitter->memos) {
        return false;
    }
    const uint64_t now = emitter->counts.states;
    const bool again = memo->present != HD__MEMO_NONE && now - memo->time < FEW;
    memo->present = HD__MEMO_NONE;
    memo->time = now;
    memo->next_time = again ? now + PAUSE : 0;
    return !again;
}

static __attribute__((noinline)) char *put_and_keep(hd__emitter *emitter, char *to,
                                                    const hd_template *shape, const int64_t *values,
                                                    uint64_t present)
{
    const bool is_new = emitter->memo_numbers[shape->id] == 0;
    hd__memo *const memo = is_new ? get_new(emitter, shape) : hd__emit_get_memo(emitter, shape);
    memo->moved_bytes = get_moved_bytes(shape, values, present);
    if (!is_worth(emitter, memo)) {
        return put_text(to, shape, values, present);
    }
    char *const end = put_text(memo->text, shape, values, present);
    memset(end, 0, HD__MEMO_BYTES);
    memo->bytes = (uint32_t)(end - memo->text);
    memo->present = present;
    memcpy(memo->values, values, memo->value_count * sizeof memo->values[0]);
    return hd__memo_put(to, memo);
}

char *hd__emit_put_other(hd__emitter *emitter, char *to, const hd_template *shape,
                         const int64_t *values, uint64_t present)
{
    hd__memo *const memo = hd__emit_get_memo(emitter, shape);
    if (emitter->counts.states >= memo->next_time) {
        return put_and_keep(emitter, to, shape, values, present);
    }
    memo->moved_bytes = get_moved_bytes(shape, values, present);
    return put_text(to, shape, values, present);
}

/* --- the state -------------------------------------------------------------------------------- */

__attribute__((cold)) bool hd__emit_prepare(hd__emitter *emitter, unsigned depth,
                                            const hd_template *shape)
{
    const unsigned open_nested = emitter->open_nested;
    return hd__emit_begin(emitter, depth) &&
           (hd__sink_reserve(&emitter->sink, hd__emit_get_room(shape, depth)) ||
            hd__emit_lose(emitter, open_nested));
}

char *hd__emit_put_element(hd__emitter *emitter, char *to, const hd_template *shape,
                           int64_t start_ns, int64_t end_ns, const int64_t *values, uint64_t absent,
                           int64_t *moved_bytes)
{
    const uint64_t present = shape->all & ~absent;
    *moved_bytes = get_moved_bytes(shape, values, present);
    to = put_text(to, shape, values, present);
    to = hd__emit_put_time(emitter, to, start_ns);
    to = hd__emit_put_time(emitter, hd__emit_put_8(to, "' end='"), end_ns);
    memcpy(to, "'/>", 3); /* NOLINT(bugprone-not-null-terminated-result): no C string */
    return to + 3;
}

bool hd__emit_state(hd__emitter *emitter, unsigned depth, const hd_template *shape,
                    int64_t start_ns, int64_t end_ns, const int64_t *values, uint64_t absent)
{
    return hd__emit_shape(emitter, depth, shape, start_ns, end_ns, values, absent);
}
