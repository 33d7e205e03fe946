/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HDPVFS_SAY_H
#define HDPVFS_SAY_H
/* What the agents tell the user: whole lines on stderr. */

#include <stdatomic.h>

/* What the lines begin with, "server" or "client". */
extern const char hdpvfs_role_name[];

/* Write one line. */
__attribute__((format(printf, 1, 2))) void hdpvfs_say(const char *format, ...);

#endif
