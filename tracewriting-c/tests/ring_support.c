/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ring_support.h"

#include "ring_ahead.h"

#include <hdtrace/trace.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static hd__sys whole_system;
static const hd_template *shape;

static void *do_nothing(void *unused)
{
    return unused;
}

/* A thread before all others: ThreadSanitizer begins one of its own then. */
int ring_keep_system(void **state)
{
    (void)state;
    static const hd_attribute row[] = {{"n", HD_ATTRIBUTE_INT, NULL}};
    whole_system = hd__system;
    pthread_t first;
    if (pthread_create(&first, NULL, do_nothing, NULL) != 0 || pthread_join(first, NULL) != 0) {
        return -1;
    }
    return hd_template_create("State", 1, row, &shape) == HD_OK ? 0 : -1;
}

int ring_setup(void **state)
{
    const int result = test_setup(state);
    hd__system = whole_system;
    hd__ring_ahead_helps = true;
    return result;
}

hd_trace *ring_create(const hd_topology_node *node, size_t ring_bytes)
{
    const hd_trace_options options = {.mode = HD_TRACE_RING, .ring_bytes = ring_bytes};
    hd_trace *trace = NULL;
    assert_int_equal(hd_trace_create(node, &options, &trace), HD_OK);
    return trace;
}

void ring_write_states(hd_trace *trace, long first, long bytes)
{
    for (long i = 0; i < bytes / RING_RECORD_BYTES; i++) {
        hd_trace_open_state(trace);
        hd_trace_return_state(trace)[0] = first + i;
        hd_trace_close_state(trace, shape, 0);
    }
}

long ring_count_states(const char *name)
{
    char *const text = test_read(name, NULL);
    assert_non_null(text);
    long count = 0;
    for (const char *at = test_find(text, "<State n='"); at != NULL;
         at = test_find(at, "<State n='")) {
        at += strlen("<State n='");
        assert_int_equal(strtol(at, NULL, 10), count);
        count++;
    }
    free(text);
    return count;
}
