/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A session begins by four packets (RAKP 1 to 4) in which each side proves that it knows the user's
 * password; the keys of what follows are made of the random numbers in them. The privilege that is
 * asked for is the one that is needed, not "the highest", which some controllers don't understand.
 * Source: IPMI 2.0 specification, 13.17 to 13.32. */
#include "ipmi_session.h"

#include <hdtrace/clock.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define ANSWER_NS        ((int64_t)NS_PER_S)
#define TRIES            3
#define FUNCTION_APP     0x06
#define AUTHENTICATION   0x38 /* commands */
#define SET_PRIVILEGE    0x3b
#define CLOSE_SESSION    0x3c
#define THIS_CHANNEL     0x8e /* and tell of IPMI 2.0 */
#define NAME_ONLY        0x10 /* look users up by their names */
#define CONSTANT_SIZE    20
#define LONGEST_PASSWORD 20

static bool is_answer(const struct hd_ipmi *ipmi, const struct hd_ipmi_packet *request,
                      const struct hd_ipmi_packet *answer)
{
    if (request->type == HD_IPMI_PLAIN) {
        return answer->type == HD_IPMI_PLAIN;
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
    return ipmi->is_active ? &ipmi->keys : NULL;
}

static enum hd_io_result send_packet(struct hd_meter *meter, struct hd_ipmi *ipmi,
                                     struct hd_ipmi_packet *packet, int64_t deadline_ns)
{
    uint8_t bytes[HD_IPMI_PACKET_SIZE];
    if (ipmi->is_active) {
        packet->session = ipmi->controller_id;
        packet->sequence = ++ipmi->sequence;
    }
    const size_t size = hd__ipmi_compose(keys_of(ipmi), packet, bytes);
    if (size == 0) {
        (void)snprintf(meter->io.fault, sizeof meter->io.fault, "cannot compose a packet");
        return HD_IO_LOST;
    }
    return hd__io_write(&meter->io, bytes, size, deadline_ns);
}

/* Send, and wait for the answer; again when it doesn't come. `message` is what it holds, or NULL.
 */
static enum hd_io_result exchange(struct hd_meter *meter, struct hd_ipmi *ipmi,
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
            if (result == HD_IO_DONE && hd__ipmi_parse(keys_of(ipmi), bytes, size, answer) &&
                is_answer(ipmi, request, answer) &&
                (message == NULL || hd__ipmi_take_answer(answer, message, told))) {
                return HD_IO_DONE;
            }
            meter->damaged += result == HD_IO_DONE ? 1 : 0;
        }
    }
    return result;
}

enum hd_io_result hd__ipmi_ask(struct hd_meter *meter, struct hd_ipmi *ipmi,
                               const struct hd_ipmi_message *request,
                               struct hd_ipmi_message *answer)
{
    struct hd_ipmi_message message = *request;
    struct hd_ipmi_packet packet = {.type = ipmi->is_active ? HD_IPMI_MESSAGE : HD_IPMI_PLAIN};
    struct hd_ipmi_packet received;
    ipmi->message_sequence = (ipmi->message_sequence + 1) & 0x3f;
    message.sequence = ipmi->message_sequence;
    hd__ipmi_put_message(&message, &packet);
    return exchange(meter, ipmi, &packet, &message, &received, answer);
}

/* A code of the packets that begin a session. */
static bool refuse(struct hd_meter *meter, const char *step, unsigned code)
{
    static const struct {
        unsigned code;
        const char *words;
    } causes[] = {
        {0x01, "it has no room for a session"},
        {0x04, "it does not know this cipher suite"},
        {0x09, "the privilege is not allowed"},
        {0x0a, "the privilege is not allowed"},
        {0x0c, "the user is not known"},
        {0x0d, "the user is not known or not allowed"},
        {0x0f, "wrong password"},
        {0x10, "it does not know this cipher suite"},
        {0x11, "it does not know this cipher suite"},
    };
    for (size_t i = 0; i < sizeof causes / sizeof causes[0]; i++) {
        if (causes[i].code == code) {
            return hd__meter_fail(meter, "%s (code %02x of %s)", causes[i].words, code, step);
        }
    }
    return hd__meter_fail(meter, "it refuses a session (code %02x of %s)", code, step);
}

static bool fail_by_io(struct hd_meter *meter, const char *step)
{
    return hd__meter_fail(meter, "%s: %s", step, meter->io.fault);
}

static bool find_version(struct hd_meter *meter, struct hd_ipmi *ipmi)
{
    const struct hd_ipmi_message request = {.function = FUNCTION_APP,
                                            .command = AUTHENTICATION,
                                            .data = {THIS_CHANNEL, ipmi->privilege},
                                            .size = 2};
    struct hd_ipmi_message answer;
    if (hd__ipmi_ask(meter, ipmi, &request, &answer) != HD_IO_DONE) {
        return hd__meter_fail(meter, "%.100s: %s", hd__meter_text(meter, "address", ""),
                              meter->io.fault);
    }
    /* One that refuses the question may still begin a session. */
    const bool is_told = answer.data[0] == 0 && answer.size >= 5;
    const bool has_version = is_told && (answer.data[2] & 0x80) != 0 && (answer.data[4] & 2) != 0;
    return !is_told || has_version ||
           hd__meter_fail(meter, "it does not speak IPMI 2.0 (it says %02x %02x)", answer.data[2],
                          answer.data[4]);
}

