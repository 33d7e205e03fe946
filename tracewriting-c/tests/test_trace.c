/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "support.h"

#include <hdtrace/trace.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define HEAD                                                                                       \
    "<Program timeAdjustment='1300000000' processorSpeedinMHZ='2300' processorModelName='X'"       \
    " version='3' clock='fixed' host='n1' pid='7'>\n"

static const int64_t epoch = TEST_EPOCH * INT64_C(1000000000);

static const hd_trace_property fixed[] = {{"processorSpeedinMHZ", "2300"},
                                          {"processorModelName", "X"},
                                          {"version", "3"},
                                          {"clock", "fixed"},
                                          {"host", "n1"},
                                          {"pid", "7"}};

static hd_topology *topology;

static hd_trace *create(const hd_trace_options *options)
{
    hd_trace_options all = options == NULL ? (hd_trace_options){0} : *options;
    if (all.properties == NULL) {
        all.properties = fixed;
        all.property_count = sizeof fixed / sizeof fixed[0];
    }
    hd_trace *trace = NULL;
    topology = test_topology();
    assert_int_equal(hd_trace_create(test_node(topology), &all, &trace), HD_OK);
    return trace;
}

static char *finish(hd_trace *trace)
{
    return test_finish(trace, topology);
}

static void check_body(hd_trace *trace, const char *body)
{
    char *const text = finish(trace);
    assert_int_equal(strncmp(text, HEAD, sizeof HEAD - 1), 0);
    assert_string_equal(text + sizeof HEAD - 1, body);
    free(text);
}

static void writes_children_before_their_parents_three_deep(void **state)
{
    (void)state;
    hd_trace *const t = create(NULL);
    hd_trace_begin_state_at(t, "A", epoch + 1);
    hd_trace_add_int(t, "x", -1);
    hd_trace_begin_state_at(t, "B", epoch + 2);
    hd_trace_begin_state_at(t, "C", epoch + 3);
    hd_trace_add_uint(t, "y", UINT64_MAX);
    hd_trace_end_state_at(t, epoch + 4);
    hd_trace_begin_state_at(t, "D", epoch + 5);
    hd_trace_end_state_at(t, epoch + 6);
    hd_trace_add_text(t, "late", "b");
    hd_trace_end_state_at(t, epoch + 7);
    hd_trace_add_double(t, "z", 0.5);
    hd_trace_end_state_at(t, epoch + 2 * INT64_C(1000000000));
    hd_trace_begin_state_at(t, "E", epoch + 3 * INT64_C(1000000000) + 5);
    hd_trace_end_state_at(t, epoch);
    const hd_trace_counts counts = hd_trace_get_counts(t);
    assert_int_equal(counts.states, 5);
    check_body(t, "<Nested>\n"
                  "\t<Nested>\n"
                  "\t\t<C y='18446744073709551615' time='0.000000003' end='0.000000004'/>\n"
                  "\t\t<D time='0.000000005' end='0.000000006'/>\n"
                  "\t</Nested>\n"
                  "\t<B late='b' time='0.000000002' end='0.000000007'/>\n"
                  "</Nested>\n"
                  "<A x='-1' z='0.5' time='0.000000001' end='2.000000000'/>\n"
                  "<E time='3.000000005' end='3.000000005'/>\n"
                  "</Program>\n");
}

static void takes_times_from_the_clock(void **state)
{
    (void)state;
    hd_trace *const t = create(NULL);
    test_sys.tick_ns = 7;
    hd_trace_begin_state(t, "A");
    const int readings = test_sys.clock_count;
    hd_trace_end_state(t);
    assert_int_equal(test_sys.clock_count, readings + 1);
    hd_trace_begin_event(t, "now");
    hd_trace_end_event(t);
    check_body(t, "<A time='0.000001507' end='0.000001514'/>\n"
                  "<Event name='now' time='0.000001521'/>\n"
                  "</Program>\n");
}

static void tells_times_of_long_ago(void **state)
{
    (void)state;
    const int64_t start_ns = INT64_C(1234) * 1000000000 + 5;
    const hd_trace_options options = {.start_ns = start_ns};
    hd_trace *const t = create(&options);
    assert_true(hd_trace_get_base_ns(t) == start_ns - 5);
    hd_trace_begin_state_at(t, "A", start_ns);
    hd_trace_end_state_at(t, start_ns + 1);
    char *const text = finish(t);
    assert_non_null(strstr(text, "<Program timeAdjustment='1234'"));
    assert_non_null(strstr(text, "<A time='0.000000005' end='0.000000006'/>\n</Program>\n"));
    free(text);
    const hd_trace_options wrong = {.start_ns = -1};
    hd_trace *none = NULL;
    topology = test_topology();
    assert_int_equal(hd_trace_create(test_node(topology), &wrong, &none), HD_INVALID);
    hd_topology_destroy(topology);
}

