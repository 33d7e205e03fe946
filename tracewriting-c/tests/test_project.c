/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "project_support.h"

#include <errno.h>
#include <hdtrace/project.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void a_fragment_describes_its_node_and_is_in_the_file_at_once(void **state)
{
    (void)state;
    static const char *const levels[] = {"Hostname", "Rank"};
    static const char *const labels[] = {"n_1", "3"};
    hd_topology *topology = NULL;
    const hd_topology_node *node = NULL;
    const hd_topology_node *host = NULL;
    hd_fragment *fragment = NULL;
    assert_int_equal(hd_topology_create(test_folder(), "app", 2, levels, &topology), HD_OK);
    assert_int_equal(hd_topology_get_node(topology, 2, labels, &node), HD_OK);
    assert_int_equal(hd_topology_get_node(topology, 1, labels, &host), HD_OK);
    assert_int_equal(hd_fragment_create(node, &fragment), HD_OK);
    assert_int_equal(hd_fragment_add_line(fragment, "File name=\"a\" Size=0 id=0"), HD_OK);
    assert_int_equal(hd_fragment_add_line(fragment, "two\nlines"), HD_INVALID);
    assert_int_equal(hd_fragment_add_group(fragment, "My_Group", host), HD_OK);
    static const char expected[] = "Topology levels='Hostname;Rank' labels='n-1;3' label1='n_1'\n"
                                   "File name=\"a\" Size=0 id=0\n"
                                   "Group name='My-Group' labels='n-1' label1='n_1'\n";
    size_t length = 0;
    assert_string_equal(hd_fragment_get_text(fragment, &length), expected);
    assert_int_equal(length, sizeof expected - 1);
    char *const text = test_read("app_n-1_3.info", NULL);
    assert_non_null(text);
    assert_string_equal(text, expected);
    free(text);
    test_project_create();
    assert_int_equal(hd_project_add_fragment(test_project, expected, length, "x"), HD_OK);
    char *const file = test_project_finish();
    test_project_has(file, "<Node name=\"n-1\" label=\"n_1\">\n   <Node name=\"3\"/>\n");
    free(file);
    assert_int_equal(hd_fragment_destroy(fragment), HD_OK);
    assert_int_equal(hd_fragment_destroy(NULL), HD_OK);
    hd_topology_destroy(topology);
}

static void a_fragment_on_a_full_disk_still_knows_its_lines(void **state)
{
    (void)state;
    hd_topology *const topology = test_topology();
    hd_fragment *fragment = NULL;
    assert_int_equal(hd_fragment_create(test_node(topology), &fragment), HD_OK);
    test_sys.write_fails_at = test_sys.write_count + 1;
    test_sys.write_error = -ENOSPC;
    assert_int_equal(hd_fragment_add_line(fragment, "File name='a' Size=0 id=0"), HD_IO);
    size_t length = 0;
    assert_non_null(strstr(hd_fragment_get_text(fragment, &length), "File name='a'"));
    assert_int_equal(hd_fragment_destroy(fragment), HD_IO);
    hd_topology_destroy(topology);
}

static void an_empty_run_gives_a_project_with_all_its_parts(void **state)
{
    (void)state;
    test_project_create();
    test_project_add(RANK("0"));
    char *const text = test_project_finish();
    assert_string_equal(text, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                              "<Application name=\"app\">\n"
                              " <Description></Description>\n"
                              " <FileList></FileList>\n"
                              " <Topology>\n"
                              "  <Level type=\"Hostname\">\n"
                              "   <Level type=\"Rank\">\n"
                              "    <Level type=\"Thread\"/>\n"
                              "   </Level>\n"
                              "  </Level>\n"
                              "  <Node name=\"n1\">\n"
                              "   <Node name=\"0\">\n"
                              "    <Node name=\"0\"/>\n"
                              "   </Node>\n"
                              "  </Node>\n"
                              " </Topology>\n"
                              " <CommunicatorList></CommunicatorList>\n"
                              " <Datatypes></Datatypes>\n"
                              " <ExternalStatistics></ExternalStatistics>\n"
                              "</Application>\n");
    free(text);
}

