/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef RUN_CALLS_H
#define RUN_CALLS_H

#include "run_mpi.h"

/** Make one call.
 *  @param has_status whether *status tells how much was moved
 *  @return what MPI returned */
int run_call(struct run_strand *s, const struct plan_cell *cell, MPI_Status *status,
             bool *has_status);

/** The same for messages, collectives and requests. */
int run_communicate(struct run_strand *s, const struct plan_cell *cell);

#endif
