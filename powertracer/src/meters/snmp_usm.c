/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "snmp_usm.h"

#include "snmp_privacy.h"

#include <hdtrace/clock.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define SECRET_BYTES ((size_t)1048576) /* that a secret is repeated to */
#define LEAST_SECRET 8
#define MODEL_USER   3
#define IS_SIGNED    1
#define IS_ENCRYPTED 2
#define WANTS_REPORT 4
#define REPORT       0xa8
#define GET          0xa0
#define LONGEST_CODE 48

/* Numbers of the counters that an agent reports with. */
enum { WRONG_LEVEL = 1, WRONG_TIME, UNKNOWN_USER, UNKNOWN_ENGINE, WRONG_DIGEST, NOT_DECRYPTED };

/* The key of a secret: its digest, a million bytes long, joined with the agent's name. */
static bool make_key(const struct hd_usm *usm, const char *secret, uint8_t key[HD_DIGEST_SIZE])
{
    char *repeated = malloc(SECRET_BYTES);
    uint8_t both[2 * HD_DIGEST_SIZE + sizeof usm->engine];
    const size_t length = strlen(secret);
    if (repeated == NULL) {
        return false;
    }
    for (size_t i = 0; i < SECRET_BYTES; i++) {
        repeated[i] = secret[i % length];
    }
    const size_t size = hd__crypto_digest(&usm->crypto, usm->digest, repeated, SECRET_BYTES, both);
    free(repeated);
    memcpy(both + size, usm->engine, usm->engine_size);
    memcpy(both + size + usm->engine_size, both, size);
    return size > 0 && hd__crypto_digest(&usm->crypto, usm->digest, both,
                                         2 * size + usm->engine_size, key) == size;
}

static bool choose_digest(struct hd_meter *meter, struct hd_usm *usm)
{
    static const struct {
        const char *name;
        enum hd_digest digest;
        size_t size, code_size;
    } kinds[] = {{"md5", HD_MD5, 16, 12},
                 {"sha", HD_SHA1, 20, 12},
                 {"sha256", HD_SHA256, 32, 24},
                 {"sha512", HD_SHA512, 64, 48}};
    const char *name = hd__meter_text(meter, "auth", "sha");
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        if (strcasecmp(kinds[i].name, name) == 0) {
            usm->digest = kinds[i].digest;
            usm->key_size = kinds[i].size;
            usm->code_size = kinds[i].code_size;
            return true;
        }
    }
    return hd__meter_fail(meter, "auth='%.40s' is none of md5, sha, sha256, sha512", name);
}

static bool choose_privacy(struct hd_meter *meter, struct hd_usm *usm)
{
    const char *name = hd__meter_text(meter, "privacy", "aes");
    usm->is_des = strcasecmp(name, "des") == 0;
    return usm->is_des || strcasecmp(name, "aes") == 0 ||
           hd__meter_fail(meter, "privacy='%.40s' is none of aes, des", name);
}

bool hd__usm_open(struct hd_meter *meter, struct hd_usm *usm)
{
    usm->user = hd__meter_text(meter, "user", NULL);
    if (usm->user == NULL || hd__meter_text(meter, "auth-file", NULL) == NULL) {
        return hd__meter_fail(meter, "version=3 needs user= and auth-file=");
    }
    if (strlen(usm->user) > 32) {
        return hd__meter_fail(meter, "user='%.40s' has more than 32 letters", usm->user);
    }
    if (!choose_digest(meter, usm) || !choose_privacy(meter, usm) ||
        !hd__meter_secret(meter, "auth-file", usm->auth_secret, sizeof usm->auth_secret) ||
        !hd__meter_secret(meter, "privacy-file", usm->privacy_secret, sizeof usm->privacy_secret)) {
        return false;
    }
    if (strlen(usm->auth_secret) < LEAST_SECRET ||
        (hd__meter_text(meter, "privacy-file", NULL) != NULL &&
         strlen(usm->privacy_secret) < LEAST_SECRET)) {
        return hd__meter_fail(meter, "a secret of SNMP has at least %d letters", LEAST_SECRET);
    }
    if (!hd__crypto_open(&usm->crypto)) {
        return hd__meter_fail(meter, "libcrypto.so.3 is not here, or too old");
    }
    return hd__crypto_random(&usm->salt, sizeof usm->salt) ||
           hd__meter_fail(meter, "no random numbers");
}

