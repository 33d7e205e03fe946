/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "support.h"

#include <hdtrace/trace.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const hd_attribute send_attributes[] = {
    {"size", HD_ATTRIBUTE_INT, NULL}, {"count", HD_ATTRIBUTE_UINT, NULL},
    {"x", HD_ATTRIBUTE_DOUBLE, NULL}, {"mode", HD_ATTRIBUTE_CONSTANT, "a<b'"},
    {"time", HD_ATTRIBUTE_INT, NULL}, {"a long name that is no name", HD_ATTRIBUTE_INT, NULL},
};
enum { SEND_ATTRIBUTES = sizeof send_attributes / sizeof send_attributes[0] };

static hd_topology *topology;

static hd_trace *create(const hd_trace_options *options)
{
    hd_trace *trace = NULL;
    topology = test_topology();
    assert_int_equal(hd_trace_create(test_node(topology), options, &trace), HD_OK);
    return trace;
}

static const hd_template *make(const char *element, size_t count, const hd_attribute *attributes)
{
    const hd_template *shape = NULL;
    assert_int_equal(hd_template_create(element, count, attributes, &shape), HD_OK);
    return shape;
}

/* Everything behind the head. */
static char *finish(hd_trace *trace)
{
    char *const text = test_finish(trace, topology);
    const char *const body = strchr(text, '\n') + 1;
    memmove(text, body, strlen(body) + 1);
    return text;
}

static void check(hd_trace *trace, const char *body)
{
    char *const text = finish(trace);
    assert_string_equal(text, body);
    free(text);
}

static void record(hd_trace *t, const hd_template *shape, int64_t first)
{
    hd_trace_open_state(t);
    int64_t *const values = hd_trace_return_state(t);
    for (int i = 0; i < HD_TEMPLATE_VALUES_MAX; i++) {
        values[i] = first + i;
    }
    hd_trace_close_state(t, shape, 0);
}

static void writes_every_kind_of_attribute(void **state)
{
    (void)state;
    const hd_template *const shape = make("Send", SEND_ATTRIBUTES, send_attributes);
    hd_trace *const t = create(NULL);
    hd_trace_open_state(t);
    int64_t *values = hd_trace_return_state(t);
    values[0] = INT64_MIN;
    values[1] = -1;
    values[2] = hd_double_bits(0.5);
    values[4] = 7;
    values[5] = 0;
    hd_trace_close_state(t, shape, 0);
    hd_trace_open_state(t);
    values = hd_trace_return_state(t);
    values[0] = 1;
    hd_trace_close_state(t, shape, UINT64_MAX << 1);
    assert_int_equal(hd_trace_get_counts(t).states, 2);
    check(t, "<Send size='-9223372036854775808' count='18446744073709551615' x='0.5' "
             "mode='a&lt;b&apos;' _time='7' a_long_name_that_is_no_name='0' "
             "time='0.000002500' end='0.000003500'/>\n"
             "<Send size='1' time='0.000004500' end='0.000005500'/>\n</Program>\n");
}

static void writes_numbers_of_every_length(void **state)
{
    (void)state;
    static const hd_attribute attributes[] = {{"i", HD_ATTRIBUTE_INT, NULL},
                                              {"u", HD_ATTRIBUTE_UINT, NULL}};
    const hd_template *const shape = make("N", 2, attributes);
    hd_trace *const t = create(NULL);
    char lines[200][64];
    uint64_t value = 0;
    for (int i = 0; i < 200; i++) {
        hd_trace_open_state(t);
        int64_t *const values = hd_trace_return_state(t);
        values[0] = -(int64_t)(value >> 1);
        values[1] = (int64_t)value;
        hd_trace_close_state(t, shape, 0);
        (void)snprintf(lines[i], sizeof lines[i], "<N i='%lld' u='%llu' time='",
                       -(long long)(value >> 1), (unsigned long long)value);
        value = i % 3 == 0 ? value * 10 + 9 : i % 3 == 1 ? value + 1 : value * 3 + 1;
    }
    char *const text = finish(t);
    const char *at = text;
    for (int i = 0; i < 200; i++) {
        assert_int_equal(strncmp(at, lines[i], strlen(lines[i])), 0);
        at = strchr(at, '\n') + 1;
    }
    assert_string_equal(at, "</Program>\n");
    free(text);
}

