/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef POWER_TESTS_SESSION_H
#define POWER_TESTS_SESSION_H
/** A sampler from the text of a configuration, in a folder of its own. */

#include "power_session.h"
#include "scratch.h"

struct session {
    char folder[SCRATCH_SIZE];
    hd_topology *topology;
    const hd_topology_node *node;
    hd_power *power;
    char message[HD_POWER_MESSAGE_SIZE];
};

/** Begin a session on host `n1`. @return what hd__power_create or the configuration's reader said
 */
hd_status session_open(struct session *session, const char *text, const char *root);

/** Read the i-th device once. */
enum hd_meter_result session_read(struct session *session, size_t device);

/** The value of a channel, by its quantity and label; NULL: there is none. */
const struct hd_power_value *session_value(const struct session *session, size_t device,
                                           enum hd_meter_quantity quantity, const char *label);

/** Write a file ROOT/PATH with the folders above it. */
void put_file(const char *root, const char *path, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/** Whether a file below the session's folder is there, and its size. */
long session_file_size(const struct session *session, const char *name);

void session_close(struct session *session);

void remove_tree(const char *path);

#endif