static void files_are_listed_once_with_their_first_size(void **state)
{
    (void)state;
    test_project_create();
    test_project_add(RANK("0") "File name=\"/tmp/a &amp; b\" Size=44 id=0\n");
    test_project_add(
        RANK("1") "File name='/tmp/a & b' Size=0 id=0\nFile name=\"\xe9\t'\" Size=7 id=1\n");
    char *const text = test_project_finish();
    test_project_has(text, " <FileList>\n"
                           "  <File name=\"/tmp/a &amp; b\">\n"
                           "   <InitialSize>0</InitialSize>\n"
                           "   <Distribution implementation=\"de.hd.pvs.piosim.model.inputOutput."
                           "distribution.SimpleStripe\">\n"
                           "    <ChunkSize>64K</ChunkSize>\n"
                           "   </Distribution>\n"
                           "  </File>\n");
    test_project_has(text, "  <File name=\"\xc3\xa9&#9;'\">\n   <InitialSize>7</InitialSize>\n");
    free(text);
}

static void every_combiner_has_its_own_element(void **state)
{
    (void)state;
    test_project_create();
    test_project_add(
        "Topology levels='Hostname;Rank;Thread' labels='n1;3;1'\n"
        "Type id='0' combiner='MPI_COMBINER_NAMED' name='MPI_INT'\n"
        "Type id='1' combiner='MPI_COMBINER_CONTIGUOUS' name='' integers='3;' types='0;'\n"
        "Type id='2' combiner='MPI_COMBINER_VECTOR' name='' integers='3;2;5;' types='0;'\n"
        "Type id='3' combiner='MPI_COMBINER_HVECTOR' integers='3;2;' addresses='-40;' types='0;'\n"
        "Type id='4' combiner='MPI_COMBINER_HVECTOR_INTEGER' integers='3;2;40;' types='0;'\n"
        "Type id='5' combiner='MPI_COMBINER_INDEXED' integers='2;1;2;3;4;' types='0;'\n"
        "Type id='6' combiner='MPI_COMBINER_HINDEXED' integers='2;1;2;' addresses='8;16;' "
        "types='0;'\n"
        "Type id='7' combiner='MPI_COMBINER_INDEXED_BLOCK' integers='2;9;3;4;' types='0;'\n"
        "Type id='8' combiner='MPI_COMBINER_HINDEXED_BLOCK' integers='1;9;' addresses='24;' "
        "types='0;'\n"
        "Type id='9' combiner='MPI_COMBINER_STRUCT' integers='2;1;2;' addresses='0;4;' "
        "types='0;1;'\n"
        "Type id='10' combiner='MPI_COMBINER_STRUCT_INTEGER' integers='1;5;6;' types='0;'\n"
        "Type id='11' combiner='MPI_COMBINER_SUBARRAY' integers='2;10;20;3;4;5;6;57;' types='0;'\n"
        "Type id='12' combiner='MPI_COMBINER_DARRAY' integers='4;1;1;100;121;-1;4;56;' "
        "types='0;'\n"
        "Type id='13' combiner='MPI_COMBINER_DUP' types='2;'\n"
        "Type id='14' combiner='MPI_COMBINER_RESIZED' addresses='-4;64;' types='0;'\n"
        "Type id='15' combiner='MPI_COMBINER_F90_REAL' integers='6;30;'\n"
        "Type id='16' combiner='MPI_COMBINER_HINDEXED_INTEGER' integers='1;2;3;' types='0;'\n"
        "Type id='17' combiner='MPI_COMBINER_VECTOR' integers='3;2;' addresses='1;' types='0;'\n"
        "Type id='18' combiner='MPI_COMBINER_INDEXED' integers='9;1;2;' types='0;'\n");
    char *const text = test_project_finish();
    test_project_has(
        text, "  <Rank name=\"3\" thread=\"1\">\n"
              "   <NAMED id=\"0\" name=\"MPI_INT\"/>\n"
              "   <CONTIGUOUS id=\"1\" name=\"\" count=\"3\" oldType=\"0\"/>\n"
              "   <VECTOR id=\"2\" name=\"\" count=\"3\" blocklength=\"2\" stride=\"5\" "
              "oldType=\"0\"/>\n"
              "   <HVECTOR id=\"3\" name=\"\" count=\"3\" blocklength=\"2\" stride=\"-40\" "
              "oldType=\"0\"/>\n"
              "   <HVECTOR_INTEGER id=\"4\" name=\"\" count=\"3\" blocklength=\"2\" stride=\"40\" "
              "oldType=\"0\"/>\n"
              "   <INDEXED id=\"5\" name=\"\" count=\"2\" oldType=\"0\">\n"
              "    <Block len=\"1\" index=\"3\"/>\n"
              "    <Block len=\"2\" index=\"4\"/>\n"
              "   </INDEXED>\n"
              "   <HINDEXED id=\"6\" name=\"\" count=\"2\" oldType=\"0\">\n"
              "    <Block len=\"1\" index=\"8\"/>\n"
              "    <Block len=\"2\" index=\"16\"/>\n"
              "   </HINDEXED>\n"
              "   <INDEXED_BLOCK id=\"7\" name=\"\" count=\"2\" oldType=\"0\" blockLength=\"9\">\n"
              "    <Block displacement=\"3\"/>\n"
              "    <Block displacement=\"4\"/>\n"
              "   </INDEXED_BLOCK>\n"
              "   <HINDEXED_BLOCK id=\"8\" name=\"\" count=\"1\" oldType=\"0\" "
              "blockLength=\"9\">\n"
              "    <Block displacement=\"24\"/>\n"
              "   </HINDEXED_BLOCK>\n"
              "   <STRUCT id=\"9\" name=\"\" count=\"2\">\n"
              "    <Type id=\"0\" displacement=\"0\" blocklen=\"1\"/>\n"
              "    <Type id=\"1\" displacement=\"4\" blocklen=\"2\"/>\n"
              "   </STRUCT>\n"
              "   <STRUCT_INTEGER id=\"10\" name=\"\" count=\"1\">\n"
              "    <Type id=\"0\" displacement=\"6\" blocklen=\"5\"/>\n"
              "   </STRUCT_INTEGER>\n"
              "   <SUBARRAY id=\"11\" name=\"\" ndims=\"2\" order=\"MPI_ORDER_FORTRAN\" "
              "oldType=\"0\">\n"
              "    <Dimension size=\"10\" subsize=\"3\" start=\"5\"/>\n"
              "    <Dimension size=\"20\" subsize=\"4\" start=\"6\"/>\n"
              "   </SUBARRAY>\n"
              "   <DARRAY id=\"12\" name=\"\" size=\"4\" order=\"MPI_ORDER_C\" rank=\"1\" "
              "dims=\"1\" oldType=\"0\">\n"
              "    <Dimension gsize=\"100\" distrib=\"MPI_DISTRIBUTE_BLOCK\" darg=\"-1\" "
              "psize=\"4\"/>\n"
              "   </DARRAY>\n"
              "   <DUP id=\"13\" name=\"\" oldType=\"2\"/>\n"
              "   <RESIZED id=\"14\" name=\"\" lowerBound=\"-4\" extent=\"64\" oldType=\"0\"/>\n"
              "   <F90_REAL id=\"15\" name=\"\">\n"
              "    <Integer>6</Integer>\n"
              "    <Integer>30</Integer>\n"
              "   </F90_REAL>\n"
              "   <HINDEXED_INTEGER id=\"16\" name=\"\">\n");
    /* what does not fit its combiner is kept as it is */
    test_project_has(text,
                     "   <VECTOR id=\"17\" name=\"\">\n    <Integer>3</Integer>\n"
                     "    <Integer>2</Integer>\n    <Address>1</Address>\n    <Type>0</Type>\n");
    test_project_has(text, "   <INDEXED id=\"18\" name=\"\">\n    <Integer>9</Integer>\n");
    free(text);
}

