/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef RUN_RANK_H
#define RUN_RANK_H
/** Openings by POSIX while calls use them; between run_rank.c and run_posix.c only. */

#include "run.h"

/** Get the opening that a copy goes to; NULL: the call is none. */
struct run_opening *run_rank_copied_to(const struct run_rank *rank, const struct plan_cell *cell);

/** Wake those that wait for an opening, or to close it. */
void run_rank_tell(struct run_rank *rank);

/** Get an opening, which another thread may be about to open: wait for it then. */
struct run_opening *run_rank_find(struct run_rank *rank, uint32_t slot);

/** Wait until all other threads are done with an opening that is to be closed. */
void run_rank_wait_for_uses(struct run_rank *rank, struct run_opening *opening);

#endif
