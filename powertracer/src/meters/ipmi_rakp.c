/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A session of IPMI 2.0 begins by four packets (RAKP 1 to 4) in which each side proves that it
 * knows the user's password; the keys of what follows are made of the random numbers in them.
 * Source: IPMI 2.0 specification, 13.17 to 13.32. */
#include "ipmi_begin.h"

#include <string.h>

#define NAME_ONLY     0x10 /* look users up by their names */
#define CONSTANT_SIZE 20

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
    if (hd__ipmi_exchange(meter, ipmi, &request, NULL, &answer, NULL) != HD_IO_DONE) {
        return hd__ipmi_fail(meter, "open session");
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
    if (hd__ipmi_exchange(meter, ipmi, &request, NULL, &answer, NULL) != HD_IO_DONE) {
        return hd__ipmi_fail(meter, "RAKP 1");
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
    if (hd__ipmi_exchange(meter, ipmi, &request, NULL, &answer, NULL) != HD_IO_DONE) {
        return hd__ipmi_fail(meter, "RAKP 3");
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

bool hd__ipmi_begin(struct hd_meter *meter, struct hd_ipmi *ipmi)
{
    if (!hd__crypto_random(&ipmi->own_id, sizeof ipmi->own_id) ||
        !hd__crypto_random(ipmi->own_random, sizeof ipmi->own_random)) {
        return hd__meter_fail(meter, "no random numbers");
    }
    ipmi->own_id |= 1; /* 0 is none */
    return open_session(meter, ipmi) && introduce(meter, ipmi) && prove(meter, ipmi);
}
