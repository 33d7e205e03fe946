/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A number of recorded calls and nothing else, for counting instructions: what two runs with
 * different numbers differ by is the price of the calls.
 *
 *      hdtrace-count-calls WHAT CALLS FOLDER
 *
 * WHAT is one of the rows of `modes` below, or `printf` for the original's entry points. */
#include "workload.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The loop around a call, and its eight values. */
static void record_nothing(hd_trace *trace, long call)
{
    static int64_t values[BENCH_VALUES];
    (void)trace;
    bench_get_values(values, call);
}

enum { RING_BYTES = 16 << 20 }; /* of 100,000 calls none is made text */

static const struct {
    const char *name;
    hd_trace_options options;
    void (*record)(hd_trace *trace, long call);
    bool leaves; /* without an end: the calls alone, and not the text that is made of them later */
} modes[] = {
    {"none", {.mode = HD_TRACE_DIRECT}, record_nothing, false},
    {"direct", {.mode = HD_TRACE_DIRECT, .index = true}, bench_record_shape, false},
    {"ring", {.mode = HD_TRACE_RING, .index = true}, bench_record_shape, false},
    {"typed", {.mode = HD_TRACE_DIRECT, .index = true}, bench_record_typed, false},
    {"ring-calls",
     {.mode = HD_TRACE_RING, .index = true, .ring_bytes = RING_BYTES},
     bench_record_shape,
     true},
};

static bool count_printf(const char *folder, long calls)
{
    hdTrace *const trace = bench_printf_open(folder);
    for (long i = 0; trace != NULL && i < calls; i++) {
        bench_record_printf(trace, i);
    }
    return trace != NULL && hdT_finalize(trace) == 0;
}

int main(int argc, char **argv)
{
    const size_t count = sizeof modes / sizeof modes[0];
    size_t mode = 0;
    while (argc == 4 && mode < count && strcmp(argv[1], modes[mode].name) != 0) {
        mode++;
    }
    if (argc == 4 && strcmp(argv[1], "printf") == 0) {
        return count_printf(argv[3], strtol(argv[2], NULL, 10)) ? EXIT_SUCCESS : EXIT_FAILURE;
    }
    if (argc != 4 || mode == count) {
        (void)fprintf(stderr, "usage: %s WHAT CALLS FOLDER\n", argv[0]);
        return 2;
    }
    const long calls = strtol(argv[2], NULL, 10);
    bench_file file;
    if (!bench_open(&file, argv[3], "count", &modes[mode].options)) {
        return EXIT_FAILURE;
    }
    for (long i = 0; i < calls; i++) {
        modes[mode].record(file.trace, i);
    }
    if (modes[mode].leaves) {
        _exit(EXIT_SUCCESS);
    }
    return bench_close(&file) ? EXIT_SUCCESS : EXIT_FAILURE;
}