void hd__usm_close(struct hd_usm *usm)
{
    hd__crypto_close(&usm->crypto);
}

static int64_t time_of(const struct hd_usm *usm)
{
    return usm->time_s + (hd_clock_get_ns() - usm->told_ns) / NS_PER_S;
}

/* What a message holds: the agent's name, no context, and a request. */
static void put_scope(const struct hd_usm *usm, const uint8_t *request, size_t size,
                      struct hd_ber_writer *writer)
{
    hd__ber_begin(writer);
    hd__ber_put_raw(writer, request, size);
    hd__ber_put_bytes(writer, HD_BER_OCTETS, "", 0);
    hd__ber_put_bytes(writer, HD_BER_OCTETS, usm->engine, usm->engine_size);
    hd__ber_wrap(writer, HD_BER_SEQUENCE, 0);
}

/* An empty request of a user without a name, which is answered by the agent's name. */
static void put_question(struct hd_usm *usm, int32_t number, struct hd_ber_writer *scope)
{
    struct hd_ber_writer empty;
    hd__ber_begin(&empty);
    hd__ber_put_bytes(&empty, HD_BER_SEQUENCE, "", 0);
    hd__ber_put_integer(&empty, 0);
    hd__ber_put_integer(&empty, 0);
    hd__ber_put_integer(&empty, number);
    hd__ber_wrap(&empty, GET, 0);
    put_scope(usm, empty.bytes + empty.begin, hd__ber_size(&empty), scope);
}

/* @return where the signature's content ends, counted from the message's end */
static size_t put_security(const struct hd_usm *usm, bool is_known, const uint8_t *salt,
                           int64_t time_s, struct hd_ber_writer *writer)
{
    static const uint8_t no_code[LONGEST_CODE] = {0};
    const bool is_hidden = is_known && usm->privacy_secret[0] != '\0';
    const size_t end = hd__ber_size(writer);
    hd__ber_put_bytes(writer, HD_BER_OCTETS, salt, is_hidden ? HD_USM_SALT_SIZE : 0);
    const size_t code_end = hd__ber_size(writer);
    hd__ber_put_bytes(writer, HD_BER_OCTETS, no_code, is_known ? usm->code_size : 0);
    hd__ber_put_bytes(writer, HD_BER_OCTETS, usm->user, is_known ? strlen(usm->user) : 0);
    hd__ber_put_integer(writer, (int32_t)(is_known ? time_s : 0));
    hd__ber_put_integer(writer, (int32_t)(is_known ? usm->boots : 0));
    hd__ber_put_bytes(writer, HD_BER_OCTETS, usm->engine, usm->engine_size);
    hd__ber_wrap(writer, HD_BER_SEQUENCE, end);
    hd__ber_wrap(writer, HD_BER_OCTETS, end);
    return code_end;
}

bool hd__usm_compose(struct hd_usm *usm, int32_t number, const uint8_t *request, size_t size,
                     struct hd_ber_writer *writer)
{
    struct hd_ber_writer scope;
    uint8_t code[HD_DIGEST_SIZE];
    uint8_t salt[HD_USM_SALT_SIZE] = {0};
    const bool is_known = usm->engine_size > 0;
    const bool is_hidden = is_known && usm->privacy_secret[0] != '\0';
    const int64_t time_s = time_of(usm);
    if (is_known) {
        put_scope(usm, request, size, &scope);
    } else {
        put_question(usm, number, &scope);
    }
    const uint8_t *content = scope.bytes + scope.begin;
    size_t length = hd__ber_size(&scope);
    hd__ber_begin(writer);
    if (is_hidden) {
        uint8_t hidden[sizeof scope.bytes];
        length = scope.is_full
                     ? 0
                     : hd__usm_hide(usm, time_s, content, length, hidden, sizeof hidden, salt);
        if (length == 0) {
            return false;
        }
        hd__ber_put_bytes(writer, HD_BER_OCTETS, hidden, length);
    } else {
        hd__ber_put_raw(writer, content, length);
    }
    const size_t code_end = put_security(usm, is_known, salt, time_s, writer);
    const size_t head_end = hd__ber_size(writer);
    const uint8_t flags =
        (uint8_t)(WANTS_REPORT | (is_known ? IS_SIGNED : 0) | (is_hidden ? IS_ENCRYPTED : 0));
    hd__ber_put_integer(writer, MODEL_USER);
    hd__ber_put_bytes(writer, HD_BER_OCTETS, &flags, 1);
    hd__ber_put_integer(writer, HD_USM_MESSAGE_SIZE);
    hd__ber_put_integer(writer, number);
    hd__ber_wrap(writer, HD_BER_SEQUENCE, head_end);
    hd__ber_put_integer(writer, 3);
    hd__ber_wrap(writer, HD_BER_SEQUENCE, 0);
    if (writer->is_full || scope.is_full) {
        return false;
    }
    if (is_known) {
        const size_t total = hd__ber_size(writer);
        if (hd__crypto_hmac(&usm->crypto, usm->digest, usm->auth_key, usm->key_size,
                            writer->bytes + writer->begin, total, code) == 0) {
            return false;
        }
        memcpy(writer->bytes + sizeof writer->bytes - code_end - usm->code_size, code,
               usm->code_size);
    }
    return true;
}

