/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ring_convert.h"

enum {
    BATCH_BYTES = 32768,  /* records that are texts may be long: a batch ends with about so many */
    GIVEN_BYTES = 1 << 20 /* that are given back at once */
};

void hd__ring_note_checkpoint(const hd__ring_conversion *conversion, bool finished)
{
    hd__emitter *const emitter = conversion->emitter;
    if (!emitter->sink.mapped) {
        (void)hd__emitter_flush(emitter);
    }
    const hd__ring_checkpoint reached = {.drained = conversion->first.position,
                                         .line = conversion->first.line,
                                         .length = (uint64_t)hd__sink_get_size(&emitter->sink),
                                         .open_nested = emitter->open_nested,
                                         .stopped = emitter->stopped,
                                         .finished = finished,
                                         .counts = emitter->counts};
    hd__ring_put_checkpoint(conversion->map, &reached);
}

static bool ends_name(char character)
{
    return character == ' ' || character == '/' || character == '>';
}

/* Bytes of the element's name, behind its '<'. */
static size_t get_name_bytes(const char *text, size_t size)
{
    size_t bytes = 0;
    while (bytes + 1 < size && !ends_name(text[bytes + 1])) {
        bytes++;
    }
    return bytes;
}

unsigned hd__ring_get_name(hd__emitter *emitter, hd__ring_kind kind, const char *text, size_t size)
{
    return kind == HD__RING_EVENT
               ? HD__EMIT_EVENT
               : hd__emit_get_name(emitter, text + 1, get_name_bytes(text, size));
}

static bool emit_text(hd__emitter *emitter, const hd__ring_record *record)
{
    const unsigned name = hd__ring_get_name(emitter, record->kind, record->text, record->size);
    (void)hd__emit_text(emitter, record->depth, name, record->start_ns, record->end_ns,
                        record->bytes, record->text, record->size);
    return !emitter->failed;
}

/* False: a damaged record, or a failed trace. */
static bool emit(const hd__ring_conversion *conversion, const hd__ring_record *record)
{
    hd__emitter *const emitter = conversion->emitter;
    if (record->depth > HD__DEPTH_MAX) {
        return false;
    }
    if (record->kind != HD__RING_STATE) {
        return record->size > 0 && emit_text(emitter, record);
    }
    const hd_template *const shape =
        record->number < HD_TEMPLATES_MAX ? conversion->shapes[record->number] : NULL;
    if (shape == NULL || shape->count != record->count) {
        return false;
    }
    (void)hd__emit_state(emitter, record->depth, shape, record->start_ns, record->end_ns,
                         record->values, record->absent);
    return !emitter->failed;
}

hd__ring_step hd__ring_convert_batch(hd__ring_conversion *conversion, size_t most)
{
    hd__emitter *const emitter = conversion->emitter;
    const uint64_t end = hd__ring_get(conversion->map, HD__RING_COMMITTED);
    const uint64_t begin = conversion->first.position;
    const uint64_t lost = emitter->counts.dropped_io;
    hd__ring_record record;
    hd__ring_step step = emitter->failed || hd__ring_map_is_lost(conversion->map) ? HD__RING_DAMAGED
                                                                                  : HD__RING_RECORD;
    for (; step == HD__RING_RECORD && most > 0 && conversion->first.position - begin < BATCH_BYTES;
         most--) {
        hd__ring_place place = conversion->first;
        step = hd__ring_read(conversion->map, end, &place, &record);
        if (step == HD__RING_RECORD && !emit(conversion, &record)) {
            step = HD__RING_DAMAGED;
            emitter->counts.dropped_io = lost; /* it is not lost yet */
        }
        if (step == HD__RING_RECORD) {
            conversion->last_ns = record.end_ns;
        }
        if (step != HD__RING_DAMAGED) { /* at the end there may be a filler */
            conversion->first = place;
        }
    }
    if (conversion->first.position != begin) {
        hd__ring_note_checkpoint(conversion, false);
    }
    return step;
}

hd__ring_step hd__ring_convert_rest(hd__ring_conversion *conversion)
{
    const uint64_t end = hd__ring_get(conversion->map, HD__RING_COMMITTED);
    const uint64_t begin = conversion->first.position;
    uint64_t given = begin;
    while (conversion->first.position != end) {
        if (hd__ring_convert_batch(conversion, HD__RING_BATCH) == HD__RING_DAMAGED) {
            return HD__RING_DAMAGED;
        }
        if (conversion->progress != NULL) {
            conversion->progress(conversion->context, conversion->first.position - begin,
                                 end - begin);
        }
        if (conversion->first.position - given >= GIVEN_BYTES) {
            hd__ring_give_back(conversion->map, given, conversion->first.position);
            given = conversion->first.position;
        }
    }
    return HD__RING_END;
}
