/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Any other XML: begins and ends of elements, and text. */
#include "reader.h"

#include <stdlib.h>
#include <string.h>

/* Names of open elements stand one after the other, each with its length behind it. */
static bool push_name(hd_reader *reader, hd_slice name)
{
    const size_t bytes = name.length + sizeof name.length;
    if (reader->open_size - reader->open_used < bytes) {
        const size_t size = 2 * reader->open_size + bytes + 256;
        char *const names = realloc(reader->open_names, size);
        if (names == NULL) {
            return false;
        }
        reader->open_names = names;
        reader->open_size = size;
    }
    char *const at = reader->open_names + reader->open_used;
    memcpy(at, name.at, name.length);
    memcpy(at + name.length, &name.length, sizeof name.length);
    reader->open_used += bytes;
    return true;
}

/* The innermost open element's name, which leaves the stack; valid until the next one comes. */
static hd_slice pop_name(hd_reader *reader)
{
    size_t length = 0;
    reader->open_used -= sizeof length;
    memcpy(&length, reader->open_names + reader->open_used, sizeof length);
    reader->open_used -= length;
    return (hd_slice){reader->open_names + reader->open_used, length};
}

static hd_status deliver_end(hd_reader *reader)
{
    const hd_slice name = pop_name(reader);
    reader->depth--;
    reader->end_pending = false;
    reader->entry.kind = HD_ENTRY_END;
    reader->entry.depth = reader->depth;
    reader->entry.name = name;
    reader->complete = reader->depth == 0;
    return HD_OK;
}

static hd_status take_begin(hd_reader *reader, const hd__token *token)
{
    if (reader->depth == HD_READ_DEPTH_MAX) {
        return hd__reader_fail(reader, HD_LIMIT, reader->source.offset,
                               "elements nested deeper than 1024");
    }
    if (!push_name(reader, token->name)) {
        return hd__reader_fail(reader, HD_NOMEM, reader->source.offset, "no memory");
    }
    reader->root_begun = true;
    reader->entry.kind = HD_ENTRY_BEGIN;
    reader->entry.depth = reader->depth++;
    reader->entry.name = token->name;
    reader->end_pending = token->is_empty;
    return hd__reader_set_tag(reader, token);
}

static hd_status take_end(hd_reader *reader, const hd__token *token)
{
    if (reader->depth == 0) {
        return hd__reader_fail(reader, HD_FORMAT, reader->source.offset,
                               "end tag that closes nothing");
    }
    (void)deliver_end(reader);
    const hd_slice open = reader->entry.name;
    if (open.length != token->name.length || memcmp(open.at, token->name.at, open.length) != 0) {
        return hd__reader_fail(reader, HD_FORMAT, reader->source.offset,
                               "end tag of another element");
    }
    return HD_OK;
}

static hd_status take_text(hd_reader *reader, const hd__token *token)
{
    const hd__token text = {.name = {"", 0}};
    const hd_status status = hd__reader_set_tag(reader, &text);
    if (status == HD_OK) {
        reader->entry.kind = HD_ENTRY_TEXT;
        reader->elements[0].content = token->name;
        reader->elements[0].is_verbatim = token->is_verbatim;
    }
    return status;
}

static hd_status take(hd_reader *reader, const hd__token *token)
{
    reader->entry.offset = reader->source.offset;
    switch (token->kind) {
    case HD__TOKEN_START:
        return take_begin(reader, token);
    case HD__TOKEN_END:
        return take_end(reader, token);
    case HD__TOKEN_TEXT:
        return reader->depth > 0 ? take_text(reader, token)
                                 : hd__reader_fail(reader, HD_FORMAT, reader->source.offset,
                                                   "text before the first element");
    case HD__TOKEN_SKIP:
    case HD__TOKEN_MORE:
    case HD__TOKEN_BAD:
        break;
    }
    return hd__reader_fail_token(reader, token);
}

hd_status hd__xml_next(hd_reader *reader)
{
    if (reader->end_pending) {
        reader->entry.offset = reader->source.offset;
        return deliver_end(reader);
    }
    if (reader->root_begun && reader->depth == 0) {
        return hd__reader_end(reader);
    }
    for (;;) {
        hd__token token;
        const hd_status status = hd__reader_token(reader, &token);
        if (status != HD_OK) {
            return status == HD_END ? hd__reader_cut(reader) : status;
        }
        if (token.kind != HD__TOKEN_SKIP) {
            return take(reader, &token);
        }
        hd__source_skip(&reader->source, reader->entry_bytes);
        reader->entry_bytes = 0;
    }
}
