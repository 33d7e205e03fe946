/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PROJECT_WRITE_H
#define PROJECT_WRITE_H
/** A project as a run of libhdposix leaves it, but of one project for all processes. It is written
 *  into a hidden folder beside the wanted one, which it becomes when all went well. */

#include <glib.h>
#include <hdtrace/trace.h>

struct project_writer;
struct project_rank;

/** @param clock where times come from, for `Program clock=`
 *  @param start_ns a time not after any other one
 *  @return NULL: the folder is there and not empty, or can't be made */
struct project_writer *project_begin(const char *target, const char *name, const char *clock,
                                     gint64 start_ns, GError **error);

/** Whether a project could be begun there, before anything else is done; project_begin makes sure.
 */
gboolean project_check_target(const char *target, GError **error);

/** A process; it lives as long as the project. */
struct project_rank *project_add_rank(struct project_writer *project, const char *host, int rank);

/** A trace of it. @param pid below 0: not known. @return NULL where it can't be written, which
 *  project_end tells */
hd_trace *project_add_trace(struct project_writer *project, struct project_rank *rank, int thread,
                            gint64 pid);
void project_close_trace(struct project_writer *project, hd_trace *trace);

/** The number of a file of this process. @param size_bytes at first */
int project_add_file(struct project_writer *project, struct project_rank *rank, const char *name,
                     gint64 size_bytes);

/** Add a line to what a process tells of itself (format.md, section 5), as `Comm id=0 ...`. */
void project_add_line(struct project_writer *project, struct project_rank *rank, const char *line);

/** Append a value of such a line, whatever bytes it has. */
void project_append_value(GString *line, const char *value);

/** Add such a line for a communicator that the process is in alone, and for bytes as a datatype,
 *  both with the number 0. */
void project_add_mpi(struct project_writer *project, struct project_rank *rank);

/** Write the project's file, give the folder its name; frees the project in any case. */
gboolean project_end(struct project_writer *project, GError **error);

/** Remove all files that were written, when the process is about to end. Any thread. */
void project_remove(const struct project_writer *project);

/** Remove all that was written. */
void project_drop(struct project_writer *project);

#endif
