/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HDMPI_HDMPI_H
#define HDMPI_HDMPI_H
/** What a traced program may tell the MPI wrapper. All calls do nothing while nothing is recorded:
 *  before MPI_Init, after MPI_Finalize, with HDTRACE_ENABLED=0, or while MPI_Pcontrol(0) holds.
 *  Thread: any; each acts on the calling thread's own trace. Names follow the original HDTrace.
 *
 *      hdMPI_threadLogStateStart("assemble");
 *      hdMPI_threadLogAttributes("rows='%d' bytes='%zu'", rows, bytes);
 *      hdMPI_threadLogStateEnd(); */

#include <hdtrace/status.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Begin and end a state of the program around its own work; MPI calls made meanwhile nest in it.
 *  The name is an XML name and must live until the state has ended (a literal). */
HD_API void hdMPI_threadLogStateStart(const char *state_name);
HD_API void hdMPI_threadLogStateEnd(void);

/** Add attributes to the innermost state that the program began: printf-like, name='value' pairs
 *  with blanks between them. Text that is not of that form is left out from where it begins. At
 *  most 64 different names per process, of at most 63 characters. */
HD_API void hdMPI_threadLogAttributes(const char *format, ...)
    __attribute__((format(printf, 1, 2)));

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
