/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "support.h"

#include "live_tokens.h"

#include <errno.h>
#include <hdtrace/relation.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static hd_topology *topology;

static hd_relation *create(void)
{
    hd_relation *relation = NULL;
    topology = test_topology();
    assert_int_equal(hd_relation_create(test_node(topology), &relation), HD_OK);
    test_sys.tick_ns = 0; /* all entries at 0.000001500 */
    return relation;
}

static char *finish(hd_relation *relation)
{
    assert_int_equal(hd_relation_destroy(relation), HD_OK);
    hd_topology_destroy(topology);
    char *const text = test_read("app_n1_0_0.rel", NULL);
    assert_non_null(text);
    return text;
}

static void check_body(hd_relation *relation, const char *body)
{
    char *const text = finish(relation);
    const char *const line_end = strchr(text, '\n');
    assert_non_null(line_end);
    assert_string_equal(line_end + 1, body);
    free(text);
}

#define T " time=\"0.000001500\""

static const hd_relation_phrase *phrase(const char *name, size_t count,
                                        const hd_relation_attribute *attributes)
{
    const hd_relation_phrase *made = NULL;
    assert_int_equal(hd_relation_phrase_create(name, count, attributes, &made), HD_OK);
    return made;
}

static void what_is_made_ready_is_written_as_the_rest(void **state)
{
    (void)state;
    hd_relation *const r = create();
    char name[201];
    memset(name, 'n', sizeof name - 1);
    name[sizeof name - 1] = '\0';
    const hd_relation_attribute odd[] = {{"a", "<1>"}, {"b", "2"}};
    const hd_relation_phrase *const begins[] = {phrase("s", 0, NULL), phrase("<&", 2, odd),
                                                phrase(name, 0, NULL)};
    const hd_relation_phrase *const end = phrase(NULL, 0, NULL);
    const hd_relation_phrase *const told = phrase(NULL, 2, odd);
    hd_token token;
    assert_int_equal(hd_relation_create_token(r, &token), HD_OK);
    for (size_t i = 0; i < 3; i++) {
        assert_int_equal(hd_token_put(token, begins[i]), HD_OK);
    }
    assert_int_equal(hd_token_put(token, told), HD_OK);
    assert_int_equal(hd_token_put(token, end), HD_OK);
    assert_int_equal(hd_token_put(token, end), HD_OK);
    assert_int_equal(hd_token_put(token, end), HD_STATE);
    assert_int_equal(hd_token_destroy(token), HD_OK);
    assert_int_equal(hd_token_put(token, begins[0]), HD_STATE);
    for (size_t i = 0; i < 3; i++) {
        hd_relation_phrase_destroy(begins[i]);
    }
    hd_relation_phrase_destroy(end);
    hd_relation_phrase_destroy(told);
    char body[800];
    (void)snprintf(body, sizeof body,
                   "<rel t=\"0\"" T "/>\n<s name=\"s\" t=\"0\"" T "/>\n"
                   "<s name=\"&lt;&amp;\" t=\"0\"" T " a=\"&lt;1&gt;\" b=\"2\"/>\n"
                   "<s name=\"%s\" t=\"0\"" T "/>\n"
                   "<e t=\"0\"" T " a=\"&lt;1&gt;\" b=\"2\"/>\n<e t=\"0\"" T "/>\n"
                   "<e t=\"0\"" T "/>\n<un t=\"0\"" T "/>\n</relation>\n",
                   name);
    check_body(r, body);
}

