/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The privilege that is asked for is the one that is needed, not "the highest", which some
 * controllers don't understand. Source: IPMI 2.0 specification, 13.14, 22.13 and 22.18. */
#include "ipmi_begin.h"

#include <hdtrace/clock.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define ANSWER_NS        ((int64_t)NS_PER_S)
#define TRIES            3
#define AUTHENTICATION   0x38 /* commands */
#define SET_PRIVILEGE    0x3b
#define CLOSE_SESSION    0x3c
#define THIS_CHANNEL     0x0e
#define TELL_OF_2_0      0x80
#define LONGEST_PASSWORD 20

static bool is_answer(const struct hd_ipmi *ipmi, const struct hd_ipmi_packet *request,
                      const struct hd_ipmi_packet *answer)
{
    if (request->type == HD_IPMI_PLAIN) {
        return answer->type == HD_IPMI_PLAIN &&
               (!ipmi->is_signing || hd__ipmi_is_signed_old(ipmi, answer));
    }
    if (request->type == HD_IPMI_MESSAGE) {
        return answer->type == HD_IPMI_MESSAGE && answer->session == ipmi->own_id;
    }
    /* Each step of the beginning is answered by the next number; it repeats the step's tag. */
    return (unsigned)answer->type == (unsigned)request->type + 1 && answer->size >= 8 &&
           answer->payload[0] == request->payload[0] &&
           hd__ipmi_get_32(answer->payload + 4) == ipmi->own_id;
}

static const struct hd_ipmi_keys *keys_of(const struct hd_ipmi *ipmi)
{
    return ipmi->is_active && !ipmi->is_old ? &ipmi->keys : NULL;
}

/* Whether a packet answers a question that was asked before this one: asked again because the
 * answer took too long, or broken off by the end. Answers are told apart by the numbers of their
 * messages, and by their type and the number of the step in the beginning, which is neither signed
 * nor encrypted. */
static bool is_late(const struct hd_ipmi *ipmi, const struct hd_ipmi_packet *request,
                    const struct hd_ipmi_message *message, const uint8_t *bytes, size_t size)
{
    struct hd_ipmi_packet packet;
    const uint8_t sequence =
        message != NULL ? message->sequence : (uint8_t)((ipmi->message_sequence + 1) & 0x3f);
    if (keys_of(ipmi) != NULL && hd__ipmi_parse(keys_of(ipmi), bytes, size, &packet)) {
        return is_answer(ipmi, request, &packet) && hd__ipmi_is_earlier(&packet, sequence);
    }
    if (!hd__ipmi_parse(NULL, bytes, size, &packet)) {
        return false;
    }
    if (packet.type == HD_IPMI_PLAIN) {
        return hd__ipmi_is_earlier(&packet, sequence);
    }
    const bool is_step = packet.type == HD_IPMI_OPEN_ANSWER || packet.type == HD_IPMI_RAKP2 ||
                         packet.type == HD_IPMI_RAKP4;
    const bool is_past = message != NULL || packet.type < request->type;
    return is_step && is_past && packet.size >= 8 &&
           packet.payload[0] == ((unsigned)packet.type - HD_IPMI_OPEN_REQUEST + 1) / 2 &&
           hd__ipmi_get_32(packet.payload + 4) == ipmi->own_id;
}

static enum hd_io_result send_packet(struct hd_meter *meter, struct hd_ipmi *ipmi,
                                     struct hd_ipmi_packet *packet, int64_t deadline_ns)
{
    uint8_t bytes[HD_IPMI_PACKET_SIZE];
    packet->session = ipmi->is_active || ipmi->is_signing ? ipmi->controller_id : 0;
    if (ipmi->is_active) {
        ipmi->sequence += ipmi->sequence == UINT32_MAX ? 2 : 1; /* 0 is none */
        packet->sequence = ipmi->sequence;
    }
    if (ipmi->is_signing) {
        hd__ipmi_sign_old(ipmi, packet);
    }
    const size_t size = hd__ipmi_compose(keys_of(ipmi), packet, bytes);
    if (size == 0) {
        (void)snprintf(meter->io.fault, sizeof meter->io.fault, "cannot compose a packet");
        return HD_IO_LOST;
    }
    return hd__io_write(&meter->io, bytes, size, deadline_ns);
}

