/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a state costs: 8 attributes and two times, against snprintf of the same text into memory, in
 * the same run. Prints the median of several rounds; only the ratio says something on its own. */
#include <hdtrace/clock.h>
#include <hdtrace/trace.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROUNDS = 7, STATES = 200000 };

static int compare(const void *left, const void *right)
{
    const double a = *(const double *)left;
    const double b = *(const double *)right;
    return (a > b) - (a < b);
}

static double median(double *values)
{
    qsort(values, ROUNDS, sizeof *values, compare);
    return values[ROUNDS / 2];
}

static double measure_library(hd_trace *trace)
{
    const int64_t begin = hd_clock_get_ns();
    for (int i = 0; i < STATES; i++) {
        hd_trace_begin_state(trace, "Sendrecv");
        hd_trace_add_int(trace, "size", 8192);
        hd_trace_add_int(trace, "count", 1024);
        hd_trace_add_int(trace, "tid", 3);
        hd_trace_add_int(trace, "toRank", i % 64);
        hd_trace_add_int(trace, "toTag", i);
        hd_trace_add_int(trace, "fromRank", 63 - i % 64);
        hd_trace_add_int(trace, "cid", 0);
        hd_trace_add_text(trace, "name", "checkpoint.dat");
        hd_trace_end_state(trace);
    }
    return (double)(hd_clock_get_ns() - begin) / STATES;
}

static double measure_snprintf(char *memory, size_t size)
{
    const int64_t begin = hd_clock_get_ns();
    size_t used = 0;
    for (int i = 0; i < STATES; i++) {
        const int64_t start = hd_clock_get_ns();
        const int64_t end = hd_clock_get_ns();
        if (size - used < 512) {
            used = 0;
        }
        used += (size_t)snprintf(
            memory + used, size - used,
            "<Sendrecv size='%d' count='%d' tid='%d' toRank='%d' toTag='%d' fromRank='%d' "
            "cid='%d' name='%s' time='%lld.%09lld' end='%lld.%09lld'/>\n",
            8192, 1024, 3, i % 64, i, 63 - i % 64, 0, "checkpoint.dat",
            (long long)(start / 1000000000 % 1000), (long long)(start % 1000000000),
            (long long)(end / 1000000000 % 1000), (long long)(end % 1000000000));
    }
    return (double)(hd_clock_get_ns() - begin) / STATES;
}

int main(int argc, char **argv)
{
    static char memory[1 << 20];
    static const char *const levels[] = {"Hostname"};
    static const char *const labels[] = {"bench"};
    hd_topology *topology = NULL;
    const hd_topology_node *node = NULL;
    hd_trace *trace = NULL;
    if (hd_topology_create(argc > 1 ? argv[1] : NULL, "bench", 1, levels, &topology) != HD_OK ||
        hd_topology_get_node(topology, 1, labels, &node) != HD_OK ||
        hd_trace_create(node, NULL, &trace) != HD_OK) {
        (void)fprintf(stderr, "%s\n", hd_error_get_text());
        return EXIT_FAILURE;
    }
    double library[ROUNDS];
    double plain[ROUNDS];
    for (int i = 0; i < ROUNDS; i++) {
        library[i] = measure_library(trace);
        plain[i] = measure_snprintf(memory, sizeof memory);
    }
    const double ours = median(library);
    const double theirs = median(plain);
    const hd_status status = hd_trace_destroy(trace);
    hd_topology_destroy(topology);
    (void)printf("state with 8 attributes: %.0f ns; snprintf of the same text: %.0f ns; "
                 "ratio %.2f\n",
                 ours, theirs, theirs / ours);
    return status == HD_OK ? EXIT_SUCCESS : EXIT_FAILURE;
}
