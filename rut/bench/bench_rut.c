/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Cost of one sample: the node's four files through the probe, and the process's four with them,
 * against nothing but one pread of each (what the kernel needs to compose them, which no sampler
 * can save), opening the node's files with fopen and taking them apart with fgets and sscanf, and
 * libgtop where it is installed. All in turn, in one process; the median of the rounds counts.
 * Times are those of the CPU. The ratio is the result, the times depend on the machine: behind the
 * ways comes what the kernel needs for each file.
 *
 *   bench_rut [ROUNDS] */
#include "gtop.h"
#include "rut_probe.h"

#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { SAMPLES_PER_ROUND = 200, LARGEST_ROUNDS = 1000 };

static volatile uint64_t sink; /* so that nothing is optimised away */

static int64_t cpu_ns(void)
{
    struct timespec time;
    (void)clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

/* First those of the node. */
static const char *const paths[] = {"/proc/stat",        "/proc/meminfo",       "/proc/net/dev",
                                    "/proc/diskstats",   "/proc/self/io",       "/proc/self/stat",
                                    "/proc/self/status", "/proc/self/schedstat"};
enum { PATH_COUNT = sizeof paths / sizeof paths[0], NODE_COUNT = 4 };

static int descriptors[PATH_COUNT];

static bool open_files(void)
{
    bool complete = true;
    for (size_t i = 0; i < PATH_COUNT; i++) {
        descriptors[i] = open(paths[i], O_RDONLY | O_CLOEXEC);
        complete = complete && descriptors[i] >= 0;
    }
    return complete;
}

static void close_files(void)
{
    for (size_t i = 0; i < PATH_COUNT; i++) {
        (void)close(descriptors[i]);
    }
}

static void read_file(size_t index)
{
    static char text[65536];
    const ssize_t got = pread(descriptors[index], text, sizeof text, 0);
    sink += got > 0 ? (uint64_t)got : 0;
}

static void read_only_node(void)
{
    for (size_t i = 0; i < NODE_COUNT; i++) {
        read_file(i);
    }
}

static void read_only_all(void)
{
    for (size_t i = 0; i < PATH_COUNT; i++) {
        read_file(i);
    }
}

static void scan_stat(const char *line)
{
    uint64_t v[10];
    char name[32];
    /* NOLINTNEXTLINE(cert-err34-c): this is what is being compared with */
    if (sscanf(line,
               "%31s %" SCNu64 " %" SCNu64 " %" SCNu64 " %" SCNu64 " %" SCNu64 " %" SCNu64
               " %" SCNu64 " %" SCNu64 " %" SCNu64 " %" SCNu64,
               name, &v[0], &v[1], &v[2], &v[3], &v[4], &v[5], &v[6], &v[7], &v[8], &v[9]) > 1) {
        sink += v[0];
    }
}

static void scan_meminfo(const char *line)
{
    char name[64];
    uint64_t value = 0;
    /* NOLINTNEXTLINE(cert-err34-c) */
    if (sscanf(line, "%63[^:]: %" SCNu64, name, &value) == 2) {
        sink += value;
    }
}

static void scan_net(const char *line)
{
    char name[64];
    uint64_t v[9];
    /* NOLINTNEXTLINE(cert-err34-c) */
    if (sscanf(line,
               " %63[^:]: %" SCNu64 " %" SCNu64 " %" SCNu64 " %" SCNu64 " %" SCNu64 " %" SCNu64
               " %" SCNu64 " %" SCNu64 " %" SCNu64,
               name, &v[0], &v[1], &v[2], &v[3], &v[4], &v[5], &v[6], &v[7], &v[8]) == 10) {
        sink += v[0] + v[8];
    }
}

static void scan_disk(const char *line)
{
    char name[64];
    uint64_t v[13];
    /* NOLINTNEXTLINE(cert-err34-c) */
    if (sscanf(line,
               "%" SCNu64 " %" SCNu64 " %63s %" SCNu64 " %" SCNu64 " %" SCNu64 " %" SCNu64
               " %" SCNu64 " %" SCNu64 " %" SCNu64 " %" SCNu64 " %" SCNu64 " %" SCNu64 " %" SCNu64,
               &v[0], &v[1], name, &v[2], &v[3], &v[4], &v[5], &v[6], &v[7], &v[8], &v[9], &v[10],
               &v[11], &v[12]) == 14) {
        sink += v[4] + v[8];
    }
}

static void sample_with_stdio(void)
{
    static void (*const scans[NODE_COUNT])(const char *line) = {scan_stat, scan_meminfo, scan_net,
                                                                scan_disk};
    char line[4096];
    for (size_t i = 0; i < NODE_COUNT; i++) {
        FILE *file = fopen(paths[i], "r");
        while (file != NULL && fgets(line, sizeof line, file) != NULL) {
            scans[i](line);
        }
        if (file != NULL) {
            (void)fclose(file);
        }
    }
}

static void sample_with_probe(struct hd_rut_probe *probe, struct hd_rut_record *record)
{
    (void)hd__rut_probe_read(probe);
    record->count = 0;
    hd__rut_probe_emit(probe, record);
    sink += (uint64_t)record->items[0].integer;
}

static int compare(const void *a, const void *b)
{
    const double x = *(const double *)a;
    const double y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *values, size_t count)
{
    qsort(values, count, sizeof *values, compare);
    return values[count / 2];
}

/* One kind of sources, ready to be read. */
struct kind {
    struct hd_rut_probe probe;
    struct hd_rut_values values;
    struct hd_rut_record record;
};

static bool open_kind(struct kind *kind, const char *sources, bool per_process)
{
    struct hd_rut_choice choice;
    const struct hd_rut_target target = {.root = ""};
    *kind = (struct kind){.record = {.count = 0}};
    if (hd__rut_choose(sources, &choice) != HD_OK ||
        hd__rut_probe_open(&kind->probe, &choice, per_process, &target) != HD_OK ||
        kind->probe.unavailable[0] != '\0') {
        (void)fprintf(stderr, "bench_rut: not all sources can be read: %s\n",
                      kind->probe.unavailable);
        return false;
    }
    hd__rut_probe_describe(&kind->probe, &kind->values);
    return !kind->values.out_of_memory && hd__rut_record_init(&kind->record, kind->values.count);
}

static void close_kind(struct kind *kind)
{
    hd__rut_record_fini(&kind->record);
    hd__rut_values_fini(&kind->values);
    hd__rut_probe_close(&kind->probe);
}

static struct kind node;
static struct kind process;

static void sample_node(void)
{
    sample_with_probe(&node.probe, &node.record);
}

static void sample_all(void)
{
    sample_with_probe(&node.probe, &node.record);
    sample_with_probe(&process.probe, &process.record);
}

static const struct {
    const char *name;
    void (*sample)(void);
} ways[] = {
    {"rut: cpu, mem, net, block", sample_node},    {"rut: the same and self", sample_all},
    {"kernel: one pread of each", read_only_node}, {"kernel: and of the process's", read_only_all},
    {"fopen, fgets, sscanf", sample_with_stdio},   {"libgtop", gtop_sample}};
enum { WAY_COUNT = sizeof ways / sizeof ways[0] };

static double time_us(void (*sample)(void))
{
    const int64_t start = cpu_ns();
    for (int i = 0; i < SAMPLES_PER_ROUND; i++) {
        sample();
    }
    return (double)(cpu_ns() - start) / SAMPLES_PER_ROUND / 1000.0;
}

/* What the kernel needs for one file, in us. */
static double time_file(size_t index, size_t rounds)
{
    static double times[LARGEST_ROUNDS];
    for (size_t r = 0; r < rounds; r++) {
        const int64_t start = cpu_ns();
        for (int i = 0; i < SAMPLES_PER_ROUND; i++) {
            read_file(index);
        }
        times[r] = (double)(cpu_ns() - start) / SAMPLES_PER_ROUND / 1000.0;
    }
    return median(times, rounds);
}

static void measure(size_t rounds)
{
    static double times[WAY_COUNT][LARGEST_ROUNDS];
    static double ratios[WAY_COUNT][LARGEST_ROUNDS];
    const size_t count = gtop_is_here() ? WAY_COUNT : WAY_COUNT - 1;
    for (size_t r = 0; r < rounds; r++) {
        for (size_t i = 0; i < count; i++) {
            times[i][r] = time_us(ways[i].sample);
            ratios[i][r] = times[i][r] / times[0][r];
        }
    }
    printf("one sample, %zu and %zu values, median of %zu rounds of %d\n", node.values.count,
           process.values.count, rounds, (int)SAMPLES_PER_ROUND);
    for (size_t i = 0; i < count; i++) {
        printf("%-28s %8.2f us %8.2f times\n", ways[i].name, median(times[i], rounds),
               median(ratios[i], rounds));
    }
    for (size_t i = 0; i < PATH_COUNT; i++) {
        printf("kernel: %-20s %8.2f us\n", paths[i], time_file(i, rounds));
    }
    if (count < WAY_COUNT) {
        printf("libgtop is not installed (Debian: libgtop2-dev)\n");
    }
}

int main(int argc, char **argv)
{
    const unsigned long wanted = argc > 1 ? strtoul(argv[1], NULL, 10) : 21;
    const size_t rounds = wanted < 1 ? 1 : wanted > LARGEST_ROUNDS ? LARGEST_ROUNDS : wanted;
    const bool ready =
        open_kind(&node, "cpu,mem,net,block", false) && open_kind(&process, "self", true);
    const bool opened = open_files();
    if (ready && opened) {
        measure(rounds);
    }
    close_files();
    close_kind(&process);
    close_kind(&node);
    return ready && opened ? 0 : 1;
}
