/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef IMPORT_DXT_H
#define IMPORT_DXT_H
/** What a text of darshan-dxt-parser holds; between import_dxt*.c only. */

#include "import.h"
#include "import_files.h"

#include <stdbool.h>

enum { DXT_RANK_MAX = 1 << 20 };

/** Bytes that were moved at once. */
struct dxt_row {
    int rank;
    guint lane; /**< trace of the rank; set when it is written */
    bool writes;
    bool is_mpi;
    struct import_file *file;
    gint64 offset, size;
    gint64 begin_ns, end_ns; /**< from the start of the run */
};

/** A text while it is read and written. */
struct dxt_text {
    const char *path;
    bool prefers_mpi;
    guint line;
    struct import_summary *summary;
    GHashTable *files;
    struct import_file *file; /**< that rows are of */
    GArray *rows;             /**< struct dxt_row */
    GHashTable *hosts;        /**< rank + 1: name */
    char *host;
    char *program;
    gint64 start_ns;
    gint64 processes;
};

/** Write the project of the rows. */
gboolean import_dxt_write(struct dxt_text *text, const struct import_options *options,
                          GError **error);

#endif
