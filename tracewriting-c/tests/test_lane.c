/* SPDX-License-Identifier: GPL-3.0-or-later */
/* States opened and written without a call, mixed with those that go through the library. */
#include "lane_support.h"

#include <hdtrace/clock.h>
#include <hdtrace/lane.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>

enum { STATES = 20000, INNER = 2 * STATES, HANDLERS = 1000 };

static hd_topology *topology;
static hd_trace *trace;
static hd_lane *lane;
static const hd_template *shape;
static const hd_template *inner_shape;
static unsigned opened, written; /* by the lane */
static volatile sig_atomic_t handled;

static void create(const hd_trace_options *options)
{
    static const hd_attribute attributes[] = {{"i", HD_ATTRIBUTE_INT, NULL},
                                              {"k", HD_ATTRIBUTE_INT, NULL}};
    test_use_real_clock();
    lane_watch_counter();
    assert_int_equal(hd_template_create("Call", 2, attributes, &shape), HD_OK);
    assert_int_equal(hd_template_create("Inner", 1, attributes, &inner_shape), HD_OK);
    topology = test_topology();
    assert_int_equal(hd_trace_create(test_node(topology), options, &trace), HD_OK);
    assert_null(hd_trace_get_lane(trace, sizeof(hd_lane) + 8));
    lane = hd_trace_get_lane(trace, sizeof(hd_lane));
    assert_non_null(lane);
    opened = 0;
    written = 0;
    handled = 0;
}

static char *finish(void)
{
    return test_finish(trace, topology);
}

static void open_state(bool by_lane)
{
    if (by_lane && hd_lane_open(lane)) {
        opened++;
        return;
    }
    hd_trace_open_state(trace);
}

static void close_state(bool by_lane, int64_t i)
{
    int64_t *const slots = by_lane ? hd_lane_return(lane, hd_lane_count()) : NULL;
    int64_t *const values = slots != NULL ? slots : hd_trace_return_state(trace);
    values[0] = i;
    values[1] = -i;
    if (slots != NULL) {
        written++;
        hd_lane_close(lane, shape);
    } else {
        hd_trace_close_state(trace, shape, 0);
    }
}

/* Each by the one or the other way, an eighth of them with another one inside. */
static void use_both_ways(unsigned i)
{
    open_state((i & 1) != 0);
    if (i % 8 == 0) {
        open_state((i & 16) != 0);
        close_state((i & 32) != 0, INNER + (int64_t)i);
    }
    close_state((i & 2) != 0, (int64_t)i);
}

/* Only one call in a second goes past the lane where it reads the clock that the trace has. */
static void check_that_it_was_used(unsigned least)
{
    if (strcmp(hd_clock_get_name(), "tsc") == 0) {
        assert_true(opened > least);
        assert_true(written > least);
    } else {
        assert_int_equal(opened + written, 0);
    }
}

/* Every state has its numbers, in order, and times that go on. */
static void check_states(char *text)
{
    char *save = NULL;
    unsigned next = 0;
    int64_t last_ns = 0;
    for (char *line = strtok_r(text, "\n", &save); line != NULL;
         line = strtok_r(NULL, "\n", &save)) {
        const char *const state = line + strspn(line, "\t");
        if (strncmp(state, "<Call ", 6) != 0) {
            continue;
        }
        const char *at = state;
        const int64_t i = lane_read(&at, "<Call i='");
        assert_int_equal(lane_read(&at, "' k='"), -i);
        if (i >= INNER) {
            assert_int_equal(state - line, 1);
            assert_int_equal(i, INNER + next);
            continue;
        }
        assert_int_equal(i, next);
        const int64_t start_ns = lane_get_ns(state, " time='");
        assert_true(start_ns >= last_ns);
        last_ns = lane_get_ns(state, " end='");
        assert_true(last_ns >= start_ns);
        next++;
    }
    assert_int_equal(next, STATES);
}

static void write_both_ways(const hd_trace_options *options)
{
    create(options);
    for (unsigned i = 0; i < STATES; i++) {
        use_both_ways(i);
    }
    assert_int_equal(hd_trace_get_counts(trace).states, STATES + STATES / 8);
    char *const text = finish();
    check_states(text);
    free(text);
    check_that_it_was_used(STATES / 8);
}

static void writes_what_the_library_writes(void **state)
{
    (void)state;
    write_both_ways(&(hd_trace_options){.buffer_bytes = 1, .index = true});
}

static void appends_to_a_ring(void **state)
{
    (void)state;
    write_both_ways(&(hd_trace_options){.mode = HD_TRACE_RING, .index = true});
}

/* Its circle is so small that records are made text again and again. */
static void appends_to_a_small_ring(void **state)
{
    (void)state;
    write_both_ways(&(hd_trace_options){.mode = HD_TRACE_RING, .ring_bytes = 65536});
}