static bool open_session(struct hd_meter *meter, struct hd_ipmi *ipmi)
{
    struct hd_ipmi_packet request = {.type = HD_IPMI_OPEN_REQUEST, .size = 32};
    struct hd_ipmi_packet answer;
    request.payload[0] = 1;
    request.payload[1] = ipmi->privilege;
    hd__ipmi_put_32(request.payload + 4, ipmi->own_id);
    const uint8_t algorithms[] = {ipmi->cipher_authentication, ipmi->cipher_integrity, 1};
    for (unsigned i = 0; i < 3; i++) {
        request.payload[8 + 8 * i] = (uint8_t)i;
        request.payload[11 + 8 * i] = 8;
        request.payload[12 + 8 * i] = algorithms[i];
    }
    if (exchange(meter, ipmi, &request, NULL, &answer, NULL) != HD_IO_DONE) {
        return fail_by_io(meter, "open session");
    }
    if (answer.payload[1] != 0) {
        return refuse(meter, "open session", answer.payload[1]);
    }
    if (answer.size < 36 || answer.payload[16] != algorithms[0] ||
        answer.payload[24] != algorithms[1] || answer.payload[32] != algorithms[2]) {
        return hd__meter_fail(meter, "it chose another cipher suite");
    }
    ipmi->controller_id = hd__ipmi_get_32(answer.payload + 8);
    return true;
}

/* Bytes that are put together to be signed. */
struct text {
    uint8_t bytes[HD_IPMI_PACKET_SIZE];
    size_t size;
};

static void add(struct text *text, const void *bytes, size_t size)
{
    memcpy(text->bytes + text->size, bytes, size);
    text->size += size;
}

static void add_id(struct text *text, uint32_t id)
{
    hd__ipmi_put_32(text->bytes + text->size, id);
    text->size += 4;
}

static void add_user(struct text *text, const struct hd_ipmi *ipmi)
{
    const uint8_t head[] = {NAME_ONLY | ipmi->privilege, (uint8_t)ipmi->user_length};
    add(text, head, sizeof head);
    add(text, ipmi->user, ipmi->user_length);
}

static size_t sign(const struct hd_ipmi *ipmi, const void *key, size_t size,
                   const struct text *text, uint8_t out[HD_DIGEST_SIZE])
{
    return hd__crypto_hmac(&ipmi->crypto, ipmi->keys.digest, key, size, text->bytes, text->size,
                           out);
}

static size_t sign_by_password(const struct hd_ipmi *ipmi, const struct text *text,
                               uint8_t out[HD_DIGEST_SIZE])
{
    return sign(ipmi, ipmi->password, strlen(ipmi->password), text, out);
}

/* RAKP 1 and 2: the user's name, random numbers, and the controller's proof. */
static bool introduce(struct hd_meter *meter, struct hd_ipmi *ipmi)
{
    struct hd_ipmi_packet request = {.type = HD_IPMI_RAKP1, .size = 28 + ipmi->user_length};
    struct hd_ipmi_packet answer;
    struct text text = {.size = 0};
    uint8_t proof[HD_DIGEST_SIZE];
    request.payload[0] = 2;
    hd__ipmi_put_32(request.payload + 4, ipmi->controller_id);
    memcpy(request.payload + 8, ipmi->own_random, sizeof ipmi->own_random);
    request.payload[24] = NAME_ONLY | ipmi->privilege;
    request.payload[27] = (uint8_t)ipmi->user_length;
    memcpy(request.payload + 28, ipmi->user, ipmi->user_length);
    if (exchange(meter, ipmi, &request, NULL, &answer, NULL) != HD_IO_DONE) {
        return fail_by_io(meter, "RAKP 1");
    }
    if (answer.payload[1] != 0) {
        return refuse(meter, "RAKP 2", answer.payload[1]);
    }
    if (answer.size < 40) {
        return hd__meter_fail(meter, "RAKP 2: too short");
    }
    memcpy(ipmi->controller_random, answer.payload + 8, sizeof ipmi->controller_random);
    memcpy(ipmi->controller_guid, answer.payload + 24, sizeof ipmi->controller_guid);
    add_id(&text, ipmi->own_id);
    add_id(&text, ipmi->controller_id);
    add(&text, ipmi->own_random, sizeof ipmi->own_random);
    add(&text, ipmi->controller_random, sizeof ipmi->controller_random);
    add(&text, ipmi->controller_guid, sizeof ipmi->controller_guid);
    add_user(&text, ipmi);
    const size_t size = sign_by_password(ipmi, &text, proof);
    return (size > 0 && answer.size == 40 + size &&
            memcmp(proof, answer.payload + 40, size) == 0) ||
           hd__meter_fail(meter, "wrong password");
}

