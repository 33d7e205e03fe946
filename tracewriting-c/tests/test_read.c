/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Traces read entry by entry: whole ones, and what was complete before a cut. */
#include "read_support.h"

#include <hdtrace/trace.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- traces ----------------------------------------------------------------------------------- */

static void write_trace(void)
{
    hd_topology *const topology = test_topology();
    hd_trace *trace = NULL;
    assert_int_equal(hd_trace_create(test_node(topology), NULL, &trace), HD_OK);
    hd_trace_begin_state_at(trace, "Outer", TEST_EPOCH * INT64_C(1000000000) + 5);
    hd_trace_begin_state(trace, "Inner");
    hd_trace_add_text(trace, "file", "it's <a> & \"b\"\t");
    hd_trace_add_int(trace, "size", INT64_MIN);
    hd_trace_end_state(trace);
    hd_trace_begin_data(trace, "For");
    hd_trace_add_int(trace, "rid", 7);
    hd_trace_end_data(trace);
    hd_trace_end_state(trace);
    hd_trace_begin_event(trace, "a & b");
    hd_trace_end_event(trace);
    assert_int_equal(hd_trace_destroy(trace), HD_OK);
    hd_topology_destroy(topology);
}

static void what_the_library_wrote_reads_back(void **state)
{
    (void)state;
    int64_t number = 0;
    write_trace();
    assert_int_equal(hd_reader_open(test_path("app_n1_0_0.trc"), &reader), HD_OK);
    assert_int_equal(hd_reader_get_kind(reader), HD_READ_TRACE);
    step(HD_ENTRY_PROGRAM, "Program");
    assert_true(hd_reader_get_int(reader, 0, "timeAdjustment", &number));
    assert_int_equal(number, TEST_EPOCH);
    step(HD_ENTRY_NESTED, "");
    assert_int_equal(entry.depth, 1);
    step(HD_ENTRY_STATE, "Inner");
    assert_int_equal(entry.depth, 1);
    assert_false(entry.has_nested || entry.parent_unknown);
    assert_string_equal(hd_reader_get_text(reader, 0, "file"), "it's <a> & \"b\"\t");
    assert_true(hd_reader_get_int(reader, 0, "size", &number));
    assert_true(number == INT64_MIN);
    assert_false(hd_reader_get_int(reader, 0, "file", &number));
    assert_null(hd_reader_get_text(reader, 0, "none"));
    step(HD_ENTRY_STATE, "Outer");
    assert_true(entry.has_nested);
    assert_int_equal(entry.start_ns, TEST_EPOCH * INT64_C(1000000000) + 5);
    assert_true(entry.end_ns > entry.start_ns);
    assert_int_equal(entry.data_count, 1);
    assert_true(hd_slice_equals(hd_reader_get_name(reader, 1), "For"));
    assert_true(hd_reader_get_int(reader, 1, "rid", &number) && number == 7);
    assert_int_equal(hd_reader_get_attribute_count(reader, 2), 0);
    step(HD_ENTRY_EVENT, "a &amp; b");
    assert_string_equal(hd_reader_decode(reader, entry.name), "a & b");
    assert_true(entry.start_ns == entry.end_ns);
    finish(true, 0);
}

static void times_are_adjusted_and_corrected(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int64_t ns;
    } times[] = {{"1.5", 1500000000}, {"1", 1000000000},     {"0.000000001", 1},
                 {"0.0000000019", 1}, {"-5.02ms", -5020000}, {" +2.5 s ", 2500000000},
                 {".25", 250000000},  {"7.ms", 7000000}};
    for (size_t i = 0; i < sizeof times / sizeof times[0]; i++) {
        char text[200];
        (void)snprintf(text, sizeof text,
                       "<Program timeAdjustment='10s'><Event name='e' time='%s'/>", times[i].text);
        open_text(text);
        step(HD_ENTRY_PROGRAM, "Program");
        step(HD_ENTRY_EVENT, "e");
        assert_int_equal(entry.start_ns, 10000000000 + times[i].ns);
        finish(false, 0);
    }
    open_text("<Program clockOffset='0.000000100@1.0 0.000000300@3.0  '><A time='0.5' end='2'/>"
              "<A time='3' end='5'/></Program>");
    step(HD_ENTRY_PROGRAM, "Program");
    step(HD_ENTRY_STATE, "A");
    assert_int_equal(entry.start_ns, 500000100);
    assert_int_equal(entry.end_ns, 2000000200);
    step(HD_ENTRY_STATE, "A");
    assert_int_equal(entry.start_ns, 3000000300);
    assert_int_equal(entry.end_ns, 5000000500);
    finish(true, 0);
}

