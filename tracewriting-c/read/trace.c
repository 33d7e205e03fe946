/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Traces: blocks of nested states, states and events. */
#include "reader.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* --- the head --------------------------------------------------------------------------------- */

/* "O1@T1" or "O1@T1 O2@T2" into offset, time, offset, time. */
static bool parse_clock(hd_slice text, int64_t clock[4])
{
    const char *at = text.at;
    const char *const end = text.at + text.length;
    size_t points = 0;
    while (at < end) {
        const char *stop = at;
        while (stop < end && *stop != ' ') {
            stop++;
        }
        const char *const split = memchr(at, '@', (size_t)(stop - at));
        if (stop > at) {
            if (split == NULL || points == 2 ||
                !hd__slice_to_time((hd_slice){at, (size_t)(split - at)}, &clock[2 * points]) ||
                !hd__slice_to_time((hd_slice){split + 1, (size_t)(stop - split - 1)},
                                   &clock[2 * points + 1])) {
                return false;
            }
            points++;
        }
        at = stop + (stop < end);
    }
    if (points == 1) {
        clock[2] = clock[0];
        clock[3] = clock[1];
    }
    return points > 0;
}

hd_status hd__trace_begin(hd_reader *reader)
{
    hd__token token;
    hd_slice text;
    const hd_status status = hd__reader_token(reader, &token);
    if (status != HD_OK || hd__reader_set_tag(reader, &token) != HD_OK) {
        return status != HD_OK ? status : reader->result;
    }
    if (hd_reader_find(reader, 0, "timeAdjustment", &text) &&
        !hd__slice_to_time(text, &reader->adjustment_ns)) {
        return hd__reader_fail(reader, HD_FORMAT, reader->source.offset,
                               "timeAdjustment is no time");
    }
    reader->has_clock =
        hd_reader_find(reader, 0, "clockOffset", &text) && parse_clock(text, reader->clock);
    reader->head_pending = true;
    return HD_OK;
}

static hd_status take_head(hd_reader *reader)
{
    hd__token token;
    const hd_status status = hd__reader_token(reader, &token);
    if (status != HD_OK || hd__reader_set_tag(reader, &token) != HD_OK) {
        return status != HD_OK ? status : reader->result;
    }
    reader->head_pending = false;
    reader->end_pending = token.is_empty;
    reader->entry.kind = HD_ENTRY_PROGRAM;
    reader->entry.offset = reader->source.offset;
    reader->entry.name = token.name;
    reader->entry.start_ns = reader->adjustment_ns;
    reader->entry.end_ns = reader->adjustment_ns;
    return HD_OK;
}

/* --- blocks ----------------------------------------------------------------------------------- */

static bool make_scout(hd_reader *reader)
{
    hd__scout *const scout = calloc(1, sizeof *scout);
    if (scout == NULL) {
        return false;
    }
    const hd_status status =
        reader->text != NULL
            ? hd__source_open_text(&scout->source, reader->name, reader->text, reader->text_bytes)
            : hd__source_open(&scout->source, reader->name);
    if (status != HD_OK) {
        free(scout);
        return false;
    }
    reader->scout = scout;
    return true;
}

/* Bring the scout behind what the reader has seen; the head is read by it first of all. */
static bool advance_scout(hd__scout *scout, uint64_t offset)
{
    hd__source *const source = &scout->source;
    while (source->offset < offset) {
        const size_t there = source->end - source->start;
        const uint64_t rest = offset - source->offset;
        hd__source_skip(source, rest < there ? (size_t)rest : there);
        if (source->offset < offset && hd__source_more(source) != HD_OK) {
            return false;
        }
    }
    return true;
}

static hd_status open_block(hd_reader *reader)
{
    const uint64_t offset = reader->source.offset;
    if (reader->depth == HD_READ_DEPTH_MAX) {
        return hd__reader_fail(reader, HD_LIMIT, offset, "states nested deeper than 1024");
    }
    if (reader->scout == NULL && (!make_scout(reader) || !advance_scout(reader->scout, offset))) {
        return hd__reader_fail(reader, HD_NOMEM, offset, "can't be read a second time");
    }
    reader->depth++;
    reader->has_nested[reader->depth] = false;
    reader->is_orphan[reader->depth] = hd__scout_is_orphan(reader->scout, offset);
    reader->has_entry = false;
    reader->entry.kind = HD_ENTRY_NESTED;
    reader->entry.depth = reader->depth;
    reader->entry.offset = offset;
    reader->entry.parent_unknown = reader->is_orphan[reader->depth];
    return HD_OK;
}

static void close_block(hd_reader *reader)
{
    reader->depth--;
    reader->has_nested[reader->depth] = true;
    reader->has_entry = true;
}

/* --- states and events ------------------------------------------------------------------------ */

