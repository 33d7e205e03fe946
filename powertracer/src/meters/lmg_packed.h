/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HDPOWER_LMG_PACKED_H
#define HDPOWER_LMG_PACKED_H
/** Messages of packed numbers as the LMG meters send: blocks `#`, one digit d, d digits with the
 *  length, so many bytes; LF ends the message. Numbers are IEEE 754, 4 bytes, little endian. There
 * is no checksum: a message is good when its blocks have the expected length and LF follows. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define HD_LMG_NUMBERS 23 /* 7 channels with 3 values, and the cycle's number twice */

struct hd_lmg_packed {
    size_t number_count; /* in a message */
    bool is_framed;      /* by the cycle's number */
    unsigned char bytes[2048];
    size_t length;
    bool is_skipping; /* bytes that belong to no message */
    uint64_t damaged; /* times that such bytes came */
};

/** Where to put bytes that came in, and how many there is room for. */
unsigned char *hd__lmg_packed_room(struct hd_lmg_packed *packed, size_t *size);

/** Take the next whole message. @return false: none yet */
bool hd__lmg_packed_next(struct hd_lmg_packed *packed, float numbers[HD_LMG_NUMBERS]);

#endif