static void data_below_a_state_is_told_in_order(void **state)
{
    (void)state;
    open_trace(
        "<A time='1' end='2'>\n<x i='1'>text &lt;<y/>more</x><!-- c --><z><![CDATA[&lt;]]></z>"
        "</A>\n");
    step(HD_ENTRY_STATE, "A");
    assert_int_equal(entry.data_count, 3);
    static const char *const names[] = {"A", "x", "y", "z"};
    static const unsigned depths[] = {0, 1, 2, 1};
    static const char *const contents[] = {"", "text <", "", "&lt;"};
    for (size_t i = 0; i < 4; i++) {
        assert_true(hd_slice_equals(hd_reader_get_name(reader, i), names[i]));
        assert_int_equal(hd_reader_get_depth(reader, i), depths[i]);
        assert_string_equal(hd_reader_get_content_text(reader, i), contents[i]);
    }
    finish(true, 0);
}

static void decoded_values_stay_while_their_entry_does(void **state)
{
    (void)state;
    enum { COUNT = 300 };
    static char text[COUNT * 300];
    const char *values[COUNT];
    char *at = text + sprintf(text, "<A time='1' end='2'");
    for (int i = 0; i < COUNT; i++) {
        at += sprintf(at, " a%d='&amp;%0200d'", i, i);
    }
    (void)sprintf(at, "/>");
    open_trace(text);
    step(HD_ENTRY_STATE, "A");
    for (size_t i = 0; i < COUNT; i++) {
        hd_slice name;
        hd_slice value;
        assert_true(hd_reader_get_attribute(reader, 0, i + 2, &name, &value));
        values[i] = hd_reader_decode(reader, value);
    }
    for (int i = 0; i < COUNT; i++) {
        assert_int_equal(values[i][0], '&');
        assert_int_equal(strtol(values[i] + 1, NULL, 10), i);
    }
    finish(true, 0);
}

/* --- cut files -------------------------------------------------------------------------------- */

static const char nested[] = "<Program>\n"
                             "<Nested>\n"
                             "<Nested>\n"
                             "<C time='3' end='4'/>\n"
                             "</Nested>\n"
                             "<B time='2' end='5'><d/></B>\n"
                             "</Nested>\n"
                             "<Event name='e' time='5'/>\n"
                             "<A time='1' end='6'/>\n"
                             "<Z time='7' end='8'/>\n"
                             "</Program>\n";

/* Whether that many bytes hold `part` whole. */
static bool holds(size_t bytes, const char *part)
{
    return (size_t)(strstr(nested, part) - nested) + strlen(part) <= bytes;
}

static void check_cut(const char *text, size_t bytes, size_t used, size_t beyond)
{
    static const struct {
        const char *whole;
        const char *parent;
        const char *name;
    } states[] = {{"<C time='3' end='4'/>", "<B time='2' end='5'><d/></B>", "C"},
                  {"<B time='2' end='5'><d/></B>", "<A time='1' end='6'/>", "B"},
                  {"<Event name='e' time='5'/>", "", "e"},
                  {"<A time='1' end='6'/>", "", "A"},
                  {"<Z time='7' end='8'/>", "", "Z"}};
    open_bytes(text, bytes);
    size_t count = 0;
    uint64_t end = 0;
    while (hd_reader_next(reader, &entry) == HD_OK) {
        end = hd_reader_get_offset(reader);
        if (entry.kind == HD_ENTRY_STATE || entry.kind == HD_ENTRY_EVENT) {
            assert_true(hd_slice_equals(entry.name, states[count].name));
            assert_int_equal(entry.parent_unknown, !holds(used, states[count].parent));
            count++;
        }
    }
    assert_int_equal(hd_reader_next(reader, &entry), HD_END);
    for (size_t i = 0; i < 5; i++) {
        assert_int_equal(i < count, holds(used, states[i].whole));
    }
    assert_int_equal(hd_reader_is_complete(reader), holds(used, "</Program>"));
    assert_true(hd_reader_get_unusable_bytes(reader) <= used - end + beyond);
    hd_reader_close(reader);
}