static int64_t clock_at(const hd_reader *reader, int64_t relative_ns)
{
    const int64_t *const clock = reader->clock;
    if (!reader->has_clock) {
        return 0;
    }
    if (relative_ns <= clock[1] || clock[3] <= clock[1] || clock[0] == clock[2]) {
        return clock[0];
    }
    const double share =
        ((double)relative_ns - (double)clock[1]) / ((double)clock[3] - (double)clock[1]);
    const double change = share * ((double)clock[2] - (double)clock[0]);
    return fabs(change) < 9e18 ? (int64_t)((uint64_t)clock[0] + (uint64_t)llround(change))
                               : clock[2];
}

static hd_status take_time(hd_reader *reader, const char *name, int64_t *time_ns)
{
    int64_t relative_ns = 0;
    hd_slice text;
    if (!hd_reader_find(reader, 0, name, &text)) {
        return hd__reader_fail(reader, HD_FORMAT, reader->entry.offset,
                               *name == 't' ? "state or event without 'time'"
                                            : "state without 'end'");
    }
    if (!hd__slice_to_time(text, &relative_ns) ||
        __builtin_add_overflow(relative_ns, reader->adjustment_ns, time_ns) ||
        __builtin_add_overflow(*time_ns, clock_at(reader, relative_ns), time_ns)) {
        return hd__reader_fail(reader, HD_FORMAT, reader->entry.offset,
                               *name == 't' ? "'time' is no time, or out of range"
                                            : "'end' is no time, or out of range");
    }
    return HD_OK;
}

static hd_status take_entry(hd_reader *reader, const hd__token *tag)
{
    hd_entry *const entry = &reader->entry;
    const bool is_event = hd_slice_equals(tag->name, "Event");
    hd_status status = hd__reader_take_element(reader, tag);
    if (status != HD_OK) {
        return status == HD_END ? hd__reader_cut(reader) : status;
    }
    entry->kind = is_event ? HD_ENTRY_EVENT : HD_ENTRY_STATE;
    entry->depth = reader->depth;
    entry->offset = reader->source.offset;
    entry->name = reader->elements[0].name;
    entry->parent_unknown = reader->is_orphan[reader->depth];
    if (is_event && !hd_reader_find(reader, 0, "name", &entry->name)) {
        return hd__reader_fail(reader, HD_FORMAT, entry->offset, "event without 'name'");
    }
    status = take_time(reader, "time", &entry->start_ns);
    entry->end_ns = entry->start_ns;
    if (status == HD_OK && !is_event) {
        status = take_time(reader, "end", &entry->end_ns);
        entry->has_nested = reader->has_nested[reader->depth];
        reader->has_nested[reader->depth] = false;
    }
    reader->has_entry = true;
    return status;
}

/* --- next ------------------------------------------------------------------------------------- */

static void skip(hd_reader *reader)
{
    hd__source_skip(&reader->source, reader->entry_bytes);
    reader->entry_bytes = 0;
}

/* An end tag; HD_OK when it was that of a block. */
static hd_status take_end(hd_reader *reader, const hd__token *token)
{
    if (hd_slice_equals(token->name, "Nested") && reader->depth > 0) {
        close_block(reader);
        skip(reader);
        return HD_OK;
    }
    if (hd_slice_equals(token->name, "Program")) {
        skip(reader);
        return hd__reader_end(reader);
    }
    return hd__reader_fail(reader, HD_FORMAT, reader->source.offset, "end tag that closes nothing");
}

/* Take what is no entry of its own: end tags, comments, text. HD_OK: go on. */
static hd_status take_other(hd_reader *reader, const hd__token *token)
{
    switch (token->kind) {
    case HD__TOKEN_BAD:
        return hd__reader_fail_token(reader, token);
    case HD__TOKEN_END:
        return take_end(reader, token);
    case HD__TOKEN_START: /* <Nested/>: so the original's Java writer closes a block */
        if (reader->depth > 0 && reader->has_entry) {
            close_block(reader);
        }
        break;
    case HD__TOKEN_TEXT:
    case HD__TOKEN_SKIP:
    case HD__TOKEN_MORE:
        break;
    }
    skip(reader);
    return HD_OK;
}

hd_status hd__trace_next(hd_reader *reader)
{
    if (reader->head_pending) {
        return take_head(reader);
    }
    if (reader->end_pending) {
        return hd__reader_end(reader);
    }
    for (;;) {
        hd__token token;
        hd_status status = hd__reader_token(reader, &token);
        if (status != HD_OK) {
            return status == HD_END ? hd__reader_cut(reader) : status;
        }
        const bool starts = token.kind == HD__TOKEN_START;
        const bool nested = starts && hd_slice_equals(token.name, "Nested");
        if (starts && !nested) {
            return take_entry(reader, &token);
        }
        if (nested && !token.is_empty) {
            return open_block(reader);
        }
        status = take_other(reader, &token);
        if (status != HD_OK) {
            return status;
        }
    }
}
