/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Formats that were taken apart once print what printf does. */
#include "support.h"

#include "compat_plan.h"
#include "trace_state.h"

#include <hdtrace-compat/hdTrace.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Formats are made here to see what becomes of those that change. */
#pragma GCC diagnostic ignored "-Wformat-nonliteral"

enum { TEXT_BYTES = 1 << 17, SMALL = 1 << 16, FILL = 3 * HD__PLANS };

static hd_topology *topology;
static hd_trace *trace;
static hd__plans plans;
static char expected[TEXT_BYTES];

static void begin(size_t buffer_bytes)
{
    const hd_trace_options options = {.buffer_bytes = buffer_bytes};
    topology = test_topology();
    assert_int_equal(hd_trace_create(test_node(topology), &options, &trace), HD_OK);
    memset(&plans, 0, sizeof plans);
    hd_trace_begin_state(trace, "S");
}

static void finish(void)
{
    assert_int_equal(hd_trace_destroy(trace), HD_OK);
    hd_topology_destroy(topology);
}

/* The attributes that the open state has, and take them off. */
static void take_attributes(const char *wanted)
{
    hd__frame *const frame = trace->top;
    const char *const text = trace->tags.base + frame->tag + 1 + frame->name_bytes;
    const size_t bytes = (size_t)(trace->tags.base + trace->tags.used - text);
    assert_int_equal(bytes, strlen(wanted));
    assert_memory_equal(text, wanted, bytes);
    trace->tags.used -= bytes;
    frame->attributes = 2; /* its times */
}

/* Add what the format prints; false, and nothing added, where no plan does that. */
__attribute__((format(printf, 1, 2))) static bool add(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    expected[0] = ' ';
    const int length = vsnprintf(expected + 1, sizeof expected - 1, format, list);
    va_end(list);
    assert_in_range(length, 0, sizeof expected - 2);
    va_start(list, format);
    const bool planned = hd__plans_add(&plans, trace, format, list);
    va_end(list);
    take_attributes(planned ? expected : "");
    return planned;
}

/* Three times: taken apart, known, and still known. */
#define CHECK(planned, ...)                                                                        \
    do {                                                                                           \
        for (int round = 0; round < 3; round++) {                                                  \
            assert_int_equal(add(__VA_ARGS__), planned);                                           \
        }                                                                                          \
    } while (0)

static void planned_formats_print_what_printf_does(void **state)
{
    (void)state;
    begin(0);
    CHECK(true, "plain='text' other=''");
    CHECK(true, "a='%d' b='%i' c='%u' d='%x'", INT_MIN, INT_MAX, UINT_MAX, 0xDEADBEEFU);
    CHECK(true, "a='%ld' b='%lld' c='%lu' d='%llu'", LONG_MIN, LLONG_MIN, ULONG_MAX, ULLONG_MAX);
    CHECK(true, "e='%lx' f='%llx' g='%li' h='%lli'", 0UL, ULLONG_MAX, LONG_MAX, LLONG_MAX);
    CHECK(true, "a='%zu' b='%zx' c='%zd'", SIZE_MAX, (size_t)4096, (ssize_t)-5);
    CHECK(true, "file='%s' none='%s'", "/tmp/a file (1)", "");
    CHECK(true, "pos='%d:%d' mixed='from %s to %s.' last='x'", 1, -2, "here", "there");
    CHECK(true, "timed='%d' ending='%d' a-b.c:d='%d' _='%d'", 1, 2, 3, 4);
    CHECK(true, "a_name_of_more_than_sixteen_bytes='%d and as much behind the number'", 999);
    for (int i = 0; i < 64; i++) { /* numbers of each length, and more than fit the registers */
        const unsigned long long n = ULLONG_MAX >> i;
        const long long m = LLONG_MIN >> i;
        CHECK(true, "a='%llu' b='%llx' c='%lld' d='%u' e='%d' f='%x' g='%zu' h='%s'", n, n, m,
              (unsigned)n, (int)m, (unsigned)n, (size_t)n, "end");
    }
    finish();
}

static void other_formats_are_left_alone(void **state)
{
    const char *const nothing = NULL;
    (void)state;
    begin(0);
    CHECK(false, "nothing");
    CHECK(false, "a='1' b");
    CHECK(false, "a='1");
    CHECK(false, "a=\"%d\"", 1);
    CHECK(false, "a='%d'  b='%d'", 1, 2);
    CHECK(false, " a='%d'", 1);
    CHECK(false, "time='%d'", 1);
    CHECK(false, "a='%d' end='%d'", 1, 2);
    CHECK(false, "%s='%d'", "name", 1);
    CHECK(false, "a='%d'%s", 1, " b='2'");
    CHECK(false, "a='&lt;%d'", 1);
    CHECK(false, "a='%5d'", 1);
    CHECK(false, "a='%c' b='%%'", 'c');
    CHECK(false, "a='%.3f'", 1.5);
    CHECK(false, "a='%hd'", (short)1);
    CHECK(false, "a='%s'", nothing);
    CHECK(false, "a='%d' b='%s'", 1, "o'ut");
    CHECK(false, "a='%d' b='%s'", 1, "<tag>");
    CHECK(false, "a='%d' b='%s'", 1, "\xc3\xa4");
    CHECK(false, "a='%d' b='%s'", 1, "two\nlines");
    finish();
}