static void escapes_values_in_attributes_data_and_event_names(void **state)
{
    (void)state;
    hd_trace *const t = create(NULL);
    hd_trace_begin_state_at(t, "A", epoch);
    hd_trace_add_text(t, "name", "o'ut <&>\"\n.dat");
    hd_trace_begin_data(t, "Info");
    hd_trace_add_text(t, "key", "a&b");
    hd_trace_end_data(t);
    hd_trace_end_state_at(t, epoch);
    hd_trace_begin_event_at(t, "<e>", epoch);
    hd_trace_end_event(t);
    check_body(t, "<A name='o&apos;ut &lt;&amp;&gt;&quot;&#10;.dat' time='0.000000000' "
                  "end='0.000000000'><Info key='a&amp;b'/></A>\n"
                  "<Event name='&lt;e&gt;' time='0.000000000'/>\n"
                  "</Program>\n");
}

static void data_elements_follow_the_attributes_and_may_hold_others(void **state)
{
    (void)state;
    hd_trace *const t = create(NULL);
    hd_trace_begin_state_at(t, "W", epoch);
    hd_trace_begin_data(t, "For");
    hd_trace_add_int(t, "rid", 1);
    hd_trace_begin_data(t, "Part");
    hd_trace_add_int(t, "n", 2);
    hd_trace_end_data(t);
    hd_trace_add_int(t, "late", 3); /* its start tag is closed */
    hd_trace_end_data(t);
    hd_trace_add_int(t, "count", 4);
    hd_trace_begin_state_at(t, "C", epoch);
    hd_trace_begin_data(t, "For");
    hd_trace_end_state_at(t, epoch); /* ends the data as well */
    hd_trace_begin_data(t, "For");
    hd_trace_end_data(t);
    hd_trace_end_data(t); /* one too many */
    hd_trace_end_state_at(t, epoch);
    assert_int_equal(hd_trace_get_counts(t).cut_values, 1);
    char *const text = finish(t);
    assert_non_null(strstr(text, "\t<C time='0.000000000' end='0.000000000'><For/></C>\n</Nested>\n"
                                 "<W count='4' time='0.000000000' end='0.000000000'>"
                                 "<For rid='1'><Part n='2'/></For><For/></W>\n"));
    assert_non_null(strstr(text, " cut='1'/>\n</Program>\n"));
    free(text);
}

static void names_that_mean_something_else_get_an_underline(void **state)
{
    (void)state;
    static const char *const names[] = {"Nested", "Event", "Program", "Events"};
    hd_trace *const t = create(NULL);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        hd_trace_begin_state_at(t, names[i], epoch);
        hd_trace_add_int(t, i % 2 == 0 ? "time" : "end", 1);
        hd_trace_begin_data(t, "For");
        hd_trace_add_int(t, "end", 2);
        hd_trace_end_state_at(t, epoch);
    }
    check_body(
        t, "<_Nested _time='1' time='0.000000000' end='0.000000000'><For end='2'/></_Nested>\n"
           "<_Event _end='1' time='0.000000000' end='0.000000000'><For end='2'/></_Event>\n"
           "<_Program _time='1' time='0.000000000' end='0.000000000'><For end='2'/></_Program>\n"
           "<Events _end='1' time='0.000000000' end='0.000000000'><For end='2'/></Events>\n"
           "</Program>\n");
}

static void events_stand_at_any_depth(void **state)
{
    (void)state;
    hd_trace *const t = create(NULL);
    hd_trace_begin_event_at(t, "e0", epoch + 1);
    hd_trace_add_int(t, "k", 5);
    hd_trace_begin_data(t, "D");
    hd_trace_end_data(t);
    hd_trace_end_event(t);
    hd_trace_begin_state_at(t, "A", epoch + 2);
    hd_trace_begin_event_at(t, "e1", epoch + 3);
    hd_trace_end_event(t);
    hd_trace_end_state_at(t, epoch + 4);
    assert_int_equal(hd_trace_get_counts(t).events, 2);
    check_body(t, "<Event name='e0' time='0.000000001' k='5'><D/></Event>\n"
                  "<Nested>\n"
                  "\t<Event name='e1' time='0.000000003'/>\n"
                  "</Nested>\n"
                  "<A time='0.000000002' end='0.000000004'/>\n"
                  "</Program>\n");
}

