/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Opening, and what all kinds of files have in common. */
#include "reader.h"

#include <stdlib.h>
#include <string.h>

/* --- results ---------------------------------------------------------------------------------- */

hd_status hd__reader_fail(hd_reader *reader, hd_status status, uint64_t offset, const char *reason)
{
    reader->result = hd__read_fail(status, reader->name, offset, "%s", reason);
    return reader->result;
}

hd_status hd__reader_fail_token(hd_reader *reader, const hd__token *token)
{
    const char *const window = reader->source.buffer + reader->source.start;
    const uint64_t offset = reader->source.offset + (uint64_t)(token->fault - window);
    return hd__reader_fail(reader, token->status, offset, token->reason);
}

hd_status hd__reader_cut(hd_reader *reader)
{
    const hd__source *const source = &reader->source;
    reader->unusable_bytes =
        source->used_end > source->offset ? source->used_end - source->offset : 0;
    reader->result = HD_END;
    return HD_END;
}

/* Drop the rest of the text and find out how long it is. */
static hd_status skip_rest(hd_reader *reader)
{
    hd__source *const source = &reader->source;
    hd_status status = HD_OK;
    while (status == HD_OK) {
        hd__source_skip(source, source->end - source->start);
        status = hd__source_more(source);
    }
    return status;
}

hd_status hd__reader_end(hd_reader *reader)
{
    hd__token token;
    hd_status status = HD_OK;
    reader->complete = true;
    do { /* comments may follow */
        status = hd__reader_token(reader, &token);
        if (status == HD_OK && token.kind == HD__TOKEN_SKIP) {
            hd__source_skip(&reader->source, reader->entry_bytes);
        }
    } while (status == HD_OK && token.kind == HD__TOKEN_SKIP);
    if (status == HD_IO || status == HD_NOMEM) {
        return status;
    }
    const uint64_t offset = reader->source.offset;
    status = skip_rest(reader);
    if (status != HD_END) {
        reader->result = status;
        return status;
    }
    const uint64_t used_end = reader->source.used_end;
    reader->unusable_bytes = used_end > offset ? used_end - offset : 0;
    reader->result = HD_END;
    return HD_END;
}

/* --- tokens ----------------------------------------------------------------------------------- */

static void skip_blanks(hd__source *source)
{
    size_t at = source->start;
    while (at < source->end && (source->buffer[at] == ' ' || source->buffer[at] == '\n' ||
                                source->buffer[at] == '\t' || source->buffer[at] == '\r')) {
        at++;
    }
    hd__source_skip(source, at - source->start);
}

hd_status hd__reader_more(hd_reader *reader)
{
    const hd_status status = hd__source_more(&reader->source);
    if (status != HD_OK && status != HD_END) {
        reader->result = status;
    }
    return status;
}

hd_status hd__reader_token(hd_reader *reader, hd__token *token)
{
    hd__source *const source = &reader->source;
    hd_status status = HD_OK;
    while (status == HD_OK) {
        skip_blanks(source);
        if (source->start < source->end) {
            reader->attributes.count = 0;
            const char *const at = source->buffer + source->start;
            hd__token_take(token, at, source->buffer + source->end, &reader->attributes);
            if (token->kind != HD__TOKEN_MORE) {
                reader->entry_bytes = token->kind == HD__TOKEN_BAD ? 0 : (size_t)(token->end - at);
                return HD_OK;
            }
        }
        status = hd__reader_more(reader);
    }
    return status;
}

/* --- an element and those below it ------------------------------------------------------------ */

static hd__element *add_element(hd_reader *reader, const hd__token *tag, size_t first_attribute,
                                unsigned depth)
{
    if (reader->element_count == reader->element_capacity) {
        const size_t capacity = reader->element_capacity * 2 + 16;
        hd__element *const elements = realloc(reader->elements, capacity * sizeof *elements);
        if (elements == NULL) {
            return NULL;
        }
        reader->elements = elements;
        reader->element_capacity = capacity;
    }
    hd__element *const element = &reader->elements[reader->element_count++];
    *element = (hd__element){.name = tag->name,
                             .first_attribute = first_attribute,
                             .attribute_count = reader->attributes.count - first_attribute,
                             .depth = depth};
    return element;
}

hd_status hd__reader_set_tag(hd_reader *reader, const hd__token *tag)
{
    reader->element_count = 0;
    return add_element(reader, tag, 0, 0) != NULL
               ? HD_OK
               : hd__reader_fail(reader, HD_NOMEM, reader->source.offset, "no memory");
}

