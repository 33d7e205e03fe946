/* SPDX-License-Identifier: GPL-3.0-or-later */
/* CRC-32C by the instruction of SSE4.2 where the processor has it, else by tables.
 *
 * The instruction takes 8 bytes with a latency of three cycles, so three streams are hashed side by
 * side and joined: the state of a CRC is a polynomial over GF(2), and appending n zero bytes
 * multiplies it by x^(8n). That product is looked up for the fixed length of a stream. Polynomials
 * are stored reflected: the top bit is x^0. */
#include "crc32c.h"

#include <pthread.h>
#include <string.h>

#define POLYNOMIAL 0x82f63b78U
#define ONE        0x80000000U /* x^0 */
#define BYTE       0x00800000U /* x^8 */
enum {
    STREAM = 1024,
    TABLES = 8
}; /* bytes of one of the three streams; bytes a table step takes */

static uint32_t byte_tables[TABLES][256]; /* [k][b]: byte b, followed by k zero bytes */
static uint32_t stream_tables[4][256];    /* [k][b]: state b << 8k, followed by STREAM zero bytes */
static bool fast;
static pthread_once_t prepared = PTHREAD_ONCE_INIT;

static uint32_t multiply(uint32_t a, uint32_t b)
{
    uint32_t product = 0;
    for (uint32_t bit = ONE; bit != 0; bit >>= 1) {
        product ^= (a & bit) != 0 ? b : 0;
        b = (b >> 1) ^ ((b & 1) != 0 ? POLYNOMIAL : 0);
    }
    return product;
}

/* x^(8 * bytes) */
static uint32_t raise(uint64_t bytes)
{
    uint32_t result = ONE;
    for (uint32_t square = BYTE; bytes != 0; bytes >>= 1) {
        result = (bytes & 1) != 0 ? multiply(result, square) : result;
        square = multiply(square, square);
    }
    return result;
}

static void prepare(void)
{
    for (uint32_t byte = 0; byte < 256; byte++) {
        byte_tables[0][byte] = multiply(byte, BYTE);
    }
    for (int k = 1; k < TABLES; k++) {
        for (int byte = 0; byte < 256; byte++) {
            const uint32_t before = byte_tables[k - 1][byte];
            byte_tables[k][byte] = (before >> 8) ^ byte_tables[0][before & 0xff];
        }
    }
    const uint32_t factor = raise(STREAM);
    for (int k = 0; k < 4; k++) {
        for (uint32_t byte = 0; byte < 256; byte++) {
            stream_tables[k][byte] = multiply(byte << 8 * k, factor);
        }
    }
#ifdef __x86_64__
    __builtin_cpu_init();
    fast = __builtin_cpu_supports("sse4.2") != 0;
#endif
}

static uint64_t load(const unsigned char *at)
{
    uint64_t word = 0;
    memcpy(&word, at, sizeof word);
    return word;
}

static uint32_t hash_by_table(uint32_t state, const unsigned char *at, size_t bytes)
{
    for (; bytes >= TABLES; bytes -= TABLES, at += TABLES) {
        const uint32_t low = state ^ ((uint32_t)at[0] | (uint32_t)at[1] << 8 |
                                      (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24);
        state = byte_tables[7][low & 0xff] ^ byte_tables[6][low >> 8 & 0xff] ^
                byte_tables[5][low >> 16 & 0xff] ^ byte_tables[4][low >> 24] ^
                byte_tables[3][at[4]] ^ byte_tables[2][at[5]] ^ byte_tables[1][at[6]] ^
                byte_tables[0][at[7]];
    }
    for (; bytes > 0; bytes--) {
        state = (state >> 8) ^ byte_tables[0][(state ^ *at++) & 0xff];
    }
    return state;
}

#ifdef __x86_64__
static uint32_t skip_stream(uint32_t state)
{
    return stream_tables[0][state & 0xff] ^ stream_tables[1][state >> 8 & 0xff] ^
           stream_tables[2][state >> 16 & 0xff] ^ stream_tables[3][state >> 24];
}

/* Eight words of each stream; written out, because a loop costs as much as the hashing. */
#define HASH(place)                                                                                \
    a = __builtin_ia32_crc32di(a, load(at + (place)));                                             \
    b = __builtin_ia32_crc32di(b, load(at + (place) + STREAM));                                    \
    c = __builtin_ia32_crc32di(c, load(at + (place) + 2 * (size_t)STREAM))

__attribute__((target("sse4.2"))) static uint32_t hash_streams(uint32_t state,
                                                               const unsigned char *at)
{
    uint64_t a = state;
    uint64_t b = 0;
    uint64_t c = 0;
    const unsigned char *const end = at + STREAM;
    for (; at < end; at += 64) {
        HASH(0);
        HASH(8);
        HASH(16);
        HASH(24);
        HASH(32);
        HASH(40);
        HASH(48);
        HASH(56);
    }
    return skip_stream(skip_stream((uint32_t)a) ^ (uint32_t)b) ^ (uint32_t)c;
}

__attribute__((target("sse4.2"))) static uint32_t hash_fast(uint32_t state, const unsigned char *at,
                                                            size_t bytes)
{
    const size_t round = 3 * (size_t)STREAM;
    for (; bytes >= round; bytes -= round, at += round) {
        state = hash_streams(state, at);
    }
    for (; bytes >= sizeof(uint64_t); bytes -= sizeof(uint64_t), at += sizeof(uint64_t)) {
        state = (uint32_t)__builtin_ia32_crc32di(state, load(at));
    }
    for (; bytes > 0; bytes--) {
        state = __builtin_ia32_crc32qi(state, *at++);
    }
    return state;
}
#else
static uint32_t hash_fast(uint32_t state, const unsigned char *at, size_t bytes)
{
    return hash_by_table(state, at, bytes);
}
#endif

bool hd__crc32c_is_fast(void)
{
    (void)pthread_once(&prepared, prepare);
    return fast;
}

uint32_t hd__crc32c(uint32_t crc, const void *data, size_t bytes)
{
    return hd__crc32c_is_fast() ? ~hash_fast(~crc, data, bytes)
                                : hd__crc32c_by_table(crc, data, bytes);
}

uint32_t hd__crc32c_by_table(uint32_t crc, const void *data, size_t bytes)
{
    (void)pthread_once(&prepared, prepare);
    return ~hash_by_table(~crc, data, bytes);
}

uint32_t hd__crc32c_replace(uint32_t crc, const void *old, const void *new_data, size_t bytes,
                            uint64_t behind)
{
    (void)pthread_once(&prepared, prepare);
    const unsigned char *const before = old;
    const unsigned char *const after = new_data;
    uint32_t difference = 0;
    for (size_t i = 0; i < bytes; i++) {
        const unsigned char byte = before[i] ^ after[i];
        difference = (difference >> 8) ^ byte_tables[0][(difference ^ byte) & 0xff];
    }
    return crc ^ multiply(difference, raise(behind));
}
