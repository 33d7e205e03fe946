/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef MOUNTS_H
#define MOUNTS_H
/** Mounts that a test alone sees. */

#include <stdbool.h>

/** Give this process, which has one thread, mounts of its own.
 *  @return false: the system does not let it */
bool mounts_begin(void);

#endif