static void a_text_that_changes_is_taken_apart_anew(void **state)
{
    static const char *const texts[] = {"a='%d'", "b='%d'", "a='%d' b='%d'", "a='%x'", "a=' %d'"};
    char format[64];
    (void)state;
    begin(0);
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        (void)snprintf(format, sizeof format, "%s", texts[i]);
        assert_true(add(format, 12345, 678));
        assert_true(add(format, 1, 2));
    }
    (void)snprintf(format, sizeof format, "broken %%d");
    assert_false(add(format, 1));
    (void)snprintf(format, sizeof format, "a='%%d'");
    assert_false(add(format, 1)); /* what could not be used is not looked at again */
    finish();
}

static void a_text_that_changes_all_the_time_is_given_up(void **state)
{
    char format[64];
    (void)state;
    begin(0);
    for (int i = 0; i < 2 * HD__PLAN_CHANGES; i++) {
        (void)snprintf(format, sizeof format, "a%d='%%d'", i);
        assert_int_equal(add(format, i), i < HD__PLAN_CHANGES);
    }
    CHECK(true, "another='%d'", 1);
    finish();
}

/* The first ones keep their places. */
static void more_formats_than_places_do_no_harm(void **state)
{
    static char formats[FILL][24];
    bool kept[FILL];
    int count = 0;
    (void)state;
    begin(0);
    for (int i = 0; i < FILL; i++) {
        (void)snprintf(formats[i], sizeof formats[i], "a%d='%%d'", i);
        kept[i] = add(formats[i], i);
        count += kept[i];
    }
    assert_in_range(count, HD__PLANS / 2, HD__PLANS);
    for (int i = 0; i < FILL; i++) {
        assert_int_equal(add(formats[i], -i), kept[i]);
    }
    finish();
}

static void a_format_has_a_longest_text(void **state)
{
    enum { FRAME = 4, LONGEST = HD__PLAN_BYTES - 17 };
    char format[HD__PLAN_BYTES + 64];
    (void)state;
    for (int length = LONGEST - 40; length < HD__PLAN_BYTES + 40; length++) {
        begin(0);
        (void)snprintf(format, sizeof format, "a='%0*d'", length - FRAME, 7);
        assert_int_equal(add(format, 0), length <= LONGEST);
        assert_int_equal(add(format, 0), length <= LONGEST);
        finish();
    }
    begin(0);
    for (int length = 200; length < 300; length++) { /* before a conversion */
        (void)snprintf(format, sizeof format, "a='%0*d%%d'", length, 7);
        memset(&plans, 0, sizeof plans);
        assert_int_equal(add(format, 5), length + FRAME <= UINT8_MAX);
    }
    finish();
}

static void a_format_has_a_largest_number_of_conversions(void **state)
{
    char format[HD__PLAN_BYTES] = "a='";
    (void)state;
    begin(0);
    for (int count = 1; count < HD__PLAN_STEPS + 4; count++) {
        char *const at = format + strlen(format) - (count > 1);
        memcpy(at, "%d'", 4);
        assert_int_equal(add(format, 1, 22, 333, 4444, 55555, 666666, 7777777, 88888888, 999999999,
                             INT_MAX, INT_MIN, -1, -22, -333, -4444, -55555, -666666, -7777777,
                             -88888888, -999999999, 1000, 100000, 0, INT_MIN, 1, 2, 3, 4, 5),
                         count <= HD__PLAN_STEPS);
    }
    finish();
}

static void strings_take_the_room_that_is_there(void **state)
{
    static char text[SMALL + 1];
    bool fitted = true;
    int fitting = 0;
    (void)state;
    begin(SMALL);
    for (int bytes = SMALL / 2; bytes <= SMALL; bytes += bytes < SMALL - 8192 ? 4096 : 1) {
        memset(text, 's', (size_t)bytes);
        text[bytes] = '\0';
        const bool fits = add("a='%s' b='%d'", text, bytes);
        assert_true(fitted || !fits);
        fitted = fits;
        fitting += fits;
    }
    assert_false(fitted);
    assert_in_range(fitting, 1000, 5000);
    CHECK(true, "a='%s' b='%d'", "short", INT_MIN);
    finish();
}

static void only_entries_that_take_attributes_get_them(void **state)
{
    (void)state;
    begin(0);
    CHECK(true, "a='%d'", 1);
    trace->top->attributes = HD__ATTRIBUTES_MAX - 2;
    assert_true(add("a='%d' b='%d'", 1, 2));
    trace->top->attributes = HD__ATTRIBUTES_MAX - 1;
    assert_false(add("a='%d' b='%d'", 1, 2));
    hd_trace_end_state(trace);
    finish();
}