static void texts_made_ready_have_a_limit(void **state)
{
    (void)state;
    char name[1000];
    const hd_relation_phrase *made = NULL;
    memset(name, 'n', sizeof name - 1);
    name[sizeof name - 1] = '\0';
    assert_int_equal(hd_relation_phrase_create(name, 0, NULL, &made), HD_LIMIT);
    assert_int_equal(hd_relation_phrase_create("s", 1, NULL, &made), HD_INVALID);
    assert_int_equal(hd_relation_phrase_create("s", 0, NULL, NULL), HD_INVALID);
    const hd_relation_attribute halves[] = {{"a", NULL}, {NULL, "1"}};
    assert_int_equal(hd_relation_phrase_create("s", 1, &halves[0], &made), HD_INVALID);
    assert_int_equal(hd_relation_phrase_create("s", 1, &halves[1], &made), HD_INVALID);
    assert_null(made);
    const size_t around = sizeof("<s name=\"\" t=\"\"/>\n") - 1;
    name[960 - around + 1] = '\0';
    assert_int_equal(hd_relation_phrase_create(name, 0, NULL, &made), HD_LIMIT);
    name[960 - around] = '\0';
    hd_relation *const r = create();
    const hd_relation_phrase *const longest = phrase(name, 0, NULL);
    hd_token token;
    assert_int_equal(hd_relation_create_token(r, &token), HD_OK);
    assert_int_equal(hd_token_put(token, longest), HD_OK);
    hd_relation_phrase_destroy(longest);
    char body[1200];
    (void)snprintf(body, sizeof body,
                   "<rel t=\"0\"" T "/>\n<s name=\"%s\" t=\"0\"" T "/>\n<e t=\"0\"" T
                   "/>\n<un t=\"0\"" T "/>\n</relation>\n",
                   name);
    check_body(r, body);
}

static void the_head_names_host_process_and_node(void **state)
{
    (void)state;
    hd_relation *const r = create();
    hd_token token;
    assert_int_equal(hd_relation_create_token(r, &token), HD_OK);
    char text[64];
    char expected[128];
    (void)snprintf(expected, sizeof expected, "testhost:%d:2:0", (int)getpid());
    assert_int_equal(hd_token_get_text(token, text, sizeof text), HD_OK);
    assert_string_equal(text, expected);
    assert_int_equal(hd_token_get_text(token, text, strlen(expected)), HD_LIMIT);
    assert_int_equal(hd_token_get_text(token, text, strlen(expected) + 1), HD_OK);
    char *const file = finish(r);
    (void)snprintf(expected, sizeof expected,
                   "<relation version=\"1\" hostID=\"testhost\" localToken=\"%d\" "
                   "topologyNumber=\"2\" timeAdjustment=\"1300000000\"",
                   (int)getpid());
    assert_int_equal(strncmp(file, expected, strlen(expected)), 0);
    free(file);
}

static void states_form_a_stack_on_their_token(void **state)
{
    (void)state;
    hd_relation *const r = create();
    hd_token a;
    hd_token b;
    const hd_relation_attribute attributes[] = {{"size", "7"}, {"file name", "o'<&>\"\n"}};
    assert_int_equal(hd_relation_create_token(r, &a), HD_OK);
    assert_int_equal(hd_relation_create_token(r, &b), HD_OK);
    assert_int_equal(hd_token_begin_state(a, "io_sm", 2, attributes), HD_OK);
    assert_int_equal(hd_token_begin_state(b, "<x>", 0, NULL), HD_OK);
    assert_int_equal(hd_token_begin_state(a, "inner", 0, NULL), HD_OK);
    assert_int_equal(hd_token_end_state(a, 0, NULL, NULL), HD_OK);
    assert_int_equal(hd_token_end_state(a, 1, attributes, "<x v='3'/>"), HD_OK);
    assert_int_equal(hd_token_end_state(a, 0, NULL, NULL), HD_STATE);
    assert_int_equal(hd_token_destroy(a), HD_OK);
    assert_int_equal(hd_token_destroy(a), HD_STATE);
    assert_int_equal(hd_token_begin_state(a, "late", 0, NULL), HD_STATE);
    assert_int_equal(hd_token_end_state(b, 0, NULL, NULL), HD_OK);
    assert_int_equal(hd_token_destroy(b), HD_OK);
    check_body(r, "<rel t=\"0\"" T "/>\n<rel t=\"1\"" T "/>\n"
                  "<s name=\"io_sm\" t=\"0\"" T
                  " size=\"7\" file_name=\"o&apos;&lt;&amp;&gt;&quot;&#10;\"/>\n"
                  "<s name=\"&lt;x&gt;\" t=\"1\"" T "/>\n"
                  "<s name=\"inner\" t=\"0\"" T "/>\n"
                  "<e t=\"0\"" T "/>\n"
                  "<e t=\"0\"" T " size=\"7\"><x v='3'/></e>\n"
                  "<un t=\"0\"" T "/>\n<e t=\"1\"" T "/>\n<un t=\"1\"" T "/>\n"
                  "</relation>\n");
}

