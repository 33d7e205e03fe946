/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PLAN_PROJECT_H
#define PLAN_PROJECT_H
/** What a recorded project says of its files, communicators and traces. */

#include "plan_array.h"

#include <glib.h>

/** One communicator, the same for all its members. */
struct plan_communicator {
    char *name;
    GArray *members;   /**< gint64 world ranks, by their rank in it */
    gboolean is_inter; /**< it has two sides, whose ranks overlap */
};

struct plan_trace {
    char *path;
    int rank;   /**< in MPI_COMM_WORLD */
    int thread; /**< of that rank */
    char *host; /**< where it ran, as the trace's name tells it; may be empty */
};

struct plan_project {
    char *path; /**< of the project file */
    char *name;
    gboolean is_simulated;    /**< by PIOsimHD */
    GPtrArray *communicators; /**< struct plan_communicator */
    GHashTable *numbers;      /**< (rank, cid) to the index of a communicator */
    GHashTable *files;        /**< name to initial size, gint64 */
    GPtrArray *traces;        /**< struct plan_trace, by rank and thread */
    struct plan_spill *spill; /**< for what is as long as the run; NULL: all stays in memory */
};

/** Read a project: its file, or the folder that holds one.
 *  @return NULL and an error that names file and cause */
struct plan_project *plan_project_read(const char *path, GError **error);
void plan_project_free(struct plan_project *project);

/** Get the index of a process's communicator, -1 when the project does not tell. */
int plan_project_find_communicator(const struct plan_project *project, int rank, gint64 cid);

/** Ranks of the recorded program. */
int plan_project_count_ranks(const struct plan_project *project);

/** Bring a file's name into the form by which all its names are one: `./a//b` is `a/b`.
 *  @return the caller's */
char *plan_project_file_name(const char *name);

/** Find for each communicator a member that has no trace, as one that a filter of the recording has
 *  left out: its world rank, -1 where the project does not tell its rank, PLAN_ALL_PRESENT where
 * all have traces. @return for g_free */
gint64 *plan_project_find_absent(const struct plan_project *project);

enum { PLAN_ALL_PRESENT = -2 };

#endif
