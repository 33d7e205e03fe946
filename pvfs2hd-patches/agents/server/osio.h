/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HDPVFS_OSIO_H
#define HDPVFS_OSIO_H
/* Single reads and writes of the operating system. */

/* What the agent's own libraries read and write is not recorded. */
void hdpvfs_osio_init(void);

#endif
