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
    char *const text = test_finish(trace, topology);
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

/* --- projects --------------------------------------------------------------------------------- */

static char *make_project(const char *fragment, bool compat)
{
    hd_project *project = NULL;
    assert_int_equal(hd_project_create("app", &project), HD_OK);
    assert_int_equal(hd_project_add_fragment(project, fragment, strlen(fragment), "test"), HD_OK);
    if (compat) {
        hd_project_set_compat_original(project);
    }
    assert_int_equal(hd_project_write(project, test_path("app.proj")), HD_OK);
    hd_project_destroy(project);
    char *const text = test_read("app.proj", NULL);
    assert_non_null(text);
    return text;
}

static void check_part(const char *text, const char *part)
{
    if (strstr(text, part) == NULL) {
        fail_msg("missing:\n%s\nin:\n%s", part, text);
    }
}

#define TOPOLOGY                 "Topology levels='Hostname;Rank;Thread' labels='n-1;0;0' label1='n_1'\n"
#define TYPE(id, combiner, rest) "Type id='" id "' combiner='MPI_COMBINER_" combiner "' " rest "\n"
#define RUN(id, count)                                                                             \
    "   <CONTIGUOUS id=\"" id "\" name=\"\" count=\"" count "\" oldType=\"21\"/>\n"

static void unknown_datatypes_become_runs_of_bytes(void **state)
{
    (void)state;
    char *const text = make_project(
        TOPOLOGY TYPE("0", "NAMED", "name='MPI_INT'") TYPE(
            "1", "NAMED", "name='MPI_UNSIGNED'") TYPE("2", "CONTIGUOUS", "integers='3;' types='1;'")
            TYPE("3", "VECTOR", "integers='3;2;5;' types='0;'") TYPE(
                "4", "HVECTOR", "integers='3;2;' addresses='40;' types='0;'")
                TYPE("5", "INDEXED", "integers='2;1;2;3;4;' types='0;'") TYPE(
                    "6", "HINDEXED", "integers='2;4;5;' addresses='0;9;' types='0;'")
                    TYPE("7", "INDEXED_BLOCK", "integers='2;9;3;4;' types='0;'") TYPE(
                        "8", "STRUCT", "integers='2;1;2;' addresses='0;4;' types='0;7;'")
                        TYPE("9", "STRUCT_INTEGER", "integers='2;5;1;0;4;' types='0;1;'") TYPE(
                            "10", "SUBARRAY", "integers='2;10;20;3;4;5;6;56;' types='0;'")
                            TYPE("11", "DARRAY",
                                 "integers='6;4;2;10;7;121;122;-1;2;3;2;56;' types='0;'")
                                TYPE("12", "DUP", "types='3;'") TYPE(
                                    "13", "RESIZED", "addresses='-4;64;' types='0;'")
                                    TYPE("14", "F90_REAL", "integers='10;30;'") TYPE(
                                        "15", "F90_COMPLEX", "integers='6;30;'")
                                        TYPE("16", "F90_INTEGER", "integers='4;'") TYPE(
                                            "17", "CONTIGUOUS",
                                            "integers='3000000000;' types='0;'")
                                            TYPE("18", "HINDEXED_BLOCK",
                                                 "integers='2;7;' addresses='0;9;' types='0;'")
                                                TYPE("19", "VECTOR", "integers='3;2;' types='0;'")
                                                    TYPE("20", "VECTOR",
                                                         "integers='2;1;1;' types='99;'"),
        true);
    check_part(text, "  <Rank name=\"0\" thread=\"0\">\n"
                     "   <NAMED id=\"21\" name=\"MPI_BYTE\"/>\n"
                     "   <NAMED id=\"0\" name=\"MPI_INT\"/>\n"
                     "   <CONTIGUOUS id=\"1\" name=\"MPI_UNSIGNED\" count=\"4\" oldType=\"21\"/>\n"
                     "   <CONTIGUOUS id=\"2\" name=\"\" count=\"3\" oldType=\"1\"/>\n"
                     "   <VECTOR id=\"3\" name=\"\" count=\"3\" blocklength=\"2\" stride=\"5\" "
                     "oldType=\"0\"/>\n" RUN("4", "24") RUN("5", "12") RUN("6", "36")
                         RUN("7", "72") "   <STRUCT id=\"8\" name=\"\" count=\"2\">\n"
                                        "    <Type id=\"0\" displacement=\"0\" blocklen=\"1\"/>\n"
                                        "    <Type id=\"7\" displacement=\"4\" blocklen=\"2\"/>\n"
                                        "   </STRUCT>\n" RUN("9", "24"));
    check_part(text, "    <Dimension size=\"20\" subsize=\"4\" start=\"6\"/>\n   </SUBARRAY>\n");
    /* Rank 4 of 3 x 2 is (2, 0): 10 in blocks of 4 leave 2; 7 dealt in twos leave 0 1 4 5. */
    check_part(text, RUN("11", "32") RUN("12", "24") RUN("13", "4") RUN("14", "8") RUN("15", "8")
                         RUN("16", "2") RUN("17", "2147483647") RUN("18", "56") RUN("19", "24")
                             RUN("20", "0") "  </Rank>\n");
    check_part(text, "<Node name=\"n-1\">");
    free(text);
}

