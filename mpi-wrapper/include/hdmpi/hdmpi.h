/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HDMPI_HDMPI_H
#define HDMPI_HDMPI_H
/** What a traced program may tell the MPI wrapper. All calls do nothing while nothing is recorded:
 *  before MPI_Init, after MPI_Finalize, with HDTRACE_ENABLED=0, or while MPI_Pcontrol(0) holds.
 *  Thread: any; each acts on the calling thread's own trace. Names follow the original HDTrace.
 *  C++: hdmpi/hdmpi.hpp. Fortran: module hdtrace.
 *
 *      hdMPI_threadLogStateStart("assemble");
 *      hdMPI_threadLogAttributes("rows='%d' bytes='%zu'", rows, bytes);
 *      hdMPI_threadLogStateEnd(); */

#include <hdtrace/relation.h>
#include <hdtrace/stats.h>
#include <hdtrace/status.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Begin and end a state of the program around its own work; MPI calls made meanwhile nest in it.
 *  The name is an XML name. */
HD_API void hdMPI_threadLogStateStart(const char *state_name);
HD_API void hdMPI_threadLogStateEnd(void);

/** Begin and end an event: a moment, with attributes. No state may begin or end in between. */
HD_API void hdMPI_threadLogEventStart(const char *event_name);
HD_API void hdMPI_threadLogEventEnd(void);

/** Add one attribute to the event that the program has open, or else to the innermost open state,
 *  once the program has begun one. Its name is an XML name; name and value are copied. */
HD_API void hdMPI_threadLogInt(const char *name, int64_t value);
HD_API void hdMPI_threadLogDouble(const char *name, double value);
HD_API void hdMPI_threadLogText(const char *name, const char *value);

/** Add attributes in the same way: printf-like, name='value' pairs with blanks between them. Text
 *  that is not of that form is left out from where it begins. Names have at most 63 characters. */
HD_API void hdMPI_threadLogAttributes(const char *format, ...)
    __attribute__((format(printf, 1, 2)));

/** Create a group of statistics of this rank; its first interval begins now. Fill records with
 *  hd_stats_set_*, end each with hdMPI_endRecord, and destroy the group before MPI_Finalize.
 *  @return HD_OK | HD_STATE (nothing is recorded; *stats is NULL, which hd_stats_* accepts) | what
 *  hd_stats_create returns
 *  Ownership: *stats is the caller's, hd_stats_destroy frees it. One name at most once a rank. */
HD_API HD_CHECK hd_status hdMPI_createStatistics(const char *group, size_t value_count,
                                                 const hd_stats_value *values, hd_stats **stats);

/** Append the record whose interval ends now.
 *  @return HD_OK | HD_STATE (NULL) | what hd_stats_end_record returns */
HD_API hd_status hdMPI_endRecord(hd_stats *stats);

/** Get the relations of this process, for tokens of the program's own (hdtrace/relation.h). Tokens
 *  have to be destroyed before MPI_Finalize. Ownership: borrowed until then.
 *  @return HD_OK | HD_STATE (nothing is recorded) | HD_IO */
HD_API HD_CHECK hd_status hdMPI_getRelation(hd_relation **relation);

/** Make this thread's trace before its first MPI call.
 *  @return 1 when the thread is recorded, 0 otherwise */
HD_API int hdMPI_threadInitTracing(void);

/** Switch recording of this thread on or off. @return 1 when it changed, 0 otherwise */
HD_API int hdMPI_threadEnableTracing(void);
HD_API int hdMPI_threadDisableTracing(void);

/** Get the name of the relation token of the MPI-IO call that this thread is in, as
 *  "host:pid:topology:id" with its NUL: for the layers below MPI, to name it as their parent.
 *  @return its length, 0 when there is none (HDTRACE_RELATIONS is not 1, no MPI-IO call is under
 *          way) or it does not fit; `text` is untouched then.  Source: FORMATS A7. */
HD_API size_t hdMPI_currentToken(char *text, size_t size);

#ifdef __cplusplus
}
#endif
#endif
