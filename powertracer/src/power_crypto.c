/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "power_crypto.h"

#include <sampling/library.h>
#include <string.h>
#include <sys/random.h>

bool hd__crypto_open(struct hd_crypto *crypto)
{
    static const char *const names[] = {"libcrypto.so.3", "libcrypto.so.1.1", NULL};
    static const struct hd_library_function functions[] = {
        HD_LIBRARY_FUNCTION(struct hd_crypto_functions, md5, "EVP_md5"),
        HD_LIBRARY_FUNCTION(struct hd_crypto_functions, sha1, "EVP_sha1"),
        HD_LIBRARY_FUNCTION(struct hd_crypto_functions, sha256, "EVP_sha256"),
        HD_LIBRARY_FUNCTION(struct hd_crypto_functions, sha512, "EVP_sha512"),
        HD_LIBRARY_FUNCTION(struct hd_crypto_functions, aes_cbc, "EVP_aes_128_cbc"),
        HD_LIBRARY_FUNCTION(struct hd_crypto_functions, aes_cfb, "EVP_aes_128_cfb128"),
        HD_LIBRARY_FUNCTION(struct hd_crypto_functions, des3_cbc, "EVP_des_ede3_cbc"),
        HD_LIBRARY_FUNCTION(struct hd_crypto_functions, digest, "EVP_Digest"),
        HD_LIBRARY_FUNCTION(struct hd_crypto_functions, hmac, "HMAC"),
        HD_LIBRARY_FUNCTION(struct hd_crypto_functions, cipher_new, "EVP_CIPHER_CTX_new"),
        HD_LIBRARY_FUNCTION(struct hd_crypto_functions, cipher_free, "EVP_CIPHER_CTX_free"),
        HD_LIBRARY_FUNCTION(struct hd_crypto_functions, cipher_init, "EVP_CipherInit_ex"),
        HD_LIBRARY_FUNCTION(struct hd_crypto_functions, cipher_update, "EVP_CipherUpdate"),
        HD_LIBRARY_FUNCTION(struct hd_crypto_functions, cipher_set_padding,
                            "EVP_CIPHER_CTX_set_padding"),
        {0},
    };
    crypto->library = hd__library_open(names, functions, &crypto->call);
    return crypto->library != NULL;
}

void hd__crypto_close(struct hd_crypto *crypto)
{
    hd__library_close(crypto->library);
    crypto->library = NULL;
}

static const void *kind_of(const struct hd_crypto *crypto, enum hd_digest kind)
{
    switch (kind) {
    case HD_MD5:
        return crypto->call.md5();
    case HD_SHA1:
        return crypto->call.sha1();
    case HD_SHA256:
        return crypto->call.sha256();
    case HD_SHA512:
        break;
    }
    return crypto->call.sha512();
}

size_t hd__crypto_digest(const struct hd_crypto *crypto, enum hd_digest kind, const void *data,
                         size_t size, uint8_t out[HD_DIGEST_SIZE])
{
    unsigned length = 0;
    return crypto->call.digest(data, size, out, &length, kind_of(crypto, kind), NULL) == 1 ? length
                                                                                           : 0;
}

size_t hd__crypto_hmac(const struct hd_crypto *crypto, enum hd_digest kind, const void *key,
                       size_t key_size, const void *data, size_t size, uint8_t out[HD_DIGEST_SIZE])
{
    unsigned length = 0;
    return crypto->call.hmac(kind_of(crypto, kind), key, (int)key_size, data, size, out, &length) ==
                   NULL
               ? 0
               : length;
}

static bool apply(const struct hd_crypto *crypto, const void *kind, bool encrypts,
                  const uint8_t *key, const uint8_t *start, const uint8_t *data, size_t size,
                  uint8_t *out)
{
    void *cipher = crypto->call.cipher_new();
    int written = 0;
    if (cipher == NULL) {
        return false;
    }
    const bool is_done = crypto->call.cipher_init(cipher, kind, NULL, key, start, encrypts) == 1 &&
                         crypto->call.cipher_set_padding(cipher, 0) == 1 &&
                         crypto->call.cipher_update(cipher, out, &written, data, (int)size) == 1 &&
                         (size_t)written == size;
    crypto->call.cipher_free(cipher);
    return is_done;
}

bool hd__crypto_aes(const struct hd_crypto *crypto, enum hd_aes_mode mode, bool encrypts,
                    const uint8_t key[HD_AES_SIZE], const uint8_t start[HD_AES_SIZE],
                    const uint8_t *data, size_t size, uint8_t *out)
{
    const void *kind = mode == HD_AES_CBC ? crypto->call.aes_cbc() : crypto->call.aes_cfb();
    return apply(crypto, kind, encrypts, key, start, data, size, out);
}

/* DES itself is among what libcrypto 3 no longer loads by itself; thrice with one key it is the
 * same.
 */
bool hd__crypto_des(const struct hd_crypto *crypto, bool encrypts, const uint8_t key[HD_DES_SIZE],
                    const uint8_t start[HD_DES_SIZE], const uint8_t *data, size_t size,
                    uint8_t *out)
{
    uint8_t keys[3 * HD_DES_SIZE];
    for (size_t i = 0; i < 3; i++) {
        memcpy(keys + i * HD_DES_SIZE, key, HD_DES_SIZE);
    }
    return apply(crypto, crypto->call.des3_cbc(), encrypts, keys, start, data, size, out);
}

bool hd__crypto_random(void *bytes, size_t size)
{
    return getrandom(bytes, size, 0) == (ssize_t)size;
}
