/* SPDX-License-Identifier: GPL-3.0-or-later */
/* CRC-32C against published values, and its two ways against each other. */
#include "crc32c.h"
#include "support.h"

#include <string.h>

enum { MOST = 20000 };

static unsigned char data[MOST + 16];

static void fill(void)
{
    uint32_t seed = 4711;
    for (size_t i = 0; i < sizeof data; i++) {
        seed = seed * 1664525 + 1013904223;
        data[i] = (unsigned char)(seed >> 24);
    }
}

static void expect(const void *text, size_t bytes, uint32_t crc)
{
    assert_int_equal(hd__crc32c(0, text, bytes), crc);
    assert_int_equal(hd__crc32c_by_table(0, text, bytes), crc);
}

static void gives_the_published_values(void **state)
{
    (void)state;
    unsigned char block[48];
    expect("", 0, 0);
    expect("123456789", 9, 0xe3069283);
    memset(block, 0, 32); /* RFC 3720, B.4 */
    expect(block, 32, 0x8a9136aa);
    memset(block, 0xff, 32);
    expect(block, 32, 0x62a8ab43);
    for (unsigned i = 0; i < 32; i++) {
        block[i] = (unsigned char)i;
    }
    expect(block, 32, 0x46dd794e);
    for (unsigned i = 0; i < 32; i++) {
        block[i] = (unsigned char)(31 - i);
    }
    expect(block, 32, 0x113fdb5c);
    static const unsigned char command[48] = {[0] = 0x01,  [1] = 0xc0,  [16] = 0x14, [22] = 0x04,
                                              [27] = 0x14, [31] = 0x18, [32] = 0x28, [40] = 0x02};
    expect(command, 48, 0xd9963a56);
}

static void both_ways_agree_at_every_length_and_place(void **state)
{
    (void)state;
    fill();
    for (size_t bytes = 0; bytes < 300; bytes++) {
        for (size_t at = 0; at < 9; at++) {
            expect(data + at, bytes, hd__crc32c_by_table(0, data + at, bytes));
        }
    }
    for (size_t bytes = 3000; bytes < MOST; bytes += 7) { /* around the joins of the streams */
        expect(data + bytes % 8, bytes, hd__crc32c_by_table(0, data + bytes % 8, bytes));
    }
}

static void goes_on_after_any_piece(void **state)
{
    (void)state;
    fill();
    const uint32_t whole = hd__crc32c(0, data, MOST);
    for (size_t cut = 0; cut <= MOST; cut += 13) {
        assert_int_equal(hd__crc32c(hd__crc32c(0, data, cut), data + cut, MOST - cut), whole);
    }
}

static void follows_a_replacement(void **state)
{
    (void)state;
    unsigned char old[80];
    for (size_t at = 0; at + sizeof old <= MOST; at += 997) {
        fill();
        const uint32_t before = hd__crc32c(0, data, MOST);
        memcpy(old, data + at, sizeof old);
        memset(data + at, 'x', sizeof old);
        const uint64_t behind = MOST - at - sizeof old;
        assert_int_equal(hd__crc32c_replace(before, old, data + at, sizeof old, behind),
                         hd__crc32c_by_table(0, data, MOST));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gives_the_published_values),
        cmocka_unit_test(both_ways_agree_at_every_length_and_place),
        cmocka_unit_test(goes_on_after_any_piece),
        cmocka_unit_test(follows_a_replacement),
    };
    print_message("CRC-32C by %s\n", hd__crc32c_is_fast() ? "instruction" : "table");
    return cmocka_run_group_tests(tests, NULL, NULL);
}
