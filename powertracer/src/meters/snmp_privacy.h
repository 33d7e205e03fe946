/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HDPOWER_SNMP_PRIVACY_H
#define HDPOWER_SNMP_PRIVACY_H
/** What messages of SNMP 3 are encrypted by: AES, or DES of devices that know nothing else. */

#include "snmp_usm.h"

#define HD_USM_SALT_SIZE 8

/** Encrypt, with a salt that is new each time. @return the size, 0: it doesn't fit, or is refused
 */
size_t hd__usm_hide(struct hd_usm *usm, int64_t time_s, const uint8_t *data, size_t size,
                    uint8_t *out, size_t room, uint8_t salt[HD_USM_SALT_SIZE]);

/** Decrypt; `out` has room for `size` bytes. Behind what was encrypted there may be up to 7 more.
 */
bool hd__usm_reveal(const struct hd_usm *usm, int64_t boots, int64_t time_s, const uint8_t *salt,
                    const uint8_t *data, size_t size, uint8_t *out);

#endif
