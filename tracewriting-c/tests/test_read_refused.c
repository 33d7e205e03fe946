/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What readers refuse, and at which byte: limits, and text that is no XML. */
#include "read_support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- limits and what is refused --------------------------------------------------------------- */

static char *repeat(const char *front, const char *part, int count, const char *back)
{
    char *const text = malloc(strlen(front) + strlen(part) * (size_t)count + strlen(back) + 1);
    assert_non_null(text);
    char *at = stpcpy(text, front);
    for (int i = 0; i < count; i++) {
        at = stpcpy(at, part);
    }
    (void)stpcpy(at, back);
    return text;
}

static void values_end_at_one_mebibyte(void **state)
{
    (void)state;
    static const char front[] = "<A a='";
    char *text = repeat(front, "x", HD_READ_VALUE_BYTES_MAX, "' time='1' end='2'/>");
    open_trace(text);
    step(HD_ENTRY_STATE, "A");
    finish(true, 0);
    free(text);
    text = repeat(front, "x", HD_READ_VALUE_BYTES_MAX + 1, "' time='1' end='2'/>");
    refuses(text, HD_LIMIT, sizeof front - 1, "attribute value longer than 1 MiB");
    free(text);
    text = repeat("<A time='1' end='2'>", "x", HD_READ_VALUE_BYTES_MAX + 1, "</A>");
    refuses(text, HD_LIMIT, 20, "text longer than 1 MiB");
    free(text);
}

static void elements_end_at_4096_attributes(void **state)
{
    (void)state;
    char *const text = malloc(1 << 17);
    assert_non_null(text);
    for (int count = 4094; count <= 4095; count++) {
        char *at = text + sprintf(text, "<A time='1' end='2'");
        char *last = at;
        for (int i = 0; i < count; i++) {
            last = at;
            at += sprintf(at, " a%d='%d'", i, i);
        }
        (void)stpcpy(at, "/>");
        if (count == 4095) {
            refuses(text, HD_LIMIT, (size_t)(last + 1 - text),
                    "element with more than 4096 attributes");
        } else {
            open_trace(text);
            step(HD_ENTRY_STATE, "A");
            assert_int_equal(hd_reader_get_attribute_count(reader, 0), 4096);
            finish(true, 0);
        }
    }
    free(text);
}

static void nesting_ends_at_1024(void **state)
{
    (void)state;
    char *text = repeat("", "<Nested>", 1025, "");
    open_trace(text);
    for (int depth = 1; depth <= 1024; depth++) {
        step(HD_ENTRY_NESTED, "");
        assert_int_equal(entry.depth, depth);
    }
    expect_failure(HD_LIMIT, "states nested deeper than 1024");
    free(text);
    text = repeat("<A time='1' end='2'>", "<x>", 1024, "");
    refuses(text, HD_LIMIT, 20 + 3 * 1023, "elements nested deeper than 1024");
    free(text);
    text = repeat("", "<x>", 1025, "");
    open_text(text);
    for (int depth = 0; depth < 1024; depth++) {
        step(HD_ENTRY_BEGIN, "x");
    }
    expect_failure(HD_LIMIT, "test: byte 3072: elements nested deeper than 1024");
    free(text);
}

static void malformed_text_is_refused_with_its_place(void **state)
{
    (void)state;
    refuses("<A a='&nbsp;' time='1' end='2'/>", HD_FORMAT, 6, "entity that is not predefined");
    refuses("<A a='x&y' time='1' end='2'/>", HD_FORMAT, 7, "entity that is not predefined");
    refuses("<A a='&#0;' time='1' end='2'/>", HD_FORMAT, 6, "entity that is not predefined");
    refuses("<A a='&#xD800;'/>", HD_FORMAT, 6, "entity that is not predefined");
    refuses("<A time='1' end='2'>&x;</A>", HD_FORMAT, 20, "entity that is not predefined");
    refuses("<!DOCTYPE a>", HD_FORMAT, 0, "document type, or something else that is refused");
    refuses("<A a='1' a='2'/>", HD_FORMAT, 9, "attribute twice in one element");
    refuses("<A a=1/>", HD_FORMAT, 5, "attribute value without quotes");
    refuses("<A a='1'b='2'/>", HD_FORMAT, 8, "attributes without a blank between them");
    refuses("<A a/>", HD_FORMAT, 4, "attribute without value");
    refuses("<A a='<'/>", HD_FORMAT, 6, "'<' in an attribute value");
    refuses("<1/>", HD_FORMAT, 1, "no name where one must stand");
    refuses("<A time='1' end='2'><x></y></A>", HD_FORMAT, 23, "end tag of another element");
    refuses("</A>", HD_FORMAT, 0, "end tag that closes nothing");
    refuses("<A end='2'/>", HD_FORMAT, 0, "state or event without 'time'");
    refuses("<A time='1'/>", HD_FORMAT, 0, "state without 'end'");
    refuses("<A time='x' end='2'/>", HD_FORMAT, 0, "'time' is no time");
    refuses("<A time='9223372036' end='9223372036.9'/>", HD_FORMAT, 0, "'time' is no time");
    refuses("<Event time='1'/>", HD_FORMAT, 0, "event without 'name'");
    assert_int_equal(hd_reader_open_text("t", "<Program timeAdjustment='x'>", 28, &reader),
                     HD_FORMAT);
    assert_string_equal(hd_read_error_get_text(), "t: byte 0: timeAdjustment is no time");
    assert_int_equal(hd_reader_open_text("t", "<!DOCTYPE x []><x/>", 19, &reader), HD_FORMAT);
    assert_int_equal(hd_reader_open(test_path("none.trc"), &reader), HD_IO);
    assert_non_null(strstr(hd_read_error_get_text(), "none.trc: No such file or directory"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(values_end_at_one_mebibyte),
        TEST(elements_end_at_4096_attributes),
        TEST(nesting_ends_at_1024),
        TEST(malformed_text_is_refused_with_its_place),
    };
    return cmocka_run_group_tests_name("read_refused", tests, NULL, NULL);
}