static void an_own_byte_type_comes_first(void **state)
{
    (void)state;
    char *const text = make_project(TOPOLOGY TYPE("3", "NAMED", "name='MPI_SHORT'")
                                        TYPE("7", "NAMED", "name='MPI_BYTE'"),
                                    true);
    check_part(text, "  <Rank name=\"0\" thread=\"0\">\n"
                     "   <NAMED id=\"7\" name=\"MPI_BYTE\"/>\n"
                     "   <CONTIGUOUS id=\"3\" name=\"MPI_SHORT\" count=\"2\" oldType=\"7\"/>\n"
                     "  </Rank>\n");
    free(text);
}

static void threads_list_the_types_of_their_process(void **state)
{
    (void)state;
    hd_project *project = NULL;
    static const char *const fragments[] = {
        TOPOLOGY TYPE("3", "NAMED", "name='MPI_BYTE'"),
        "Topology levels='Hostname;Rank;Thread' labels='n-1;0;1'\n",
        "Topology levels='Hostname;Rank;Thread' labels='n-1;1;0'\n"};
    assert_int_equal(hd_project_create("app", &project), HD_OK);
    for (size_t i = 0; i < 3; i++) {
        assert_int_equal(
            hd_project_add_fragment(project, fragments[i], strlen(fragments[i]), "test"), HD_OK);
    }
    hd_project_set_compat_original(project);
    assert_int_equal(hd_project_write(project, test_path("app.proj")), HD_OK);
    hd_project_destroy(project);
    char *const text = test_read("app.proj", NULL);
    check_part(text, " <Datatypes>\n"
                     "  <Rank name=\"0\" thread=\"0\">\n"
                     "   <NAMED id=\"3\" name=\"MPI_BYTE\"/>\n"
                     "  </Rank>\n"
                     "  <Rank name=\"0\" thread=\"1\">\n"
                     "   <NAMED id=\"3\" name=\"MPI_BYTE\"/>\n"
                     "  </Rank>\n"
                     " </Datatypes>\n");
    free(text);
}

static void sizes_of_nonsense_end_somewhere(void **state)
{
    (void)state;
    char *const text = make_project(
        TOPOLOGY TYPE("0", "INDEXED", "integers='9223372036854775807;---' types='0;'")
            TYPE("9223372036854775807", "NAMED", "name='MPI_2INT'") TYPE(
                "1", "HVECTOR",
                "integers='9223372036854775807;9223372036854775807;' types='9223372036854775807;'")
                TYPE("2", "DARRAY",
                     "integers='-5;-7;2;9223372036854775807;-9;0;5;-1;9223372036854775807;"
                     "0;-3;' types='9223372036854775807;'"),
        true);
    check_part(text, "<NAMED id=\"-1\" name=\"MPI_BYTE\"/>");
    check_part(text, "<CONTIGUOUS id=\"1\" name=\"\" count=\"2147483647\" oldType=\"-1\"/>");
    free(text);
}

static void communicators_list_who_used_them(void **state)
{
    (void)state;
    static const char fragment[] = TOPOLOGY "Comm gid='0:0' id=0 name='WORLD' map='0->0;1->1;'\n"
                                            "Comm gid='0:1' group='0' id=4 map='0->0;'\n"
                                            "Comm gid='0:2' id=5 name='lost'\n";
    char *text = make_project(fragment, true);
    check_part(text, " <CommunicatorList>\n"
                     "  <Communicator name=\"WORLD\">\n"
                     "   <Rank global=\"0\" local=\"0\" cid=\"0\"/>\n"
                     "  </Communicator>\n"
                     "  <Communicator name=\"\">\n"
                     "   <Rank global=\"0\" local=\"0\" cid=\"4\"/>\n"
                     "  </Communicator>\n"
                     " </CommunicatorList>\n");
    free(text);
    text = make_project(fragment, false);
    check_part(text, "<Rank global=\"1\" local=\"1\" cid=\"-1\"/>");
    free(text);
}

/* --- relations -------------------------------------------------------------------------------- */

static void times_of_relations_have_six_decimals(void **state)
{
    (void)state;
    hd_relation *relation = NULL;
    hd_token token;
    topology = test_topology();
    assert_int_equal(hd_relation_create(test_node(topology), &relation), HD_OK);
    hd_relation_set_compat_original(relation);
    hd_relation_set_compat_original(NULL);
    assert_int_equal(hd_relation_create_token(relation, &token), HD_OK);
    assert_int_equal(hd_token_begin_state(token, "a", 0, NULL), HD_OK);
    assert_int_equal(hd_token_destroy(token), HD_OK);
    assert_int_equal(hd_relation_destroy(relation), HD_OK);
    hd_topology_destroy(topology);
    char *const text = test_read("app_n1_0_0.rel", NULL);
    assert_non_null(text);
    assert_int_equal(test_count(text, " time=\""), 4);
    for (const char *at = strstr(text, " time=\""); at != NULL; at = strstr(at + 1, " time=\"")) {
        const char *const point = strchr(at, '.');
        assert_int_equal(strspn(point + 1, "0123456789"), 6);
        assert_int_equal(point[7], '"');
    }
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(times_have_six_decimals),
        TEST(data_beside_nested_states_become_attributes),
        TEST(nothing_is_written_that_xml_forbids),
        TEST(compressed_traces_are_refused),
        TEST(unknown_datatypes_become_runs_of_bytes),
        TEST(an_own_byte_type_comes_first),
        TEST(threads_list_the_types_of_their_process),
        TEST(sizes_of_nonsense_end_somewhere),
        TEST(communicators_list_who_used_them),
        TEST(times_of_relations_have_six_decimals),
    };
    return cmocka_run_group_tests_name("compat_original", tests, NULL, NULL);
}
