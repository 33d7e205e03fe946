/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a state costs: 8 attributes and two times, against snprintf of the same text into a buffer
 * that is written out when full, in the same run. Both read the clock twice; what that costs alone
 * is told, too. Prints the median of several rounds; only the ratio says something on its own. */
#include <hdtrace/clock.h>
#include <hdtrace/trace.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { ROUNDS = 7, STATES = 200000 };

/* Processor time, which other programs on the machine disturb less. */
static double get_cpu_ns(void)
{
    struct timespec now = {0, 0};
    (void)clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
}

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
    const double begin = get_cpu_ns();
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
    return (get_cpu_ns() - begin) / STATES;
}

static double measure_clock(void)
{
    const double begin = get_cpu_ns();
    for (int i = 0; i < STATES; i++) {
        (void)hd_clock_get_ns();
        (void)hd_clock_get_ns();
    }
    return (get_cpu_ns() - begin) / STATES;
}

static double measure_snprintf(FILE *out, char *memory, size_t size)
{
    const double begin = get_cpu_ns();
    size_t used = 0;
    for (int i = 0; i < STATES; i++) {
        const int64_t start = hd_clock_get_ns();
        const int64_t end = hd_clock_get_ns();
        if (size - used < 512) {
            (void)fwrite(memory, 1, used, out);
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
    return (get_cpu_ns() - begin) / STATES;
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
    double clock[ROUNDS];
    FILE *const out = tmpfile();
    if (out == NULL) {
        (void)hd_trace_destroy(trace);
        hd_topology_destroy(topology);
        return EXIT_FAILURE;
    }
    (void)setvbuf(out, NULL, _IONBF, 0);
    for (int i = 0; i < ROUNDS; i++) {
        library[i] = measure_library(trace);
        plain[i] = measure_snprintf(out, memory, sizeof memory);
        clock[i] = measure_clock();
    }
    (void)fclose(out);
    const double ours = median(library);
    const double theirs = median(plain);
    const hd_status status = hd_trace_destroy(trace);
    hd_topology_destroy(topology);
    const double both = median(clock);
    (void)printf("state with 8 attributes: %.0f ns, by snprintf: %.0f ns, ratio %.2f\n"
                 "of that the two readings of the clock: %.0f ns, ratio without them %.2f\n",
                 ours, theirs, theirs / ours, both, (theirs - both) / (ours - both));
    return status == HD_OK ? EXIT_SUCCESS : EXIT_FAILURE;
}
