/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a recorded call costs: eight attributes and two times, in every way that the library has,
 * against snprintf of the same text and against OTF2, in one run; two threads against one; and how
 * long the longest of millions of calls takes.
 *
 *      hdtrace-state-cost FOLDER
 *
 * writes below FOLDER and removes what it wrote. Processor time, medians; ratios say more than
 * figures, because machines differ. */
#define _XOPEN_SOURCE 700 /* nftw */
#include "measure.h"
#include "otf2.h"
#include "workload.h"

#include <ftw.h>
#include <hdtrace-compat/hdTrace.h>
#include <hdtrace/clock.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    RING_BYTES = 256 << 20,     /* takes all calls of all rounds: text is made at the end */
    SMALL_RING_BYTES = 1 << 20, /* text is made in the calls */
    ROUNDS_TENTHS = 71          /* of CALLS that bench_measure makes */
};

enum { CALLS = 300000, STALL_CALLS = 6000000, PATH_BYTES = 1024 };

static char folder[PATH_BYTES];

static int remove_one(const char *path, const struct stat *info, int type, struct FTW *walk)
{
    (void)info;
    (void)type;
    (void)walk;
    return remove(path);
}

static void make_path(char *path, const char *name)
{
    (void)snprintf(path, PATH_BYTES, "%.900s/%.80s", folder, name);
}

/* --- one thread ------------------------------------------------------------------------------- */

static void record_shape(void *context, long first, long calls)
{
    for (long i = first; i < first + calls; i++) {
        bench_record_shape(context, i);
    }
}

static void record_typed(void *context, long first, long calls)
{
    for (long i = first; i < first + calls; i++) {
        bench_record_typed(context, i);
    }
}

static void record_printf(void *context, long first, long calls)
{
    for (long i = first; i < first + calls; i++) {
        bench_record_printf(context, i);
    }
}

static void read_clock(void *context, long first, long calls)
{
    int64_t *const sum = context;
    for (long i = first; i < first + calls; i++) {
        *sum += hd_clock_get_ns();
        *sum -= hd_clock_get_ns();
    }
}

typedef struct text_file {
    FILE *out;
    size_t used;
    char memory[1 << 20];
} text_file;

static void write_text(void *context, long first, long calls)
{
    text_file *const to = context;
    for (long i = first; i < first + calls; i++) {
        int64_t v[BENCH_VALUES];
        const int64_t start = hd_clock_get_ns();
        bench_get_values(v, i);
        const int64_t end = hd_clock_get_ns();
        if (sizeof to->memory - to->used < 512) {
            (void)fwrite(to->memory, 1, to->used, to->out);
            to->used = 0;
        }
        to->used += (size_t)snprintf(
            to->memory + to->used, sizeof to->memory - to->used,
            "<Sendrecv size='%lld' count='%lld' tid='%lld' toRank='%lld' toTag='%lld' "
            "fromRank='%lld' fromTag='%lld' cid='%lld' time='%lld.%09lld' end='%lld.%09lld'/>\n",
            (long long)v[0], (long long)v[1], (long long)v[2], (long long)v[3], (long long)v[4],
            (long long)v[5], (long long)v[6], (long long)v[7],
            (long long)(start / 1000000000 % 1000), (long long)(start % 1000000000),
            (long long)(end / 1000000000 % 1000), (long long)(end % 1000000000));
    }
}

static bool measure_trace(const char *title, const hd_trace_options *options,
                          void (*work)(void *, long, long), double reference_ns, double *ns)
{
    bench_file file;
    if (!bench_open(&file, folder, "one", options)) {
        return false;
    }
    const double others = bench_get_others_cpu_ns();
    const bench_price price = bench_measure(work, file.trace, CALLS);
    bench_print(title, price, reference_ns);
    *ns = price.ns;
    if (options->mode == HD_TRACE_RING) {
        (void)printf("%-44s %8.1f ns for each call\n", "   and the helper thread meanwhile",
                     (bench_get_others_cpu_ns() - others) * 10 / ROUNDS_TENTHS / CALLS);
    }
    const double begin = bench_get_cpu_ns();
    const bool done = bench_close(&file);
    if (options->mode == HD_TRACE_RING) {
        (void)printf("%-44s %8.1f ns for each of all calls\n", "   and the end",
                     (bench_get_cpu_ns() - begin) * 10 / ROUNDS_TENTHS / CALLS);
    }
    return done;
}

