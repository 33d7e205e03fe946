/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HDPOWER_IPMI_SESSION_H
#define HDPOWER_IPMI_SESSION_H
/** A session with the management controller that a device's `address=` names: of IPMI 2.0, signed
 * and encrypted by cipher suite 3 or 17, or of IPMI 1.5, signed by MD5. Keys of the configuration:
 *  HD_IPMI_KEYS. */

#include "ipmi_packet.h"
#include "power_meter.h"

#define HD_IPMI_KEYS                                                                               \
    {"address", false, true, 0, 0}, {"user", false, false, 0, 0},                                  \
        {"password-file", false, false, 0, 0}, {"privilege", false, false, 0, 0},                  \
        {"version", true, false, 1.5, 2},                                                          \
    {                                                                                              \
        "cipher", true, false, 3, 17                                                               \
    }

struct hd_ipmi {
    struct hd_crypto crypto;
    struct hd_ipmi_keys keys;
    uint8_t cipher_authentication, cipher_integrity; /* their numbers in the specification */
    uint32_t own_id;                                 /* of the session */
    uint32_t controller_id;
    uint32_t sequence;
    uint8_t message_sequence;
    uint8_t privilege;
    bool is_active;
    bool is_old;     /* IPMI 1.5 */
    bool is_signing; /* of that: each packet */
    char user[17];
    size_t user_length;
    char password[21];
    uint8_t own_random[16];
    uint8_t controller_random[16];
    uint8_t controller_guid[16];
    uint8_t session_key[HD_DIGEST_SIZE];
};

/** Begin a session. @return false: meter->fault says why */
bool hd__ipmi_open(struct hd_meter *meter, struct hd_ipmi *ipmi);

/** Ask for something, again when no answer comes. The answer's first byte is a completion code, 0:
 *  done. @return as the transport; meter->io.fault says why there is none */
enum hd_io_result hd__ipmi_ask(struct hd_meter *meter, struct hd_ipmi *ipmi,
                               const struct hd_ipmi_message *request,
                               struct hd_ipmi_message *answer);

/** End the session without waiting for an answer. */
void hd__ipmi_close(struct hd_meter *meter, struct hd_ipmi *ipmi);

#endif
