/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HDPOWER_SNMP_USM_H
#define HDPOWER_SNMP_USM_H
/** Messages of SNMP 3 with its user-based security: signed, and encrypted where the configuration
 * has a secret for that. Source: RFC 3412, 3414 (DES), 3826 (AES), 7860 (SHA-2). */

#include "ber.h"
#include "power_crypto.h"
#include "power_meter.h"

#define HD_USM_MESSAGE_SIZE 2048

/** Keys of the configuration for version=3. */
#define HD_USM_KEYS                                                                                \
    {"user", false, false, 0, 0}, {"auth", false, false, 0, 0}, {"auth-file", false, false, 0, 0}, \
        {"privacy", false, false, 0, 0},                                                           \
    {                                                                                              \
        "privacy-file", false, false, 0, 0                                                         \
    }

struct hd_usm {
    struct hd_crypto crypto;
    enum hd_digest digest;
    size_t code_size; /* of a signature */
    bool is_des;      /* in place of AES */
    const char *user;
    char auth_secret[80];
    char privacy_secret[80]; /* "": messages are not encrypted */
    uint8_t engine[32];      /* the agent's name */
    size_t engine_size;      /* 0: not known yet */
    int64_t boots;           /* how often it was started, and how long ago */
    int64_t time_s;
    int64_t told_ns; /* when it said so */
    uint8_t auth_key[HD_DIGEST_SIZE];
    uint8_t privacy_key[HD_DIGEST_SIZE];
    size_t key_size;
    uint64_t salt;
};

/** What became of an answer. */
enum hd_usm_result {
    HD_USM_ANSWER,
    HD_USM_IGNORE, /* not an answer, or not signed */
    HD_USM_AGAIN,  /* the agent told its name or its time: ask again */
    HD_USM_REFUSED /* meter->fault says why */
};

/** Read the settings and load the library. @return false: meter->fault says why */
bool hd__usm_open(struct hd_meter *meter, struct hd_usm *usm);
void hd__usm_close(struct hd_usm *usm);

/** Compose a message of a request's bytes; while the agent isn't known, the question who it is.
 *  @return false: it doesn't fit */
bool hd__usm_compose(struct hd_usm *usm, int32_t number, const uint8_t *request, size_t size,
                     struct hd_ber_writer *writer);

/** Read a message; what it holds is decrypted into `bytes`. */
enum hd_usm_result hd__usm_take(struct hd_meter *meter, struct hd_usm *usm, uint8_t *bytes,
                                size_t size, struct hd_ber_reader *answer);

#endif