/* Use the place of the values for states that leave nothing, or something, behind. */
static void use_inside(unsigned i)
{
    if (i % 16 == 3) {
        open_state((i & 16) != 0);
        hd_trace_return_state(trace)[0] = 1;
        hd_trace_close_state(trace, inner_shape, 0);
    }
    if (i % 64 == 7) {
        hd_trace_open_state(trace);
        hd_trace_return_state(trace)[0] = 1;
        hd_trace_skip_state(trace);
    }
    if (i % 64 == 9) {
        hd_trace_begin_event(trace, "Inside");
        hd_trace_end_event(trace);
    }
    if (i % 64 == 11) { /* made ready, and given up */
        const int64_t values[] = {1, 2};
        open_state(true);
        hd_lane_prepare(lane, shape, values);
        hd_trace_skip_state(trace);
    }
}

/* Mostly the same values, of which one is told last. @return whether it was written as prepared */
static bool use_prepared(unsigned i)
{
    const int64_t values[] = {7, -7};
    const int64_t told = i % 500 == 5 ? -8 : -7;
    open_state(true);
    hd_lane_prepare(lane, shape, values);
    use_inside(i);
    if (hd_lane_finish(lane, hd_lane_count(), 1, told)) {
        return true;
    }
    int64_t *const slots = hd_trace_return_state(trace);
    slots[0] = 7;
    slots[1] = told;
    hd_trace_close_state(trace, shape, 0);
    return false;
}

/* So many of them are so deep that tabs are before them. */
static void write_prepared(const hd_trace_options *options, unsigned depth, unsigned least)
{
    create(options);
    for (unsigned i = 0; i < depth; i++) {
        hd_trace_begin_state(trace, "Outside");
    }
    unsigned prepared = 0;
    for (unsigned i = 0; i < STATES; i++) {
        prepared += use_prepared(i);
    }
    while (depth-- > 0) {
        hd_trace_end_state(trace);
    }
    char *const text = finish();
    assert_int_equal(test_count(text, "<Call i='7' k='-7' time="), STATES - STATES / 500);
    assert_int_equal(test_count(text, "<Call i='7' k='-8' time="), STATES / 500);
    assert_int_equal(test_count(text, "\t<Inner i='1' time="), STATES / 16);
    assert_int_equal(test_count(text, "<Event name='Inside'"), (STATES + 54) / 64);
    assert_int_equal(test_count(text, "<Skipped "), 0);
    lane_check_order(text);
    free(text);
    assert_true(strcmp(hd_clock_get_name(), "tsc") == 0 ? prepared >= least : prepared == 0);
}

static void writes_what_was_prepared(void **state)
{
    (void)state;
    write_prepared(&(hd_trace_options){.buffer_bytes = 1, .index = true}, 0, STATES / 2);
    write_prepared(&(hd_trace_options){.index = true}, 5, STATES / 2);
    write_prepared(&(hd_trace_options){.index = true}, 40, STATES / 2);
    write_prepared(NULL, 300, 0); /* too many tabs to be copied as one piece */
}

static void appends_what_was_prepared(void **state)
{
    (void)state;
    write_prepared(&(hd_trace_options){.mode = HD_TRACE_RING, .index = true}, 0, STATES / 2);
    write_prepared(&(hd_trace_options){.mode = HD_TRACE_RING, .ring_bytes = 65536}, 3, STATES / 2);
}

/* Where the end decides whether there is a state, or its text is another one. */
static void prepares_nothing_unusual(void **state)
{
    (void)state;
    write_prepared(&(hd_trace_options){.compat_original = true}, 0, 0);
    const hd_trace_options careful[] = {
        {.min_duration_ns = 1000000000},
        {.min_duration_ns = 1000000000, .mode = HD_TRACE_RING},
    };
    for (size_t i = 0; i < sizeof careful / sizeof careful[0]; i++) {
        create(&careful[i]);
        unsigned prepared = 0;
        for (unsigned k = 0; k < STATES; k++) {
            prepared += use_prepared(k);
        }
        assert_int_equal(prepared, 0);
        free(finish());
    }
}

/* What passes the limit is left out and counted, whichever way it was to be written. */
static void keeps_to_the_limit(void **state)
{
    (void)state;
    create(&(hd_trace_options){.limit_bytes = 100000});
    for (unsigned i = 0; i < STATES; i++) {
        (void)use_prepared(64 * i);
    }
    const hd_trace_counts counts = hd_trace_get_counts(trace);
    assert_int_equal(counts.states + counts.dropped_limit, STATES);
    assert_true(counts.states > 500 && counts.states < 2000);
    char *const text = finish();
    assert_true(strlen(text) <= 100000);
    assert_int_equal(test_count(text, "<Call i='7' k='-7' time="), counts.states);
    free(text);
}

static void leaves_out_short_states(void **state)
{
    (void)state;
    create(&(hd_trace_options){.min_duration_ns = 1000000000});
    for (unsigned i = 0; i < STATES; i++) {
        open_state(true);
        close_state(true, i);
    }
    const hd_trace_counts counts = hd_trace_get_counts(trace);
    assert_int_equal(counts.states + counts.short_states, STATES);
    assert_true(counts.short_states > STATES / 2);
    char *const text = finish();
    assert_int_equal(test_count(text, "<Call "), counts.states);
    free(text);
}