/* Where the elements below an entry have got to. */
typedef struct descent {
    size_t open[HD_READ_DEPTH_MAX + 1]; /* elements by depth */
    unsigned depth;                     /* how many are open */
} descent;

static bool same(hd_slice a, hd_slice b)
{
    return a.length == b.length && memcmp(a.at, b.at, a.length) == 0;
}

/* Set a reason for failing, or NULL. */
static const char *take_one(hd_reader *reader, descent *d, const hd__token *token,
                            size_t first_attribute, hd_status *status)
{
    hd__element *const innermost = &reader->elements[d->open[d->depth - 1]];
    *status = HD_FORMAT;
    switch (token->kind) {
    case HD__TOKEN_START:
        if (d->depth == HD_READ_DEPTH_MAX || reader->element_count > HD_READ_DATA_MAX) {
            *status = HD_LIMIT;
            return d->depth == HD_READ_DEPTH_MAX ? "elements nested deeper than 1024"
                                                 : "more than 1048576 elements below one";
        }
        if (add_element(reader, token, first_attribute, d->depth) == NULL) {
            *status = HD_NOMEM;
            return "no memory";
        }
        if (!token->is_empty) {
            d->open[d->depth++] = reader->element_count - 1;
        }
        return NULL;
    case HD__TOKEN_END:
        d->depth--;
        return same(innermost->name, token->name) ? NULL : "end tag of another element";
    case HD__TOKEN_TEXT:
        if (innermost->content.at == NULL && !token->is_blank) {
            innermost->content = token->name;
            innermost->is_verbatim = token->is_verbatim;
        }
        return NULL;
    case HD__TOKEN_SKIP:
    case HD__TOKEN_MORE:
    case HD__TOKEN_BAD:
        break;
    }
    return NULL;
}

static hd__parse parse(hd_reader *reader, descent *d, hd__token *token)
{
    const hd__source *const source = &reader->source;
    const char *const end = source->buffer + source->end;
    const char *at = source->buffer + source->start + reader->entry_bytes;
    while (d->depth > 0) {
        const size_t first_attribute = reader->attributes.count;
        hd_status status = HD_OK;
        token->kind = HD__TOKEN_MORE;
        if (at < end) {
            hd__token_take(token, at, end, &reader->attributes);
        }
        if (token->kind == HD__TOKEN_MORE) {
            return HD__PARSE_MORE;
        }
        if (token->kind == HD__TOKEN_BAD) {
            (void)hd__reader_fail_token(reader, token);
            return HD__PARSE_FAILED;
        }
        const char *const reason = take_one(reader, d, token, first_attribute, &status);
        if (reason != NULL) {
            token->fault = at;
            token->reason = reason;
            token->status = status;
            (void)hd__reader_fail_token(reader, token);
            return HD__PARSE_FAILED;
        }
        at = token->end;
    }
    reader->entry_bytes = (size_t)(at - (source->buffer + source->start));
    return HD__PARSED;
}

/* When the window ends inside the element, it is lengthened and the element begun again: what was
 * found points into the old window. */
hd_status hd__reader_take_element(hd_reader *reader, const hd__token *tag)
{
    hd__token token = *tag;
    for (;;) {
        descent d; /* large: only what is used is set */
        d.open[0] = 0;
        d.depth = token.is_empty ? 0 : 1;
        if (hd__reader_set_tag(reader, &token) != HD_OK) {
            return reader->result;
        }
        const hd__parse parsed = parse(reader, &d, &token);
        if (parsed != HD__PARSE_MORE) {
            return parsed == HD__PARSED ? HD_OK : reader->result;
        }
        if (reader->source.end - reader->source.start > HD_READ_ENTRY_BYTES_MAX) {
            return hd__reader_fail(reader, HD_LIMIT, reader->source.offset,
                                   "element longer than 256 MiB");
        }
        hd_status status = hd__reader_more(reader);
        if (status == HD_OK) {
            status = hd__reader_token(reader, &token);
        }
        if (status != HD_OK) {
            return status;
        }
    }
}

/* --- open and close --------------------------------------------------------------------------- */

