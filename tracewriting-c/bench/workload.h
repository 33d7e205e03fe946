/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HD_BENCH_WORKLOAD_H
#define HD_BENCH_WORKLOAD_H
/* The call that is measured everywhere here: a Sendrecv with eight attributes and two times. */

#include <hdtrace-compat/hdTrace.h>
#include <hdtrace/topology.h>
#include <hdtrace/trace.h>
#include <stdbool.h>

/* One trace in a folder. */
typedef struct bench_file {
    hd_topology *topology;
    hd_trace *trace;
} bench_file;

/* Create FOLDER/bench_LABEL.trc; false, with a line on stderr, when that fails. */
bool bench_open(bench_file *file, const char *folder, const char *label,
                const hd_trace_options *options);

/* False, with a line on stderr, when the trace is not whole. */
bool bench_close(bench_file *file);

/* The call by its shape. */
void bench_record_shape(hd_trace *trace, long call);

/* The same by typed attributes. */
void bench_record_typed(hd_trace *trace, long call);

/* A trace of the original's entry points in a folder, and the same by printf-like text. */
hdTrace *bench_printf_open(const char *folder);
void bench_record_printf(hdTrace *trace, long call);

/* The eight values. */
enum { BENCH_VALUES = 8 };
void bench_get_values(int64_t *values, long call);

#endif
