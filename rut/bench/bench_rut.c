/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Cost of one sample: all sources through the probe, against opening the same four files with fopen
 * and taking them apart with fgets and sscanf. Both in turn, in one process; the median of the
 * rounds counts. The ratio is the result, the times depend on the machine.
 *
 *   bench_rut [ROUNDS] */
#include "rut_probe.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { SAMPLES_PER_ROUND = 200, LARGEST_ROUNDS = 1000 };

static volatile uint64_t sink; /* so that nothing is optimised away */

static int64_t now_ns(void)
{
    struct timespec time;
    (void)clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
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
    static const struct {
        const char *path;
        void (*scan)(const char *line);
    } files[] = {{"/proc/stat", scan_stat},
                 {"/proc/meminfo", scan_meminfo},
                 {"/proc/net/dev", scan_net},
                 {"/proc/diskstats", scan_disk}};
    char line[4096];
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        FILE *file = fopen(files[i].path, "r");
        while (file != NULL && fgets(line, sizeof line, file) != NULL) {
            files[i].scan(line);
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

static void measure(struct hd_rut_probe *probe, struct hd_rut_record *record, size_t rounds)
{
    static double own[LARGEST_ROUNDS];
    static double stdio[LARGEST_ROUNDS];
    static double ratio[LARGEST_ROUNDS];
    for (size_t r = 0; r < rounds; r++) {
        const int64_t start = now_ns();
        for (int i = 0; i < SAMPLES_PER_ROUND; i++) {
            sample_with_probe(probe, record);
        }
        const int64_t middle = now_ns();
        for (int i = 0; i < SAMPLES_PER_ROUND; i++) {
            sample_with_stdio();
        }
        own[r] = (double)(middle - start) / SAMPLES_PER_ROUND / 1000.0;
        stdio[r] = (double)(now_ns() - middle) / SAMPLES_PER_ROUND / 1000.0;
        ratio[r] = own[r] / stdio[r];
    }
    printf("one sample, %zu values, median of %zu rounds of %d\n", record->capacity, rounds,
           (int)SAMPLES_PER_ROUND);
    printf("rut                    %8.2f us\n", median(own, rounds));
    printf("fopen, fgets, sscanf   %8.2f us\n", median(stdio, rounds));
    printf("ratio                  %8.2f\n", median(ratio, rounds));
}

int main(int argc, char **argv)
{
    const unsigned long wanted = argc > 1 ? strtoul(argv[1], NULL, 10) : 21;
    const size_t rounds = wanted < 1 ? 1 : wanted > LARGEST_ROUNDS ? LARGEST_ROUNDS : wanted;
    struct hd_rut_probe probe;
    struct hd_rut_choice choice;
    const struct hd_rut_target target = {.root = ""};
    if (hd__rut_choose("cpu,mem,net,block", &choice) != HD_OK ||
        hd__rut_probe_open(&probe, &choice, false, &target) != HD_OK ||
        probe.unavailable[0] != '\0') {
        (void)fprintf(stderr, "bench_rut: not all sources can be read: %s\n", probe.unavailable);
        return 1;
    }
    struct hd_rut_values values = {0};
    struct hd_rut_record record;
    hd__rut_probe_describe(&probe, &values);
    if (values.out_of_memory || !hd__rut_record_init(&record, values.count)) {
        return 1;
    }
    measure(&probe, &record, rounds);
    hd__rut_record_fini(&record);
    hd__rut_values_fini(&values);
    hd__rut_probe_close(&probe);
    return 0;
}
