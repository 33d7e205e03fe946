/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HD_SRC_EMIT_ENTRY_H
#define HD_SRC_EMIT_ENTRY_H
/* What is done with every entry, whichever way its text is made. */

#include "digits.h"
#include "emit.h"

enum { HD__MILLISECOND = 1000000, HD__FRONT_STEP = 16 };

/* The kept millisecond does not hold for this time: take another one. */
char *hd__emit_put_other_time(hd__emitter *emitter, char *to, int64_t time_ns);

static inline char *hd__emit_put_time_quickly(hd__emitter *emitter, char *to, int64_t time_ns)
{
    const uint64_t nanos = (uint64_t)time_ns - (uint64_t)emitter->front_ns;
    if (HD__RARELY(nanos >= HD__MILLISECOND)) {
        return hd__emit_put_other_time(emitter, to, time_ns);
    }
    memcpy(to, emitter->front_text, HD__FRONT_STEP);
    const uint32_t thousands = (uint32_t)nanos / 1000;
    to = hd__put_3_digits(to + emitter->front_bytes, thousands);
    return hd__put_3_digits(to, (uint32_t)nanos - thousands * 1000) - emitter->unused_digits;
}

/* Open or close <Nested> for an entry of that depth. False: the entry is not to be written, which
 * was counted, or there is no room. */
bool hd__emit_begin(hd__emitter *emitter, unsigned depth);

/* The entry could not be appended; before it `open_nested` were open. Gives back false. */
bool hd__emit_lose(hd__emitter *emitter, unsigned open_nested);

/* The entry that was appended passes the limit: take it back, unless it is a parent of what was
 * open. */
bool hd__emit_stop(hd__emitter *emitter, unsigned open_nested);

/* Whether what was appended may stay; before it `open_nested` were open. */
static inline bool hd__emit_fits(hd__emitter *emitter, unsigned open_nested)
{
    return !HD__RARELY(hd__sink_get_size(&emitter->sink) > emitter->limit) ||
           !hd__emit_stop(emitter, open_nested);
}

/* A state was appended. */
static inline void hd__emit_finish(hd__emitter *emitter, unsigned depth, unsigned name,
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

#endif