/* --- through the entry points ----------------------------------------------------------------- */

static hdTopology *nodes;

static hdTrace *create(const char *host)
{
    hdTopoNode *const node = hdT_createTopoNode(nodes, &host, 1);
    assert_non_null(node);
    hdTrace *const made = hdT_createTrace(node);
    assert_non_null(made);
    assert_int_equal(hdT_destroyTopoNode(node), 0);
    assert_int_equal(hdT_enableTrace(made), 0);
    return made;
}

/* Log it by its format, and as text that no plan is made for. */
#define LOG(...)                                                                                   \
    do {                                                                                           \
        (void)snprintf(expected, sizeof expected, __VA_ARGS__);                                    \
        assert_int_equal(hdT_logStateStart(planned, "S"), 0);                                      \
        assert_int_equal(hdT_logStateStart(general, "S"), 0);                                      \
        assert_int_equal(hdT_logAttributes(planned, __VA_ARGS__),                                  \
                         hdT_logAttributes(general, "%s", expected));                              \
        assert_int_equal(hdT_logElement(planned, "E", __VA_ARGS__),                                \
                         hdT_logElement(general, "E", "%s", expected));                            \
        assert_int_equal(hdT_logAttributes(planned, __VA_ARGS__),                                  \
                         hdT_logAttributes(general, "%s", expected));                              \
        assert_int_equal(hdT_logStateEnd(planned), 0);                                             \
        assert_int_equal(hdT_logStateEnd(general), 0);                                             \
    } while (0)

static void log_formats(hdTrace *planned, hdTrace *general)
{
    LOG("size='%lld' count='%d' name='%s'", 1LL << 40, -1, "plain");
    LOG("size='%lld' count='%d' name='%s'", -1LL, INT_MIN, "o'ut <&>");
    LOG("size='%lld' count='%d' name='%s'", -1LL, INT_MIN, "ends here' other='1");
    LOG("a='%d' ", 1);
    LOG("a='%d' b='%s' \t\n", 1, "x");
    LOG("a='%d'  b='%s'", 1, "x");
    LOG(" a='%d' time='%d'", 1, 2);
    LOG("a=\"%s\" b='%5.2f'", "\"", 1.5);
    LOG("a='%s'", "\x01\xff\xc3\xa4 and more");
    LOG("a='%s", "not closed");
    LOG("%s='%d'", "name", 1);
    LOG("%s", "");
}

/* Their texts are not constant in the original's interface. */
static void log_event(hdTrace *planned, hdTrace *general)
{
    static char name[] = "Mark";
    static char format[] = "size='%d' name='%s'";
    static char text[] = "size='-7' name='%s'";
    assert_int_equal(hdT_logEventStart(planned, name), 0);
    assert_int_equal(hdT_logEventStart(general, name), 0);
    assert_int_equal(hdT_logEventEnd(planned, format, -7, "plain"), 0);
    assert_int_equal(hdT_logEventEnd(general, text, "plain"), 0);
}

static void entry_points_write_the_same_with_and_without_plans(void **state)
{
    (void)state;
    const char *levels[] = {"Hostname"};
    assert_int_equal(setenv("HDTRACE_PREFIX", test_folder(), 1), 0);
    test_sys.tick_ns = 0; /* the two files hold the same times */
    nodes = hdT_createTopology("P", levels, 1);
    assert_non_null(nodes);
    hdTrace *const planned = create("planned");
    hdTrace *const general = create("general");
    for (int i = 0; i < 3; i++) {
        log_formats(planned, general);
        log_event(planned, general);
    }
    assert_int_equal(hdT_finalize(planned), 0);
    assert_int_equal(hdT_finalize(general), 0);
    assert_int_equal(hdT_destroyTopology(nodes), 0);
    size_t length = 0;
    char *const text = test_read("P_planned.trc", &length);
    char *const other = test_read("P_general.trc", NULL);
    assert_true(text && other);
    assert_string_equal(text, other);
    assert_int_equal(test_count(text, "<S "), 3 * 12);
    assert_int_equal(test_count(text, " name='plain'"), 3 * 4);
    free(text);
    free(other);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(planned_formats_print_what_printf_does),
        TEST(other_formats_are_left_alone),
        TEST(a_text_that_changes_is_taken_apart_anew),
        TEST(a_text_that_changes_all_the_time_is_given_up),
        TEST(more_formats_than_places_do_no_harm),
        TEST(a_format_has_a_longest_text),
        TEST(a_format_has_a_largest_number_of_conversions),
        TEST(strings_take_the_room_that_is_there),
        TEST(only_entries_that_take_attributes_get_them),
        TEST(entry_points_write_the_same_with_and_without_plans),
    };
    return cmocka_run_group_tests_name("plans of formats", tests, NULL, NULL);
}
