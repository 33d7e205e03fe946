/* SPDX-License-Identifier: GPL-3.0-or-later */
/* States that are made ready before their call: what may come between that and their end, and
 * between their end and the next state, which takes their place. */
#include "lane_support.h"

#include <hdtrace/clock.h>
#include <hdtrace/lane.h>
#include <stdlib.h>
#include <string.h>

static hd_topology *topology;
static hd_trace *trace;
static hd_lane *lane;
static const hd_template *shape;
static const hd_template *ready_shape; /* whose values are always the same */
static bool counts_ticks;

static void create(const hd_trace_options *options)
{
    static const hd_attribute attributes[] = {{"i", HD_ATTRIBUTE_INT, NULL},
                                              {"k", HD_ATTRIBUTE_INT, NULL}};
    test_use_real_clock();
    lane_watch_counter();
    assert_int_equal(hd_template_create("Call", 2, attributes, &shape), HD_OK);
    assert_int_equal(hd_template_create("Ready", 2, attributes, &ready_shape), HD_OK);
    topology = test_topology();
    assert_int_equal(hd_trace_create(test_node(topology), options, &trace), HD_OK);
    lane = hd_trace_get_lane(trace, sizeof(hd_lane));
    assert_non_null(lane);
    counts_ticks = strcmp(hd_clock_get_name(), "tsc") == 0;
}

static char *finish(void)
{
    return test_finish(trace, topology);
}

static void open_state(bool by_lane)
{
    if (!by_lane || !hd_lane_open(lane)) {
        hd_trace_open_state(trace);
    }
}

static void close_state(bool by_lane, int64_t i)
{
    int64_t *const slots = by_lane ? hd_lane_return(lane, hd_lane_count()) : NULL;
    int64_t *const values = slots != NULL ? slots : hd_trace_return_state(trace);
    values[0] = i;
    values[1] = -i;
    if (slots != NULL) {
        hd_lane_close(lane, shape);
    } else {
        hd_trace_close_state(trace, shape, 0);
    }
}

static unsigned finished; /* by the lane */

/* A state that is prepared and written. */
static void finish_one(void)
{
    const int64_t values[] = {7, -7};
    open_state(true);
    hd_lane_prepare(lane, ready_shape, values);
    if (hd_lane_finish(lane, hd_lane_count(), 1, -7)) {
        finished++;
    } else {
        memcpy(hd_trace_return_state(trace), values, sizeof values);
        hd_trace_close_state(trace, ready_shape, 0);
    }
}

/* What may follow it, of which each has to find the state taken off. */
static void follow(unsigned how)
{
    switch (how) {
    case 0:
        hd_trace_open_state(trace);
        close_state(false, 1);
        break;
    case 1:
        open_state(true);
        close_state(true, 1);
        break;
    case 2:
        hd_trace_begin_state(trace, "General");
        hd_trace_end_state(trace);
        break;
    case 3:
        hd_trace_begin_event(trace, "Event");
        hd_trace_end_event(trace);
        break;
    case 4:
        assert_int_equal(hd_trace_flush(trace), HD_OK);
        break;
    case 5: /* there is a hole in what is recorded */
        hd_trace_set_enabled(trace, false);
        assert_false(hd_lane_open(lane));
        hd_trace_open_state(trace);
        (void)hd_trace_return_state(trace);
        hd_trace_close_state(trace, shape, 0);
        hd_trace_set_enabled(trace, true);
        break;
    default: /* nothing: the next one takes its place */
        break;
    }
}

