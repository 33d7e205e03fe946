/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HDPOWER_SESSION_H
#define HDPOWER_SESSION_H
/** What is behind hd_power, for programs that make their configuration themselves. */

#include "power_formula.h"

struct hd_power {
    struct hd_power_config config;
    char *root;
    char *host;
    int stop[2]; /* a pipe that all waits look at */
    struct hd_power_device **devices;
    size_t device_count;
    struct hd_power_formula *formulas; /* sums, then checks */
    size_t formula_count;
    hd_pacer *writer;     /* writes the files while it runs */
    bool has_left_behind; /* a device whose opening never ended */
    bool is_running;
    pid_t owner;
    hd_status failure;
    char unavailable[1024];
};

/** Like hd_power_create, with a configuration that was read and checked and belongs to the session
 *  from now on, whatever the result, and without any file: what is measured goes nowhere until
 *  hd__power_open_files. */
hd_status hd__power_create(struct hd_power_config *config, const hd_power_options *options,
                           hd_power **out, char message[HD_POWER_MESSAGE_SIZE]);

/** Create the files, when all of them can be written.
 *  @param message gets "PATH: cause" on failure @return HD_OK | HD_IO | HD_NOMEM | HD_LIMIT */
hd_status hd__power_open_files(hd_power *power, char message[HD_POWER_MESSAGE_SIZE]);

/** Name the trace's group or file; its values are chosen. */
hd_status hd__power_place_output(const hd_power *power, struct hd_power_output *output,
                                 const struct hd_power_trace_config *trace,
                                 const hd_power_options *options, char *message);

/** Make all sums and checks whose devices are all open, after these; of the others that could have
 *  been here `unavailable` tells. @return as hd__power_create */
hd_status hd__power_add_formulas(hd_power *power, const hd_power_options *options, char *message);

/** How many outputs a device needs for them at most. */
size_t hd__power_count_terms(const struct hd_power_config *config);

/** Whether a device is attached to this host, or to each. */
bool hd__power_is_here(const hd_power *power, const struct hd_power_device_config *device);

/** Add to what is not available. */
void hd__power_note(hd_power *power, const char *name, const char *cause);

/** Set the message, of the status if there is no cause. @return the status */
hd_status hd__power_explain(char *message, hd_status status, const char *cause);

/** Free all. @param is_parents in a forked child: files and devices are left alone */
hd_status hd__power_release(hd_power *power, bool is_parents);

#endif