static void long_lists_are_continued_in_further_lines(void **state)
{
    (void)state;
    test_project_create();
    test_project_add(
        RANK("0") "Type id='0' combiner='MPI_COMBINER_NAMED' name='MPI_INT'\n"
                  "Type id='1' combiner='MPI_COMBINER_INDEXED' name='x' integers='2;1;'\n"
                  "Type id='1' integers='2;3;'\n"
                  "Type id='1' integers='4;' types='0;'\n"
                  "Type id='1000000' combiner='MPI_COMBINER_DUP' name=''\n"
                  "Type id='-7' combiner='MPI_COMBINER_DUP' name=''\n"
                  "Type id='1000000' types='1;'\n"
                  "Type id='-7' types='0;'\n");
    char *const text = test_project_finish();
    test_project_has(text,
                     "   <INDEXED id=\"1\" name=\"x\" count=\"2\" oldType=\"0\">\n"
                     "    <Block len=\"1\" index=\"3\"/>\n    <Block len=\"2\" index=\"4\"/>\n");
    /* numbers that do not count up from 0 */
    test_project_has(text, "   <DUP id=\"1000000\" name=\"\" oldType=\"1\"/>\n"
                           "   <DUP id=\"-7\" name=\"\" oldType=\"0\"/>\n");
    free(text);
}