static void opened_states_nest_among_themselves_and_with_others(void **state)
{
    (void)state;
    const hd_template *const a = make("A", 0, NULL);
    hd_trace *const t = create(NULL);
    hd_trace_open_state(t);
    hd_trace_open_state(t);
    record(t, a, 0);
    hd_trace_begin_state(t, "B");
    record(t, a, 0);
    hd_trace_end_state(t);
    hd_trace_begin_event(t, "open at the return");
    (void)hd_trace_return_state(t);
    hd_trace_close_state(t, a, 0);
    (void)hd_trace_return_state(t);
    hd_trace_name_state(t, "Nested");
    hd_trace_add_int(t, "k", 1);
    hd_trace_begin_data(t, "For");
    hd_trace_end_data(t);
    hd_trace_end_state(t);
    check(t, "<Nested>\n\t<Nested>\n"
             "\t\t<A time='0.000004500' end='0.000005500'/>\n"
             "\t\t<Nested>\n"
             "\t\t\t<A time='0.000007500' end='0.000008500'/>\n"
             "\t\t</Nested>\n"
             "\t\t<B time='0.000006500' end='0.000009500'/>\n"
             "\t\t<Event name='open at the return' time='0.000010500'/>\n"
             "\t</Nested>\n"
             "\t<A time='0.000003500' end='0.000011500'/>\n"
             "</Nested>\n"
             "<_Nested k='1' time='0.000002500' end='0.000012500'><For/></_Nested>\n"
             "</Program>\n");
}

static void a_skipped_state_leaves_nothing_unless_others_are_inside(void **state)
{
    (void)state;
    const hd_template *const a = make("A", 0, NULL);
    hd_trace *const t = create(NULL);
    hd_trace_open_state(t);
    (void)hd_trace_return_state(t);
    hd_trace_skip_state(t);
    hd_trace_open_state(t);
    record(t, a, 0);
    (void)hd_trace_return_state(t);
    hd_trace_skip_state(t);
    assert_int_equal(hd_trace_get_counts(t).states, 2);
    check(t, "<Nested>\n\t<A time='0.000005500' end='0.000006500'/>\n</Nested>\n"
             "<Skipped time='0.000004500' end='0.000007500'/>\n</Program>\n");
}

static void short_states_are_left_out_and_counted(void **state)
{
    (void)state;
    const hd_template *const a = make("A", 0, NULL);
    hd_trace *const t = create(&(hd_trace_options){.min_duration_ns = 2500});
    record(t, a, 0);
    hd_trace_open_state(t);
    record(t, a, 0);
    (void)hd_trace_return_state(t);
    hd_trace_close_state(t, a, 0);
    hd_trace_open_state(t);
    hd_trace_begin_state(t, "general");
    hd_trace_end_state(t);
    hd_trace_return_state(t);
    hd_trace_close_state(t, a, 0);
    const hd_trace_counts counts = hd_trace_get_counts(t);
    assert_int_equal(counts.states, 3);
    assert_int_equal(counts.short_states, 2);
    assert_int_equal(counts.dropped_depth + counts.dropped_io, 0);
    check(t, "<A time='0.000004500' end='0.000007500'/>\n"
             "<Nested>\n\t<general time='0.000009500' end='0.000010500'/>\n</Nested>\n"
             "<A time='0.000008500' end='0.000011500'/>\n</Program>\n");
}

static void what_is_not_recorded_still_gets_slots(void **state)
{
    (void)state;
    const hd_template *const shape = make("Send", SEND_ATTRIBUTES, send_attributes);
    record(NULL, shape, 0);
    hd_trace *const t = create(NULL);
    hd_trace_set_enabled(t, false);
    record(t, shape, 0);
    hd_trace_set_enabled(t, true);
    hd_trace_set_depth(t, 1);
    hd_trace_open_state(t);
    record(t, shape, 0);
    (void)hd_trace_return_state(t);
    hd_trace_close_state(t, NULL, 0);
    hd_trace_close_state(t, shape, 0); /* one too many */
    (void)hd_trace_return_state(t);
    hd_trace_skip_state(t);
    check(t, "<Unnamed time='0.000002500' end='0.000003500'/>\n</Program>\n");
}

static void shapes_deeper_than_the_limit_are_dropped_and_counted(void **state)
{
    (void)state;
    enum { DEPTH = 1000000 };
    const hd_template *const shape = make("Send", 1, send_attributes);
    hd_trace *const t = create(NULL);
    for (int i = 0; i < DEPTH; i++) {
        hd_trace_open_state(t);
    }
    for (int i = 0; i < DEPTH; i++) {
        hd_trace_return_state(t)[0] = 1;
        hd_trace_close_state(t, shape, 0);
    }
    assert_int_equal(hd_trace_get_counts(t).states, 1024);
    assert_int_equal(hd_trace_get_counts(t).dropped_depth, DEPTH - 1024);
    char *const text = finish(t);
    assert_int_equal(test_count(text, "<Nested>"), 1023);
    assert_int_equal(test_count(text, "</Nested>"), 1023);
    assert_int_equal(test_count(text, "<Send size='1'"), 1024);
    free(text);
}

