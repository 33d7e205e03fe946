/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Communicators of a project: the same one in all fragments, and who is in it. */
#include "project_support.h"

#include <stdio.h>
#include <stdlib.h>

static void communicators_are_joined_by_gid_or_by_their_members(void **state)
{
    (void)state;
    test_project_create();
    test_project_add(RANK("0") "Comm map='0->0;1->1;' id=0 name='WORLD'\n"
                               "Comm map='0->0;' id=1 name='SELF'\n"
                               "Comm gid='0:2' id=2 name='' map='1->0;'\n"
                               "Comm gid='0:2' id=2 map='0->1;'\n"
                               "Comm map='0->0;1->1;' id=3 name=''\n"
                               "Comm map='0->0;1->1;' id=4 name=''\n"
                               "Comm id=0 name='renamed'\n");
    test_project_add(RANK("1") "Comm map='1->0;' id=0 name='SELF'\n"
                               "Comm map='0->0;1->1;' id=1 name='WORLD'\n"
                               "Comm map='0->0;1->1;' id=2 name=''\n"
                               "Comm map='0->0;1->1;' id=3 name=''\n"
                               "Comm gid='0:2' id=7 name='rows'\n");
    test_project_add(RANK("2") "Comm gid='5:9' id=4 name='orphan'\n");
    test_project_finish_with(" <CommunicatorList>\n"
                             "  <Communicator name=\"WORLD\">\n"
                             "   <Rank global=\"0\" local=\"0\" cid=\"0\"/>\n"
                             "   <Rank global=\"1\" local=\"1\" cid=\"1\"/>\n"
                             "  </Communicator>\n"
                             "  <Communicator name=\"SELF\">\n"
                             "   <Rank global=\"0\" local=\"0\" cid=\"1\"/>\n"
                             "   <Rank global=\"1\" local=\"0\" cid=\"0\"/>\n"
                             "  </Communicator>\n"
                             "  <Communicator name=\"rows\" gid=\"0:2\">\n"
                             "   <Rank global=\"1\" local=\"0\" cid=\"7\"/>\n"
                             "   <Rank global=\"0\" local=\"1\" cid=\"2\"/>\n"
                             "  </Communicator>\n"
                             "  <Communicator name=\"\">\n"
                             "   <Rank global=\"0\" local=\"0\" cid=\"3\"/>\n"
                             "   <Rank global=\"1\" local=\"1\" cid=\"2\"/>\n"
                             "  </Communicator>\n"
                             "  <Communicator name=\"\">\n"
                             "   <Rank global=\"0\" local=\"0\" cid=\"4\"/>\n"
                             "   <Rank global=\"1\" local=\"1\" cid=\"3\"/>\n"
                             "  </Communicator>\n"
                             "  <Communicator name=\"orphan\" gid=\"5:9\">\n"
                             "   <Rank global=\"2\" cid=\"4\"/>\n"
                             "  </Communicator>\n"
                             " </CommunicatorList>\n");
}

static void a_member_that_never_used_its_communicator_has_no_id(void **state)
{
    (void)state;
    test_project_create();
    test_project_add(RANK("0") "Comm map='0->0;1->1;' id=0 name='WORLD'\n");
    test_project_finish_with("<Rank global=\"1\" local=\"1\" cid=\"-1\"/>");
}

static void an_intercommunicator_keeps_its_two_groups_apart(void **state)
{
    (void)state;
    test_project_create();
    test_project_add(RANK("0") "Comm gid='0:1' group='0' id=1 name='' map='0->0;1->1;'\n");
    test_project_add(RANK("1") "Comm gid='0:1' group='0' id=7 name='bridge'\n"
                               "Comm gid='9:9' group='2' id=8\n");
    test_project_add(
        RANK("2") "Comm gid='0:1' group='1' id=3\n"); /* who listed the members is missing */
    assert_int_equal(hd_project_get_skipped_lines(test_project), 1);
    test_project_finish_with("  <Communicator name=\"bridge\" gid=\"0:1\">\n"
                             "   <Rank global=\"0\" local=\"0\" cid=\"1\" group=\"0\"/>\n"
                             "   <Rank global=\"1\" local=\"1\" cid=\"7\" group=\"0\"/>\n"
                             "   <Rank global=\"2\" cid=\"3\" group=\"1\"/>\n"
                             "  </Communicator>\n");
}