static void nodes_of_other_kinds_carry_their_type(void **state)
{
    (void)state;
    test_project_create();
    test_project_add(RANK("0") "Group name='Utilization' labels='n1'\n");
    test_project_add(RANK("1") "Group name='Utilization' labels='n2'\n");
    test_project_add(
        "Topology levels='Hostname;Layer' labels='n3;SERVER' label1='n_3' label2='S&apos;'\n"
        "Group name='Energy' labels='n3'\n");
    char *const text = test_project_finish();
    test_project_has(text, "  <Node name=\"n1\">\n"
                           "   <Node name=\"0\">\n"
                           "    <Node name=\"0\"/>\n"
                           "   </Node>\n"
                           "   <Node name=\"1\">\n"
                           "    <Node name=\"0\"/>\n"
                           "   </Node>\n"
                           "  </Node>\n"
                           "  <Node name=\"n2\"/>\n"
                           "  <Node name=\"n3\" label=\"n_3\">\n"
                           "   <Node name=\"SERVER\" label=\"S'\" type=\"Layer\"/>\n"
                           "  </Node>\n");
    test_project_has(text, " <ExternalStatistics>\n  <Utilization/>\n  <Energy/>\n"
                           " </ExternalStatistics>\n");
    free(text);
}

static void malformed_lines_are_skipped_and_counted(void **state)
{
    (void)state;
    test_project_create();
    test_project_add("junk before\n" RANK("0") "\n"
                                               "File name=\"a Size=0 id=0\n"
                                               "File name=\"a\" id=0\n"
                                               "File name=\"a\" Size=99999999999999999999 id=0\n"
                                               "Comm id=0 map='0->0;1'\n"
                                               "Type id=x combiner='A'\n"
                                               "Type id=1 combiner='<'\n"
                                               "Type id=1 combiner='MPI_COMBINER_DUP' types='1,2'\n"
                                               "Group name='1st' labels='n1'\n"
                                               "Group name='G' labels='a;b;c;d'\n"
                                               "<xml/>\n"
                                               "Future name='kept for later versions'\n"
                                               "File name=\"good\" Size=5 id=0\r\n"
                                               "File name=\"last\" Size=5 id=1");
    assert_int_equal(hd_project_get_skipped_lines(test_project), 11);
    char *const text = test_project_finish();
    assert_int_equal(test_count(text, "<File "), 2);
    free(text);
}

static void a_fragment_without_topology_adds_nothing(void **state)
{
    (void)state;
    test_project_create();
    static const char *const bad[] = {"", "File name='a' Size=0 id=0\n",
                                      "Topology levels='A' labels='a;b'\n",
                                      "Topology levels='A;' labels='a'\n", "Topology labels='a'\n"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        assert_int_equal(hd_project_add_fragment(test_project, bad[i], strlen(bad[i]), "rank 3"),
                         HD_FORMAT);
        assert_string_equal(hd_error_get_text(), "rank 3: no usable Topology line");
    }
    assert_int_equal(hd_project_write(test_project, test_path("app.proj")), HD_STATE);
    hd_project_destroy(test_project);
    assert_null(test_read("app.proj", NULL));
}

static void what_is_kept_becomes_valid(void **state)
{
    (void)state;
    static const char latin_1[] = "<Description>caf\xe9 &amp; \x01</Description>";
    static const char utf_8[] = "<Own>\xc3\xa9\n</Own>";
    test_project_create();
    test_project_add(RANK("0"));
    assert_int_equal(
        hd_project_keep(test_project, HD_KEPT_ELEMENT, NULL, latin_1, sizeof latin_1 - 1), HD_OK);
    assert_int_equal(hd_project_keep(test_project, HD_KEPT_ELEMENT, NULL, utf_8, sizeof utf_8 - 1),
                     HD_OK);
    assert_int_equal(hd_project_keep(test_project, HD_KEPT_FILE, "a & \xe9", "<Own/>", 6), HD_OK);
    char *const text = test_project_finish();
    test_project_has(text, "<Description>caf\xc3\xa9 &amp; \xef\xbf\xbd</Description>\n");
    test_project_has(text, "<File name=\"a &amp; \xc3\xa9\"><Own/></File>\n");
    test_project_has(text, utf_8);
    free(text);
}

