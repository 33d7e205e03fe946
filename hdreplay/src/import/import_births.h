/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef IMPORT_BIRTHS_H
#define IMPORT_BIRTHS_H
/** Which processes and threads a log of strace is of, and who made them. */

#include "import_strace.h"

/** How a process or thread came to be. */
struct import_birth {
    int parent;
    bool is_thread;
    bool shares_files;
    gpointer seen_by; /**< the project, of the time that it was seen at last; or the log */
};

/** All of a log. */
struct import_births {
    GHashTable *all; /**< pid: GArray of struct import_birth; a number may be given again */
    char *program;   /**< of the first execve */
    gint64 first_ns; /**< time of the first line */
};

/** Go through the log: children show up before their parents' call has returned.
 *  @return FALSE and an error */
gboolean import_births_find(const struct import_log *log, struct import_births *births,
                            GError **error);
void import_births_fini(struct import_births *births);

/** Get who has this number next, of one time through the log. NULL: nobody whose birth is known */
const struct import_birth *import_births_take(const struct importing *s,
                                              const struct import_births *births, int pid);

#endif
