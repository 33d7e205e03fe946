/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef IMPORT_WRITE_H
#define IMPORT_WRITE_H
/** A project as a run of libhdposix leaves it, but of one project for all processes. It is written
 *  into a hidden folder beside the wanted one, which it becomes when all went well. */

#include <glib.h>
#include <hdtrace/trace.h>

struct import_project;
struct import_rank;

/** @param clock where times come from, for `Program clock=`
 *  @param start_ns a time not after any other one
 *  @return NULL: the folder is there and not empty, or can't be made */
struct import_project *import_project_begin(const char *target, const char *name, const char *clock,
                                            gint64 start_ns, GError **error);

/** A process; it lives as long as the project. */
struct import_rank *import_project_rank(struct import_project *project, const char *host, int rank);

/** A trace of it. @param pid below 0: not known. @return NULL where it can't be written, which
 *  import_project_end tells */
hd_trace *import_project_trace(struct import_project *project, struct import_rank *rank, int thread,
                               gint64 pid);
void import_project_close(struct import_project *project, hd_trace *trace);

/** The number of a file of this process. @param size_bytes at first */
int import_rank_file(struct import_project *project, struct import_rank *rank, const char *name,
                     gint64 size_bytes);

/** Tell of what the process does that it has a communicator of its own and bytes as a datatype of
 *  MPI, both with the number 0. */
void import_rank_mpi(struct import_project *project, struct import_rank *rank);

/** Write the project's file, give the folder its name; frees the project in any case. */
gboolean import_project_end(struct import_project *project, GError **error);

/** Remove all that was written. */
void import_project_drop(struct import_project *project);

#endif
