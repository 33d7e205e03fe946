/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "hdmpi_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool reserve(hd__text *text, size_t more)
{
    if (text->failed || text->capacity - text->length > more) {
        return !text->failed;
    }
    const size_t capacity = (text->length + more + 1) * 2;
    char *const data = realloc(text->data, capacity);
    if (data == NULL) {
        text->failed = true;
        return false;
    }
    text->data = data;
    text->capacity = capacity;
    return true;
}

void hd__text_add(hd__text *text, const char *more, size_t length)
{
    if (reserve(text, length)) {
        memcpy(text->data + text->length, more, length);
        text->length += length;
        text->data[text->length] = '\0';
    }
}

void hd__text_add_string(hd__text *text, const char *more)
{
    hd__text_add(text, more, strlen(more));
}

void hd__text_add_int(hd__text *text, long long number)
{
    char digits[24];
    const int length = snprintf(digits, sizeof(digits), "%lld", number);
    hd__text_add(text, digits, (size_t)length);
}

static const char *entity_of(char c)
{
    switch (c) {
    case '&':
        return "&amp;";
    case '<':
        return "&lt;";
    case '>':
        return "&gt;";
    case '\'':
        return "&apos;";
    case '"':
        return "&quot;";
    default:
        return NULL;
    }
}

void hd__text_add_escaped(hd__text *text, const char *value)
{
    for (const char *c = value; *c != '\0'; c++) {
        const char *const entity = entity_of(*c);
        if (entity != NULL) {
            hd__text_add_string(text, entity);
        } else if ((unsigned char)*c < 0x20) {
            hd__text_add_string(text, "&#");
            hd__text_add_int(text, *c);
            hd__text_add_string(text, ";");
        } else {
            hd__text_add(text, c, 1);
        }
    }
}

void hd__text_fini(hd__text *text)
{
    free(text->data);
    *text = (hd__text){0};
}
