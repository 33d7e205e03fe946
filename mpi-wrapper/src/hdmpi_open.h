/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HDMPI_OPEN_H
#define HDMPI_OPEN_H
/** The sessions of MPI 4 that are open.
 *
 *  They may begin before MPI_Init and end after MPI_Finalize, and while the one or the other is
 *  not there, ranks of MPI_COMM_WORLD are known from them alone. Every function may be called by
 *  any thread. Older MPI libraries have no sessions. */

#include "hdmpi_chain.h"

#include <stdbool.h>

#if MPI_VERSION >= 4
/** A session was made. */
HD__HIDDEN void hd__open_add(MPI_Session session);

/** A session is about to end. */
HD__HIDDEN void hd__open_remove(MPI_Session session);
#endif

/** Whether a session is open. */
HD__HIDDEN bool hd__open_any(void);

/** World ranks of the first `count` members of a group, as an open session names the world.
 * @return false: no session is open, or MPI refused */
HD__HIDDEN bool hd__open_translate(MPI_Group group, int count, const int *members,
                                   int *world_ranks);

#endif
