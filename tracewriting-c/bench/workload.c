/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "workload.h"

#include <stdio.h>

static const hd_attribute attributes[BENCH_VALUES] = {
    {"size", HD_ATTRIBUTE_INT, NULL},    {"count", HD_ATTRIBUTE_INT, NULL},
    {"tid", HD_ATTRIBUTE_INT, NULL},     {"toRank", HD_ATTRIBUTE_INT, NULL},
    {"toTag", HD_ATTRIBUTE_INT, NULL},   {"fromRank", HD_ATTRIBUTE_INT, NULL},
    {"fromTag", HD_ATTRIBUTE_INT, NULL}, {"cid", HD_ATTRIBUTE_INT, NULL},
};

static const hd_template *shape;

static bool complain(void)
{
    (void)fprintf(stderr, "%s\n", hd_error_get_text());
    return false;
}

bool bench_open(bench_file *file, const char *folder, const char *label,
                const hd_trace_options *options)
{
    static const char *const levels[] = {"Hostname"};
    const hd_topology_node *node = NULL;
    if (shape == NULL &&
        hd_template_create("Sendrecv", BENCH_VALUES, attributes, &shape) != HD_OK) {
        return complain();
    }
    if (hd_topology_create(folder, "bench", 1, levels, &file->topology) != HD_OK) {
        return complain();
    }
    if (hd_topology_get_node(file->topology, 1, &label, &node) != HD_OK ||
        hd_trace_create(node, options, &file->trace) != HD_OK) {
        hd_topology_destroy(file->topology);
        return complain();
    }
    return true;
}

bool bench_close(bench_file *file)
{
    const hd_status status = hd_trace_destroy(file->trace);
    hd_topology_destroy(file->topology);
    return status == HD_OK || complain();
}

void bench_get_values(int64_t *values, long call)
{
    values[0] = 8192;
    values[1] = 1024;
    values[2] = 3;
    values[3] = call % 64;
    values[4] = call % 100000;
    values[5] = 63 - call % 64;
    values[6] = call % 100000;
    values[7] = 0;
}

void bench_record_shape(hd_trace *trace, long call)
{
    hd_trace_open_state(trace);
    bench_get_values(hd_trace_return_state(trace), call);
    hd_trace_close_state(trace, shape, 0);
}

void bench_record_typed(hd_trace *trace, long call)
{
    int64_t values[BENCH_VALUES];
    bench_get_values(values, call);
    hd_trace_begin_state(trace, "Sendrecv");
    for (int i = 0; i < BENCH_VALUES; i++) {
        hd_trace_add_int(trace, attributes[i].name, values[i]);
    }
    hd_trace_end_state(trace);
}

hdTrace *bench_printf_open(const char *folder)
{
    const char *levels[] = {"Hostname"};
    const char *labels[] = {"printf"};
    char project[1024];
    (void)snprintf(project, sizeof project, "%.1000s/bench", folder);
    /* the two are needed as long as the trace is, which is to the end of the program */
    static hdTopology *topology;
    static hdTopoNode *node;
    topology = hdT_createTopology(project, levels, 1);
    node = topology == NULL ? NULL : hdT_createTopoNode(topology, labels, 1);
    hdTrace *const trace = node == NULL ? NULL : hdT_createTrace(node);
    if (trace == NULL) {
        perror(project);
        return NULL;
    }
    (void)hdT_enableTrace(trace);
    return trace;
}

void bench_record_printf(hdTrace *trace, long call)
{
    int64_t v[BENCH_VALUES];
    bench_get_values(v, call);
    (void)hdT_logStateStart(trace, "Sendrecv");
    (void)hdT_logAttributes(trace,
                            "size='%lld' count='%lld' tid='%d' toRank='%d' toTag='%d' "
                            "fromRank='%d' fromTag='%d' cid='%d'",
                            (long long)v[0], (long long)v[1], (int)v[2], (int)v[3], (int)v[4],
                            (int)v[5], (int)v[6], (int)v[7]);
    (void)hdT_logStateEnd(trace);
}
