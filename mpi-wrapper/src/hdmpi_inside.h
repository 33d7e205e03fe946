/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HDMPI_INSIDE_H
#define HDMPI_INSIDE_H
/** What the MPI library does inside its functions, as states inside theirs: the messages of
 *  collectives and ROMIO's calls of file systems. They come by the callbacks of mpich2hd/hooks.h,
 * from an MPICH with mpich2hd-patches or from the agent beside the usual one; HDTRACE_INTERNALS
 * asks for them. Source: HDTrace paper, section 2.1. */

#include "hdmpi_session.h"

/** Values of HDTRACE_INTERNALS. */
typedef enum hd__internals { HD__INTERNALS_NONE, HD__INTERNALS_AUTO } hd__internals;

/** Look for the library's table and set callbacks in it; `warn` is told by one process why nothing
 *  is seen. Once, when recording begins. */
void hd__inside_start(void (*warn)(const char *message));

/** Make what callbacks write. @return them, for ever */
const struct mpich2hd_callbacks *hd__inside_prepare(void);

/** Nothing is told from now on. */
void hd__inside_stop(void);

/** A file was opened: an MPI library that is not patched gets to know it so. */
void hd__inside_adopt(MPI_File handle);

/** Requests posted inside calls, from the post to what completes them, in whatever thread.
 *  Enter one. @return its number */
int hd__posted_add(hd__call *call, const void *request);
/** Take the oldest one of that identity, of the thread's own before others'; `call` NULL: of any.
 *  @return its number, -1: there is none */
int hd__posted_take(const hd__call *call, const void *request);

#endif
