/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HDPOWER_FORMULA_H
#define HDPOWER_FORMULA_H
/** Sums and differences of channels, also of several devices, and relations between such sums that
 *  are checked. A term is one more output of its device whose records go into a series instead of a
 *  file. The result has the intervals of the slowest term; the others are told for these.
 *  Thread: the one that writes files, else the program's. */

#include "power_device.h"
#include "power_series.h"

struct hd_power_term {
    bool is_minus;
    bool is_right; /* of <= */
    bool is_counter;
    int64_t interval_ns;
    struct hd_power_series series;
};

struct hd_power_formula {
    const struct hd_power_formula_config *config;
    struct hd_power_term terms[HD_POWER_TERMS];
    size_t term_count;
    size_t slowest;  /* term whose intervals are the result's */
    int64_t wait_ns; /* a term that is later than the others by this makes a gap */
    int64_t done_ns;
    bool is_check;
    double carry_uj;               /* of the result's energy, less than 1 */
    struct hd_meter meter;         /* what the output takes the result for */
    struct hd_power_output output; /* of a sum */
    void (*warn)(void *argument, const char *text);
    void *warn_argument;
    pthread_mutex_t mutex; /* guards check */
    hd_power_check check;
};

/** Prepare a formula with no terms. Configuration and texts are borrowed. */
hd_status hd__power_formula_init(struct hd_power_formula *formula,
                                 const struct hd_power_formula_config *config, bool is_check,
                                 const hd_power_options *options);

/** Add the next term of the configuration: an output of a device is made to be its source.
 *  @return HD_OK | HD_MISSING (the device has no such channel with power or energy) | HD_NOMEM */
hd_status hd__power_formula_add(struct hd_power_formula *formula, struct hd_power_output *source,
                                const struct hd_meter *meter);

/** Make room for what comes in while the slowest term is waited for, after the last term.
 *  @return HD_OK | HD_NOMEM */
hd_status hd__power_formula_make_room(struct hd_power_formula *formula);

/** Choose the result's values, after the last term. @return as hd__power_output_choose */
hd_status hd__power_formula_choose(struct hd_power_formula *formula,
                                   const struct hd_power_trace_config *trace);

/** Compute what can be computed; at the end what is missing is not waited for. */
hd_status hd__power_formula_run(struct hd_power_formula *formula, bool is_end);

hd_status hd__power_formula_fini(struct hd_power_formula *formula, bool is_parents);

#endif
