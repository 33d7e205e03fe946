/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HD_TOOLS_PREVIOUS_H
#define HD_TOOLS_PREVIOUS_H
/** The project file that is there already: what only it knows goes into the new one. Rank 0 may
 *  have written it without waiting for all, and it may have heard of a process whose own fragment
 *  could not be written. */

#include "scan.h"

/** Add what PATH holds to a project that has all fragments already. No such file is no failure.
 *  Gives back FALSE and the reason when it can't be used; then the project is as it was, or has
 * part of it. */
gboolean previous_add(const struct scan_project *found, const char *path, GError **error);

/** Whether there is no such file, or it says that processes are missing. */
gboolean previous_is_incomplete(const char *path);

#endif