static void switching_off_and_on_around_nested_states_stays_well_formed(void **state)
{
    (void)state;
    hd_trace *const t = create(NULL);
    hd_trace_begin_state_at(t, "A", epoch + 1);
    hd_trace_set_enabled(t, false);
    hd_trace_begin_state_at(t, "skipped", epoch + 2);
    hd_trace_add_int(t, "k", 1);
    hd_trace_set_enabled(t, true);
    hd_trace_begin_state_at(t, "B", epoch + 3);
    hd_trace_set_enabled(t, false);
    hd_trace_end_state_at(t, epoch + 4);
    hd_trace_end_state_at(t, epoch + 5);
    hd_trace_add_int(t, "k", 2);
    hd_trace_end_state_at(t, epoch + 6);
    hd_trace_begin_event_at(t, "skipped", epoch);
    hd_trace_end_event(t);
    check_body(t, "<Nested>\n"
                  "\t<B time='0.000000003' end='0.000000004'/>\n"
                  "</Nested>\n"
                  "<A k='2' time='0.000000001' end='0.000000006'/>\n"
                  "</Program>\n");
}

static void states_below_the_wanted_depth_are_left_out(void **state)
{
    (void)state;
    hd_trace *const t = create(NULL);
    hd_trace_set_depth(t, 1);
    hd_trace_begin_state_at(t, "A", epoch);
    hd_trace_begin_state_at(t, "B", epoch);
    hd_trace_end_state_at(t, epoch);
    hd_trace_set_depth(t, 0);
    hd_trace_begin_state_at(t, "C", epoch);
    hd_trace_end_state_at(t, epoch);
    hd_trace_end_state_at(t, epoch);
    check_body(t, "<Nested>\n\t<C time='0.000000000' end='0.000000000'/>\n</Nested>\n"
                  "<A time='0.000000000' end='0.000000000'/>\n</Program>\n");
}

static void nest(hd_trace *t, unsigned depth)
{
    for (unsigned i = 0; i < depth; i++) {
        hd_trace_begin_state_at(t, "N", epoch);
    }
    for (unsigned i = 0; i < depth; i++) {
        hd_trace_end_state_at(t, epoch);
    }
}

static void states_deeper_than_the_limit_are_dropped_and_counted(void **state)
{
    (void)state;
    hd_trace *const t = create(NULL);
    nest(t, 3000);
    hd_trace_counts counts = hd_trace_get_counts(t);
    assert_int_equal(counts.states, 1024);
    assert_int_equal(counts.dropped_depth, 3000 - 1024);
    nest(t, 2);
    char *const text = finish(t);
    assert_int_equal(test_count(text, "<N "), 1026);
    assert_int_equal(test_count(text, "<Nested>"), test_count(text, "</Nested>"));
    assert_non_null(strstr(text,
                           "<Event name='HDTraceSummary' time='0.000002500' states='1026' "
                           "dropped='1976' cause='depth:1976;disk:0' cut='0'/>\n</Program>\n"));
    free(text);
}

static void a_value_longer_than_the_limit_is_cut_and_counted(void **state)
{
    (void)state;
    enum { LONG = (1 << 20) + 5 };
    char *const value = calloc(1, LONG + 1);
    assert_non_null(value);
    memset(value, 'v', LONG);
    hd_trace *const t = create(&(hd_trace_options){.buffer_bytes = 4 << 20});
    hd_trace_begin_state_at(t, "A", epoch);
    hd_trace_add_text(t, "k", value);
    hd_trace_add_text(t, "l", "w");
    hd_trace_end_state_at(t, epoch);
    assert_int_equal(hd_trace_get_counts(t).cut_values, 1);
    char *const text = finish(t);
    const char *const at = strchr(strstr(text, "k='"), 'v');
    assert_int_equal(strspn(at, "v"), 1 << 20);
    assert_non_null(strstr(at, "' l='w' time="));
    free(text);
    free(value);
}

static void values_beyond_the_buffer_leave_the_rest_well_formed(void **state)
{
    (void)state;
    enum { BYTES = 60000 };
    char *const value = calloc(1, BYTES + 1);
    assert_non_null(value);
    memset(value, '<', BYTES / 5);
    hd_trace *const t = create(&(hd_trace_options){.buffer_bytes = 1});
    for (int i = 0; i < 20; i++) {
        hd_trace_begin_state_at(t, "A", epoch);
        hd_trace_add_text(t, "a", value);
        hd_trace_begin_data(t, "D");
        hd_trace_add_text(t, "d", value);
        hd_trace_add_text(t, "e", value);
        hd_trace_add_text(t, "f", value);
    }
    for (int i = 0; i < 20; i++) {
        hd_trace_end_state_at(t, epoch);
    }
    const hd_trace_counts counts = hd_trace_get_counts(t);
    assert_true(counts.cut_values > 3);
    assert_int_equal(counts.states + counts.dropped_depth, 20);
    char *const text = finish(t);
    assert_int_equal(test_count(text, "<A"), counts.states);
    assert_int_equal(test_count(text, "<D"), test_count(text, "/></A>"));
    free(text);
    free(value);
}

