/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef GTOP_H
#define GTOP_H
/** One sample as programs take it that read their counters through libgtop: processors, memory,
 * each network interface, the usage of a mounted file system; and, for what the library lacks,
 * context switches and disks from their files. */

#include <stdbool.h>

/** Tell whether this build has libgtop (Debian: libgtop2-dev). */
bool gtop_is_here(void);
void gtop_sample(void);

#endif
