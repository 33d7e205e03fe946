/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The records of X.ring as they are read: of one that a process left, anything may be damaged. */
#include "ring_file.h"

#include <string.h>

static bool set_state(hd__ring_record *record, const uint64_t *at, size_t words)
{
    const size_t behind = record->kind == HD__RING_ABSENT; /* the mask */
    if (words < HD__RING_STATE_WORDS + behind || words > HD__RING_RECORD_WORDS) {
        return false;
    }
    record->values = (const int64_t *)(at + HD__RING_STATE_WORDS);
    record->count = words - HD__RING_STATE_WORDS - behind;
    record->absent = behind == 0 ? 0 : at[words - 1];
    record->kind = HD__RING_STATE;
    return record->count <= HD_TEMPLATE_VALUES_MAX;
}

static bool set_text(hd__ring_record *record, const uint64_t *at, size_t words)
{
    if (words < HD__RING_TEXT_WORDS || at[4] > (words - HD__RING_TEXT_WORDS) * 8) {
        return false;
    }
    record->bytes = (int64_t)at[3];
    record->size = (size_t)at[4];
    record->text = (const char *)(at + HD__RING_TEXT_WORDS);
    return true;
}

/* Two processors may differ by a few ticks: no state ends before it began. */
static bool set_ticks(hd__ring_record *record, const hd__ring_line *line)
{
    const uint64_t start = (uint64_t)record->start_ns;
    const uint64_t end = (uint64_t)record->end_ns;
    record->start_ns = hd__ring_tell(line, start);
    record->end_ns = hd__ring_tell(line, end < start ? start : end);
    return line->rate != 0;
}

/* Also notes a line in *line. */
static bool set_record(hd__ring_record *record, const uint64_t *at, size_t words,
                       hd__ring_line *line)
{
    const uint64_t first = *at;
    memset(record, 0, sizeof *record);
    record->kind = (hd__ring_kind)(first & 0xff);
    record->depth = first >> 8 & 0xffff;
    record->number = first >> 24 & 0xffff;
    if (record->kind == HD__RING_FILLER) {
        return true;
    }
    if (words < HD__RING_STATE_WORDS) {
        return false;
    }
    if (record->kind == HD__RING_LINE) {
        *line = (hd__ring_line){(int64_t)at[1], at[2]};
        return true;
    }
    record->start_ns = (int64_t)at[1];
    record->end_ns = (int64_t)at[2];
    if (record->kind == HD__RING_TICKS && !set_ticks(record, line)) {
        return false;
    }
    if (record->kind == HD__RING_STATE || record->kind == HD__RING_ABSENT ||
        record->kind == HD__RING_TICKS) {
        return set_state(record, at, words);
    }
    return (record->kind == HD__RING_TEXT || record->kind == HD__RING_EVENT) &&
           set_text(record, at, words);
}

hd__ring_step hd__ring_read(const hd__ring_map *map, uint64_t end, hd__ring_place *place,
                            hd__ring_record *record)
{
    do {
        if (place->position >= end) {
            return HD__RING_END;
        }
        const uint64_t offset = place->position % map->slots_bytes;
        const uint64_t *const at = map->slots + offset / 8;
        const uint64_t words = *at >> HD__RING_WORDS_SHIFT;
        if (words == 0 || words * 8 > map->slots_bytes - offset ||
            words * 8 > end - place->position ||
            !set_record(record, at, (size_t)words, &place->line)) {
            return HD__RING_DAMAGED;
        }
        place->position += words * 8;
    } while (record->kind == HD__RING_FILLER || record->kind == HD__RING_LINE);
    return HD__RING_RECORD;
}

void hd__ring_count(const hd__ring_map *map, uint64_t from, uint64_t end, hd_trace_counts *counts)
{
    for (uint64_t bytes = 1; from < end && bytes > 0; from += bytes) {
        const uint64_t first = map->slots[from % map->slots_bytes / 8];
        const unsigned kind = first & 0xff;
        counts->events += kind == HD__RING_EVENT;
        counts->states +=
            kind != HD__RING_EVENT && kind != HD__RING_LINE && kind != HD__RING_FILLER;
        bytes = (first >> HD__RING_WORDS_SHIFT) * 8;
    }
}

void hd__ring_give_back(const hd__ring_map *map, uint64_t from, uint64_t end)
{
    while (from < end && hd__file_check(map->fd, &map->id) == 0) {
        const uint64_t place = from % map->slots_bytes;
        const uint64_t lap = map->slots_bytes - place;
        const uint64_t bytes = end - from < lap ? end - from : lap;
        const char *const at = (const char *)map->slots + place;
        if (hd__system.punch(map->fd, (off_t)(at - map->base), (off_t)bytes) != 0) {
            return;
        }
        from += bytes;
    }
}
