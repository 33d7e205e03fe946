/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A session of IPMI 1.5: the controller gives a number to be signed with the user's password, and
 * each packet is signed by it, nothing is encrypted. Controllers that offer no better than to send
 * the password itself are refused. Source: IPMI 1.5 specification, 6.11 and 18.12 to 18.16. */
#include "ipmi_begin.h"

#include <string.h>

#define GET_CHALLENGE  0x39 /* commands */
#define ACTIVATE       0x3a
#define PASSWORD_SIZE  16
#define CHALLENGE_SIZE 16

static bool sign(const struct hd_ipmi *ipmi, const struct hd_ipmi_packet *packet,
                 uint8_t code[HD_DIGEST_SIZE])
{
    uint8_t text[2 * PASSWORD_SIZE + 8 + HD_IPMI_PACKET_SIZE] = {0};
    uint8_t *at = text;
    const size_t length = strnlen(ipmi->password, PASSWORD_SIZE);
    memcpy(at, ipmi->password, length);
    at += PASSWORD_SIZE;
    hd__ipmi_put_32(at, packet->session);
    memcpy(at + 4, packet->payload, packet->size);
    at += 4 + packet->size;
    hd__ipmi_put_32(at, packet->sequence);
    memcpy(at + 4, ipmi->password, length);
    at += 4 + PASSWORD_SIZE;
    return hd__crypto_digest(&ipmi->crypto, HD_MD5, text, (size_t)(at - text), code) ==
           HD_IPMI_CODE_SIZE;
}

void hd__ipmi_sign_old(const struct hd_ipmi *ipmi, struct hd_ipmi_packet *packet)
{
    uint8_t code[HD_DIGEST_SIZE] = {0};
    (void)sign(ipmi, packet, code);
    packet->method = HD_IPMI_BY_MD5;
    memcpy(packet->code, code, HD_IPMI_CODE_SIZE);
}

bool hd__ipmi_is_signed_old(const struct hd_ipmi *ipmi, const struct hd_ipmi_packet *packet)
{
    uint8_t code[HD_DIGEST_SIZE];
    uint8_t difference = 0;
    if (packet->method != HD_IPMI_BY_MD5 || !sign(ipmi, packet, code)) {
        return false;
    }
    for (size_t i = 0; i < HD_IPMI_CODE_SIZE; i++) {
        difference |= (uint8_t)(code[i] ^ packet->code[i]);
    }
    return difference == 0;
}

static bool get_challenge(struct hd_meter *meter, struct hd_ipmi *ipmi,
                          uint8_t challenge[CHALLENGE_SIZE])
{
    struct hd_ipmi_message request = {
        .function = HD_IPMI_APP, .command = GET_CHALLENGE, .data = {HD_IPMI_BY_MD5}, .size = 17};
    struct hd_ipmi_message answer;
    memcpy(request.data + 1, ipmi->user, ipmi->user_length);
    if (hd__ipmi_ask(meter, ipmi, &request, &answer) != HD_IO_DONE) {
        return hd__ipmi_fail(meter, "session challenge");
    }
    if (answer.data[0] != 0 || answer.size < 5 + CHALLENGE_SIZE) {
        return hd__meter_fail(meter, "the user is not known (code %02x of session challenge)",
                              answer.data[0]);
    }
    ipmi->controller_id = hd__ipmi_get_32(answer.data + 1);
    memcpy(challenge, answer.data + 5, CHALLENGE_SIZE);
    return true;
}

static bool activate(struct hd_meter *meter, struct hd_ipmi *ipmi,
                     const uint8_t challenge[CHALLENGE_SIZE])
{
    struct hd_ipmi_message request = {.function = HD_IPMI_APP,
                                      .command = ACTIVATE,
                                      .data = {HD_IPMI_BY_MD5, ipmi->privilege},
                                      .size = 2 + CHALLENGE_SIZE + 4};
    struct hd_ipmi_message answer;
    memcpy(request.data + 2, challenge, CHALLENGE_SIZE);
    /* Where the controller's numbers begin. */
    hd__ipmi_put_32(request.data + 2 + CHALLENGE_SIZE, 1);
    ipmi->is_signing = true;
    const enum hd_io_result result = hd__ipmi_ask(meter, ipmi, &request, &answer);
    if (result == HD_IO_LATE) {
        /* What is signed in another way is left without an answer. */
        return hd__meter_fail(meter, "no answer to our proof (wrong password?)");
    }
    if (result != HD_IO_DONE) {
        return hd__ipmi_fail(meter, "activate session");
    }
    if (answer.data[0] != 0 || answer.size < 11) {
        return hd__meter_fail(meter, "%s (code %02x of activate session)",
                              answer.data[0] == 0x81   ? "it has no room for a session"
                              : answer.data[0] == 0x86 ? "the privilege is not allowed"
                                                       : "it refuses a session",
                              answer.data[0]);
    }
    /* Further packets need no signature when it says so. */
    ipmi->is_signing = answer.data[1] == HD_IPMI_BY_MD5;
    ipmi->controller_id = hd__ipmi_get_32(answer.data + 2);
    ipmi->sequence = hd__ipmi_get_32(answer.data + 6) - 1;
    return true;
}

bool hd__ipmi_begin_old(struct hd_meter *meter, struct hd_ipmi *ipmi, uint8_t methods)
{
    uint8_t challenge[CHALLENGE_SIZE];
    if ((methods & 1U << HD_IPMI_BY_MD5) == 0) {
        return hd__meter_fail(meter, "it offers no signatures by MD5 (it says %02x)", methods);
    }
    if (strlen(ipmi->password) > PASSWORD_SIZE) {
        return hd__meter_fail(meter, "a password of IPMI 1.5 has at most %d letters",
                              PASSWORD_SIZE);
    }
    return get_challenge(meter, ipmi, challenge) && activate(meter, ipmi, challenge);
}