static void very_many_equal_communicators_are_told_apart(void **state)
{
    (void)state;
    enum { COUNT = 30000 };
    static const char line[] = "Comm id=%05d map='0->0;1->1;' name='again'\n";
    char *const lines = malloc(COUNT * sizeof line + 128);
    assert_non_null(lines);
    test_project_create();
    for (int rank = 0; rank < 2; rank++) {
        char *at = lines + snprintf(lines, 128, "Topology levels='Rank' labels='%d'\n", rank);
        for (int i = 0; i < COUNT; i++) {
            at += snprintf(at, sizeof line + 1, line, rank == 0 ? i : COUNT - i);
        }
        test_project_add(lines);
    }
    free(lines);
    char *const text = test_project_finish();
    assert_int_equal(test_count(text, "<Communicator "), COUNT);
    test_project_has(text, "   <Rank global=\"0\" local=\"0\" cid=\"9876\"/>\n"
                           "   <Rank global=\"1\" local=\"1\" cid=\"20124\"/>\n");
    free(text);
}

static void who_is_not_on_a_cut_list_stands_without_local_rank(void **state)
{
    (void)state;
    test_project_create();
    test_project_add(RANK("0") "Comm gid='0:1' id=4 name='cut' map='5->1;0->0;'\n");
    test_project_add(RANK("1") "Comm gid='0:1' id=6\n");
    test_project_add(RANK("7") "Comm gid='0:1' id=2\n");
    test_project_finish_with("  <Communicator name=\"cut\" gid=\"0:1\">\n"
                             "   <Rank global=\"0\" local=\"0\" cid=\"4\"/>\n"
                             "   <Rank global=\"5\" local=\"1\" cid=\"-1\"/>\n"
                             "   <Rank global=\"1\" cid=\"6\"/>\n"
                             "   <Rank global=\"7\" cid=\"2\"/>\n"
                             "  </Communicator>\n");
}

static void the_original_gets_no_member_without_local_rank(void **state)
{
    (void)state;
    test_project_create();
    hd_project_set_compat_original(test_project);
    test_project_add(RANK("0") "Comm gid='0:1' id=4 name='cut' map='5->1;0->0;'\n");
    test_project_add(RANK("1") "Comm gid='0:1' id=6\n");
    test_project_finish_with(" <CommunicatorList>\n"
                             "  <Communicator name=\"cut\">\n"
                             "   <Rank global=\"0\" local=\"0\" cid=\"4\"/>\n"
                             "  </Communicator>\n"
                             " </CommunicatorList>\n");
}

static void a_gid_is_one_communicator_also_under_two_ids(void **state)
{
    (void)state;
    test_project_create();
    test_project_add(RANK("0") "Comm gid='0:1' group='0' id=2 name='' map='5->0;'\n"
                               "Comm gid='0:1' group='1' id=4 name=''\n"
                               "Comm gid='0:1' group='1' id=3 name=''\n");
    test_project_finish_with(" <CommunicatorList>\n"
                             "  <Communicator name=\"\" gid=\"0:1\">\n"
                             "   <Rank global=\"5\" local=\"0\" cid=\"-1\" group=\"0\"/>\n"
                             "   <Rank global=\"0\" cid=\"2\" group=\"0\"/>\n"
                             "   <Rank global=\"0\" cid=\"3\" group=\"1\"/>\n"
                             "  </Communicator>\n"
                             " </CommunicatorList>\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(communicators_are_joined_by_gid_or_by_their_members),
        TEST(a_member_that_never_used_its_communicator_has_no_id),
        TEST(an_intercommunicator_keeps_its_two_groups_apart),
        TEST(very_many_equal_communicators_are_told_apart),
        TEST(who_is_not_on_a_cut_list_stands_without_local_rank),
        TEST(the_original_gets_no_member_without_local_rank),
        TEST(a_gid_is_one_communicator_also_under_two_ids),
    };
    return cmocka_run_group_tests_name("project_comm", tests, NULL, NULL);
}
