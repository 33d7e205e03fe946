/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fragments: a line is a word and fields, `File name="out.dat" Size=0 id=0`. */
#include "reader.h"

#include <stdlib.h>
#include <string.h>

typedef struct cursor {
    const char *at;
    const char *end;
} cursor;

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

static void skip_blanks(cursor *c)
{
    while (c->at < c->end && is_blank(*c->at)) {
        c->at++;
    }
}

static bool is_word_character(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-';
}

static bool take_word(cursor *c, hd_slice *word)
{
    word->at = c->at;
    while (c->at < c->end && is_word_character(*c->at)) {
        c->at++;
    }
    word->length = (size_t)(c->at - word->at);
    return word->length > 0;
}

/* In either quotes, or up to the next blank. */
static bool take_value(cursor *c, hd_slice *value)
{
    const bool quoted = c->at < c->end && (*c->at == '\'' || *c->at == '"');
    const char *stop = NULL;
    if (quoted) {
        const char quote = *c->at++;
        stop = memchr(c->at, quote, (size_t)(c->end - c->at));
        if (stop == NULL) {
            return false;
        }
    } else {
        for (stop = c->at; stop < c->end && !is_blank(*stop);) {
            stop++;
        }
    }
    *value = (hd_slice){c->at, (size_t)(stop - c->at)};
    c->at = stop + quoted;
    return c->at == c->end || is_blank(*c->at);
}

static bool add_field(hd_reader *reader, hd__attribute field)
{
    hd__attributes *const list = &reader->attributes;
    if (list->count == list->capacity) {
        const size_t capacity = 2 * list->capacity + 16;
        hd__attribute *const items = realloc(list->items, capacity * sizeof *items);
        if (items == NULL) {
            return false;
        }
        list->items = items;
        list->capacity = capacity;
    }
    list->items[list->count++] = field;
    return true;
}

/* False when it is no line of a fragment, or *memory is. */
static bool parse(hd_reader *reader, cursor *c, hd__token *tag, bool *memory)
{
    if (!take_word(c, &tag->name) || (c->at < c->end && !is_blank(*c->at))) {
        return false;
    }
    for (skip_blanks(c); c->at < c->end; skip_blanks(c)) {
        hd__attribute field;
        if (reader->attributes.count == HD_READ_ATTRIBUTES_MAX || !take_word(c, &field.name) ||
            c->at == c->end || *c->at++ != '=' || !take_value(c, &field.value)) {
            return false;
        }
        *memory = add_field(reader, field);
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
    size_t at = 0;
    while (at < length && is_blank(line[at])) {
        at++;
    }
    return at == length;
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
