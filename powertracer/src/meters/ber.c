/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ber.h"

#include <stdlib.h>
#include <string.h>

void hd__ber_begin(struct hd_ber_writer *writer)
{
    writer->begin = sizeof writer->bytes;
    writer->is_full = false;
}

size_t hd__ber_size(const struct hd_ber_writer *writer)
{
    return sizeof writer->bytes - writer->begin;
}

static void put(struct hd_ber_writer *writer, const void *bytes, size_t size)
{
    if (size > writer->begin) {
        writer->is_full = true;
        return;
    }
    writer->begin -= size;
    memcpy(writer->bytes + writer->begin, bytes, size);
}

static void put_head(struct hd_ber_writer *writer, uint8_t tag, size_t size)
{
    const uint8_t small[] = {tag, (uint8_t)size};
    const uint8_t large[] = {tag, 0x82, (uint8_t)(size >> 8), (uint8_t)size};
    if (size < 128) {
        put(writer, small, sizeof small);
    } else {
        put(writer, large, sizeof large);
    }
}

void hd__ber_put_integer(struct hd_ber_writer *writer, int32_t number)
{
    const uint32_t bits = (uint32_t)number;
    const uint8_t bytes[] = {(uint8_t)(bits >> 24), (uint8_t)(bits >> 16), (uint8_t)(bits >> 8),
                             (uint8_t)bits};
    size_t first = 0;
    /* Leading bytes that only repeat the sign are left out. */
    while (first < 3 && ((bytes[first] == 0 && bytes[first + 1] < 128) ||
                         (bytes[first] == 255 && bytes[first + 1] >= 128))) {
        first++;
    }
    hd__ber_put_bytes(writer, HD_BER_INTEGER, bytes + first, sizeof bytes - first);
}

void hd__ber_put_bytes(struct hd_ber_writer *writer, uint8_t tag, const void *bytes, size_t size)
{
    put(writer, bytes, size);
    put_head(writer, tag, size);
}

void hd__ber_put_raw(struct hd_ber_writer *writer, const void *bytes, size_t size)
{
    put(writer, bytes, size);
}

void hd__ber_wrap(struct hd_ber_writer *writer, uint8_t tag, size_t end)
{
    put_head(writer, tag, hd__ber_size(writer) - end);
}

static size_t encode_number(unsigned long number, uint8_t *bytes, size_t size)
{
    uint8_t digits[5];
    size_t count = 0;
    do {
        digits[count++] = (uint8_t)(number & 127);
        number >>= 7;
    } while (number > 0 && count < sizeof digits);
    if (count > size) {
        return 0;
    }
    for (size_t i = 0; i < count; i++) {
        bytes[i] = (uint8_t)(digits[count - 1 - i] | (i + 1 < count ? 128 : 0));
    }
    return count;
}

size_t hd__ber_encode_oid(const char *text, uint8_t *bytes, size_t size)
{
    size_t used = 0;
    unsigned long first = 0;
    const char *c = text + (*text == '.');
    for (size_t i = 0; *c != '\0'; i++) {
        char *end = NULL;
        const unsigned long number = strtoul(c, &end, 10);
        if (end == c || *c < '0' || *c > '9' || (*end != '.' && *end != '\0') ||
            number > UINT32_MAX || (i == 0 && number > 2)) {
            return 0;
        }
        if (i > 0) {
            const size_t added =
                encode_number(i == 1 ? first * 40 + number : number, bytes + used, size - used);
            if (added == 0) {
                return 0;
            }
            used += added;
        }
        first = i == 0 ? number : first;
        c = *end == '.' ? end + 1 : end;
    }
    return used;
}

bool hd__ber_take(struct hd_ber_reader *reader, uint8_t *tag, struct hd_ber_reader *content)
{
    if (reader->left < 2) {
        return false;
    }
    *tag = reader->at[0];
    size_t size = reader->at[1];
    size_t head = 2;
    if (size >= 128) {
        const size_t bytes = size - 128;
        if (bytes < 1 || bytes > 3 || reader->left < 2 + bytes) {
            return false;
        }
        size = 0;
        for (size_t i = 0; i < bytes; i++) {
            size = size << 8 | reader->at[2 + i];
        }
        head += bytes;
    }
    if (size > reader->left - head) {
        return false;
    }
    *content = (struct hd_ber_reader){reader->at + head, size};
    reader->at += head + size;
    reader->left -= head + size;
    return true;
}

bool hd__ber_read_integer(const struct hd_ber_reader *content, int64_t *number)
{
    if (content->left < 1 || content->left > 9 || (content->left == 9 && content->at[0] != 0)) {
        return false;
    }
    uint64_t bits = content->at[0] >= 128 ? UINT64_MAX : 0;
    for (size_t i = 0; i < content->left; i++) {
        bits = bits << 8 | content->at[i];
    }
    *number = bits > INT64_MAX && content->at[0] < 128 ? INT64_MAX : (int64_t)bits;
    return true;
}