/* The parts of a message. */
struct message {
    uint8_t flags;
    struct hd_ber_reader engine, user, code, salt;
    int64_t boots, time_s;
    struct hd_ber_reader rest; /* the scope, or what it was encrypted to */
};

static bool take(struct hd_ber_reader *reader, uint8_t expected, struct hd_ber_reader *content)
{
    uint8_t tag = 0;
    return hd__ber_take(reader, &tag, content) && tag == expected;
}

static bool take_number(struct hd_ber_reader *reader, int64_t *number)
{
    struct hd_ber_reader content;
    return take(reader, HD_BER_INTEGER, &content) && hd__ber_read_integer(&content, number);
}

static bool read_message(const uint8_t *bytes, size_t size, struct message *message)
{
    struct hd_ber_reader all = {bytes, size};
    struct hd_ber_reader body;
    struct hd_ber_reader head;
    struct hd_ber_reader flags;
    struct hd_ber_reader security;
    struct hd_ber_reader parts;
    int64_t number = 0;
    int64_t version = 0;
    const bool has_head =
        take(&all, HD_BER_SEQUENCE, &body) && take_number(&body, &version) && version == 3 &&
        take(&body, HD_BER_SEQUENCE, &head) && take_number(&head, &number) &&
        take_number(&head, &number) && take(&head, HD_BER_OCTETS, &flags) && flags.left == 1 &&
        take(&body, HD_BER_OCTETS, &security) && take(&security, HD_BER_SEQUENCE, &parts);
    if (!has_head) {
        return false;
    }
    message->flags = flags.at[0];
    message->rest = body;
    return take(&parts, HD_BER_OCTETS, &message->engine) && take_number(&parts, &message->boots) &&
           take_number(&parts, &message->time_s) && take(&parts, HD_BER_OCTETS, &message->user) &&
           take(&parts, HD_BER_OCTETS, &message->code) &&
           take(&parts, HD_BER_OCTETS, &message->salt);
}

static bool is_signed(const struct hd_usm *usm, uint8_t *bytes, size_t size,
                      const struct message *message)
{
    uint8_t told[LONGEST_CODE];
    uint8_t code[HD_DIGEST_SIZE];
    uint8_t difference = 0;
    if ((message->flags & IS_SIGNED) == 0 || usm->engine_size == 0 ||
        message->code.left != usm->code_size) {
        return false;
    }
    uint8_t *place = bytes + (message->code.at - bytes);
    memcpy(told, place, usm->code_size);
    memset(place, 0, usm->code_size);
    if (hd__crypto_hmac(&usm->crypto, usm->digest, usm->auth_key, usm->key_size, bytes, size,
                        code) == 0) {
        return false;
    }
    for (size_t i = 0; i < usm->code_size; i++) {
        difference |= (uint8_t)(told[i] ^ code[i]);
    }
    return difference == 0;
}

static bool learn_engine(struct hd_usm *usm, const struct message *message)
{
    if (message->engine.left == 0 || message->engine.left > sizeof usm->engine) {
        return false;
    }
    memcpy(usm->engine, message->engine.at, message->engine.left);
    usm->engine_size = message->engine.left;
    return make_key(usm, usm->auth_secret, usm->auth_key) &&
           (usm->privacy_secret[0] == '\0' || make_key(usm, usm->privacy_secret, usm->privacy_key));
}

