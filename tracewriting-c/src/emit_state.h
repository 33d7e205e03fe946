/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HD_SRC_EMIT_STATE_H
#define HD_SRC_EMIT_STATE_H
/* States of a known shape: hd__emit_state for the caller who can't spare a call. */

#include "emit_entry.h"

enum {
    HD__EMIT_SLACK = 96, /* what is stored blindly behind the end of an element, zeros all of it */
    HD__EMIT_TABS = 16
};

/* Open or close <Nested>, and get room; false as hd__emit_state. */
bool hd__emit_prepare(hd__emitter *emitter, unsigned depth, const hd_template *shape);

/* Write the element of a state without tabs and line end, as hd__emit_text takes it, into room for
 * hd__emit_get_room at depth 0; gives back its end. *moved_bytes: the data that it moved. */
char *hd__emit_put_element(hd__emitter *emitter, char *to, const hd_template *shape,
                           int64_t start_ns, int64_t end_ns, const int64_t *values, uint64_t absent,
                           int64_t *moved_bytes);

/* Write the text up to the times, which is not the last one of that shape; the shape's memo tells
 * the rest of it then, number 0 where it has none of its own. */
char *hd__emit_put_other(hd__emitter *emitter, char *to, const hd_template *shape,
                         const int64_t *values, uint64_t present);

static inline char *hd__emit_put_tabs(char *to, unsigned depth)
{
    static const char tabs[] = "\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t";
    if (depth == 0) {
        return to;
    }
    if (depth > HD__EMIT_TABS) {
        memset(to, '\t', depth);
    } else {
        memcpy(to, tabs, HD__EMIT_TABS); /* the rest is overwritten: no element is that short */
    }
    return to + depth;
}

/* What an element needs at most, the tabs before it included. */
static inline size_t hd__emit_get_room(const hd_template *shape, unsigned depth)
{
    return shape->bytes_max + depth + HD__EMIT_SLACK;
}

/* A short literal in one store; its NUL is one of the zeros. */
static inline char *hd__emit_put_8(char *to, const char literal[8])
{
    memcpy(to, literal, 8);
    return to + 7;
}

static inline hd__memo *hd__emit_get_memo(hd__emitter *emitter, const hd_template *shape)
{
    return emitter->memos + emitter->memo_numbers[shape->id];
}

static inline __attribute__((always_inline)) bool
hd__emit_shape(hd__emitter *emitter, unsigned depth, const hd_template *shape, int64_t start_ns,
               int64_t end_ns, const int64_t *values, uint64_t absent)
{
    hd__sink *const sink = &emitter->sink;
    const unsigned open_nested = emitter->open_nested;
    if (HD__RARELY(open_nested != depth || emitter->stopped ||
                   hd__emit_get_room(shape, depth) > (size_t)(sink->limit - sink->cursor)) &&
        !hd__emit_prepare(emitter, depth, shape)) {
        return false;
    }
    char *to = hd__emit_put_tabs(sink->cursor, depth);
    const uint64_t present = shape->all & ~absent;
    const hd__memo *memo = hd__emit_get_memo(emitter, shape);
    if (__builtin_expect(hd__memo_holds(memo, values, present), 1)) {
        to = hd__memo_put(to, memo);
    } else {
        to = hd__emit_put_other(emitter, to, shape, values, present);
        memo = hd__emit_get_memo(emitter, shape);
    }
    to = hd__emit_put_time_quickly(emitter, to, start_ns);
    to = hd__emit_put_time_quickly(emitter, hd__emit_put_8(to, "' end='"), end_ns);
    memcpy(to, "'/>\n", 4); /* NOLINT(bugprone-not-null-terminated-result): no C string */
    sink->cursor = to + 4;
    if (!hd__emit_fits(emitter, open_nested)) {
        return false;
    }
    hd__emit_finish(emitter, depth, memo->name, start_ns, end_ns, memo->moved_bytes);
    return true;
}

#endif
