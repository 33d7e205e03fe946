/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "random_calls.h"

#include "support.h"

#include <string.h>

enum { SHAPES = 4, DEPTH = 12, LONG_BYTES = 100000 };

static unsigned roll(random_calls *calls, unsigned sides)
{
    calls->seed = calls->seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (unsigned)(calls->seed >> 33) % sides;
}

/* Whoever is killed now has ended that many, and perhaps the next one. */
static void count(random_calls *calls)
{
    calls->ended++;
    if (calls->told != NULL) {
        *calls->told = calls->ended;
    }
}

static const hd_template *get_shape(unsigned number)
{
    static const hd_attribute attributes[] = {
        {"size", HD_ATTRIBUTE_INT, NULL},     {"mode", HD_ATTRIBUTE_CONSTANT, "a<b'"},
        {"x", HD_ATTRIBUTE_DOUBLE, NULL},     {"count", HD_ATTRIBUTE_UINT, NULL},
        {"toRank", HD_ATTRIBUTE_INT, NULL},   {"toTag", HD_ATTRIBUTE_INT, NULL},
        {"cid", HD_ATTRIBUTE_INT, NULL},      {"bytes", HD_ATTRIBUTE_UINT, NULL},
        {"sendSize", HD_ATTRIBUTE_INT, NULL},
    };
    static const char *const names[SHAPES] = {"Barrier", "Send", "Nested", "Sendrecv"};
    static const size_t counts[SHAPES] = {0, 5, 8, 9};
    static const hd_template *shapes[SHAPES];
    if (shapes[number] == NULL) {
        assert_int_equal(
            hd_template_create(names[number], counts[number], attributes, &shapes[number]), HD_OK);
    }
    return shapes[number];
}

static void close_shape(random_calls *calls, hd_trace *trace)
{
    int64_t *const values = hd_trace_return_state(trace);
    for (unsigned i = 0; i < 9; i++) {
        values[i] = i == 2 ? hd_double_bits(roll(calls, 1000) / 8.0)
                           : (int64_t)roll(calls, 1U << (3 * i)) - 1;
    }
    const unsigned dice = roll(calls, 40);
    if (dice == 1) {
        hd_trace_skip_state(trace);
        return;
    }
    if (dice < 6) {
        hd_trace_name_state(trace, "Waitall");
        hd_trace_add_int(trace, "count", roll(calls, 3));
        hd_trace_begin_data(trace, "For");
        hd_trace_add_int(trace, "rid", roll(calls, 1000));
        hd_trace_end_data(trace);
        hd_trace_end_state(trace);
    } else {
        const uint64_t absent = roll(calls, 4) == 0 ? roll(calls, 512) : 0;
        hd_trace_close_state(trace, get_shape(roll(calls, SHAPES)), absent);
    }
    count(calls);
}

static void write_general(random_calls *calls, hd_trace *trace)
{
    static char text[LONG_BYTES + 1];
    hd_trace_begin_state(trace, roll(calls, 2) == 0 ? "File_write" : "Init");
    hd_trace_add_int(trace, "bytes", roll(calls, 100000));
    if (calls->longest > 0 && roll(calls, 60) == 0) {
        const size_t bytes = roll(calls, calls->longest) % LONG_BYTES;
        memset(text, 'x', bytes);
        text[bytes] = '\0';
        hd_trace_add_text(trace, "name", text);
    }
    hd_trace_end_state(trace);
    count(calls);
}

void random_calls_step(random_calls *calls, hd_trace *trace)
{
    const unsigned dice = roll(calls, 20);
    if (dice < 3 && calls->depth < DEPTH) {
        hd_trace_open_state(trace);
        calls->depth++;
    } else if (dice < 6 && calls->depth > 0) {
        close_shape(calls, trace);
        calls->depth--;
    } else if (dice < 8) {
        write_general(calls, trace);
    } else if (dice == 8) {
        hd_trace_begin_event(trace, "now");
        hd_trace_add_int(trace, "n", roll(calls, 100));
        hd_trace_end_event(trace);
        count(calls);
    } else {
        hd_trace_open_state(trace);
        close_shape(calls, trace);
    }
}

void random_calls_finish(random_calls *calls, hd_trace *trace)
{
    for (; calls->depth > 0; calls->depth--) {
        close_shape(calls, trace);
    }
}

hd_trace *random_calls_create(const hd_topology_node *node, const hd_trace_options *options)
{
    static const hd_trace_property fixed[] = {{"processorSpeedinMHZ", "2300"},
                                              {"processorModelName", "X"},
                                              {"clock", "fixed"},
                                              {"host", "n1"},
                                              {"pid", "7"}};
    hd_trace_options all = *options;
    all.properties = fixed;
    all.property_count = sizeof fixed / sizeof fixed[0];
    hd_trace *trace = NULL;
    assert_int_equal(hd_trace_create(node, &all, &trace), HD_OK);
    return trace;
}
