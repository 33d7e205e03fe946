/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fragments: a line is a word and fields, `File name="out.dat" Size=0 id=0`. */
#include "field.h"
#include "reader.h"

#include <string.h>

typedef struct cursor {
    const char *at;
    const char *end;
} cursor;

static void skip_blanks(cursor *c)
{
    c->at = hd__skip_field_blanks(c->at, c->end);
}

static bool take_word(cursor *c, hd_slice *word)
{
    word->at = c->at;
    while (c->at < c->end && hd__is_word_character(*c->at)) {
        c->at++;
    }
    word->length = (size_t)(c->at - word->at);
    return word->length > 0;
}

static bool take_value(cursor *c, hd_slice *value)
{
    const char *at = c->at;
    const char *const stop = hd__bound_value(&at, c->end, &c->at);
    if (stop == NULL) {
        return false;
    }
    *value = (hd_slice){at, (size_t)(stop - at)};
    return true;
}

/* False when it is no line of a fragment, or *memory is. */
static bool parse(hd_reader *reader, cursor *c, hd__token *tag, bool *memory)
{
    if (!take_word(c, &tag->name) || (c->at < c->end && !hd__is_field_blank(*c->at))) {
        return false;
    }
    for (skip_blanks(c); c->at < c->end; skip_blanks(c)) {
        hd__attribute field;
        if (reader->attributes.count == HD_READ_ATTRIBUTES_MAX || !take_word(c, &field.name) ||
            c->at == c->end || *c->at++ != '=' || !take_value(c, &field.value)) {
            return false;
        }
        *memory = hd__attributes_add(&reader->attributes, field);
        if (!*memory) {
            return false;
        }
    }
    return true;
}

static hd_status deliver(hd_reader *reader, size_t length)
{
    cursor c = {reader->source.buffer + reader->source.start, NULL};
    c.end = c.at + length;
    hd__token tag = {.name = {"", 0}};
    bool memory = true;
    reader->attributes.count = 0;
    skip_blanks(&c);
    reader->entry.kind = HD_ENTRY_LINE;
    reader->entry.offset = reader->source.offset;
    reader->entry.malformed = !parse(reader, &c, &tag, &memory);
    if (!memory) {
        return hd__reader_fail(reader, HD_NOMEM, reader->source.offset, "no memory");
    }
    if (reader->entry.malformed) {
        reader->attributes.count = 0;
        return HD_OK;
    }
    reader->entry.name = tag.name;
    return hd__reader_set_tag(reader, &tag);
}

static bool is_empty(const char *line, size_t length)
{
    return hd__skip_field_blanks(line, line + length) == line + length;
}

hd_status hd__lines_next(hd_reader *reader)
{
    hd__source *const source = &reader->source;
    for (;;) {
        const char *const begin = source->buffer + source->start;
        const size_t there = source->end - source->start;
        const char *const stop = there == 0 ? NULL : memchr(begin, '\n', there);
        if (stop == NULL && there > HD_READ_ENTRY_BYTES_MAX) {
            return hd__reader_fail(reader, HD_LIMIT, source->offset, "line longer than 256 MiB");
        }
        if (stop == NULL) {
            const hd_status status = hd__reader_more(reader);
            if (status == HD_OK) {
                continue;
            }
            if (status != HD_END) {
                return status;
            }
            reader->complete = true;
        }
        const size_t length = stop == NULL ? source->end - source->start : (size_t)(stop - begin);
        const size_t taken = length + (stop != NULL);
        if (!is_empty(source->buffer + source->start, length)) {
            reader->entry_bytes = taken;
            return deliver(reader, length);
        }
        hd__source_skip(source, taken);
        if (stop == NULL) {
            return hd__reader_cut(reader);
        }
    }
}
