/* SPDX-License-Identifier: GPL-3.0-or-later */
/* More shapes of states than the table of a ring takes. */
#include "clock_pin.h"
#include "random_calls.h"
#include "support.h"

#include <hdtrace/clock.h>
#include <stdlib.h>
#include <string.h>

static const char trace_name[] = "app_n1_0_0.trc";

enum { LARGE_SHAPES = 120, LARGE_BYTES = 2700, LARGE_STEPS = 600 };

static const hd_template *large_shapes[LARGE_SHAPES];

static void make_large_shapes(void)
{
    static char text[LARGE_BYTES];
    memset(text, 'x', sizeof text - 1);
    const hd_attribute row[] = {{"size", HD_ATTRIBUTE_INT, NULL},
                                {"text", HD_ATTRIBUTE_CONSTANT, text},
                                {"share", HD_ATTRIBUTE_DOUBLE, NULL}};
    for (unsigned i = 0; i < LARGE_SHAPES; i++) {
        assert_int_equal(hd_template_create("Large", 3, row, &large_shapes[i]), HD_OK);
    }
}

/* What the calls make, and in *meanwhile the trace as it is before the end. */
static char *record_large(const hd_trace_options *options, char **meanwhile)
{
    hd_topology *const topology = test_topology();
    test_sys.clock_ns = 0;
    hd__clock_unpin();
    assert_int_equal(hd_clock_select(HD_CLOCK_MONOTONIC), HD_OK);
    hd_trace *const trace = random_calls_create(test_node(topology), options);
    for (int i = 0; i < LARGE_STEPS; i++) {
        hd_trace_open_state(trace);
        if (i % 3 == 0) {
            hd_trace_open_state(trace);
            hd_trace_return_state(trace)[0] = -i;
            hd_trace_close_state(trace, large_shapes[i / 2 % LARGE_SHAPES], 6);
        }
        int64_t *const values = hd_trace_return_state(trace);
        values[0] = i;
        values[2] = hd_double_bits(i / 8.0);
        hd_trace_close_state(trace, large_shapes[i % LARGE_SHAPES], 0);
    }
    *meanwhile = test_read(trace_name, NULL);
    const hd_trace_counts counts = hd_trace_get_counts(trace);
    assert_int_equal(counts.states, LARGE_STEPS + LARGE_STEPS / 3);
    assert_int_equal(hd_trace_destroy(trace), HD_OK);
    hd_topology_destroy(topology);
    return test_read(trace_name, NULL);
}

/* It makes no text of all that is in the ring: that would be long in one call. */
static void a_shape_without_room_in_the_table_waits_as_text(void **state)
{
    (void)state;
    make_large_shapes();
    char *head = NULL;
    char *const direct = record_large(&(hd_trace_options){0}, &head);
    free(head);
    char *const text =
        record_large(&(hd_trace_options){.mode = HD_TRACE_RING, .ring_bytes = 64 << 20}, &head);
    assert_int_equal(strlen(head), strcspn(head, "\n") + 1);
    test_check_same(text, direct);
    free(head);
    free(text);
    free(direct);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_shape_without_room_in_the_table_waits_as_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