static void every_kind_of_parent_has_its_own_link(void **state)
{
    (void)state;
    hd_relation *const r = create();
    hd_token token;
    hd_token parent;
    char own[64];
    assert_int_equal(hd_relation_create_token(r, &parent), HD_OK);
    assert_int_equal(hd_relation_create_child(r, parent, &token), HD_OK);
    assert_int_equal(hd_token_get_text(token, own, sizeof own), HD_OK);
    assert_int_equal(hd_relation_create_remote_child(r, own, &token), HD_OK);
    assert_int_equal(hd_relation_create_remote_child(r, "testhost:1:2:3", &token), HD_OK);
    assert_int_equal(hd_relation_create_remote_child(r, "other<:1:2:3", &token), HD_OK);
    static const char *const bad[] = {"", "a", "1:2:3", ":1:2:3", "h:1:2:", "h:1::3", "h:1:2:x"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        assert_int_equal(hd_relation_create_remote_child(r, bad[i], &token), HD_INVALID);
    }
    char *const text = finish(r);
    assert_non_null(strstr(text, "\n<rel t=\"0\"" T "/>\n"
                                 "<rel t=\"1\"" T " p=\"2:0\"/>\n"
                                 "<rel t=\"2\"" T " p=\"2:1\"/>\n"
                                 "<rel t=\"3\"" T " l=\"1:2:3\"/>\n"
                                 "<rel t=\"4\"" T " r=\"other&lt;:1:2:3\"/>\n"));
    free(text);
}

static void what_is_open_is_closed_by_its_owner(void **state)
{
    (void)state;
    hd_relation *const r = create();
    hd_token a;
    hd_token b;
    assert_int_equal(hd_relation_create_token(r, &a), HD_OK);
    assert_int_equal(hd_relation_create_token(r, &b), HD_OK);
    assert_int_equal(hd_token_begin_state(a, "x", 0, NULL), HD_OK);
    assert_int_equal(hd_token_begin_state(a, "y", 0, NULL), HD_OK);
    assert_int_equal(hd_token_begin_state(b, "z", 0, NULL), HD_OK);
    assert_int_equal(hd_token_destroy(a), HD_OK);
    char *const text = finish(r);
    assert_non_null(strstr(text, "<e t=\"0\"" T "/>\n<e t=\"0\"" T "/>\n<un t=\"0\"" T "/>\n"
                                 "<e t=\"1\"" T "/>\n<un t=\"1\"" T "/>\n</relation>\n"));
    free(text);
}

static void a_file_without_tokens_is_removed(void **state)
{
    (void)state;
    hd_relation *const r = create();
    assert_int_equal(hd_relation_destroy(r), HD_OK);
    hd_topology_destroy(topology);
    assert_null(test_read("app_n1_0_0.rel", NULL));
    assert_int_equal(hd_relation_destroy(NULL), HD_OK);
}

static void missing_arguments_are_refused(void **state)
{
    (void)state;
    hd_relation *const r = create();
    hd_token token = {NULL, 0};
    const hd_relation_attribute nameless = {NULL, "v"};
    assert_int_equal(hd_relation_create_child(r, token, &token), HD_INVALID);
    assert_int_equal(hd_token_begin_state(token, "s", 0, NULL), HD_INVALID);
    assert_int_equal(hd_token_destroy(token), HD_INVALID);
    assert_int_equal(hd_relation_create_token(r, &token), HD_OK);
    assert_int_equal(hd_token_begin_state(token, NULL, 0, NULL), HD_INVALID);
    assert_int_equal(hd_token_begin_state(token, "s", 1, &nameless), HD_INVALID);
    free(finish(r));
}

static void a_full_disk_is_reported_and_keeps_whole_entries(void **state)
{
    (void)state;
    hd_relation *const r = create();
    test_sys.reserve_fails_at = test_sys.reserve_count + 1;
    test_sys.reserve_error = -ENOSPC;
    hd_token token;
    assert_int_equal(hd_relation_create_token(r, &token), HD_OK);
    unsigned begun = 0;
    while (hd_token_begin_state(token, "state", 0, NULL) == HD_OK) {
        begun++;
        assert_true(begun < 100000);
    }
    assert_int_equal(hd_token_destroy(token), HD_IO);
    assert_int_equal(hd_relation_destroy(r), HD_IO);
    hd_topology_destroy(topology);
    char *const text = test_read("app_n1_0_0.rel", NULL);
    assert_int_equal(test_count(text, "<s name"), begun);
    assert_string_equal(text + strlen(text) - 15, "/>\n</relation>\n");
    free(text);
}

