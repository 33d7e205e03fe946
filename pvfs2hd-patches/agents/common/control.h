/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HDPVFS_CONTROL_H
#define HDPVFS_CONTROL_H
/* The file that says whether to record: "on", "on PROJECT" or "off" (HDTRACE_CONTROL). */

/* Look at the file, once a second at most, and obey. Thread: any; not in a hook's work. Cost: one
 * reading of the coarse clock when there is a file, else nothing. */
void hdpvfs_control_look(void);

#endif
