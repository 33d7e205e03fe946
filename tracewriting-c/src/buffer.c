/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "buffer.h"

#include "sys.h"
#include "text.h"

#include <string.h>

char *hd__buffer_reserve(hd__buffer *buffer, size_t bytes)
{
    if (buffer->failed) {
        return NULL;
    }
    if (buffer->size - buffer->used <= bytes) {
        const size_t size = (buffer->used + bytes + 1) * 2 + 64;
        char *const text = hd__memory_grow(buffer->text, buffer->used, size);
        if (text == NULL) {
            buffer->failed = true;
            return NULL;
        }
        buffer->text = text;
        buffer->size = size;
    }
    return buffer->text + buffer->used;
}

void hd__buffer_set_end(hd__buffer *buffer, char *end)
{
    *end = '\0';
    buffer->used = (size_t)(end - buffer->text);
}

void hd__buffer_add_bytes(hd__buffer *buffer, const char *text, size_t bytes)
{
    char *const at = hd__buffer_reserve(buffer, bytes);
    if (at != NULL) {
        if (bytes > 0) { /* an empty text may have no address */
            memcpy(at, text, bytes);
        }
        hd__buffer_set_end(buffer, at + bytes);
    }
}

void hd__buffer_add(hd__buffer *buffer, const char *text)
{
    hd__buffer_add_bytes(buffer, text, strlen(text));
}

void hd__buffer_add_escaped(hd__buffer *buffer, const char *value)
{
    const size_t most = strlen(value) * 6; /* the longest reference */
    char *const at = hd__buffer_reserve(buffer, most);
    bool cut = false;
    if (at != NULL) {
        hd__buffer_set_end(buffer, hd__put_escaped(at, most, value, &cut));
    }
}

void hd__buffer_add_int(hd__buffer *buffer, int64_t value)
{
    char *const at = hd__buffer_reserve(buffer, HD__INT_BYTES);
    if (at != NULL) {
        hd__buffer_set_end(buffer, hd__put_int(at, value));
    }
}

void hd__buffer_add_time(hd__buffer *buffer, int64_t time_ns)
{
    char *const at = hd__buffer_reserve(buffer, HD__TIME_BYTES);
    if (at != NULL) {
        hd__buffer_set_end(buffer, hd__put_time(at, time_ns));
    }
}

void hd__buffer_add_attribute(hd__buffer *buffer, const char *name, const char *value)
{
    hd__buffer_add(buffer, " ");
    char *const at = hd__buffer_reserve(buffer, strlen(name) + 1);
    if (at != NULL) {
        hd__buffer_set_end(buffer, hd__put_name(at, name, strlen(name) + 1));
    }
    hd__buffer_add(buffer, "=\"");
    hd__buffer_add_escaped(buffer, value);
    hd__buffer_add(buffer, "\"");
}

void hd__buffer_clear(hd__buffer *buffer)
{
    buffer->used = 0;
    buffer->failed = false;
    if (buffer->text != NULL) {
        buffer->text[0] = '\0';
    }
}

void hd__buffer_fini(hd__buffer *buffer)
{
    hd__system.release(buffer->text);
    memset(buffer, 0, sizeof *buffer);
}
