/* SPDX-License-Identifier: GPL-3.0-or-later */
/* HD options for readers of the original: what comes out, byte for byte. */
#include "support.h"

#include <hdtrace/project.h>
#include <hdtrace/relation.h>
#include <hdtrace/template.h>
#include <hdtrace/trace.h>
#include <stdlib.h>
#include <string.h>

#define AT(seconds, nanos)                                                                         \
    (TEST_EPOCH * INT64_C(1000000000) + (seconds)*INT64_C(1000000000) + (nanos))

static hd_topology *topology;
static hd_trace *trace;

static void begin(void)
{
    static const hd_trace_property properties[] = {{"rank", "0"},
                                                   {"processorSpeedinMHZ", "2300"},
                                                   {"processorModelName", "CPU & X"},
                                                   {"clockOffset", "          "}};
    const hd_trace_options options = {
        .compat_original = true, .index = true, .properties = properties, .property_count = 4};
    topology = test_topology();
    assert_int_equal(hd_trace_create(test_node(topology), &options, &trace), HD_OK);
}

/* The elements of the trace. */
static void check(const char *expected)
{
    static const char head[] = "<Program timeAdjustment='1300000000' processorSpeedinMHZ='2300' "
                               "processorModelName='CPU &amp; X'>\n";
    assert_int_equal(hd_trace_set_property(trace, "clockOffset", "0.1@0.2"), HD_OK);
    assert_int_equal(hd_trace_destroy(trace), HD_OK);
    hd_topology_destroy(topology);
    char *const text = test_read("app_n1_0_0.trc", NULL);
    assert_non_null(text);
    assert_memory_equal(text, head, sizeof head - 1);
    char *const end = strstr(text, "</Program>\n");
    assert_non_null(end);
    *end = '\0';
    assert_string_equal(text + sizeof head - 1, expected);
    free(text);
    assert_null(test_read("app_n1_0_0.trc.idx", NULL));
}

static void times_have_six_decimals(void **state)
{
    (void)state;
    static const hd_attribute attributes[] = {{"size", HD_ATTRIBUTE_INT, NULL}};
    const hd_template *shape = NULL;
    assert_int_equal(hd_template_create("Send", 1, attributes, &shape), HD_OK);
    begin();
    hd_trace_begin_state_at(trace, "A", AT(0, 1999));
    hd_trace_end_state_at(trace, AT(12, 999999999));
    hd_trace_begin_state_at(trace, "Early", AT(-2, 1));
    hd_trace_end_state_at(trace, AT(-1, 500000000));
    test_sys.clock_ns = 20123456789;
    hd_trace_open_state(trace);
    hd_trace_return_state(trace)[0] = 4;
    hd_trace_close_state(trace, shape, 0);
    hd_trace_begin_event_at(trace, "event", AT(30, 7000));
    hd_trace_end_event(trace);
    check("<A time='0.000001' end='12.999999'/>\n"
          "<Early time='-1.999999' end='-0.500000'/>\n"
          "<Send size='4' time='20.123456' end='20.123457'/>\n"
          "<Event name='event' time='30.000007'/>\n");
}

static void data_beside_nested_states_become_attributes(void **state)
{
    (void)state;
    begin();
    hd_trace_begin_state_at(trace, "Waitall", AT(1, 0));
    hd_trace_add_int(trace, "count", 2);
    hd_trace_begin_state_at(trace, "Recv", AT(2, 0));
    hd_trace_begin_data(trace, "x");
    hd_trace_end_data(trace);
    hd_trace_end_state_at(trace, AT(3, 0));
    for (int i = 0; i < 2; i++) {
        hd_trace_begin_data(trace, "For");
        hd_trace_add_int(trace, "rid", 7 + i);
        hd_trace_add_text(trace, "name", "a > b = 'c'");
        hd_trace_begin_data(trace, "inner");
        hd_trace_end_data(trace);
        hd_trace_end_data(trace);
    }
    hd_trace_end_state_at(trace, AT(4, 0));
    check("<Nested>\n"
          "\t<Recv time='2.000000' end='3.000000'><x/></Recv>\n"
          "</Nested>\n"
          "<Waitall count='2' For.0.rid='7' For.0.name='a &gt; b = &apos;c&apos;' inner.1='' "
          "For.2.rid='8' For.2.name='a &gt; b = &apos;c&apos;' inner.3='' "
          "time='1.000000' end='4.000000'/>\n");
}

static void nothing_is_written_that_xml_forbids(void **state)
{
    (void)state;
    begin();
    hd_trace_begin_state_at(trace, "A", AT(1, 0));
    hd_trace_add_text(trace, "a", "\x01|\x1f|\t|\n|\x7f|&#1;|\xe9");
    hd_trace_begin_data(trace, "d");
    hd_trace_add_text(trace, "b", "\x02\x10\r");
    hd_trace_end_state_at(trace, AT(2, 0));
    static const char *const names[] = {"", "x", "\xc3\xa9", "ab", "\xff"};
    for (size_t i = 0; i < 5; i++) {
        hd_trace_begin_event_at(trace, names[i], AT(3, 0));
        hd_trace_end_event(trace);
    }
    check("<A a='&#9;|&#32;|&#9;|&#10;|&#127;|&amp;#1;|&#233;' time='1.000000' end='2.000000'>"
          "<d b='&#9;&#32;&#13;'/></A>\n"
          "<Event name='__' time='3.000000'/>\n"
          "<Event name='_x' time='3.000000'/>\n"
          "<Event name='_\xc3\xa9' time='3.000000'/>\n"
          "<Event name='ab' time='3.000000'/>\n"
          "<Event name='_&#255;' time='3.000000'/>\n");
}

static void compressed_traces_are_refused(void **state)
{
    (void)state;
    const hd_trace_options options = {.compat_original = true, .compress = HD_TRACE_ZSTD};
    topology = test_topology();
    assert_int_equal(hd_trace_create(test_node(topology), &options, &trace), HD_INVALID);
    assert_non_null(strstr(hd_error_get_text(), "original"));
    hd_topology_destroy(topology);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(times_have_six_decimals),
        TEST(data_beside_nested_states_become_attributes),
        TEST(nothing_is_written_that_xml_forbids),
        TEST(compressed_traces_are_refused),
    };
    return cmocka_run_group_tests_name("compat_original", tests, NULL, NULL);
}