static double measure_otf2(void)
{
    char path[PATH_BYTES];
    make_path(path, "otf2");
    void *const archive = bench_otf2_open(path);
    if (archive == NULL) {
        (void)printf("%-44s not in this build (libotf2-trace-dev was not found)\n", "OTF2");
        return 0;
    }
    const bench_price price = bench_measure(bench_otf2_record, archive, CALLS);
    bench_otf2_close(archive);
    bench_print("OTF2, Enter Send(2 attributes) Recv Leave", price, 0);
    return price.ns;
}

static bool measure_text(double reference_ns)
{
    char path[PATH_BYTES];
    make_path(path, "text");
    text_file *const to = calloc(1, sizeof *to);
    if (to == NULL) {
        return false;
    }
    to->out = fopen(path, "wb");
    if (to->out != NULL) {
        (void)setvbuf(to->out, NULL, _IONBF, 0);
        bench_print("snprintf and write, 1 MiB", bench_measure(write_text, to, CALLS),
                    reference_ns);
        (void)fclose(to->out);
    }
    const bool done = to->out != NULL;
    free(to);
    return done;
}

/* The entry points of the original want their files named by a prefix. */
static bool measure_printf(double reference_ns)
{
    hdTrace *const trace = bench_printf_open(folder);
    if (trace == NULL) {
        return false;
    }
    bench_print("printf-like entry points of the original",
                bench_measure(record_printf, trace, CALLS), reference_ns);
    return hdT_finalize(trace) == 0;
}

/* --- two threads ------------------------------------------------------------------------------ */

typedef struct worker {
    const char *label;
    pthread_barrier_t *start;
    bench_price price;
    bool done;
} worker;

static void *run_worker(void *context)
{
    worker *const self = context;
    static const hd_trace_options options = {.index = true};
    bench_file file;
    const bool open = bench_open(&file, folder, self->label, &options);
    (void)pthread_barrier_wait(self->start);
    if (open) {
        self->price = bench_measure(record_shape, file.trace, CALLS);
        self->done = bench_close(&file);
    }
    return NULL;
}

static double run_threads(unsigned count)
{
    static const char *const labels[] = {"first", "second"};
    pthread_barrier_t start;
    pthread_t threads[2];
    worker workers[2];
    (void)pthread_barrier_init(&start, NULL, count);
    for (unsigned i = 0; i < count; i++) {
        workers[i] = (worker){.label = labels[i], .start = &start};
        (void)pthread_create(&threads[i], NULL, run_worker, &workers[i]);
    }
    double sum_ns = 0;
    for (unsigned i = 0; i < count; i++) {
        (void)pthread_join(threads[i], NULL);
        sum_ns += workers[i].done ? workers[i].price.ns : 1e9;
    }
    (void)pthread_barrier_destroy(&start);
    return sum_ns / count;
}

/* --- stalls ----------------------------------------------------------------------------------- */

static int compare_times(const void *left, const void *right)
{
    const uint32_t a = *(const uint32_t *)left;
    const uint32_t b = *(const uint32_t *)right;
    return (a > b) - (a < b);
}

static bool measure_stalls(const char *title, const hd_trace_options *options)
{
    static const double quantiles[] = {0.5, 0.99, 0.9999, 0.999999};
    uint32_t *const times = calloc(STALL_CALLS, sizeof *times);
    bench_file file;
    if (times == NULL || !bench_open(&file, folder, "stalls", options)) {
        free(times);
        return false;
    }
    memset(times, 1, STALL_CALLS * sizeof *times); /* its pages shall not count */
    for (long i = 0; i < STALL_CALLS; i++) {
        const int64_t begin = hd_clock_get_ns();
        bench_record_shape(file.trace, i);
        const int64_t ns = hd_clock_get_ns() - begin;
        times[i] = ns > UINT32_MAX ? UINT32_MAX : (uint32_t)ns;
    }
    qsort(times, STALL_CALLS, sizeof *times, compare_times);
    (void)printf("%s, %d calls, elapsed:", title, STALL_CALLS);
    for (size_t i = 0; i < sizeof quantiles / sizeof quantiles[0]; i++) {
        (void)printf(" %g %% within %.4f ms,", quantiles[i] * 100,
                     times[(long)(quantiles[i] * (STALL_CALLS - 1))] / 1e6);
    }
    (void)printf(" the longest %.4f ms\n", times[STALL_CALLS - 1] / 1e6);
    free(times);
    return bench_close(&file);
}

static void record_small(hd_trace *trace, const hd_template *shape, int64_t value)
{
    hd_trace_open_state(trace);
    hd_trace_return_state(trace)[0] = value;
    hd_trace_close_state(trace, shape, 0);
}