enum hd_io_result hd__ipmi_exchange(struct hd_meter *meter, struct hd_ipmi *ipmi,
                                    struct hd_ipmi_packet *request,
                                    const struct hd_ipmi_message *message,
                                    struct hd_ipmi_packet *answer, struct hd_ipmi_message *told)
{
    enum hd_io_result result = HD_IO_LATE;
    for (int i = 0; i < TRIES && result == HD_IO_LATE; i++) {
        uint8_t bytes[HD_IPMI_PACKET_SIZE + 1];
        size_t size = 0;
        const int64_t deadline_ns = hd__io_deadline(ANSWER_NS);
        result = send_packet(meter, ipmi, request, deadline_ns);
        while (result == HD_IO_DONE) {
            result = hd__io_read(&meter->io, bytes, sizeof bytes, &size, deadline_ns);
            if (result != HD_IO_DONE) {
                break;
            }
            if (hd__ipmi_parse(keys_of(ipmi), bytes, size, answer) &&
                is_answer(ipmi, request, answer) &&
                (message == NULL || hd__ipmi_take_answer(answer, message, told))) {
                return HD_IO_DONE;
            }
            meter->damaged += is_late(ipmi, request, message, bytes, size) ? 0 : 1;
        }
    }
    return result;
}

static enum hd_ipmi_type message_type(const struct hd_ipmi *ipmi)
{
    return ipmi->is_active && !ipmi->is_old ? HD_IPMI_MESSAGE : HD_IPMI_PLAIN;
}

enum hd_io_result hd__ipmi_ask(struct hd_meter *meter, struct hd_ipmi *ipmi,
                               const struct hd_ipmi_message *request,
                               struct hd_ipmi_message *answer)
{
    struct hd_ipmi_message message = *request;
    struct hd_ipmi_packet packet = {.type = message_type(ipmi)};
    struct hd_ipmi_packet received;
    ipmi->message_sequence = (ipmi->message_sequence + 1) & 0x3f;
    message.sequence = ipmi->message_sequence;
    hd__ipmi_put_message(&message, &packet);
    return hd__ipmi_exchange(meter, ipmi, &packet, &message, &received, answer);
}

bool hd__ipmi_fail(struct hd_meter *meter, const char *step)
{
    return hd__meter_fail(meter, "%s: %s", step, meter->io.fault);
}

/* Ask what it speaks, and begin a session of that. */
static bool begin(struct hd_meter *meter, struct hd_ipmi *ipmi)
{
    const uint8_t channel = (uint8_t)(THIS_CHANNEL | (ipmi->is_old ? 0 : TELL_OF_2_0));
    const struct hd_ipmi_message request = {.function = HD_IPMI_APP,
                                            .command = AUTHENTICATION,
                                            .data = {channel, ipmi->privilege},
                                            .size = 2};
    struct hd_ipmi_message answer;
    if (hd__ipmi_ask(meter, ipmi, &request, &answer) != HD_IO_DONE) {
        return hd__meter_fail(meter, "%.100s: %s", hd__meter_text(meter, "address", ""),
                              meter->io.fault);
    }
    const bool is_told = answer.data[0] == 0 && answer.size >= 5;
    if (ipmi->is_old) {
        return is_told ? hd__ipmi_begin_old(meter, ipmi, answer.data[2])
                       : hd__meter_fail(meter, "it does not tell how to sign (code %02x)",
                                        answer.data[0]);
    }
    /* One that refuses the question may still begin a session. */
    const bool has_version = is_told && (answer.data[2] & 0x80) != 0 && (answer.data[4] & 2) != 0;
    if (is_told && !has_version) {
        return hd__meter_fail(meter,
                              "it does not speak IPMI 2.0 (it says %02x %02x): version=1.5 may do",
                              answer.data[2], answer.data[4]);
    }
    return hd__ipmi_begin(meter, ipmi);
}