static void shapes_that_make_no_sense_are_refused(void **state)
{
    (void)state;
    const hd_template *shape = NULL;
    hd_attribute many[HD_TEMPLATE_VALUES_MAX + 1];
    for (int i = 0; i <= HD_TEMPLATE_VALUES_MAX; i++) {
        many[i] = (hd_attribute){"k", HD_ATTRIBUTE_INT, NULL};
    }
    assert_int_equal(hd_template_create(NULL, 0, NULL, &shape), HD_INVALID);
    assert_int_equal(hd_template_create("A", 1, NULL, &shape), HD_INVALID);
    assert_int_equal(hd_template_create("A", 0, NULL, NULL), HD_INVALID);
    assert_int_equal(hd_template_create("A", HD_TEMPLATE_VALUES_MAX + 1, many, &shape), HD_LIMIT);
    many[3].name = NULL;
    assert_int_equal(hd_template_create("A", 4, many, &shape), HD_INVALID);
    many[3] = (hd_attribute){"c", HD_ATTRIBUTE_CONSTANT, NULL};
    assert_int_equal(hd_template_create("A", 4, many, &shape), HD_INVALID);
    static char text[20000];
    memset(text, 'x', sizeof text - 1);
    many[3].text = text;
    assert_int_equal(hd_template_create("A", 4, many, &shape), HD_LIMIT);
    assert_null(shape);
    for (int at = 1; at <= 2; at++) {
        test_sys.alloc_count = 0;
        test_sys.alloc_fails_at = at;
        assert_int_equal(hd_template_create("A", 1, many, &shape), HD_NOMEM);
    }
}

/* The short way needs the processor's counter, which the fixed clock of the other tests replaces.
 */
static void with_the_counter_the_same_is_written(void **state)
{
    (void)state;
    const hd_template *const shape = make("Send", SEND_ATTRIBUTES, send_attributes);
    const hd_template *const plain = make("Plain", 2, send_attributes);
    test_use_real_clock();
    hd_trace *const t = create(NULL);
    (void)nanosleep(&(struct timespec){.tv_nsec = 3000000}, NULL);
    for (int i = 0; i < 1000; i++) {
        hd_trace_open_state(t);
        hd_trace_open_state(t);
        record(t, plain, i);
        int64_t *const values = hd_trace_return_state(t);
        values[0] = -i;
        values[1] = (int64_t)i * i * i * i;
        values[2] = hd_double_bits(i / 8.0);
        values[4] = i;
        hd_trace_close_state(t, shape, 1U << 5);
        (void)hd_trace_return_state(t);
        hd_trace_name_state(t, "General");
        hd_trace_add_int(t, "i", i);
        hd_trace_end_state(t);
    }
    assert_int_equal(hd_trace_get_counts(t).states, 3000);
    char *const text = finish(t);
    const char *at = text;
    for (int i = 0; i < 1000; i++) {
        char expected[256];
        (void)snprintf(expected, sizeof expected,
                       "<Nested>\n\t<Nested>\n\t\t<Plain size='%d' count='%d' time='", i, i + 1);
        at = test_find(at, expected);
        assert_non_null(at);
        (void)snprintf(expected, sizeof expected,
                       "\n\t</Nested>\n\t<Send size='%d' count='%lld' x='", -i,
                       (long long)i * i * i * i);
        at = test_find(at, expected);
        assert_non_null(at);
        (void)snprintf(expected, sizeof expected, " _time='%d' time='", i);
        at = test_find(at, expected);
        assert_non_null(at);
        (void)snprintf(expected, sizeof expected, "\n</Nested>\n<General i='%d' time='", i);
        at = test_find(at, expected);
        assert_non_null(at);
    }
    assert_int_equal(test_count(text, "\n<General"), 1000);
    free(text);
}

static void times_with_the_counter_never_run_backwards(void **state)
{
    (void)state;
    const hd_template *const plain = make("Plain", 2, send_attributes);
    test_use_real_clock();
    hd_trace *const t = create(NULL);
    enum { CALLS = 100000 };
    for (int i = 0; i < CALLS; i++) {
        record(t, plain, i);
    }
    char *const text = finish(t);
    double last = 0;
    int count = 0;
    for (const char *at = test_find(text, " time='"); at != NULL;
         at = test_find(at + 1, " time='")) {
        const double start = strtod(at + 7, NULL);
        const double end = strtod(test_find(at, " end='") + 6, NULL);
        assert_true(start >= last && end >= start && end < 1000);
        last = end;
        count++;
    }
    assert_int_equal(count, CALLS);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(writes_every_kind_of_attribute),
        TEST(writes_numbers_of_every_length),
        TEST(opened_states_nest_among_themselves_and_with_others),
        TEST(a_skipped_state_leaves_nothing_unless_others_are_inside),
        TEST(short_states_are_left_out_and_counted),
        TEST(what_is_not_recorded_still_gets_slots),
        TEST(shapes_deeper_than_the_limit_are_dropped_and_counted),
        TEST(shapes_that_make_no_sense_are_refused),
        TEST(with_the_counter_the_same_is_written),
        TEST(times_with_the_counter_never_run_backwards),
    };
    return cmocka_run_group_tests_name("template", tests, NULL, NULL);
}
