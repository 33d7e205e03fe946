/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HDPOWER_SESSION_H
#define HDPOWER_SESSION_H
/** What is behind hd_power, for programs that make their configuration themselves. */

#include "power_device.h"

struct hd_power {
    struct hd_power_config config;
    char *root;
    char *host;
    int stop[2]; /* a pipe that all waits look at */
    struct hd_power_device **devices;
    size_t device_count;
    hd_pacer *writer;     /* writes the files while it runs */
    bool has_left_behind; /* a device whose opening never ended */
    bool is_running;
    pid_t owner;
    hd_status failure;
    char unavailable[1024];
};

/** Like hd_power_create, with a configuration that was read and checked and belongs to the session
 *  from now on, whatever the result. */
hd_status hd__power_create(struct hd_power_config *config, const hd_power_options *options,
                           hd_power **out, char message[HD_POWER_MESSAGE_SIZE]);

/** Free all. @param is_parents in a forked child: files and devices are left alone */
hd_status hd__power_release(hd_power *power, bool is_parents);

#endif
