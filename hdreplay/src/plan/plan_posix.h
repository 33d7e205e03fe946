/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PLAN_POSIX_H
#define PLAN_POSIX_H
/** POSIX and stdio calls of a recording (tracewriting-c/doc/format.md, section 10): what they do,
 *  and the openings that they use. An opening belongs to all threads of its process, unlike a file
 *  of MPI, which only the thread that opened it may use. */

#include "plan_file.h"
#include "plan_strand.h"

/** One opening of a process that is a file, told before any call is compiled. */
struct plan_opening {
    guint strand;     /**< that opens it */
    const char *name; /**< the strand's */
    bool is_shared;   /**< other threads use it too */
    bool is_untold;   /**< in which way it is opened: a replay can't */
    uint32_t slot;    /**< set when it is compiled; PLAN_FILE_NOTHING: not yet asked for */
    GArray *copies; /**< uint32_t: slots of what dup has made, while it is compiled; may be NULL */
};

/** Find all openings of files, and take what is done to terminals, pipes and devices out of what
 *  orders I/O.
 *  @return (rank, oid) to struct plan_opening; the caller's */
GHashTable *plan_posix_resolve(const GPtrArray *strands);

/** NULL: nothing that is a file. */
struct plan_opening *plan_posix_find(GHashTable *openings, int rank, int64_t oid);

/** Read `RDWR|CREAT|...` as a sum of enum plan_how; 0: it does not say how it is opened. */
int64_t plan_posix_mode(const char *text);

#endif
