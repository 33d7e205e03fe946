/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "snmp_privacy.h"

#include <string.h>

static void put_big(uint8_t *bytes, uint64_t number, unsigned size)
{
    for (unsigned i = 0; i < size; i++) {
        bytes[i] = (uint8_t)(number >> (8 * (size - 1 - i)));
    }
}

static bool apply_aes(const struct hd_usm *usm, bool encrypts, int64_t boots, int64_t time_s,
                      const uint8_t *salt, const uint8_t *data, size_t size, uint8_t *out)
{
    uint8_t start[HD_AES_SIZE];
    put_big(start, (uint64_t)boots, 4);
    put_big(start + 4, (uint64_t)time_s, 4);
    memcpy(start + 8, salt, HD_USM_SALT_SIZE);
    return hd__crypto_aes(&usm->crypto, HD_AES_CFB, encrypts, usm->privacy_key, start, data, size,
                          out);
}

/* The first half of the key is DES's, the second hides the salt. */
static bool apply_des(const struct hd_usm *usm, bool encrypts, const uint8_t *salt,
                      const uint8_t *data, size_t size, uint8_t *out)
{
    uint8_t start[HD_DES_SIZE];
    for (size_t i = 0; i < HD_DES_SIZE; i++) {
        start[i] = usm->privacy_key[HD_DES_SIZE + i] ^ salt[i];
    }
    return hd__crypto_des(&usm->crypto, encrypts, usm->privacy_key, start, data, size, out);
}

size_t hd__usm_hide(struct hd_usm *usm, int64_t time_s, const uint8_t *data, size_t size,
                    uint8_t *out, size_t room, uint8_t salt[HD_USM_SALT_SIZE])
{
    put_big(salt, ++usm->salt, HD_USM_SALT_SIZE);
    if (!usm->is_des) {
        return size <= room && apply_aes(usm, true, usm->boots, time_s, salt, data, size, out)
                   ? size
                   : 0;
    }
    const size_t whole = (size + HD_DES_SIZE - 1) / HD_DES_SIZE * HD_DES_SIZE;
    if (whole > room) {
        return 0;
    }
    put_big(salt, (uint64_t)usm->boots, 4);
    memcpy(out, data, size);
    memset(out + size, 0, whole - size);
    return apply_des(usm, true, salt, out, whole, out) ? whole : 0;
}

bool hd__usm_reveal(const struct hd_usm *usm, int64_t boots, int64_t time_s, const uint8_t *salt,
                    const uint8_t *data, size_t size, uint8_t *out)
{
    if (usm->is_des) {
        return size % HD_DES_SIZE == 0 && apply_des(usm, false, salt, data, size, out);
    }
    return apply_aes(usm, false, boots, time_s, salt, data, size, out);
}