static bool make_keys(struct hd_ipmi *ipmi)
{
    struct text text = {.size = 0};
    add(&text, ipmi->own_random, sizeof ipmi->own_random);
    add(&text, ipmi->controller_random, sizeof ipmi->controller_random);
    add_user(&text, ipmi);
    ipmi->keys.key_size = sign_by_password(ipmi, &text, ipmi->session_key);
    for (int i = 1; i <= 2; i++) {
        text.size = CONSTANT_SIZE;
        memset(text.bytes, i, CONSTANT_SIZE);
        if (sign(ipmi, ipmi->session_key, ipmi->keys.key_size, &text,
                 i == 1 ? ipmi->keys.k1 : ipmi->keys.k2) == 0) {
            return false;
        }
    }
    return true;
}

/* RAKP 3 and 4: our proof, and that the controller has the same keys. */
static bool prove(struct hd_meter *meter, struct hd_ipmi *ipmi)
{
    struct hd_ipmi_packet request = {.type = HD_IPMI_RAKP3};
    struct hd_ipmi_packet answer;
    struct text text = {.size = 0};
    uint8_t proof[HD_DIGEST_SIZE];
    add(&text, ipmi->controller_random, sizeof ipmi->controller_random);
    add_id(&text, ipmi->own_id);
    add_user(&text, ipmi);
    const size_t size = sign_by_password(ipmi, &text, proof);
    request.payload[0] = 3;
    hd__ipmi_put_32(request.payload + 4, ipmi->controller_id);
    memcpy(request.payload + 8, proof, size);
    request.size = 8 + size;
    if (!make_keys(ipmi)) {
        return hd__meter_fail(meter, "libcrypto refuses the digest");
    }
    if (exchange(meter, ipmi, &request, NULL, &answer, NULL) != HD_IO_DONE) {
        return fail_by_io(meter, "RAKP 3");
    }
    if (answer.payload[1] != 0) {
        return refuse(meter, "RAKP 4", answer.payload[1]);
    }
    text.size = 0;
    add(&text, ipmi->own_random, sizeof ipmi->own_random);
    add_id(&text, ipmi->controller_id);
    add(&text, ipmi->controller_guid, sizeof ipmi->controller_guid);
    (void)sign(ipmi, ipmi->session_key, ipmi->keys.key_size, &text, proof);
    return (answer.size >= 8 + ipmi->keys.code_size &&
            memcmp(proof, answer.payload + 8, ipmi->keys.code_size) == 0) ||
           hd__meter_fail(meter, "RAKP 4: its keys differ");
}

static bool set_privilege(struct hd_meter *meter, struct hd_ipmi *ipmi)
{
    const struct hd_ipmi_message request = {
        .function = FUNCTION_APP, .command = SET_PRIVILEGE, .data = {ipmi->privilege}, .size = 1};
    struct hd_ipmi_message answer;
    if (hd__ipmi_ask(meter, ipmi, &request, &answer) != HD_IO_DONE) {
        return fail_by_io(meter, "set privilege");
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
    for (uint8_t i = 0; i < 3; i++) {
        ipmi->privilege = strcasecmp(names[i], wanted) == 0 ? (uint8_t)(i + 2) : ipmi->privilege;
    }
    if (ipmi->privilege == 0) {
        return hd__meter_fail(meter, "privilege='%.40s' is none of user, operator, admin", wanted);
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
    if (!hd__crypto_random(&ipmi->own_id, sizeof ipmi->own_id) ||
        !hd__crypto_random(ipmi->own_random, sizeof ipmi->own_random)) {
        return hd__meter_fail(meter, "no random numbers");
    }
    ipmi->own_id |= 1; /* 0 is none */
    if (!hd__meter_address(meter, address, sizeof address) ||
        !hd__io_connect(&meter->io, address, "623", true, hd__io_deadline(ANSWER_NS))) {
        return hd__meter_fail(meter, "%.100s: %s", address, meter->io.fault);
    }
    if (!find_version(meter, ipmi) || !open_session(meter, ipmi) || !introduce(meter, ipmi) ||
        !prove(meter, ipmi)) {
        return false;
    }
    ipmi->is_active = true;
    return set_privilege(meter, ipmi);
}

void hd__ipmi_close(struct hd_meter *meter, struct hd_ipmi *ipmi)
{
    if (ipmi->is_active && meter->io.descriptor >= 0) {
        struct hd_ipmi_message message = {
            .function = FUNCTION_APP, .command = CLOSE_SESSION, .size = 4};
        struct hd_ipmi_packet packet = {.type = HD_IPMI_MESSAGE};
        hd__ipmi_put_32(message.data, ipmi->controller_id);
        hd__ipmi_put_message(&message, &packet);
        (void)send_packet(meter, ipmi, &packet, hd_clock_get_ns());
    }
    ipmi->is_active = false;
    hd__crypto_close(&ipmi->crypto);
}
