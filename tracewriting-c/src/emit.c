/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "emit_entry.h"

/* --- times ------------------------------------------------------------------------------------ */

__attribute__((cold)) char *hd__emit_put_other_time(hd__emitter *emitter, char *to, int64_t time_ns)
{
    const int64_t relative_ns = time_ns - emitter->base_ns;
    if (relative_ns < 0) {
        return hd__put_time(to, relative_ns) - emitter->unused_digits;
    }
    const int64_t millis = relative_ns / HD__MILLISECOND;
    const int64_t seconds = millis / 1000;
    emitter->front_ns = emitter->base_ns + millis * HD__MILLISECOND;
    memset(emitter->front_text, 0, sizeof emitter->front_text);
    char *end = hd__put_uint(emitter->front_text, (uint64_t)seconds);
    *end++ = '.';
    end = hd__put_3_digits(end, (uint32_t)(millis - seconds * 1000));
    emitter->front_bytes = (unsigned)(end - emitter->front_text);
    return hd__emit_put_time(emitter, to, time_ns);
}

char *hd__emit_put_time(hd__emitter *emitter, char *to, int64_t time_ns)
{
    return hd__emit_put_time_quickly(emitter, to, time_ns);
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

bool hd__emit_lose(hd__emitter *emitter, unsigned open_nested)
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

bool hd__emit_begin(hd__emitter *emitter, unsigned depth)
{
    const unsigned open_nested = emitter->open_nested;
    if (refuse(emitter, depth)) {
        return false;
    }
    if (emitter->index != NULL) {
        hd__index_begin(emitter->index, depth);
    }
    return put_nesting(emitter, depth) || hd__emit_lose(emitter, open_nested);
}

bool hd__emit_close_blocks(hd__emitter *emitter)
{
    const bool done = put_nesting(emitter, 0);
    if (done) {
        hd__sink_mark(&emitter->sink);
    }
    return done;
}

__attribute__((cold)) bool hd__emit_stop(hd__emitter *emitter, unsigned open_nested)
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
    if (!hd__emit_begin(emitter, depth)) {
        return false;
    }
    bool done = put_tabs(emitter, depth);
    for (int i = 0; done && i < HD__EMIT_PIECES; i++) {
        done = put(emitter, pieces[i].text, pieces[i].bytes);
    }
    if (!done || !put(emitter, "\n", 1)) {
        return hd__emit_lose(emitter, open_nested);
    }
    if (!hd__emit_fits(emitter, open_nested)) {
        return false;
    }
    if (name == HD__EMIT_EVENT) {
        finish_event(emitter, depth, start_ns);
    } else {
        hd__emit_finish(emitter, depth, name, start_ns, end_ns, moved_bytes);
    }
    return true;
}

bool hd__emit_text(hd__emitter *emitter, unsigned depth, unsigned name, int64_t start_ns,
                   int64_t end_ns, int64_t moved_bytes, const char *element, size_t size)
{
    const hd__text_piece pieces[HD__EMIT_PIECES] = {{element, size}, {"", 0}, {"", 0}, {"", 0}};
    return hd__emit_pieces(emitter, depth, name, start_ns, end_ns, moved_bytes, pieces);
}

unsigned hd__emit_get_name(hd__emitter *emitter, const char *name, size_t bytes)
{
    return emitter->index == NULL ? 0 : hd__index_name(emitter->index, name, bytes);
}
