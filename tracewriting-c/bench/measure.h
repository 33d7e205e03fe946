/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HD_BENCH_MEASURE_H
#define HD_BENCH_MEASURE_H
/* Processor time and instructions of a piece of work in the calling thread, kernel included. */

typedef struct bench_price {
    double ns;           /* processor time per call */
    double instructions; /* per call, in user and kernel mode; negative: can't be counted here */
} bench_price;

/* Processor time of this thread so far. */
double bench_get_cpu_ns(void);

/* The same of the process's other threads, together. */
double bench_get_others_cpu_ns(void);

/* Do the work in several rounds of `calls`; gives back the median of the times and of the counts.
 * `work(context, first, calls)` makes the calls `first` to `first + calls - 1`. */
bench_price bench_measure(void (*work)(void *context, long first, long calls), void *context,
                          long calls);

/* Print one line: title, price, and what it is a multiple of. */
void bench_print(const char *title, bench_price price, double reference_ns);

#endif
