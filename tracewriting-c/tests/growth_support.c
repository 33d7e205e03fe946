/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "growth_support.h"

static hd__overwriting overwrites;
static hd_topology *topology;

int growth_reserve(void **state)
{
    (void)state;
    overwrites = HD__OVERWRITES_NOT;
    return 0;
}

int growth_overwrite(void **state)
{
    (void)state;
    overwrites = HD__OVERWRITES_DISK;
    return 0;
}

int growth_memory(void **state)
{
    (void)state;
    overwrites = HD__OVERWRITES_MEMORY;
    return 0;
}

int growth_setup(void **state)
{
    const int failed = test_setup(state);
    test_sys.overwrites = overwrites;
    return failed;
}

hd_trace *growth_create(const hd_trace_options *options)
{
    static const hd_trace_options small = {.buffer_bytes = 1};
    hd_trace *trace = NULL;
    topology = test_topology();
    assert_int_equal(
        hd_trace_create(test_node(topology), options == NULL ? &small : options, &trace), HD_OK);
    return trace;
}

char *growth_read_back(void)
{
    hd_topology_destroy(topology);
    char *const text = test_read("app_n1_0_0.trc", NULL);
    assert_non_null(text);
    return text;
}
