/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Programs written for the original library, in its own spelling. */
#include "support.h"

#include "compat.h"

#include <errno.h>
#include <hdtrace-compat/hdRelation.h>
#include <hdtrace-compat/hdStats.h>
#include <hdtrace-compat/hdTrace.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static hdTopology *topology;
static hdTopoNode *node;

static void create_node(void)
{
    const char *levels[] = {"Hostname", "Rank", "Thread"};
    const char *path[] = {"host0", "rank_0", "0"};
    assert_int_equal(setenv("HDTRACE_PREFIX", test_folder(), 1), 0);
    topology = hdT_createTopology("MyProject", levels, 3);
    assert_non_null(topology);
    node = hdT_createTopoNode(topology, path, 3);
    assert_non_null(node);
}

static void destroy_node(void)
{
    assert_int_equal(hdT_destroyTopoNode(node), 0);
    assert_int_equal(hdT_destroyTopology(topology), 0);
}

static void topologies_answer_as_before(void **state)
{
    (void)state;
    create_node();
    assert_int_equal(hdT_getTopoDepth(topology), 4);
    assert_int_equal(hdT_getTopoNodeLevel(node), 3);
    assert_string_equal(hdT_getTopoPathString(node), "host0_rank_0_0");
    assert_string_equal(hdT_getTopoPathLabel(node, 2), "rank_0");
    errno = 0;
    assert_null(hdT_getTopoPathLabel(node, 4));
    assert_int_equal(errno, HD_ERR_INVALID_ARGUMENT);
    assert_null(hdT_createTopology(NULL, NULL, 0));
    destroy_node();
}

static void a_traced_program_writes_states_elements_and_info(void **state)
{
    (void)state;
    hdTrace_init();
    create_node();
    hdTrace *const trace = hdT_createTrace(node);
    assert_non_null(trace);
    assert_int_equal(hdT_isEnabled(trace), 0);
    assert_int_equal(hdT_logStateStart(trace, "unseen"), 0);
    assert_int_equal(hdT_logStateEnd(trace), 0);
    assert_int_equal(hdT_enableTrace(trace), 0);
    assert_int_equal(hdT_enableTrace(trace), 1);
    assert_int_equal(hdT_setNestedDepth(trace, 1), 0);
    assert_int_equal(hdT_logStateStart(trace, "A"), 0);
    assert_int_equal(hdT_setNestedDepth(trace, 1), -1);
    assert_int_equal(hdT_writeInfo(trace, "File name=\"a\" Size=%d", 3), 0);
    assert_int_equal(hdT_writeInfo(trace, " id=0\nComm id=0"), 0);
    assert_int_equal(hdT_logAttributes(trace, "size='%d' name='%s'", 4, "o'ut <&>"), 0);
    assert_int_equal(hdT_logAttributes(trace, "done=\"&lt;\" "), 0);
    assert_int_equal(hdT_logElement(trace, "For", "rid='%d'", 7), 0);
    assert_int_equal(hdT_logAttributes(trace, "broken"), -1);
    assert_int_equal(hdT_logStateStart(trace, "B"), 0);
    assert_int_equal(hdT_logStateStart(trace, "too_deep"), 0);
    assert_int_equal(hdT_logStateEnd(trace), 0);
    assert_int_equal(hdT_logStateEnd(trace), 0);
    assert_int_equal(hdT_logStateEnd(trace), 0);
    assert_int_equal(hdT_logStateEnd(trace), -1);
    assert_int_equal(hdT_finalize(trace), 0);
    destroy_node();
    char *const text = test_read("MyProject_host0_rank-0_0.trc", NULL);
    assert_non_null(text);
    assert_non_null(strstr(text, "<Nested>\n\t<B time="));
    assert_non_null(strstr(text, "<A size='4' name='o&apos;ut &lt;&amp;&gt;' done='&lt;' time="));
    assert_non_null(strstr(text, "><For rid='7'/></A>\n</Program>\n"));
    assert_null(strstr(text, "unseen"));
    assert_null(strstr(text, "too_deep"));
    free(text);
    char *const info = test_read("MyProject_host0_rank-0_0.info", NULL);
    assert_non_null(strstr(info, "\nFile name=\"a\" Size=3 id=0\nComm id=0\n"));
    free(info);
}

