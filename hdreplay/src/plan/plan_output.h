/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PLAN_OUTPUT_H
#define PLAN_OUTPUT_H
/** A PLAN file while it is written: under another name until it is whole. */

#include "plan_file.h"

#include <stdio.h>

struct plan_output {
    FILE *file;
    const char *path; /**< borrowed */
    char *part;       /**< what it is called meanwhile */
    uint64_t checksum;
    uint64_t bytes; /**< written, with the head */
};

/** Whether a file may be put where a path leads: a whole one takes the place of what is there,
 *  which must not be a device such as /dev/null.
 *  @return FALSE and an error */
gboolean plan_output_may_replace(const char *path, GError **error);

/** Begin a file, with room for its head.
 *  @return FALSE and an error; there is nothing to close then */
gboolean plan_output_open(struct plan_output *out, const char *path, GError **error);

/** Add bytes, a multiple of 8 of them. */
gboolean plan_output_add(struct plan_output *out, const void *bytes, size_t count, GError **error);

/** Add one of the tables, filled up to a multiple of 8. */
gboolean plan_output_add_section(struct plan_output *out, struct plan_section *section,
                                 const void *bytes, size_t count, size_t size, GError **error);

/** End the file.
 *  @param head gets length and checksum; NULL: there shall be none
 *  @return FALSE and an error, also when there shall be none; no file is there then */
gboolean plan_output_close(struct plan_output *out, struct plan_file_head *head, GError **error);

#endif
