/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HDPVFS_CONTROL_H
#define HDPVFS_CONTROL_H
/* What switches recording on and off: a file that says "on", "on PROJECT" or "off"
 * (HDTRACE_CONTROL), and a signal (HDTRACE_SIGNAL). */

/* Begin as the environment says: at once, when the file says so, or when the signal comes. */
void hdpvfs_control_begin(void);

/* Obey the signal, and the file, which is looked at once a second at most. Thread: any; not in a
 * hook's work. Cost: one reading of the coarse clock when there is a file or a signal, else
 * nothing. */
void hdpvfs_control_look(void);

#endif
