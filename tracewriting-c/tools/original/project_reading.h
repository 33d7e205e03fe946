/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HD_TOOLS_PROJECT_READING_H
#define HD_TOOLS_PROJECT_READING_H
/** A project file while it is read, whose elements may be named in any case. */

#include "original.h"

struct reading {
    struct original *o;
    const char *file;
    hd_reader *reader;
    hd_entry entry;
};

gboolean original_is_named(const struct reading *r, const char *name);

/** Whether an element of this name begins here. */
gboolean original_begins(const struct reading *r, const char *name);

/** Step inside the element of that depth; FALSE at its end. */
gboolean original_inside(struct reading *r, unsigned depth);

/** Print a finding at the entry. */
void original_report_here(struct reading *r, original_kind kind, const char *rule,
                          const char *text);

/** The datatypes of all processes, which begin here. */
void original_read_datatypes(struct reading *r);

#endif