static void every_failing_allocation_is_reported_and_leaks_nothing(void **state)
{
    (void)state;
    topology = test_topology();
    const hd_topology_node *const node = test_node(topology);
    hd_status status = HD_NOMEM;
    for (int at = 1; status != HD_OK || test_sys.alloc_count >= at - 1; at++) {
        test_sys.alloc_count = 0;
        test_sys.alloc_fails_at = at;
        hd_relation *relation = NULL;
        hd_token token;
        status = hd_relation_create(node, &relation);
        if (status == HD_OK) {
            status = hd_relation_create_token(relation, &token);
        }
        assert_int_equal(hd_relation_destroy(relation), HD_OK);
        assert_true(status == HD_OK || status == HD_NOMEM);
    }
    hd_topology_destroy(topology);
}

/* Longer than what a line is composed in, and of characters that need a reference each. */
static void long_lines_come_whole_or_not_at_all(void **state)
{
    (void)state;
    static const char value[] = "<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<";
    const hd_relation_attribute few[] = {{"a", value}};
    hd_relation_attribute many[40];
    for (size_t i = 0; i < sizeof many / sizeof many[0]; i++) {
        many[i] = few[0];
    }
    hd_relation *const r = create();
    hd_token token;
    assert_int_equal(hd_relation_create_token(r, &token), HD_OK);
    test_sys.alloc_fails_at = test_sys.alloc_count + 1;
    assert_int_equal(hd_token_begin_state(token, "long", 40, many), HD_NOMEM);
    assert_int_equal(hd_token_begin_state(token, "short", 1, few), HD_OK);
    assert_int_equal(hd_token_begin_state(token, "long", 40, many), HD_OK);
    assert_int_equal(hd_token_end_state(token, 40, many, NULL), HD_OK);
    assert_int_equal(hd_token_destroy(token), HD_OK);
    char *const text = finish(r);
    assert_int_equal(test_count(text, "&lt;"), 50 + 2 * 40 * 50);
    assert_int_equal(test_count(text, "name=\"long\""), 1);
    assert_int_equal(test_count(text, "<e t=\"0\""), 2);
    free(text);
}

/* The processor may read its counter too early, so that the next thread's time is before it. */
static void time_never_goes_back_within_a_file(void **state)
{
    (void)state;
    hd_relation *const r = create();
    hd_token token;
    assert_int_equal(hd_relation_create_token(r, &token), HD_OK);
    test_sys.tick_ns = -10;
    assert_int_equal(hd_token_begin_state(token, "a", 0, NULL), HD_OK);
    assert_int_equal(hd_token_end_state(token, 0, NULL, NULL), HD_OK);
    assert_int_equal(hd_token_destroy(token), HD_OK);
    check_body(r, "<rel t=\"0\"" T "/>\n<s name=\"a\" t=\"0\"" T "/>\n<e t=\"0\"" T "/>\n"
                  "<un t=\"0\"" T "/>\n</relation>\n");
}

static void what_is_held_has_one_time(void **state)
{
    (void)state;
    hd_relation *const r = create();
    hd_token token;
    test_sys.tick_ns = 1000;
    assert_int_equal(hd_relation_hold(r) % 1000000000, 2500);
    assert_int_equal(hd_relation_create_token(r, &token), HD_OK);
    assert_int_equal(hd_token_begin_state(token, "a", 0, NULL), HD_OK);
    hd_relation_release(r);
    assert_int_equal(hd_token_end_state(token, 0, NULL, NULL), HD_OK);
    assert_int_equal(hd_relation_hold(r) % 1000000000, 4500);
    assert_int_equal(hd_token_destroy(token), HD_OK);
    hd_relation_release(r);
    assert_int_equal(hd_relation_hold(NULL), 0);
    hd_relation_release(NULL);
    check_body(
        r, "<rel t=\"0\" time=\"0.000002500\"/>\n<s name=\"a\" t=\"0\" time=\"0.000002500\"/>\n"
           "<e t=\"0\" time=\"0.000003500\"/>\n<un t=\"0\" time=\"0.000004500\"/>\n</relation>\n");
}