static void what_is_not_well_formed_is_not_kept(void **state)
{
    (void)state;
    static const char *const bad[] = {
        "<Own>",           "<Own>]]></Own>", "<Own><!-- a -- b --></Own>",
        "<Own \x84='1'/>", "<Own>&e;</Own>", "</x><x>"};
    test_project_create();
    test_project_add(RANK("0") "File name='a' Size=3 id=0\n");
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        const size_t length = strlen(bad[i]);
        assert_int_equal(hd_project_keep(test_project, HD_KEPT_ELEMENT, NULL, bad[i], length),
                         HD_FORMAT);
        assert_int_equal(hd_project_keep(test_project, HD_KEPT_FILE, "a", bad[i], length),
                         HD_FORMAT);
        assert_int_equal(hd_project_keep(test_project, HD_KEPT_DATATYPES, "1;0", bad[i], length),
                         HD_FORMAT);
    }
    char *const text = test_project_finish();
    assert_int_equal(test_count(text, "Own"), 0);
    assert_int_equal(test_count(text, "<Rank name="), 0);
    test_project_has(text, "<InitialSize>3</InitialSize>");
    free(text);
}

static void the_original_gets_the_types_of_a_thread_once(void **state)
{
    (void)state;
    static const char thread[] = "Topology levels='Hostname;Rank;Thread' labels='n1;0;1'\n";
    test_project_create();
    hd_project_set_compat_original(test_project);
    test_project_add(RANK("0") "Type id='0' combiner='MPI_COMBINER_NAMED' name='MPI_INT'\n");
    test_project_add(thread);
    test_project_add(thread); /* as an earlier project file tells of it again */
    char *const text = test_project_finish();
    assert_int_equal(test_count(text, "<Rank name=\"0\" thread=\"0\">"), 1);
    assert_int_equal(test_count(text, "<Rank name=\"0\" thread=\"1\">"), 1);
    free(text);
}

static void a_project_is_put_in_place_whole_or_not_at_all(void **state)
{
    (void)state;
    test_project_create();
    test_project_add(RANK("0"));
    assert_int_equal(hd_project_write(test_project, test_path("app.proj")), HD_OK);
    char *const before = test_read("app.proj", NULL);
    test_project_add(RANK("1"));
    test_sys.write_short = 10;
    test_sys.write_fails_at = test_sys.write_count + 3;
    test_sys.write_error = -ENOSPC;
    assert_int_equal(hd_project_write(test_project, test_path("app.proj")), HD_IO);
    assert_non_null(strstr(hd_error_get_text(), "app.proj: No space left on device"));
    char *const after = test_read("app.proj", NULL);
    assert_string_equal(before, after);
    assert_null(test_read("app.proj.part", NULL));
    free(before);
    free(after);
    hd_project_destroy(test_project);
}

static void every_failing_allocation_is_reported_and_leaks_nothing(void **state)
{
    (void)state;
    static const char text[] = "Topology levels='Hostname;Rank' labels='n;0' label1='x'\n"
                               "Comm id=0 map='0->0;' name='WORLD'\nComm gid='1' id=1 name='a'\n"
                               "Type id=0 combiner='MPI_COMBINER_NAMED' name='MPI_INT'\n"
                               "Type id=1 combiner='MPI_COMBINER_DUP' types='0;'\n"
                               "File name='f' Size=0 id=0\nGroup name='G' labels='m'\n";
    hd_status status = HD_NOMEM;
    for (int at = 1; status != HD_OK; at++) {
        test_sys.alloc_count = 0;
        test_sys.alloc_fails_at = at;
        test_project = NULL;
        status = hd_project_create("app", &test_project);
        if (status == HD_OK) {
            status = hd_project_add_fragment(test_project, text, sizeof text - 1, "test");
        }
        if (status == HD_OK) {
            status = hd_project_write(test_project, test_path("app.proj"));
        }
        hd_project_destroy(test_project);
        assert_true(status == HD_OK || status == HD_NOMEM);
    }
    assert_true(test_sys.alloc_fails_at > 40);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_fragment_describes_its_node_and_is_in_the_file_at_once),
        TEST(a_fragment_on_a_full_disk_still_knows_its_lines),
        TEST(an_empty_run_gives_a_project_with_all_its_parts),
        TEST(files_are_listed_once_with_their_first_size),
        TEST(every_combiner_has_its_own_element),
        TEST(long_lists_are_continued_in_further_lines),
        TEST(nodes_of_other_kinds_carry_their_type),
        TEST(malformed_lines_are_skipped_and_counted),
        TEST(a_fragment_without_topology_adds_nothing),
        TEST(what_is_kept_becomes_valid),
        TEST(what_is_not_well_formed_is_not_kept),
        TEST(the_original_gets_the_types_of_a_thread_once),
        TEST(a_project_is_put_in_place_whole_or_not_at_all),
        TEST(every_failing_allocation_is_reported_and_leaks_nothing),
    };
    return cmocka_run_group_tests_name("project", tests, NULL, NULL);
}