static void learn_time(struct hd_usm *usm, const struct message *message)
{
    usm->boots = message->boots;
    usm->time_s = message->time_s;
    usm->told_ns = hd_clock_get_ns();
}

/* The number of the counter that a report is about, 0: none that is known. */
static unsigned cause_of(const struct hd_ber_reader *report)
{
    static const uint8_t counters[] = {0x2b, 6, 1, 6, 3, 15, 1, 1};
    struct hd_ber_reader reader = *report;
    struct hd_ber_reader list;
    struct hd_ber_reader pair;
    struct hd_ber_reader name;
    int64_t number = 0;
    const bool is_told = take_number(&reader, &number) && take_number(&reader, &number) &&
                         take_number(&reader, &number) && take(&reader, HD_BER_SEQUENCE, &list) &&
                         take(&list, HD_BER_SEQUENCE, &pair) && take(&pair, HD_BER_OID, &name) &&
                         name.left > sizeof counters &&
                         memcmp(name.at, counters, sizeof counters) == 0;
    return is_told ? name.at[sizeof counters] : 0;
}

static enum hd_usm_result take_report(struct hd_meter *meter, struct hd_usm *usm,
                                      const struct message *message, bool is_trusted,
                                      const struct hd_ber_reader *report)
{
    const unsigned cause = cause_of(report);
    switch (cause) {
    case UNKNOWN_ENGINE:
        learn_time(usm, message);
        return learn_engine(usm, message) ? HD_USM_AGAIN : HD_USM_IGNORE;
    case WRONG_TIME:
        if (is_trusted) {
            learn_time(usm, message);
        }
        return is_trusted ? HD_USM_AGAIN : HD_USM_IGNORE;
    case WRONG_LEVEL:
        (void)hd__meter_fail(meter, "it has no such security for this user");
        return HD_USM_REFUSED;
    case UNKNOWN_USER:
        (void)hd__meter_fail(meter, "the user is not known");
        return HD_USM_REFUSED;
    case WRONG_DIGEST:
        (void)hd__meter_fail(meter, "wrong secret in auth-file, or another auth=");
        return HD_USM_REFUSED;
    case NOT_DECRYPTED:
        (void)hd__meter_fail(meter, "wrong secret in privacy-file, or another privacy=");
        return HD_USM_REFUSED;
    default:
        return HD_USM_IGNORE;
    }
}

enum hd_usm_result hd__usm_take(struct hd_meter *meter, struct hd_usm *usm, uint8_t *bytes,
                                size_t size, struct hd_ber_reader *answer)
{
    uint8_t clear[HD_USM_MESSAGE_SIZE];
    struct message message;
    struct hd_ber_reader scope;
    struct hd_ber_reader part;
    uint8_t tag = 0;
    if (!read_message(bytes, size, &message)) {
        return HD_USM_IGNORE;
    }
    const bool is_trusted = is_signed(usm, bytes, size, &message);
    if ((message.flags & IS_ENCRYPTED) != 0) {
        struct hd_ber_reader hidden;
        if (!is_trusted || !take(&message.rest, HD_BER_OCTETS, &hidden) ||
            message.salt.left != HD_USM_SALT_SIZE || hidden.left > sizeof clear ||
            !hd__usm_reveal(usm, message.boots, message.time_s, message.salt.at, hidden.at,
                            hidden.left, clear)) {
            return HD_USM_IGNORE;
        }
        uint8_t *place = bytes + (hidden.at - bytes);
        memcpy(place, clear, hidden.left);
        message.rest = (struct hd_ber_reader){place, hidden.left};
    }
    if (!take(&message.rest, HD_BER_SEQUENCE, &scope) || !take(&scope, HD_BER_OCTETS, &part) ||
        !take(&scope, HD_BER_OCTETS, &part)) {
        return HD_USM_IGNORE;
    }
    *answer = scope;
    if (!hd__ber_take(&scope, &tag, &part)) {
        return HD_USM_IGNORE;
    }
    if (tag == REPORT) {
        return take_report(meter, usm, &message, is_trusted, &part);
    }
    const bool is_hidden = (message.flags & IS_ENCRYPTED) != 0;
    return is_trusted && is_hidden == (usm->privacy_secret[0] != '\0') ? HD_USM_ANSWER
                                                                       : HD_USM_IGNORE;
}
