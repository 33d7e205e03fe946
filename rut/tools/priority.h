/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HDRUT_PRIORITY_H
#define HDRUT_PRIORITY_H
/** Real-time priority (SCHED_FIFO) for the thread that samples, which it takes over from the thread
 *  that starts it. Thread: the one that calls. */

#include <stdbool.h>

/** Intervals below that many ms have it where it is permitted, unless it is chosen otherwise. */
#define PRIORITY_INTERVAL_MS 10

/** What `none`, or a text that was not given, stand for. */
enum { PRIORITY_NONE = 0, PRIORITY_UNSAID = -1 };

/** Read `none` or a number; NULL is PRIORITY_UNSAID. @return false: neither, or out of range */
bool priority_read(const char *text, int *priority);

/** Take the priority. @return 0 | an errno value */
int priority_raise(int priority);

/** What to take where nothing was said: 1 for short intervals if the thread has no policy of its
 * own and may, else PRIORITY_NONE. */
int priority_choose(int interval_ms);

/** Go back to what priority_raise found. */
void priority_lower(void);

#endif