static void statistics_are_written_value_by_value(void **state)
{
    (void)state;
    create_node();
    hdStatsGroup *const group = hdS_createGroup("Energy", node, 1);
    assert_non_null(group);
    assert_int_equal(hdS_addValue(group, "a", INT32, "B", NULL), 0);
    assert_int_equal(hdS_addValue(group, "b", UINT64, NULL, NULL), 0);
    assert_int_equal(hdS_addValue(group, "c", FLOAT, NULL, "G"), 0);
    assert_int_equal(hdS_addValue(group, "d", DOUBLE, NULL, NULL), 0);
    assert_int_equal(hdS_addValue(group, "e", STRING, NULL, NULL), -1);
    assert_int_equal(errno, HDS_ERR_UNEXPECTED_ARGVALUE);
    assert_int_equal(hdS_writeInt32Value(group, 1), -1);
    assert_int_equal(errno, HDS_ERR_GROUP_COMMIT_STATE);
    assert_int_equal(hdS_commitGroup(group), 0);
    assert_int_equal(hdS_writeInt32Value(group, 1), -1);
    assert_int_equal(errno, HD_ERR_TRACE_DISABLED);
    assert_int_equal(hdS_enableGroup(group), 0);
    assert_int_equal(hdS_writeInt32Value(group, -1), 0);
    assert_int_equal(hdS_writeFloatValue(group, 1), -1);
    assert_int_equal(hdS_writeUInt64Value(group, 2), 0);
    unsigned char entry[] = {0,    0,    0, 9, 0,    0,    0, 0, 0, 0, 0, 8,
                             0x3f, 0x80, 0, 0, 0x3f, 0xf0, 0, 0, 0, 0, 0, 0};
    assert_int_equal(hdS_writeEntry(group, entry, sizeof entry), -1);
    assert_int_equal(errno, HDS_ERR_ENTRY_STATE);
    assert_int_equal(hdS_writeFloatValue(group, 1), 0);
    assert_int_equal(hdS_writeDoubleValue(group, 1), 0);
    assert_int_equal(hdS_writeEntry(group, entry, sizeof entry), 0);
    assert_int_equal(hdS_writeEntry(group, entry, 3), -1);
    assert_int_equal(hdS_finalize(group), 0);
    destroy_node();
    size_t length = 0;
    char *const text = test_read("MyProject_host0_Energy.stat", &length);
    assert_non_null(text);
    const size_t skip = 6 + (size_t)strtoul(text, NULL, 10);
    assert_int_equal(length - skip, 8 + 2 * (8 + 24));
    static const unsigned char first[] = {0xff, 0xff, 0xff, 0xff, 0,    0,    0, 0, 0, 0, 0, 2,
                                          0x3f, 0x80, 0,    0,    0x3f, 0xf0, 0, 0, 0, 0, 0, 0};
    assert_memory_equal(text + skip + 16, first, 24);
    assert_memory_equal(text + skip + 48, entry, 24);
    free(text);
}

