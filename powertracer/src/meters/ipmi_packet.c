/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ipmi_packet.h"

#include <string.h>

#define RMCP_SIZE      4
#define HEADER_SIZE    16 /* of RMCP and a session of IPMI 2.0 */
#define PLAIN_SIZE     13 /* of IPMI 1.5 up to the signature, behind which the length is */
#define TYPE_RMCP_PLUS 0x06
#define ENCRYPTED      0x80
#define SIGNED         0x40
#define NEXT_HEADER    0x07
#define CONTROLLER     0x20
#define CONSOLE        0x81
#define SEQUENCE_MASK  0x3fU

static const uint8_t rmcp[RMCP_SIZE] = {0x06, 0x00, 0xff, 0x07};

void hd__ipmi_put_32(uint8_t *bytes, uint32_t number)
{
    for (unsigned i = 0; i < 4; i++) {
        bytes[i] = (uint8_t)(number >> (8 * i));
    }
}

uint32_t hd__ipmi_get_32(const uint8_t *bytes)
{
    return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 |
           (uint32_t)bytes[3] << 24;
}

uint16_t hd__ipmi_get_16(const uint8_t *bytes)
{
    return (uint16_t)(bytes[0] | bytes[1] << 8);
}

static size_t compose_plain(const struct hd_ipmi_packet *packet, uint8_t *bytes)
{
    size_t size = PLAIN_SIZE;
    if (packet->size > UINT8_MAX) {
        return 0;
    }
    memcpy(bytes, rmcp, RMCP_SIZE);
    bytes[4] = packet->method;
    hd__ipmi_put_32(bytes + 5, packet->sequence);
    hd__ipmi_put_32(bytes + 9, packet->session);
    if (packet->method != HD_IPMI_BY_NOTHING) {
        memcpy(bytes + size, packet->code, HD_IPMI_CODE_SIZE);
        size += HD_IPMI_CODE_SIZE;
    }
    bytes[size++] = (uint8_t)packet->size;
    memcpy(bytes + size, packet->payload, packet->size);
    return size + packet->size;
}

/* A random start, then whole blocks: what is to be hidden, 1, 2, 3, ... and how many of these. */
static size_t encipher(const struct hd_ipmi_keys *keys, const uint8_t *data, size_t size,
                       uint8_t *out)
{
    uint8_t whole[HD_IPMI_PACKET_SIZE];
    const size_t padding = (HD_AES_SIZE - (size + 1) % HD_AES_SIZE) % HD_AES_SIZE;
    const size_t total = size + padding + 1;
    memcpy(whole, data, size);
    for (size_t i = 0; i < padding; i++) {
        whole[size + i] = (uint8_t)(i + 1);
    }
    whole[total - 1] = (uint8_t)padding;
    const bool is_done = hd__crypto_random(out, HD_AES_SIZE) &&
                         hd__crypto_aes(keys->crypto, HD_AES_CBC, true, keys->k2, out, whole, total,
                                        out + HD_AES_SIZE);
    return is_done ? HD_AES_SIZE + total : 0;
}

static bool decipher(const struct hd_ipmi_keys *keys, const uint8_t *data, size_t size,
                     struct hd_ipmi_packet *packet)
{
    if (size < 2 * HD_AES_SIZE || size % HD_AES_SIZE != 0 ||
        !hd__crypto_aes(keys->crypto, HD_AES_CBC, false, keys->k2, data, data + HD_AES_SIZE,
                        size - HD_AES_SIZE, packet->payload)) {
        return false;
    }
    const size_t total = size - HD_AES_SIZE;
    const size_t padding = packet->payload[total - 1];
    packet->size = total - 1 - padding;
    return padding < HD_AES_SIZE;
}

static bool sign(const struct hd_ipmi_keys *keys, const uint8_t *bytes, size_t size, uint8_t *code)
{
    return hd__crypto_hmac(keys->crypto, keys->digest, keys->k1, keys->key_size, bytes + RMCP_SIZE,
                           size - RMCP_SIZE, code) > 0;
}

/* Filled up to a multiple of 4 bytes between the RMCP header and the signature. */
static size_t put_signature(const struct hd_ipmi_keys *keys, uint8_t *bytes, size_t size)
{
    uint8_t code[HD_DIGEST_SIZE];
    const size_t padding = (4 - (size - RMCP_SIZE + 2) % 4) % 4;
    memset(bytes + size, 0xff, padding);
    size += padding;
    bytes[size++] = (uint8_t)padding;
    bytes[size++] = NEXT_HEADER;
    if (!sign(keys, bytes, size, code)) {
        return 0;
    }
    memcpy(bytes + size, code, keys->code_size);
    return size + keys->code_size;
}

size_t hd__ipmi_compose(const struct hd_ipmi_keys *keys, const struct hd_ipmi_packet *packet,
                        uint8_t bytes[HD_IPMI_PACKET_SIZE])
{
    size_t size = packet->size;
    if (size + HEADER_SIZE + 2 * HD_AES_SIZE + HD_DIGEST_SIZE + 8 > HD_IPMI_PACKET_SIZE) {
        return 0;
    }
    if (packet->type == HD_IPMI_PLAIN) {
        return compose_plain(packet, bytes);
    }
    memcpy(bytes, rmcp, RMCP_SIZE);
    bytes[4] = TYPE_RMCP_PLUS;
    bytes[5] = (uint8_t)((unsigned)packet->type | (keys == NULL ? 0U : ENCRYPTED | SIGNED));
    hd__ipmi_put_32(bytes + 6, packet->session);
    hd__ipmi_put_32(bytes + 10, packet->sequence);
    if (keys == NULL) {
        memcpy(bytes + HEADER_SIZE, packet->payload, size);
    } else {
        size = encipher(keys, packet->payload, size, bytes + HEADER_SIZE);
    }
    bytes[14] = (uint8_t)size;
    bytes[15] = (uint8_t)(size >> 8);
    return keys == NULL ? HEADER_SIZE + size
           : size == 0  ? 0
                        : put_signature(keys, bytes, HEADER_SIZE + size);
}