static void every_cut_delivers_what_was_complete(void **state)
{
    (void)state;
    for (size_t length = 1; length < sizeof nested; length++) {
        char *const text = calloc(1, length + 500); /* of its size, for the sanitizers */
        assert_non_null(text);
        memcpy(text, nested, length);
        check_cut(text, length, length, 0);
        check_cut(text, length + 500, length, 0); /* NUL: room that was not used */
        free(text);
    }
}

/* The bytes of the entry that was being stored come in no order. */
static void the_text_ends_at_the_first_nul(void **state)
{
    (void)state;
    for (size_t length = 1; length < sizeof nested - 1; length++) {
        char text[sizeof nested + 500] = "";
        memcpy(text, nested, sizeof nested);
        text[length] = '\0';
        check_cut(text, sizeof text, length, sizeof nested - length);
    }
}

static void unusable_bytes_are_counted(void **state)
{
    (void)state;
    open_trace(STATE("A", "a='1'") "<Nested>\n<B time='1");
    step(HD_ENTRY_STATE, "A");
    step(HD_ENTRY_NESTED, "");
    expect_failure(HD_FORMAT, "'<' in");
    static const char cut[] = "<Program>\n<A time='1' end='2'/>\n<B time='1\0\0\0";
    open_bytes(cut, sizeof cut);
    step(HD_ENTRY_PROGRAM, "Program");
    step(HD_ENTRY_STATE, "A");
    finish(false, strlen("<B time='1"));
    static const char behind[] = "<Program></Program>\n<!-- c -->junk\0more\0";
    open_bytes(behind, sizeof behind);
    step(HD_ENTRY_PROGRAM, "Program");
    finish(true, strlen("junk") + 1 + strlen("more"));
    open_bytes("\0\0\0\0", 4);
    finish(false, 0);
    assert_int_equal(hd_reader_open_text("test", "", 0, &reader), HD_FORMAT);
    assert_string_equal(hd_read_error_get_text(), "test: byte 0: the file is empty");
}

static void blocks_without_parent_are_flagged(void **state)
{
    (void)state;
    open_trace("<Nested><Nested><C time='1' end='2'/></Nested></Nested><A time='0' end='3'/>"
               "<Nested><D time='4' end='5'/><Nested/><E time='4' end='6'/>"
               "<Nested><F time='7' end='8'/></Nested><Event name='e' time='9'/>");
    step(HD_ENTRY_NESTED, "");
    assert_false(entry.parent_unknown);
    step(HD_ENTRY_NESTED, "");
    assert_true(entry.parent_unknown); /* its parent would have to stand in the block around */
    step(HD_ENTRY_STATE, "C");
    assert_true(entry.parent_unknown);
    step(HD_ENTRY_STATE, "A");
    assert_true(entry.has_nested);
    step(HD_ENTRY_NESTED, "");
    step(HD_ENTRY_STATE, "D");
    assert_false(entry.parent_unknown);
    step(HD_ENTRY_STATE, "E"); /* <Nested/> stood for </Nested> */
    assert_true(entry.has_nested && entry.depth == 0);
    step(HD_ENTRY_NESTED, "");
    step(HD_ENTRY_STATE, "F");
    assert_true(entry.parent_unknown);
    step(HD_ENTRY_EVENT, "e");
    assert_false(entry.parent_unknown || entry.has_nested);
    finish(true, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(what_the_library_wrote_reads_back),
        TEST(times_are_adjusted_and_corrected),
        TEST(data_below_a_state_is_told_in_order),
        TEST(decoded_values_stay_while_their_entry_does),
        TEST(every_cut_delivers_what_was_complete),
        TEST(the_text_ends_at_the_first_nul),
        TEST(unusable_bytes_are_counted),
        TEST(blocks_without_parent_are_flagged),
    };
    return cmocka_run_group_tests_name("read", tests, NULL, NULL);
}
