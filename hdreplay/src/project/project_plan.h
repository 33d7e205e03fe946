/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PROJECT_PLAN_H
#define PROJECT_PLAN_H
/** What a plan tells of its processes, as lines of a project that is written. Numbers in the
 * project are those of the plan's tables. */

#include "plan/plan_file.h"
#include "project_write.h"

/** Add the communicators that a rank is in; its lowest member tells of all. */
void project_add_communicators(struct project_writer *project, struct project_rank *rank,
                               const struct plan_file_image *plan, uint32_t number);

/** Add all datatypes of the plan. */
void project_add_types(struct project_writer *project, struct project_rank *rank,
                       const struct plan_file_image *plan);

/** Get where a trace ran, `localhost` if the plan does not tell. */
const char *project_host(const struct plan_file_image *plan,
                         const struct plan_strand_entry *strand);

#endif
