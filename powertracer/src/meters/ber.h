/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HDPOWER_BER_H
#define HDPOWER_BER_H
/** As much of ASN.1's basic encoding rules as SNMP needs (RFC 3417, X.690). */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    HD_BER_INTEGER = 0x02,
    HD_BER_OCTETS = 0x04,
    HD_BER_NULL = 0x05,
    HD_BER_OID = 0x06,
    HD_BER_SEQUENCE = 0x30,
};

/** A message that is written from its end to its beginning, so that lengths are known. */
struct hd_ber_writer {
    uint8_t bytes[1400];
    size_t begin; /* what is written is from here to the end */
    bool is_full;
};

void hd__ber_begin(struct hd_ber_writer *writer);
void hd__ber_put_integer(struct hd_ber_writer *writer, int32_t number);
void hd__ber_put_bytes(struct hd_ber_writer *writer, uint8_t tag, const void *bytes, size_t size);
/** Put bytes as they are. */
void hd__ber_put_raw(struct hd_ber_writer *writer, const void *bytes, size_t size);
/** Put tag and length before all that was written since `end` bytes were there. */
void hd__ber_wrap(struct hd_ber_writer *writer, uint8_t tag, size_t end);
size_t hd__ber_size(const struct hd_ber_writer *writer);

/** Encode 1.3.6.1... @return its size, 0: not such a text */
size_t hd__ber_encode_oid(const char *text, uint8_t *bytes, size_t size);

struct hd_ber_reader {
    const uint8_t *at;
    size_t left;
};

/** Take the next element: its tag, and a reader of its content. @return false: malformed or none */
bool hd__ber_take(struct hd_ber_reader *reader, uint8_t *tag, struct hd_ber_reader *content);

/** Read content as a signed number. */
bool hd__ber_read_integer(const struct hd_ber_reader *content, int64_t *number);

#endif