static void an_element_has_at_most_4096_attributes(void **state)
{
    (void)state;
    hd_trace *const t = create(NULL);
    hd_trace_begin_state_at(t, "A", epoch);
    for (int i = 0; i < 5000; i++) {
        hd_trace_add_int(t, "k", 1);
    }
    hd_trace_end_state_at(t, epoch);
    char *const text = finish(t);
    assert_int_equal(test_count(text, " k='1'"), 4094); /* and time and end */
    free(text);
}

static void what_is_open_at_the_end_is_ended(void **state)
{
    (void)state;
    hd_trace *const t = create(NULL);
    test_sys.tick_ns = 0;
    hd_trace_begin_state(t, "A");
    hd_trace_begin_state(t, "B");
    hd_trace_begin_event(t, "ev");
    check_body(t, "<Nested>\n\t<Nested>\n"
                  "\t\t<Event name='ev' time='0.000001500'/>\n\t</Nested>\n"
                  "\t<B time='0.000001500' end='0.000001500'/>\n</Nested>\n"
                  "<A time='0.000001500' end='0.000001500'/>\n</Program>\n");
}

static void ends_without_begin_and_null_are_ignored(void **state)
{
    (void)state;
    hd_trace *const t = create(NULL);
    hd_trace_end_state(t);
    hd_trace_end_event(t);
    hd_trace_end_data(t);
    hd_trace_add_int(t, "k", 1);
    hd_trace_begin_data(t, "D");
    hd_trace_begin_state(NULL, "A");
    hd_trace_add_text(NULL, "k", "v");
    hd_trace_end_state(NULL);
    hd_trace_set_enabled(NULL, true);
    assert_int_equal(hd_trace_destroy(NULL), HD_OK);
    check_body(t, "</Program>\n");
}

static void a_property_is_completed_in_place(void **state)
{
    (void)state;
    for (int moved = 0; moved < 2; moved++) {
        static const hd_trace_property properties[] = {
            {"pid", "1"}, {"rank", "3"}, {"clockOffset", "          "}, {"library", "A & B"}};
        hd_trace *const t = create(
            &(hd_trace_options){.buffer_bytes = 1, .properties = properties, .property_count = 4});
        for (int i = 0; i < 10000 * moved; i++) {
            nest(t, 1);
        }
        assert_int_equal(hd_trace_set_property(t, "clockOffset", "1@2 <"), HD_OK);
        assert_int_equal(hd_trace_set_property(t, "clockOffset", "12345678901"), HD_LIMIT);
        assert_int_equal(hd_trace_set_property(t, "none", "1"), HD_MISSING);
        char *const text = finish(t);
        assert_non_null(strstr(text, " host='testhost' pid='1' rank='3' clockOffset='1@2 &lt;  ' "
                                     "library='A &amp; B'>\n"));
        assert_int_equal(test_count(text, "<N "), 10000 * moved);
        free(text);
    }
}

static void everything_that_ended_is_in_the_file_at_once(void **state)
{
    (void)state;
    hd_trace *const t = create(NULL);
    hd_trace_begin_state_at(t, "A", epoch);
    hd_trace_end_state_at(t, epoch);
    char *const text = test_read("app_n1_0_0.trc", NULL); /* as after a SIGKILL now */
    assert_non_null(text);
    assert_string_equal(text, HEAD "<A time='0.000000000' end='0.000000000'/>\n");
    free(text);
    free(finish(t));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(writes_children_before_their_parents_three_deep),
        TEST(takes_times_from_the_clock),
        TEST(tells_times_of_long_ago),
        TEST(escapes_values_in_attributes_data_and_event_names),
        TEST(data_elements_follow_the_attributes_and_may_hold_others),
        TEST(names_that_mean_something_else_get_an_underline),
        TEST(events_stand_at_any_depth),
        TEST(switching_off_and_on_around_nested_states_stays_well_formed),
        TEST(states_below_the_wanted_depth_are_left_out),
        TEST(states_deeper_than_the_limit_are_dropped_and_counted),
        TEST(a_value_longer_than_the_limit_is_cut_and_counted),
        TEST(values_beyond_the_buffer_leave_the_rest_well_formed),
        TEST(an_element_has_at_most_4096_attributes),
        TEST(what_is_open_at_the_end_is_ended),
        TEST(ends_without_begin_and_null_are_ignored),
        TEST(a_property_is_completed_in_place),
        TEST(everything_that_ended_is_in_the_file_at_once),
    };
    return cmocka_run_group_tests_name("trace", tests, NULL, NULL);
}
