/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "support.h"

#include "text.h"

#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void integers_are_written_as_printf_writes_them(void **state)
{
    (void)state;
    static const int64_t values[] = {0,      1,         9,         10,        99,  100,
                                     101,    999,       1000,      -1,        -10, 12345,
                                     -99999, INT64_MAX, INT64_MIN, 4294967296};
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++) {
        char expected[32];
        char got[32];
        (void)snprintf(expected, sizeof expected, "%" PRId64, values[i]);
        *hd__put_int(got, values[i]) = '\0';
        assert_string_equal(got, expected);
        (void)snprintf(expected, sizeof expected, "%" PRIu64, (uint64_t)values[i]);
        *hd__put_uint(got, (uint64_t)values[i]) = '\0';
        assert_string_equal(got, expected);
    }
}

static void check_time(int64_t time_ns, const char *expected)
{
    char text[HD__TIME_BYTES + 1];
    *hd__put_time(text, time_ns) = '\0';
    assert_string_equal(text, expected);
}

static void times_have_nine_decimals(void **state)
{
    (void)state;
    check_time(0, "0.000000000");
    check_time(1, "0.000000001");
    check_time(1234567890, "1.234567890");
    check_time(-5020000, "-0.005020000");
    check_time(INT64_MAX, "9223372036.854775807");
    check_time(INT64_MIN, "-9223372036.854775808");
}

static void check_double(double value, const char *expected)
{
    char text[HD__DOUBLE_BYTES + 1];
    *hd__put_double(text, value) = '\0';
    assert_string_equal(text, expected);
}

static void doubles_are_written_with_the_fewest_digits_that_read_back(void **state)
{
    (void)state;
    check_double(0.0, "0");
    check_double(-0.0, "-0");
    check_double(1.0, "1");
    check_double(0.1, "0.1");
    check_double(-2.5, "-2.5");
    check_double(100.0, "100");
    check_double(1.0 / 3.0, "0.3333333333333333");
    check_double(9007199254740993.0, "9007199254740992");
    check_double(1e23, "1e23");
    check_double(5e-324, "5e-324");
    check_double(DBL_MAX, "1.7976931348623157e308");
    check_double(DBL_MIN, "2.2250738585072014e-308");
    check_double(0.00001, "0.00001");
    check_double(NAN, "NaN");
    check_double(-INFINITY, "-Infinity");
}

/* Every whole number of up to 15 digits over a power of ten is written as just that. */
static void decimals_of_few_digits_are_written_as_they_are(void **state)
{
    (void)state;
    uint64_t random = 88172645463325252U;
    for (int i = 0; i < 50000; i++) {
        random = random * UINT64_C(6364136223846793005) + 1442695040888963407;
        uint64_t number = (random >> 20) % UINT64_C(1000000000000000) >> (random % 45);
        int decimals = (int)(random >> 50) % 16;
        double power = 1;
        for (int k = 0; k < decimals; k++) {
            power *= 10;
        }
        const double value = (double)number / power;
        if (number == 0 || value < 1e-5) {
            continue;
        }
        for (; decimals > 0 && number % 10 == 0; decimals--) {
            number /= 10;
        }
        char digits[32], expected[64];
        (void)snprintf(digits, sizeof digits, "%0*llu", decimals + 1, (unsigned long long)number);
        const int whole = (int)strlen(digits) - decimals;
        (void)snprintf(expected, sizeof expected, "%.*s%s%s", whole, digits,
                       decimals > 0 ? "." : "", digits + whole);
        check_double(value, expected);
        char negative[66];
        (void)snprintf(negative, sizeof negative, "-%s", expected);
        check_double(-value, negative);
    }
}

static void random_doubles_read_back_exactly(void **state)
{
    (void)state;
    uint64_t random = 88172645463325252U; /* xorshift64 */
    for (int i = 0; i < 20000; i++) {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        double value = 0;
        memcpy(&value, &random, sizeof value);
        if (!isfinite(value)) {
            continue;
        }
        char text[HD__DOUBLE_BYTES + 1];
        char *const end = hd__put_double(text, value);
        assert_true(end - text <= HD__DOUBLE_BYTES);
        *end = '\0';
        const double back = strtod(text, NULL);
        /* NOLINTNEXTLINE(bugprone-suspicious-memory-comparison): the sign of zero counts, too */
        if (memcmp(&back, &value, sizeof value) != 0) {
            fail_msg("%.17g was written as %s", value, text);
        }
    }
}

static void check_escaped(const char *value, const char *expected)
{
    char text[256];
    bool cut = true;
    *hd__put_escaped(text, sizeof text - 1, value, &cut) = '\0';
    assert_string_equal(text, expected);
    assert_false(cut);
}