static bool set_privilege(struct hd_meter *meter, struct hd_ipmi *ipmi)
{
    const struct hd_ipmi_message request = {
        .function = HD_IPMI_APP, .command = SET_PRIVILEGE, .data = {ipmi->privilege}, .size = 1};
    struct hd_ipmi_message answer;
    if (hd__ipmi_ask(meter, ipmi, &request, &answer) != HD_IO_DONE) {
        return hd__ipmi_fail(meter, "set privilege");
    }
    return answer.data[0] == 0 ||
           hd__meter_fail(meter, "the privilege is not allowed (code %02x)", answer.data[0]);
}

static bool read_settings(struct hd_meter *meter, struct hd_ipmi *ipmi)
{
    static const char *const names[] = {"user", "operator", "admin"};
    const char *wanted = hd__meter_text(meter, "privilege", "user");
    const char *user = hd__meter_text(meter, "user", "");
    const int cipher = (int)hd__meter_number(meter, "cipher", 3);
    const double version = hd__meter_number(meter, "version", 2);
    for (uint8_t i = 0; i < 3; i++) {
        ipmi->privilege = strcasecmp(names[i], wanted) == 0 ? (uint8_t)(i + 2) : ipmi->privilege;
    }
    if (ipmi->privilege == 0) {
        return hd__meter_fail(meter, "privilege='%.40s' is none of user, operator, admin", wanted);
    }
    ipmi->is_old = version == 1.5;
    if (version != 2 && !ipmi->is_old) {
        return hd__meter_fail(meter, "version=%g is neither 2 nor 1.5", version);
    }
    if (cipher != 3 && cipher != 17) {
        return hd__meter_fail(meter, "cipher=%d is neither 3 nor 17", cipher);
    }
    if (strlen(user) >= sizeof ipmi->user) {
        return hd__meter_fail(meter, "user='%.40s' has more than 16 letters", user);
    }
    (void)snprintf(ipmi->user, sizeof ipmi->user, "%s", user);
    ipmi->user_length = strlen(ipmi->user);
    ipmi->keys.crypto = &ipmi->crypto;
    ipmi->keys.digest = cipher == 3 ? HD_SHA1 : HD_SHA256;
    ipmi->keys.code_size = cipher == 3 ? 12 : 16;
    ipmi->cipher_authentication = cipher == 3 ? 1 : 3;
    ipmi->cipher_integrity = cipher == 3 ? 1 : 4;
    return hd__meter_secret(meter, "password-file", ipmi->password, sizeof ipmi->password);
}

bool hd__ipmi_open(struct hd_meter *meter, struct hd_ipmi *ipmi)
{
    char address[300];
    if (!read_settings(meter, ipmi)) {
        return false;
    }
    if (!hd__crypto_open(&ipmi->crypto)) {
        return hd__meter_fail(meter, "libcrypto.so.3 is not here, or too old");
    }
    if (!hd__meter_address(meter, address, sizeof address) ||
        !hd__io_connect(&meter->io, address, "623", true, hd__io_deadline(ANSWER_NS))) {
        return hd__meter_fail(meter, "%.100s: %s", address, meter->io.fault);
    }
    if (!begin(meter, ipmi)) {
        return false;
    }
    ipmi->is_active = true;
    return set_privilege(meter, ipmi);
}

void hd__ipmi_close(struct hd_meter *meter, struct hd_ipmi *ipmi)
{
    if (ipmi->is_active && meter->io.descriptor >= 0) {
        struct hd_ipmi_message message = {
            .function = HD_IPMI_APP, .command = CLOSE_SESSION, .size = 4};
        struct hd_ipmi_packet packet = {.type = message_type(ipmi)};
        hd__ipmi_put_32(message.data, ipmi->controller_id);
        hd__ipmi_put_message(&message, &packet);
        (void)send_packet(meter, ipmi, &packet, hd_clock_get_ns());
    }
    ipmi->is_active = false;
    hd__crypto_close(&ipmi->crypto);
}