/* One state of a shape that the ring's table has no room for, behind so many that the ring of
 * usual size is nearly full. */
static bool measure_late_shape(void)
{
    enum { SHAPES = 130, TEXT_BYTES = 2700, RECORDS = (60 << 20) / 32 };
    static char text[TEXT_BYTES];
    static const hd_trace_options options = {.mode = HD_TRACE_RING};
    const hd_template *shapes[SHAPES];
    memset(text, 'x', sizeof text - 1);
    const hd_attribute row[] = {{"n", HD_ATTRIBUTE_INT, NULL},
                                {"text", HD_ATTRIBUTE_CONSTANT, text}};
    for (int i = 0; i < SHAPES; i++) {
        if (hd_template_create("Small", i == 0 ? 1 : 2, row, &shapes[i]) != HD_OK) {
            return false;
        }
    }
    bench_file file;
    if (!bench_open(&file, folder, "shapes", &options)) {
        return false;
    }
    for (int i = 0; i < SHAPES - 1; i++) {
        record_small(file.trace, shapes[i], i);
    }
    for (long i = 0; i < RECORDS; i++) {
        record_small(file.trace, shapes[0], i);
    }
    const double begin = bench_get_cpu_ns();
    record_small(file.trace, shapes[SHAPES - 1], 0);
    (void)printf("%-44s %8.4f ms\n", "ring of 60 MiB, a shape beyond its table",
                 (bench_get_cpu_ns() - begin) / 1e6);
    return bench_close(&file);
}

/* --- all -------------------------------------------------------------------------------------- */

static bool measure_all(void)
{
    static const hd_trace_options plain = {0};
    static const hd_trace_options index = {.index = true};
    static const hd_trace_options ring = {
        .index = true, .mode = HD_TRACE_RING, .ring_bytes = SMALL_RING_BYTES};
    static const hd_trace_options roomy_ring = {
        .index = true, .mode = HD_TRACE_RING, .ring_bytes = RING_BYTES};
    /* all of a flight recorder is made ready before; it does not come round here */
    static const hd_trace_options last_ring = {.index = true,
                                               .mode = HD_TRACE_RING,
                                               .limit_bytes = RING_BYTES,
                                               .limit_action = HD_LIMIT_LAST};
    double ns = 0;
    int64_t sum = 0;
    bench_print("two readings of the clock, part of the others",
                bench_measure(read_clock, &sum, CALLS), 0);
    const double otf2_ns = measure_otf2();
    bool done = measure_text(otf2_ns);
    done &= measure_trace("direct, with index", &index, record_shape, otf2_ns, &ns);
    done &= measure_trace("direct, without index", &plain, record_shape, otf2_ns, &ns);
    done &= measure_trace("ring made ready before, the call alone", &last_ring, record_shape,
                          otf2_ns, &ns);
    done &=
        measure_trace("ring that grows, text at the end", &roomy_ring, record_shape, otf2_ns, &ns);
    done &= measure_trace("ring of 1 MiB, text in the calls", &ring, record_shape, otf2_ns, &ns);
    done &= measure_trace("typed attributes, with index", &index, record_typed, otf2_ns, &ns);
    (void)printf("%-44s %8.1f ns each, begin and end shared among them\n", "   that is",
                 ns / BENCH_VALUES);
    done &= measure_printf(otf2_ns);
    const double one = run_threads(1);
    const double two = run_threads(2);
    (void)printf("%-44s %8.1f ns, one %.1f ns, ratio %.2f\n", "two threads, per call of each", two,
                 one, two / one);
    static const hd_trace_options usual_ring = {.index = true, .mode = HD_TRACE_RING};
    done &= measure_late_shape();
    done &= measure_stalls("direct", &index);
    return measure_stalls("ring", &usual_ring) && done;
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        (void)fprintf(stderr, "usage: %s FOLDER\n", argv[0]);
        return 2;
    }
    (void)snprintf(folder, sizeof folder, "%.900s/hdtrace-bench-XXXXXX", argv[1]);
    if (mkdtemp(folder) == NULL) {
        perror(folder);
        return EXIT_FAILURE;
    }
    (void)printf("clock: %s\n", hd_clock_get_name());
    const bool done = measure_all();
    (void)nftw(folder, remove_one, 16, FTW_DEPTH | FTW_PHYS); /* NOLINT(concurrency-mt-unsafe) */
    return done ? EXIT_SUCCESS : EXIT_FAILURE;
}
