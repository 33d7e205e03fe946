/* SPDX-License-Identifier: GPL-3.0-or-later */
/* States whose values are those of the one before, partly or wholly: what is written must not
 * depend on that. Every line is compared with what printf makes of its values. */
#include "support.h"

#include <hdtrace/trace.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SHAPES = 40, ATTRIBUTES_MAX = 18, STATES = 12000, DEPTHS = 3, LINE_BYTES = 1024 };

typedef struct shape {
    const hd_template *shape;
    unsigned count;
    int64_t values[ATTRIBUTES_MAX]; /* of the state before */
    uint64_t absent;
} shape;

static shape shapes[SHAPES];
static char expected[STATES][LINE_BYTES]; /* each line up to the time */

static uint64_t draw(void) /* a fixed row of numbers */
{
    static uint64_t state = 1;
    state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return state >> 33;
}

/* Shapes of few and many attributes, more of them than a trace keeps texts of. */
static void make_shapes(void)
{
    static char names[ATTRIBUTES_MAX][16];
    hd_attribute attributes[ATTRIBUTES_MAX];
    for (unsigned i = 0; i < ATTRIBUTES_MAX; i++) {
        (void)snprintf(names[i], sizeof names[i], "a%u", i);
        attributes[i] = (hd_attribute){names[i], HD_ATTRIBUTE_INT, NULL};
    }
    for (unsigned i = 0; i < SHAPES; i++) {
        char element[16];
        (void)snprintf(element, sizeof element, "S%u", i);
        shapes[i].count = i % (ATTRIBUTES_MAX + 1);
        assert_int_equal(hd_template_create(element, shapes[i].count, attributes, &shapes[i].shape),
                         HD_OK);
    }
}

static int64_t draw_value(void)
{
    static const int64_t special[] = {0,       9,  10,        999,       1000,     999999,
                                      1000000, -1, INT64_MIN, INT64_MAX, 12345678, -1000};
    return special[draw() % (sizeof special / sizeof special[0])];
}

/* Often nothing, else one value, the absent ones, or all of it. */
static void change(shape *s, unsigned how)
{
    const unsigned what = (unsigned)draw() % 16;
    if (what < how && s->count > 0) {
        s->values[draw() % s->count] = draw_value();
    } else if (what == 14) {
        s->absent = draw() % 3 == 0 ? draw() : 0;
    } else if (what == 15) {
        for (unsigned i = 0; i < s->count; i++) {
            s->values[i] = draw_value();
        }
    }
}

static void describe(char *line, const shape *s, unsigned depth)
{
    char *at = line;
    memset(at, '\t', depth);
    at += depth;
    at += sprintf(at, "<S%u", (unsigned)(s - shapes));
    for (unsigned i = 0; i < s->count; i++) {
        if ((s->absent >> i & 1) == 0) {
            at += sprintf(at, " a%u='%" PRId64 "'", i, s->values[i]);
        }
    }
    (void)sprintf(at, " time='");
}

static void record(hd_trace *trace, const shape *s)
{
    hd_trace_open_state(trace);
    int64_t *const values = hd_trace_return_state(trace);
    memcpy(values, s->values, s->count * sizeof values[0]);
    hd_trace_close_state(trace, s->shape, s->absent);
}

/* The states at three depths, one after the other. */
static void record_all(hd_trace *trace)
{
    static const unsigned depths[DEPTHS] = {0, 3, 20};
    for (unsigned phase = 0, i = 0; phase < DEPTHS; phase++) {
        for (unsigned d = 0; d < depths[phase]; d++) {
            hd_trace_begin_state(trace, "Outer");
        }
        for (; i < STATES * (phase + 1) / DEPTHS; i++) {
            const unsigned few = i % 4000 < 2000 ? 3 : SHAPES;
            shape *const s = &shapes[SHAPES - 1 - draw() % few];
            change(s, i % 1000 < 500 ? 2 : 14);
            describe(expected[i], s, depths[phase]);
            record(trace, s);
        }
        for (unsigned d = 0; d < depths[phase]; d++) {
            hd_trace_end_state(trace);
        }
    }
}

static void check_times(const char *at)
{
    char *end = NULL;
    (void)strtod(at, &end);
    assert_int_equal(end[-10], '.');
    assert_int_equal(strncmp(end, "' end='", 7), 0);
    (void)strtod(end + 7, &end);
    assert_int_equal(end[-10], '.');
    assert_int_equal(strncmp(end, "'/>\n", 4), 0);
}

static void check_all(const char *text)
{
    int i = 0;
    for (const char *line = text; *line != '\0'; line = strchr(line, '\n') + 1) {
        const size_t tabs = strspn(line, "\t");
        if (line[tabs] != '<' || line[tabs + 1] != 'S') {
            continue;
        }
        assert_true(i < STATES);
        const size_t bytes = strlen(expected[i]);
        if (strncmp(line, expected[i], bytes) != 0) {
            fail_msg("state %d is %.*s, not %s", i, (int)strcspn(line, "\n"), line, expected[i]);
        }
        check_times(line + bytes);
        i++;
    }
    assert_int_equal(i, STATES);
}

static void run(const hd_trace_options *options)
{
    hd_topology *const topology = test_topology();
    hd_trace *trace = NULL;
    make_shapes();
    assert_int_equal(hd_trace_create(test_node(topology), options, &trace), HD_OK);
    record_all(trace);
    char *const text = test_finish(trace, topology);
    check_all(text);
    free(text);
}

static void written_at_once(void **state)
{
    (void)state;
    test_use_real_clock();
    run(&(hd_trace_options){.index = true});
}

static void written_by_the_general_way(void **state)
{
    (void)state;
    run(&(hd_trace_options){.min_duration_ns = 1}); /* the test's clock goes on in every reading */
}

static void written_from_a_ring(void **state)
{
    (void)state;
    test_use_real_clock();
    run(&(hd_trace_options){.mode = HD_TRACE_RING});
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(written_at_once),
        TEST(written_by_the_general_way),
        TEST(written_from_a_ring),
    };
    return cmocka_run_group_tests_name("memo", tests, NULL, NULL);
}
