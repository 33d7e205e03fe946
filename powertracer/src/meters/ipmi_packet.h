/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HDPOWER_IPMI_PACKET_H
#define HDPOWER_IPMI_PACKET_H
/** Packets of IPMI over a network: RMCP class 7, with the session header of IPMI 2.0 or 1.5, and
 *  messages in them. Source: IPMI 2.0 specification, chapter 13. */

#include "power_crypto.h"

#define HD_IPMI_PACKET_SIZE 512
#define HD_IPMI_DATA_SIZE   128 /* of a message, either way */
#define HD_IPMI_CODE_SIZE   16  /* of a signature of IPMI 1.5 */

enum hd_ipmi_type {
    HD_IPMI_MESSAGE = 0x00,
    HD_IPMI_OPEN_REQUEST = 0x10,
    HD_IPMI_OPEN_ANSWER = 0x11,
    HD_IPMI_RAKP1 = 0x12,
    HD_IPMI_RAKP2 = 0x13,
    HD_IPMI_RAKP3 = 0x14,
    HD_IPMI_RAKP4 = 0x15,
    HD_IPMI_PLAIN = 0x100 /* a message in the session header of IPMI 1.5 */
};

/** How a plain packet is signed. */
enum hd_ipmi_method { HD_IPMI_BY_NOTHING = 0, HD_IPMI_BY_MD5 = 2 };

/** What packets of a session are signed and encrypted with. */
struct hd_ipmi_keys {
    const struct hd_crypto *crypto;
    enum hd_digest digest;
    size_t code_size; /* of a packet's signature */
    uint8_t k1[HD_DIGEST_SIZE];
    uint8_t k2[HD_DIGEST_SIZE];
    size_t key_size;
};

struct hd_ipmi_packet {
    enum hd_ipmi_type type;
    uint32_t session;
    uint32_t sequence;
    uint8_t method; /* of a plain one, and its signature */
    uint8_t code[HD_IPMI_CODE_SIZE];
    uint8_t payload[HD_IPMI_PACKET_SIZE];
    size_t size;
};

/** Compose a packet; keys are NULL outside of a session. @return its size, 0: it doesn't fit */
size_t hd__ipmi_compose(const struct hd_ipmi_keys *keys, const struct hd_ipmi_packet *packet,
                        uint8_t bytes[HD_IPMI_PACKET_SIZE]);

/** Read one. @return false: malformed, or not signed as it should be */
bool hd__ipmi_parse(const struct hd_ipmi_keys *keys, const uint8_t *bytes, size_t size,
                    struct hd_ipmi_packet *packet);

/** A message to the controller and the answer's place in the sequence. */
struct hd_ipmi_message {
    uint8_t function; /* even: a request */
    uint8_t unit;     /* logical, 0 to 3 */
    uint8_t sequence; /* 0 to 63 */
    uint8_t command;
    uint8_t data[HD_IPMI_DATA_SIZE]; /* of an answer the completion code first */
    size_t size;
};

/** Put a request into a packet's payload. */
void hd__ipmi_put_message(const struct hd_ipmi_message *message, struct hd_ipmi_packet *packet);

/** Read the answer to a request. @return false: malformed, or of another request */
bool hd__ipmi_take_answer(const struct hd_ipmi_packet *packet,
                          const struct hd_ipmi_message *request, struct hd_ipmi_message *answer);

/** Whether it is the answer to a message that was sent before the one of that sequence number. */
bool hd__ipmi_is_earlier(const struct hd_ipmi_packet *packet, uint8_t sequence);

/** Numbers have their lowest byte first. */
void hd__ipmi_put_32(uint8_t *bytes, uint32_t number);
uint32_t hd__ipmi_get_32(const uint8_t *bytes);
uint16_t hd__ipmi_get_16(const uint8_t *bytes);

#endif