static void leaves_alone_what_is_not_usual(void **state)
{
    (void)state;
    create(NULL);
    assert_null(hd_lane_return(lane, hd_lane_count())); /* nothing is open */
    hd_trace_set_enabled(trace, false);
    assert_false(hd_lane_open(lane));
    hd_trace_set_enabled(trace, true);
    hd_trace_open_state(trace);
    hd_trace_begin_event(trace, "event");
    assert_null(hd_lane_return(lane, hd_lane_count()));
    assert_false(hd_lane_open(lane));
    hd_trace_end_event(trace);
    assert_non_null(hd_trace_return_state(trace));
    assert_false(hd_lane_open(lane)); /* its values are being stored */
    assert_null(hd_lane_return(lane, hd_lane_count()));
    hd_trace_close_state(trace, shape, 3);
    hd_trace_begin_state(trace, "General");
    assert_null(hd_lane_return(lane, hd_lane_count()));
    hd_trace_end_state(trace);
    char *const text = finish();
    assert_int_equal(test_count(text, "<Call "), 1);
    assert_int_equal(test_count(text, "<General "), 1);
    free(text);
}

static void handle(int number)
{
    (void)number;
    hd_trace_open_state(trace);
    open_state(handled % 2 == 0);
    close_state(handled % 2 == 0, 0);
    hd_trace_begin_state(trace, "General");
    hd_trace_end_state(trace);
    (void)hd_trace_return_state(trace);
    hd_trace_name_state(trace, "Handler");
    hd_trace_end_state(trace);
    handled++;
}

/* One state of the owner's, which a signal handler may come into. */
static void call(unsigned number, bool prepares)
{
    if (!prepares) {
        open_state(true);
        close_state(true, number);
        return;
    }
    const int64_t values[] = {1, -1};
    open_state(true);
    hd_lane_prepare(lane, shape, values);
    if (!hd_lane_finish(lane, hd_lane_count(), 1, -1)) {
        close_state(true, 1);
    }
}

static void take_signals(const hd_trace_options *options, bool prepares)
{
    create(options);
    struct sigaction action = {.sa_handler = handle};
    struct sigaction before;
    assert_int_equal(sigaction(SIGALRM, &action, &before), 0);
    unsigned calls = 0;
    for (int armed = 0; armed <= HANDLERS; calls++) {
        if (handled == armed) { /* one at a time: a slow machine must get on, too */
            const struct itimerval soon = {{0, 0}, {0, 20 + armed % 80}};
            assert_int_equal(setitimer(ITIMER_REAL, &soon, NULL), 0);
            armed++;
        }
        call(calls, prepares);
    }
    while (handled <= HANDLERS) { /* the last one may be on its way */
        (void)nanosleep(&(struct timespec){.tv_nsec = 100000}, NULL);
    }
    assert_int_equal(sigaction(SIGALRM, &before, NULL), 0);
    const hd_trace_counts counts = hd_trace_get_counts(trace);
    assert_int_equal(counts.states + counts.dropped_signal, calls + 3 * (unsigned)handled);
    assert_int_equal(counts.dropped_io + counts.dropped_depth, 0);
    char *const text = finish();
    assert_int_equal(test_count(text, "<Call ") + test_count(text, "<General ") +
                         test_count(text, "<Handler "),
                     counts.states);
    if (prepares) {
        assert_int_equal(test_count(text, "<Call i='1' k='-1' time="), calls);
    }
    for (unsigned i = 1; i < calls && !prepares;
         i += calls / 64 + 1) { /* the owner's own are all there */
        char part[64];
        (void)snprintf(part, sizeof part, "<Call i='%u' k='-%u' time=", i, i);
        assert_int_equal(test_count(text, part), 1);
    }
    free(text);
    if (!prepares) {
        check_that_it_was_used(0);
    }
}

static void handlers_may_come_at_any_moment(void **state)
{
    (void)state;
    take_signals(NULL, false);
    take_signals(NULL, true);
}

static void handlers_may_come_while_a_ring_is_written(void **state)
{
    (void)state;
    take_signals(&(hd_trace_options){.mode = HD_TRACE_RING}, false);
    take_signals(&(hd_trace_options){.mode = HD_TRACE_RING}, true);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(writes_what_the_library_writes),
        TEST(appends_to_a_ring),
        TEST(appends_to_a_small_ring),
        TEST(writes_what_was_prepared),
        TEST(appends_what_was_prepared),
        TEST(prepares_nothing_unusual),
        TEST(keeps_to_the_limit),
        TEST(leaves_out_short_states),
        TEST(leaves_alone_what_is_not_usual),
        TEST(handlers_may_come_at_any_moment),
        TEST(handlers_may_come_while_a_ring_is_written),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