static hd_status find_kind(hd_reader *reader)
{
    hd__source *const source = &reader->source;
    hd_status status = HD_OK;
    skip_blanks(source);
    while (status == HD_OK && source->start == source->end) {
        status = hd__reader_more(reader);
        skip_blanks(source);
    }
    if (status == HD_END) {
        return source->read_bytes == 0 ? hd__reader_fail(reader, HD_FORMAT, 0, "the file is empty")
                                       : hd__reader_cut(reader);
    }
    if (status != HD_OK) {
        return status;
    }
    reader->kind = source->buffer[source->start] == '<' ? HD_READ_XML : HD_READ_LINES;
    return HD_OK;
}

/* Up to the root's tag, which is left in the window. */
static hd_status find_root(hd_reader *reader)
{
    hd__token token;
    hd_status status = HD_OK;
    for (;;) {
        status = hd__reader_token(reader, &token);
        if (status != HD_OK) {
            return status == HD_END ? hd__reader_cut(reader) : status;
        }
        if (token.kind != HD__TOKEN_SKIP) {
            break;
        }
        hd__source_skip(&reader->source, reader->entry_bytes);
    }
    if (token.kind == HD__TOKEN_BAD) {
        return hd__reader_fail_token(reader, &token);
    }
    reader->kind = token.kind == HD__TOKEN_START && hd_slice_equals(token.name, "Program")
                       ? HD_READ_TRACE
                       : HD_READ_XML;
    return HD_OK;
}

static hd_status begin(hd_reader *reader)
{
    hd_status status = find_kind(reader);
    if (status == HD_OK && reader->kind == HD_READ_XML) {
        status = find_root(reader);
    }
    if (status == HD_OK && reader->kind == HD_READ_TRACE) {
        status = hd__trace_begin(reader);
    }
    reader->entry_bytes = 0;
    return status == HD_END ? HD_OK : status;
}

static hd_status open_reader(hd_reader *reader, hd_status opened, hd_reader **to)
{
    const hd_status status = opened == HD_OK ? begin(reader) : opened;
    if (status != HD_OK) {
        hd_reader_close(reader);
        return status;
    }
    *to = reader;
    return HD_OK;
}

static hd_reader *make_reader(const char *name)
{
    hd_reader *const reader = calloc(1, sizeof *reader);
    char *const copy = reader == NULL ? NULL : strdup(name);
    if (copy == NULL) {
        free(reader);
        (void)hd__read_fail(HD_NOMEM, name, UINT64_MAX, "no memory");
        return NULL;
    }
    reader->name = copy;
    return reader;
}

hd_status hd_reader_open(const char *path, hd_reader **reader)
{
    hd_reader *const r = make_reader(path);
    return r == NULL ? HD_NOMEM : open_reader(r, hd__source_open(&r->source, r->name), reader);
}

hd_status hd_reader_open_text(const char *name, const void *text, size_t bytes, hd_reader **reader)
{
    hd_reader *const r = make_reader(name);
    if (r == NULL) {
        return HD_NOMEM;
    }
    r->text = text == NULL ? "" : text;
    r->text_bytes = bytes;
    return open_reader(r, hd__source_open_text(&r->source, r->name, r->text, bytes), reader);
}

void hd_reader_close(hd_reader *reader)
{
    if (reader == NULL) {
        return;
    }
    hd__source_close(&reader->source);
    if (reader->scout != NULL) {
        hd__scout_fini(reader->scout);
    }
    free(reader->scout);
    hd__reader_free_scratch(reader);
    free(reader->scratch);
    free(reader->attributes.items);
    free(reader->elements);
    free(reader->open_names);
    free(reader->name);
    free(reader);
}

/* --- next ------------------------------------------------------------------------------------- */

hd_status hd_reader_next(hd_reader *reader, hd_entry *entry)
{
    if (reader->result != HD_OK) {
        return reader->result;
    }
    hd__source_skip(&reader->source, reader->entry_bytes);
    reader->entry_bytes = 0;
    reader->element_count = 0;
    reader->attributes.count = 0;
    reader->scratch_used = 0;
    hd__reader_free_scratch(reader);
    reader->entry = (hd_entry){.depth = reader->depth, .name = {"", 0}};
    hd_status status = HD_OK;
    switch (reader->kind) {
    case HD_READ_TRACE:
        status = hd__trace_next(reader);
        break;
    case HD_READ_XML:
        status = hd__xml_next(reader);
        break;
    case HD_READ_LINES:
        status = hd__lines_next(reader);
        break;
    }
    if (status != HD_OK) {
        reader->result = status;
        reader->element_count = 0;
        return status;
    }
    if (reader->element_count > 0) {
        reader->entry.data_count = reader->element_count - 1;
    }
    *entry = reader->entry;
    return HD_OK;
}