/* A state that was written is taken off later, but before anything else is done. */
static void write_and_follow(const hd_trace_options *options)
{
    enum { WAYS = 7, TIMES = 40, OUTER = WAYS * TIMES };
    create(options);
    finished = 0;
    for (unsigned i = 0; i < OUTER; i++) {
        const bool by_lane = i % 2 == 0;
        open_state(by_lane);
        finish_one();
        follow(i % WAYS);
        finish_one();
        follow(i / WAYS % WAYS);
        finish_one();
        close_state(i % 3 == 0, 3);
    }
    finish_one();
    const hd_trace_counts counts = hd_trace_get_counts(trace);
    char *const text = finish();
    assert_int_equal(test_count(text, "\n\t<Ready i='7' k='-7' time="), 3 * OUTER);
    assert_int_equal(test_count(text, "\n<Ready i='7' k='-7' time="), 1);
    assert_int_equal(test_count(text, "\n<Call i='3' k='-3' time="), OUTER);
    const unsigned others = 2 * OUTER / WAYS;
    assert_in_range(test_count(text, "\n\t<Call i='1' k='-1' time="), 2 * others - WAYS * WAYS,
                    2 * others + WAYS * WAYS);
    assert_int_equal(test_count(text, "<Call ") + test_count(text, "<Ready ") +
                         test_count(text, "<General "),
                     counts.states);
    assert_int_equal(test_count(text, "<Nested>"), OUTER);
    assert_int_equal(test_count(text, "<Skipped "), 0);
    lane_check_order(text);
    free(text);
    assert_true(counts_ticks ? finished > OUTER : finished == 0);
}

static void takes_a_state_off_before_anything_else(void **state)
{
    (void)state;
    write_and_follow(&(hd_trace_options){.index = true});
    write_and_follow(&(hd_trace_options){.mode = HD_TRACE_RING, .index = true});
    write_and_follow(&(hd_trace_options){.mode = HD_TRACE_RING, .ring_bytes = 65536});
}

/* The trace ends, or the next state is too deep, right behind a state that was written. */
static void ends_behind_a_state_that_was_written(void **state)
{
    static const hd_trace_options modes[] = {{.mode = HD_TRACE_DIRECT}, {.mode = HD_TRACE_RING}};
    (void)state;
    for (size_t i = 0; i < 2; i++) {
        create(&modes[i]);
        open_state(true);
        finish_one(); /* its parent is still open */
        char *const text = finish();
        assert_int_equal(test_count(text, "\n\t<Ready i='7' k='-7' time="), 1);
        assert_int_equal(test_count(text, "\n</Nested>\n"), 1);
        free(text);

        create(&modes[i]);
        finish_one();
        open_state(true);
        finish_one();
        hd_trace_skip_state(trace); /* stays, for it has a state inside */
        open_state(true);
        finish_one();
        hd_trace_set_depth(trace, 1);
        assert_false(hd_lane_open(lane));
        hd_trace_open_state(trace);
        (void)hd_trace_return_state(trace);
        hd_trace_close_state(trace, shape, 0);
        close_state(true, 3);
        finish_one();
        char *const flat = finish();
        assert_int_equal(test_count(flat, "<Call "), 1);
        assert_int_equal(test_count(flat, "\n<Ready i='7' "), 2);
        assert_int_equal(test_count(flat, "\n<Skipped "), 1);
        free(flat);
    }
}

/* What was used inside undoes what is ready: also when it left nothing in the trace. */
static void is_ready_only_while_nothing_else_is_done(void **state)
{
    static const hd_trace_options modes[] = {{.mode = HD_TRACE_DIRECT}, {.mode = HD_TRACE_RING}};
    const int64_t values[] = {7, -7};
    (void)state;
    for (size_t i = 0; i < 2; i++) {
        create(&modes[i]);
        assert_false(hd_lane_finish(lane, hd_lane_count(), 1, -7)); /* nothing is open */
        finished = 0;
        for (unsigned how = 0; how < 3; how++) {
            for (unsigned k = 0; k < 2000; k++) { /* a new trace has no line of the clock yet */
                finish_one();
            }
            open_state(true);
            hd_lane_prepare(lane, ready_shape, values);
            if (how == 0) {
                hd_trace_add_text(trace, "none", "of a call");
            } else if (how == 1) {
                hd_trace_open_state(trace);
                hd_trace_return_state(trace)[0] = 5;
                hd_trace_skip_state(trace);
            } else {
                assert_non_null(hd_trace_return_state(trace));
            }
            assert_false(hd_lane_finish(lane, hd_lane_count(), 1, -7));
            close_state(false, 3);
        }
        char *const text = finish();
        assert_int_equal(test_count(text, "<Call i='3' k='-3' time="), 3);
        assert_int_equal(test_count(text, "<Ready i='7' k='-7' time="), 6000);
        assert_true(counts_ticks ? finished > 0 : finished == 0);
        free(text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(takes_a_state_off_before_anything_else),
        TEST(ends_behind_a_state_that_was_written),
        TEST(is_ready_only_while_nothing_else_is_done),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
