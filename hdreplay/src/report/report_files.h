/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef REPORT_FILES_H
#define REPORT_FILES_H
/** Which file each planned call is on. */

#include "plan/plan_file.h"

/** Files of the slots of a plan's calls. */
struct report_slots {
    const struct plan_file_image *image;
    GPtrArray *openings; /**< by rank: GArray of uint32_t, by opening of POSIX */
    GArray *files;       /**< uint32_t, by slot of MPI of the trace that is gone through */
};

/** Go through a plan once: threads of a rank share what POSIX has opened. */
void report_slots_init(struct report_slots *slots, const struct plan_file_image *image);
void report_slots_fini(struct report_slots *slots);

/** Begin with the calls of a trace. */
void report_slots_begin(struct report_slots *slots, const struct plan_strand_entry *strand);

/** Take the trace's next call on files. @return the plan's file, PLAN_FILE_NOTHING: not known */
uint32_t report_slots_take(struct report_slots *slots, const struct plan_strand_entry *strand,
                           const struct plan_cell *cell);

#endif