static bool has_signature(const struct hd_ipmi_keys *keys, const uint8_t *bytes, size_t size)
{
    uint8_t code[HD_DIGEST_SIZE];
    uint8_t difference = 0;
    if (size < HEADER_SIZE + keys->code_size || !sign(keys, bytes, size - keys->code_size, code)) {
        return false;
    }
    for (size_t i = 0; i < keys->code_size; i++) {
        difference |= (uint8_t)(bytes[size - keys->code_size + i] ^ code[i]);
    }
    return difference == 0;
}

static bool parse_plain(const uint8_t *bytes, size_t size, struct hd_ipmi_packet *packet)
{
    size_t at = PLAIN_SIZE;
    packet->type = HD_IPMI_PLAIN;
    packet->method = bytes[4];
    packet->sequence = hd__ipmi_get_32(bytes + 5);
    packet->session = hd__ipmi_get_32(bytes + 9);
    if (packet->method != HD_IPMI_BY_NOTHING) {
        if (size <= PLAIN_SIZE + HD_IPMI_CODE_SIZE) {
            return false;
        }
        memcpy(packet->code, bytes + at, HD_IPMI_CODE_SIZE);
        at += HD_IPMI_CODE_SIZE;
    }
    packet->size = bytes[at++];
    if (packet->size > size - at) {
        return false;
    }
    memcpy(packet->payload, bytes + at, packet->size);
    return true;
}

bool hd__ipmi_parse(const struct hd_ipmi_keys *keys, const uint8_t *bytes, size_t size,
                    struct hd_ipmi_packet *packet)
{
    if (size <= PLAIN_SIZE || size > HD_IPMI_PACKET_SIZE || memcmp(bytes, rmcp, RMCP_SIZE) != 0) {
        return false;
    }
    if (bytes[4] != TYPE_RMCP_PLUS) {
        return keys == NULL && parse_plain(bytes, size, packet);
    }
    const unsigned flags = keys == NULL ? 0U : ENCRYPTED | SIGNED;
    if (size < HEADER_SIZE || (bytes[5] & (ENCRYPTED | SIGNED)) != flags) {
        return false;
    }
    const size_t length = hd__ipmi_get_16(bytes + 14);
    packet->type = (enum hd_ipmi_type)(bytes[5] & 0x3f);
    packet->session = hd__ipmi_get_32(bytes + 6);
    packet->sequence = hd__ipmi_get_32(bytes + 10);
    packet->size = length;
    if (length > size - HEADER_SIZE) {
        return false;
    }
    if (keys != NULL) {
        return has_signature(keys, bytes, size) &&
               decipher(keys, bytes + HEADER_SIZE, length, packet);
    }
    memcpy(packet->payload, bytes + HEADER_SIZE, length);
    return true;
}

static uint8_t checksum(const uint8_t *bytes, size_t size)
{
    unsigned sum = 0;
    for (size_t i = 0; i < size; i++) {
        sum += bytes[i];
    }
    return (uint8_t)(0x100 - (sum & 0xff));
}

void hd__ipmi_put_message(const struct hd_ipmi_message *message, struct hd_ipmi_packet *packet)
{
    uint8_t *bytes = packet->payload;
    bytes[0] = CONTROLLER;
    bytes[1] = (uint8_t)(message->function << 2 | message->unit);
    bytes[2] = checksum(bytes, 2);
    bytes[3] = CONSOLE;
    bytes[4] = (uint8_t)(message->sequence << 2);
    bytes[5] = message->command;
    memcpy(bytes + 6, message->data, message->size);
    packet->size = 6 + message->size;
    bytes[packet->size] = checksum(bytes + 3, packet->size - 3);
    packet->size++;
}

static bool is_message(const struct hd_ipmi_packet *packet)
{
    const uint8_t *bytes = packet->payload;
    const size_t size = packet->size;
    return size >= 8 && size <= HD_IPMI_DATA_SIZE + 7 && checksum(bytes, 2) == bytes[2] &&
           checksum(bytes + 3, size - 4) == bytes[size - 1];
}

bool hd__ipmi_take_answer(const struct hd_ipmi_packet *packet,
                          const struct hd_ipmi_message *request, struct hd_ipmi_message *answer)
{
    const uint8_t *bytes = packet->payload;
    if (!is_message(packet) || bytes[1] >> 2 != (request->function | 1) ||
        bytes[4] >> 2 != request->sequence || bytes[5] != request->command) {
        return false;
    }
    *answer = *request;
    answer->size = packet->size - 7;
    memcpy(answer->data, bytes + 6, answer->size);
    return true;
}

bool hd__ipmi_is_earlier(const struct hd_ipmi_packet *packet, uint8_t sequence)
{
    if (!is_message(packet) || (packet->payload[1] >> 2 & 1) == 0) {
        return false;
    }
    const unsigned behind = ((unsigned)sequence - (packet->payload[4] >> 2U)) & SEQUENCE_MASK;
    return behind > 0 && behind <= SEQUENCE_MASK / 2;
}
