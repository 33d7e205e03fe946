/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HDPOWER_CRYPTO_H
#define HDPOWER_CRYPTO_H
/** Digests, keyed digests and AES of libcrypto, which is loaded when a device needs it. Thread: a
 *  struct belongs to one thread. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define HD_DIGEST_SIZE ((size_t)64) /* of the longest */
#define HD_AES_SIZE    ((size_t)16) /* of a block and of a key */
#define HD_DES_SIZE    ((size_t)8)

enum hd_digest { HD_MD5, HD_SHA1, HD_SHA256, HD_SHA512 };
enum hd_aes_mode { HD_AES_CBC, HD_AES_CFB };

struct hd_crypto_functions {
    const void *(*md5)(void);
    const void *(*sha1)(void);
    const void *(*sha256)(void);
    const void *(*sha512)(void);
    const void *(*aes_cbc)(void);
    const void *(*aes_cfb)(void);
    const void *(*des3_cbc)(void);
    int (*digest)(const void *data, size_t size, unsigned char *out, unsigned *out_size,
                  const void *kind, void *engine);
    unsigned char *(*hmac)(const void *kind, const void *key, int key_size,
                           const unsigned char *data, size_t size, unsigned char *out,
                           unsigned *out_size);
    void *(*cipher_new)(void);
    void (*cipher_free)(void *cipher);
    int (*cipher_init)(void *cipher, const void *kind, void *engine, const unsigned char *key,
                       const unsigned char *start, int encrypts);
    int (*cipher_update)(void *cipher, unsigned char *out, int *out_size, const unsigned char *data,
                         int size);
    int (*cipher_set_padding)(void *cipher, int pads);
};

struct hd_crypto {
    void *library;
    struct hd_crypto_functions call;
};

/** Load the library. @return false: it is not here; nothing has to be closed */
bool hd__crypto_open(struct hd_crypto *crypto);
void hd__crypto_close(struct hd_crypto *crypto);

/** @return the digest's size, 0: the library refuses it */
size_t hd__crypto_digest(const struct hd_crypto *crypto, enum hd_digest kind, const void *data,
                         size_t size, uint8_t out[HD_DIGEST_SIZE]);
size_t hd__crypto_hmac(const struct hd_crypto *crypto, enum hd_digest kind, const void *key,
                       size_t key_size, const void *data, size_t size, uint8_t out[HD_DIGEST_SIZE]);

/** Encrypt or decrypt with a key of 128 bits; `out` has room for `size` bytes and may be `data`.
 *  For HD_AES_CBC the size is a multiple of the block's. */
bool hd__crypto_aes(const struct hd_crypto *crypto, enum hd_aes_mode mode, bool encrypts,
                    const uint8_t key[HD_AES_SIZE], const uint8_t start[HD_AES_SIZE],
                    const uint8_t *data, size_t size, uint8_t *out);

/** The same by DES-CBC with a key of 56 bits; the size is a multiple of 8. */
bool hd__crypto_des(const struct hd_crypto *crypto, bool encrypts, const uint8_t key[HD_DES_SIZE],
                    const uint8_t start[HD_DES_SIZE], const uint8_t *data, size_t size,
                    uint8_t *out);

/** Fill with random bytes of the kernel. */
bool hd__crypto_random(void *bytes, size_t size);

#endif
