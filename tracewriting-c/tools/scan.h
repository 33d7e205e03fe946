/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HD_TOOLS_SCAN_H
#define HD_TOOLS_SCAN_H
/** Which projects the files of a folder belong to, and what each file contributes. */

#include <glib.h>
#include <hdtrace/project.h>

struct scan_project {
    char *name;          /**< as in the file names */
    char *levels;        /**< of its first process, joined by ';'; NULL when it has none */
    hd_project *project; /**< all that its files say of it */
    GHashTable *ranks;   /**< with a fragment: labels up to the rank, each behind a ';' */
    unsigned processes;
    unsigned statistics;
};

/** Told of a file that says nothing usable and is left out. */
typedef void (*scan_complain)(const char *file, const char *cause);

/** Find the projects of a folder, in the order of the file names; NULL and an error when it cannot
 *  be read. One file is held in memory at a time.
 *  Ownership: the caller's; the array frees its elements. */
GPtrArray *scan_directory(const char *directory, scan_complain complain, GError **error);

#endif