static void *make_held_tokens(void *relation)
{
    bool good = true;
    for (int i = 0; i < 200 && good; i++) {
        hd_token token;
        (void)hd_relation_hold(relation);
        good = hd_relation_create_token(relation, &token) == HD_OK &&
               hd_token_begin_state(token, "s", 0, NULL) == HD_OK &&
               hd_token_end_state(token, 0, NULL, NULL) == HD_OK &&
               hd_token_destroy(token) == HD_OK;
        hd_relation_release(relation);
    }
    return good ? NULL : relation;
}

static void what_is_held_stands_together(void **state)
{
    (void)state;
    enum { THREADS = 4, EACH = 200 };
    hd_relation *const r = create();
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++) {
        assert_int_equal(pthread_create(&threads[i], NULL, make_held_tokens, r), 0);
    }
    for (int i = 0; i < THREADS; i++) {
        void *failed = r;
        assert_int_equal(pthread_join(threads[i], &failed), 0);
        assert_null(failed);
    }
    char *const text = finish(r);
    const char *line = strchr(text, '\n') + 1;
    for (int i = 0; i < THREADS * EACH; i++) {
        char expected[160];
        const int length = snprintf(expected, sizeof expected,
                                    "<rel t=\"%d\"" T "/>\n<s name=\"s\" t=\"%d\"" T
                                    "/>\n<e t=\"%d\"" T "/>\n<un t=\"%d\"" T "/>\n",
                                    i, i, i, i);
        assert_memory_equal(line, expected, (size_t)length);
        line += length;
    }
    free(text);
}

static void *make_tokens(void *relation)
{
    for (int i = 0; i < 200; i++) {
        hd_token token;
        if (hd_relation_create_token(relation, &token) != HD_OK ||
            hd_token_begin_state(token, "s", 0, NULL) != HD_OK ||
            hd_token_end_state(token, 0, NULL, NULL) != HD_OK || hd_token_destroy(token) != HD_OK) {
            return relation;
        }
    }
    return NULL;
}

static void threads_share_a_file(void **state)
{
    (void)state;
    enum { THREADS = 4 };
    hd_relation *const r = create();
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++) {
        assert_int_equal(pthread_create(&threads[i], NULL, make_tokens, r), 0);
    }
    for (int i = 0; i < THREADS; i++) {
        void *failed = r;
        assert_int_equal(pthread_join(threads[i], &failed), 0);
        assert_null(failed);
    }
    char *const text = finish(r);
    assert_int_equal(test_count(text, "<un "), THREADS * 200);
    assert_non_null(strstr(text, "<rel t=\"799\""));
    free(text);
}

static void the_table_of_live_tokens_finds_what_is_there(void **state)
{
    (void)state;
    enum { IDS = 1000 };
    hd__live_tokens tokens = {0};
    bool there[IDS] = {false};
    unsigned random = 1;
    assert_null(hd__live_tokens_get(&tokens, 0));
    for (int i = 0; i < 20000; i++) {
        random = random * 1103515245 + 12345;
        const unsigned id = random / 65536 % IDS;
        if (there[id]) {
            hd__live_tokens_remove(&tokens, id);
        } else {
            assert_true(hd__live_tokens_add(&tokens, id));
            *hd__live_tokens_get(&tokens, id) = id;
        }
        there[id] = !there[id];
    }
    for (unsigned id = 0; id < IDS; id++) {
        const unsigned *const open = hd__live_tokens_get(&tokens, id);
        assert_int_equal(open != NULL, there[id]);
        assert_true(open == NULL || *open == id);
    }
    hd__live_tokens_fini(&tokens);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(the_head_names_host_process_and_node),
        TEST(what_is_made_ready_is_written_as_the_rest),
        TEST(texts_made_ready_have_a_limit),
        TEST(states_form_a_stack_on_their_token),
        TEST(every_kind_of_parent_has_its_own_link),
        TEST(what_is_open_is_closed_by_its_owner),
        TEST(a_file_without_tokens_is_removed),
        TEST(missing_arguments_are_refused),
        TEST(a_full_disk_is_reported_and_keeps_whole_entries),
        TEST(time_never_goes_back_within_a_file),
        TEST(long_lines_come_whole_or_not_at_all),
        TEST(every_failing_allocation_is_reported_and_leaks_nothing),
        TEST(what_is_held_has_one_time),
        TEST(what_is_held_stands_together),
        TEST(threads_share_a_file),
        TEST(the_table_of_live_tokens_finds_what_is_there),
    };
    return cmocka_run_group_tests_name("relation", tests, NULL, NULL);
}
