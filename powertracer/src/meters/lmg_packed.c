/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lmg_packed.h"

#include <string.h>

#define NUMBER_SIZE 4

enum match { MATCH_WHOLE, MATCH_CUT, MATCH_NONE };

struct scan {
    const unsigned char *bytes;
    size_t length;
    size_t at;
    size_t payload; /* bytes of numbers so far */
};

/* One block at scan->at. Its numbers are appended. */
static enum match match_block(struct scan *scan, size_t expected, unsigned char *numbers)
{
    size_t at = scan->at;
    if (scan->bytes[at++] != '#') {
        return MATCH_NONE;
    }
    if (at == scan->length) {
        return MATCH_CUT;
    }
    const unsigned digits = (unsigned)scan->bytes[at++] - '0';
    size_t size = 0;
    if (digits < 1 || digits > 3) {
        return MATCH_NONE;
    }
    for (unsigned i = 0; i < digits; i++, at++) {
        if (at == scan->length) {
            return MATCH_CUT;
        }
        if (scan->bytes[at] < '0' || scan->bytes[at] > '9') {
            return MATCH_NONE;
        }
        size = size * 10 + (scan->bytes[at] - '0');
    }
    if (size == 0 || size > expected - scan->payload) {
        return MATCH_NONE;
    }
    if (size > scan->length - at) {
        return MATCH_CUT;
    }
    memcpy(numbers + scan->payload, scan->bytes + at, size);
    scan->payload += size;
    scan->at = at + size;
    return MATCH_WHOLE;
}

/* A message at the beginning of the bytes. */
static enum match match_message(struct scan *scan, size_t expected, unsigned char *numbers)
{
    enum match match = MATCH_WHOLE;
    while (match == MATCH_WHOLE) {
        if (scan->at == scan->length) {
            return MATCH_CUT;
        }
        if (scan->at > 0 && scan->bytes[scan->at] == '\n') {
            scan->at++;
            return scan->payload == expected ? MATCH_WHOLE : MATCH_NONE;
        }
        if (scan->at > 0 && scan->bytes[scan->at] == ';') {
            scan->at++;
            continue;
        }
        match = match_block(scan, expected, numbers);
    }
    return match;
}

static void drop(struct hd_lmg_packed *packed, size_t count)
{
    packed->length -= count;
    memmove(packed->bytes, packed->bytes + count, packed->length);
}

unsigned char *hd__lmg_packed_room(struct hd_lmg_packed *packed, size_t *size)
{
    *size = sizeof packed->bytes - packed->length;
    return packed->bytes + packed->length;
}

static float read_number(const unsigned char *bytes)
{
    const uint32_t bits = (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 |
                          (uint32_t)bytes[3] << 24;
    float number = 0.0F;
    memcpy(&number, &bits, sizeof number);
    return number;
}

bool hd__lmg_packed_next(struct hd_lmg_packed *packed, float numbers[HD_LMG_NUMBERS])
{
    unsigned char payload[HD_LMG_NUMBERS * NUMBER_SIZE];
    size_t skipped = 0;
    for (; skipped < packed->length; skipped++) {
        struct scan scan = {packed->bytes + skipped, packed->length - skipped, 0, 0};
        const enum match match = match_message(&scan, packed->number_count * NUMBER_SIZE, payload);
        for (size_t i = 0; match == MATCH_WHOLE && i < packed->number_count; i++) {
            numbers[i] = read_number(payload + i * NUMBER_SIZE);
        }
        if (match == MATCH_WHOLE &&
            (!packed->is_framed || numbers[0] == numbers[packed->number_count - 1])) {
            packed->damaged += skipped > 0 && !packed->is_skipping;
            packed->is_skipping = false;
            drop(packed, skipped + scan.at);
            return true;
        }
        if (match == MATCH_CUT) {
            break;
        }
    }
    packed->damaged += skipped > 0 && !packed->is_skipping;
    packed->is_skipping = packed->is_skipping || skipped > 0;
    drop(packed, skipped);
    return false;
}
