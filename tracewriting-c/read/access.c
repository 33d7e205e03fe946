/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the current entry says. */
#include "reader.h"

#include <stdlib.h>
#include <string.h>

hd_read_kind hd_reader_get_kind(const hd_reader *reader)
{
    return reader->kind;
}

bool hd_reader_is_complete(const hd_reader *reader)
{
    return reader->complete;
}

uint64_t hd_reader_get_unusable_bytes(const hd_reader *reader)
{
    return reader->unusable_bytes;
}

uint64_t hd_reader_get_offset(const hd_reader *reader)
{
    return reader->source.offset + reader->entry_bytes;
}

hd_slice hd_reader_get_name(const hd_reader *reader, size_t element)
{
    return element < reader->element_count ? reader->elements[element].name : (hd_slice){"", 0};
}

unsigned hd_reader_get_depth(const hd_reader *reader, size_t element)
{
    return element < reader->element_count ? reader->elements[element].depth : 0;
}

hd_slice hd_reader_get_content(const hd_reader *reader, size_t element)
{
    const bool known =
        element < reader->element_count && reader->elements[element].content.at != NULL;
    return known ? reader->elements[element].content : (hd_slice){"", 0};
}

size_t hd_reader_get_attribute_count(const hd_reader *reader, size_t element)
{
    return element < reader->element_count ? reader->elements[element].attribute_count : 0;
}

bool hd_reader_get_attribute(const hd_reader *reader, size_t element, size_t index, hd_slice *name,
                             hd_slice *value)
{
    if (index >= hd_reader_get_attribute_count(reader, element)) {
        return false;
    }
    const hd__attribute *const attribute =
        &reader->attributes.items[reader->elements[element].first_attribute + index];
    *name = attribute->name;
    *value = attribute->value;
    return true;
}

bool hd_reader_find(const hd_reader *reader, size_t element, const char *name, hd_slice *value)
{
    const size_t count = hd_reader_get_attribute_count(reader, element);
    const hd__attribute *const attributes =
        count == 0 ? NULL : &reader->attributes.items[reader->elements[element].first_attribute];
    const size_t length = strlen(name);
    for (size_t i = 0; i < count; i++) {
        if (attributes[i].name.length == length &&
            memcmp(attributes[i].name.at, name, length) == 0) {
            *value = attributes[i].value;
            return true;
        }
    }
    return false;
}

bool hd_reader_get_int(const hd_reader *reader, size_t element, const char *name, int64_t *value)
{
    hd_slice text;
    return hd_reader_find(reader, element, name, &text) && hd__slice_to_int(text, value);
}

bool hd_reader_get_time(const hd_reader *reader, size_t element, const char *name, int64_t *time_ns)
{
    hd_slice text;
    return hd_reader_find(reader, element, name, &text) && hd__slice_to_time(text, time_ns);
}

/* --- decoded values --------------------------------------------------------------------------- */

struct hd__scratch {
    struct hd__scratch *next;
    char *memory;
};

void hd__reader_free_scratch(hd_reader *reader)
{
    while (reader->full_scratch != NULL) {
        struct hd__scratch *const next = reader->full_scratch->next;
        free(reader->full_scratch->memory);
        free(reader->full_scratch);
        reader->full_scratch = next;
    }
}

/* Put the block aside, which is pointed into, and begin a larger one. */
static bool grow_scratch(hd_reader *reader, size_t bytes)
{
    const size_t size = 2 * reader->scratch_size + bytes + 256;
    char *const memory = malloc(size);
    struct hd__scratch *const full = malloc(sizeof *full);
    if (memory == NULL || full == NULL) {
        free(memory);
        free(full);
        return false;
    }
    *full = (struct hd__scratch){reader->full_scratch, reader->scratch};
    reader->full_scratch = full;
    reader->scratch = memory;
    reader->scratch_size = size;
    reader->scratch_used = 0;
    return true;
}

/* Room for so many bytes and a NUL. */
static char *reserve(hd_reader *reader, size_t bytes)
{
    const bool fits = reader->scratch_size - reader->scratch_used > bytes;
    return fits || grow_scratch(reader, bytes + 1) ? reader->scratch + reader->scratch_used : NULL;
}

const char *hd_reader_decode(hd_reader *reader, hd_slice value)
{
    char *const text = reserve(reader, value.length);
    if (text == NULL) {
        return NULL;
    }
    char *const end = hd__decode(text, value);
    *end = '\0';
    reader->scratch_used += (size_t)(end + 1 - text);
    return text;
}

const char *hd_reader_get_content_text(hd_reader *reader, size_t element)
{
    const hd_slice content = hd_reader_get_content(reader, element);
    if (element >= reader->element_count || !reader->elements[element].is_verbatim) {
        return hd_reader_decode(reader, content);
    }
    char *const text = reserve(reader, content.length);
    if (text != NULL) {
        memcpy(text, content.at, content.length);
        text[content.length] = '\0';
        reader->scratch_used += content.length + 1;
    }
    return text;
}

const char *hd_reader_get_text(hd_reader *reader, size_t element, const char *name)
{
    hd_slice value;
    return hd_reader_find(reader, element, name, &value) ? hd_reader_decode(reader, value) : NULL;
}
