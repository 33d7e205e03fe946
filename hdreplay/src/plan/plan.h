/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PLAN_H
#define PLAN_H
/** What a recorded run would take to be replayed: its operations, what orders them, its files. */

#include "plan_order.h"

struct plan {
    struct plan_project *project;
    GPtrArray *strands;   /**< struct plan_strand, by rank and thread */
    GPtrArray *files;     /**< struct plan_file */
    GHashTable *openings; /**< plan_posix_resolve */
    struct plan_links *links;
    enum plan_rule rule;
    bool files_meet;
    struct plan_order order;
    guint64 operations; /**< MPI and POSIX calls of the program */
    guint64 cut;        /**< traces that end before their program did */

    double scale; /**< set by plan_scale_find; negative: not asked for */

    /* set by plan_compile */
    gboolean is_compiled;     /**< the next three are known */
    guint64 planned_calls;    /**< that a replay makes */
    guint64 left_out_failed;  /**< on files, which had failed */
    guint64 left_out_unknown; /**< communication that a replay cannot repeat */
    guint64 left_out_posix;   /**< on terminals, pipes and devices, and such as syncfs */
};

/** Read a project and decide what is kept.
 *  @param rule what of the communication is kept
 *  @param files_meet opens and closes of files order those who take part
 *  @return NULL and an error that names file and cause */
struct plan *plan_make(const char *path, enum plan_rule rule, bool files_meet, GError **error);
void plan_free(struct plan *plan);

/** Get the name of a rule, as the command line has it; NULL behind the last one. */
const char *plan_rule_name(unsigned rule);

/** Bytes that all files need together. */
guint64 plan_get_space(const struct plan *plan);

#endif
