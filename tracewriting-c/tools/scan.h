/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HD_TOOLS_SCAN_H
#define HD_TOOLS_SCAN_H
/** Which projects the files of a folder belong to, and what each file contributes. */

#include <glib.h>

/** What one process, or one statistics file, says of itself: fragment lines. */
struct scan_part {
    char *origin;  /**< file name, for messages */
    GString *text; /**< fragment lines, beginning with a Topology line */
};

struct scan_project {
    char *name;       /**< as in the file names */
    GPtrArray *parts; /**< of struct scan_part, in the order of the file names */
    unsigned processes;
    unsigned statistics;
};

/** Find the projects of a folder, sorted by name; NULL and an error when it cannot be read.
 *  Ownership: the caller's; the array frees its elements. */
GPtrArray *scan_directory(const char *directory, GError **error);

#endif
