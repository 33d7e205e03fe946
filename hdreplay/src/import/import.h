/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef IMPORT_H
#define IMPORT_H
/** What other tools have recorded of a program's I/O, as a project. */

#include "project/project_write.h"

#include <glib.h>

/** How often something came, by its name. */
void import_count(GHashTable *counts, const char *key);
GHashTable *import_counts_new(void);

/** What was imported. */
struct import_summary {
    guint processes; /**< that are ranks now */
    guint idle;      /**< left out, as they had no I/O */
    guint threads;
    guint files;
    GHashTable *calls;   /**< states by name */
    GHashTable *skipped; /**< calls or rows that are no I/O of files, by name */
    guint64 unfinished;  /**< calls whose end the log does not tell */
};

/** What the user wants. */
struct import_options {
    const char *output;
    const char *name;     /**< of the project; NULL: the program's */
    const char *host;     /**< of strace; NULL: localhost */
    gboolean prefers_mpi; /**< of DXT: rows of MPI-IO where a file has both */
    char **inputs;
};

/** Read logs of strace and write the project. */
gboolean import_strace(const struct import_options *options, struct import_summary *summary,
                       GError **error);

/** Read the text of darshan-dxt-parser and write the project. */
gboolean import_dxt(const struct import_options *options, struct import_summary *summary,
                    GError **error);

/** The command. @return its exit status */
int import_main(int argc, char **argv);

#endif