static void relations_are_linked_across_files(void **state)
{
    (void)state;
    create_node();
    const char *path[] = {"host0", "rank_0"};
    const char *keys[] = {"size"};
    const char *values[] = {"7"};
    hdTopoNode *const other = hdT_createTopoNode(topology, path, 2);
    hdR_topoToken file = NULL;
    hdR_topoToken other_file = NULL;
    assert_int_equal(hdR_initTopology(node, &file), 0);
    assert_int_equal(hdR_initTopology(other, &other_file), 0);
    hdR_token top = hdR_createTopLevelRelation(file);
    hdR_token internal = hdR_relateTopologyInternalToken(top);
    hdR_token child = hdR_relateProcessLocalToken(other_file, top);
    hdR_token local = hdR_relateLocalToken(other_file, "1:2:3");
    hdR_token remote = hdR_relateRemoteToken(other_file, "far:1:2:3");
    assert_true(top && internal && child && local && remote);
    assert_null(hdR_relateRemoteToken(other_file, "nonsense"));
    char *const text = hdR_getRemoteToken(top);
    char *const short_text = hdR_getLocalToken(top);
    assert_int_equal(strncmp(text, "testhost:", 9), 0);
    assert_string_equal(text + 9, short_text);
    free(text);
    free(short_text);
    assert_int_equal(hdR_startS(top, "plain"), 0);
    assert_int_equal(hdR_endS(top), 0);
    assert_int_equal(hdR_endS(top), -1);
    assert_int_equal(hdR_start(top, "io", 1, keys, values), 0);
    assert_int_equal(hdR_endE(top, 1, keys, values, "<x v='%d'/>", 3), 0);
    hdR_token *const tokens[] = {&top, &internal, &child, &local, &remote};
    for (size_t i = 0; i < 5; i++) {
        assert_int_equal(hdR_destroyRelation(tokens[i]), 0);
        assert_null(*tokens[i]);
    }
    assert_int_equal(hdR_finalize(&file), 0);
    assert_int_equal(hdR_finalize(&file), -1);
    assert_int_equal(hdR_finalize(&other_file), 0);
    assert_int_equal(hdR_closeAPI(), 0);
    assert_int_equal(hdT_destroyTopoNode(other), 0);
    destroy_node();
    char *const first = test_read("MyProject_host0_rank-0_0.rel", NULL);
    char *const second = test_read("MyProject_host0_rank-0.rel", NULL);
    assert_true(first && second);
    assert_non_null(strstr(first, " size=\"7\"><x v='3'/></e>\n"));
    assert_non_null(strstr(first, " p=\"2:0\"/>"));
    assert_non_null(strstr(second, " p=\"2:0\"/>"));
    assert_non_null(strstr(second, " l=\"1:2:3\"/>"));
    assert_non_null(strstr(second, " r=\"far:1:2:3\"/>"));
    free(first);
    free(second);
}

__attribute__((format(printf, 1, 2))) static void check_format(const char *format, ...)
{
    char expected[8192];
    hd__buffer buffer = {0};
    va_list list;
    va_start(list, format);
    const int length = vsnprintf(expected, sizeof expected, format, list);
    va_end(list);
    hd__buffer_add(&buffer, "before ");
    va_start(list, format);
    hd__compat_format(&buffer, format, list);
    va_end(list);
    assert_false(buffer.failed);
    assert_int_equal(buffer.used, 7 + length);
    assert_memory_equal(buffer.text, "before ", 7);
    assert_string_equal(buffer.text + 7, expected);
    hd__buffer_fini(&buffer);
}

static void formats_are_printed_as_printf_does(void **state)
{
    (void)state;
    char text[3000];
    memset(text, 't', sizeof text);
    text[sizeof text - 1] = '\0';
    check_format("nothing");
    check_format("%d %i %u %x", INT_MIN, INT_MAX, UINT_MAX, 0xDEADBEEFU);
    check_format("%ld %lld %lu %llu %lx %llx", LONG_MIN, LLONG_MIN, ULONG_MAX, ULLONG_MAX, 0UL,
                 ULLONG_MAX);
    check_format("%zu %zx %zd", SIZE_MAX, (size_t)4096, (ssize_t)-5);
    check_format("%s|%s|%d", text, "", 7);
    check_format("a='%s' b='%d'", text, -1000000);
    check_format("%5d|%-5d|%05d|%+d|%.3s", 1, 2, 3, 4, "abcdef"); /* by printf itself */
    check_format("%d then %5.2f then %s", 1, 2.5, "three");
    check_format("%c%%%p", 'c', (void *)text);
    for (int i = 0; i < 40; i++) {
        check_format("%.*s%d='%llu'", i, text, i, ULLONG_MAX >> i);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(topologies_answer_as_before),
        TEST(a_traced_program_writes_states_elements_and_info),
        TEST(statistics_are_written_value_by_value),
        TEST(relations_are_linked_across_files),
        TEST(formats_are_printed_as_printf_does),
    };
    return cmocka_run_group_tests_name("compatibility", tests, NULL, NULL);
}