static const char *get_entity(int c)
{
    return c == '&'    ? "&amp;"
           : c == '<'  ? "&lt;"
           : c == '>'  ? "&gt;"
           : c == '\'' ? "&apos;"
           : c == '"'  ? "&quot;"
                       : NULL;
}

static void every_ascii_character_is_kept_or_written_as_reference(void **state)
{
    (void)state;
    for (int c = 1; c < 128; c++) {
        const char value[] = {'a', (char)c, 'b', '\0'};
        const char *const entity = get_entity(c);
        char expected[32];
        if (c < 0x20 || c == 0x7f) {
            (void)snprintf(expected, sizeof expected, "a&#%d;b", c);
        } else if (entity != NULL) {
            (void)snprintf(expected, sizeof expected, "a%sb", entity);
        } else {
            (void)snprintf(expected, sizeof expected, "a%cb", c);
        }
        check_escaped(value, expected);
    }
}

static void utf8_is_kept_and_other_bytes_become_references(void **state)
{
    (void)state;
    check_escaped("\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80", "\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80");
    check_escaped("\xe9t\xe9", "&#233;t&#233;");
    check_escaped("\xc0\x80", "&#192;&#128;");
    check_escaped("\xed\xa0\x80", "&#237;&#160;&#128;");
    check_escaped("\xed\xbf\xbf", "&#237;&#191;&#191;");
    check_escaped("\xef\xbf\xbd", "\xef\xbf\xbd");
    check_escaped("\xef\xbf\xbe", "&#239;&#191;&#190;");
    check_escaped("\xef\xbf\xbf", "&#239;&#191;&#191;");
    check_escaped("\xe2\x82", "&#226;&#130;");
    check_escaped("\xf4\x90\x80\x80", "&#244;&#144;&#128;&#128;");
}

static void a_value_is_cut_between_characters(void **state)
{
    (void)state;
    char text[16];
    for (size_t room = 0; room <= 12; room++) {
        bool cut = false;
        const size_t length = (size_t)(hd__put_escaped(text, room, "a<\xc3\xa9z", &cut) - text);
        static const size_t expected[] = {0, 1, 1, 1, 1, 5, 5, 7, 8, 8, 8, 8, 8};
        assert_int_equal(length, expected[room]);
        assert_int_equal(cut, room < 8);
    }
}

static void names_hold_only_characters_of_names(void **state)
{
    (void)state;
    char text[32];
    *hd__put_name(text, "File_open", 20) = '\0';
    assert_string_equal(text, "File_open");
    *hd__put_name(text, "1a b<c", 20) = '\0';
    assert_string_equal(text, "_1a_b_c");
    *hd__put_name(text, "", 20) = '\0';
    assert_string_equal(text, "_");
    *hd__put_name(text, "AZaz_09-.:[`{/;@", 20) = '\0';
    assert_string_equal(text, "AZaz_09-.:______");
    *hd__put_name(text, "-x", 20) = '\0';
    assert_string_equal(text, "_-x");
    *hd__put_name(text, "abcdef", 3) = '\0';
    assert_string_equal(text, "abc");
}

static void names_are_utf_8_and_end_with_a_whole_character(void **state)
{
    (void)state;
    char text[32];
    *hd__put_name(text, "\xc3\xa9t\xc3\xa9", 20) = '\0';
    assert_string_equal(text, "\xc3\xa9t\xc3\xa9");
    *hd__put_name(text,
                  "\xff"
                  "a\xc3",
                  20) = '\0';
    assert_string_equal(text, "_a_");
    *hd__put_name(text, "ab\xe2\x82\xac", 4) = '\0';
    assert_string_equal(text, "ab");
    *hd__put_name(text, "ab\xe2\x82\xac", 5) = '\0';
    assert_string_equal(text, "ab\xe2\x82\xac");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(integers_are_written_as_printf_writes_them),
        cmocka_unit_test(times_have_nine_decimals),
        cmocka_unit_test(doubles_are_written_with_the_fewest_digits_that_read_back),
        cmocka_unit_test(decimals_of_few_digits_are_written_as_they_are),
        cmocka_unit_test(random_doubles_read_back_exactly),
        cmocka_unit_test(every_ascii_character_is_kept_or_written_as_reference),
        cmocka_unit_test(utf8_is_kept_and_other_bytes_become_references),
        cmocka_unit_test(a_value_is_cut_between_characters),
        cmocka_unit_test(names_hold_only_characters_of_names),
        cmocka_unit_test(names_are_utf_8_and_end_with_a_whole_character),
    };
    return cmocka_run_group_tests_name("text", tests, NULL, NULL);
}
