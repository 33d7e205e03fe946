/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HDPVFS_SWITCH_SIGNAL_H
#define HDPVFS_SWITCH_SIGNAL_H
/* A signal that switches recording on and off (HDTRACE_SIGNAL). It never takes one that the program
 * uses: a handler that is there stays, and one that the program sets later replaces ours. */

#include <stdbool.h>

/* Read `text`, SIGNAL or SIGNAL,off, and set the handler. What is wrong, or whose signal it is, is
 * said, and recording begins then as without it.
 * @return whether recording is off until the signal comes */
bool hdpvfs_signal_init(const char *text);

/* Whether there are signals that nobody has taken yet. Cost: one load. */
bool hdpvfs_signal_is_new(void);

/* Take them. @return whether to switch: two of them are none */
bool hdpvfs_signal_take(void);

/* Whether the handler is still ours; says once when it isn't any more. A system call. */
void hdpvfs_signal_check(void);

#endif
