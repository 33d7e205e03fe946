/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef IMPORT_LOG_H
#define IMPORT_LOG_H
/** Logs of strace as calls, in the order in which they took effect. */

#include "import_words.h"

enum import_event_kind {
    IMPORT_BEGINS, /**< its end comes later */
    IMPORT_ENDS,   /**< its begin came before */
    IMPORT_WHOLE,
    IMPORT_LOST, /**< a call that never returned */
    IMPORT_EXIT
};

/** A line. */
struct import_event {
    enum import_event_kind kind;
    int pid;
    guint file; /**< of the log's */
    guint line; /**< from 1 */
    gint64 time_ns;
    gint64 order;     /**< among the lines of all files */
    const char *text; /**< behind the time */
};

struct import_log {
    GPtrArray *names;
    GPtrArray *contents; /**< what the events' texts lie in */
    GArray *events;      /**< struct import_event */
};

/** Read all of them. NULL: a file can't be read, or a line can't be understood. */
struct import_log *import_log_read(char **paths, GError **error);
void import_log_free(struct import_log *log);

enum { IMPORT_ARGUMENTS = 8 };

/** One call with what it was given and what it gave. */
struct import_call {
    char name[32];
    struct import_word arguments[IMPORT_ARGUMENTS];
    guint count;
    bool is_known;               /**< what it returned */
    gint64 result;               /**< -1: failed */
    char error[24];              /**< name of errno, or "" */
    struct import_word returned; /**< as printed */
    gint64 duration_ns;          /**< below 0: not told */
};

/** Take NAME(ARGUMENTS) = RESULT <DURATION> apart. @return NULL, or what is wrong */
const char *import_call_read(const char *text, struct import_call *call);

/** Put a call of two lines together, the caller's. @return NULL: the second line does not belong
 *  to the first */
char *import_event_join(const struct import_event *begin, const struct import_event *end);

/** Set the error of a line. @return FALSE */
gboolean import_log_fail(const struct import_log *log, const struct import_event *event,
                         const char *cause, GError **error);

#endif
