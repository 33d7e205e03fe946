/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CHANGE_H
#define CHANGE_H
/** A plan as it would be if the program did its I/O otherwise (TOOLS 2.7, R12). */

#include "plan/plan_file.h"

struct change_options {
    char **hints;        /**< KEY=VALUE, for all opens; NULL: none */
    char **no_hints;     /**< KEY; NULL: none */
    gboolean collective; /**< accesses of single processes become collective ones */
    int64_t merge_bytes; /**< consecutive writes become one of at most so many; 0: they don't */
};

/** What was done. */
struct change_result {
    uint64_t calls_before;
    uint64_t calls;
    uint64_t merged; /**< writes that became part of the one before */
    uint64_t joined; /**< accesses that are collective now */
    uint64_t alone;  /**< those of single processes that are not */
    uint64_t hints;  /**< opens, views and infos whose hints are others now */
    uint64_t
        unfitting; /**< writes of which it is not known whether they go on where the last ended */
};

/** Write the changed plan: all of it, or nothing.
 *  @return FALSE and an error */
gboolean change_plan(const struct plan_file_image *plan, const struct change_options *options,
                     const char *path, struct change_result *result, GError **error);

/** hdreplay transform. @return the exit status */
int change_main(int argc, char **argv);

/* --- parts of change_plan -----------------------------------------------------------------------
 */

/** Hints and texts of the new plan; the old ones come first. */
struct change_hints {
    const struct plan_file_image *plan;
    const struct change_options *options;
    GArray *entries; /**< struct plan_hint_entry */
    GByteArray *texts;
    GHashTable *places; /**< set, as text, to its first entry + 1 */
};

void change_hints_init(struct change_hints *hints, const struct plan_file_image *plan,
                       const struct change_options *options);
void change_hints_fini(struct change_hints *hints);

/** Change a set of hints.
 *  @param adds those of the options are added; else they only replace others of their name
 *  @return whether it is another one now */
bool change_hints_apply(struct change_hints *hints, int64_t *first, int64_t *count, bool adds);

/** Files of a trace by the unit of their views, as far as offsets need it. */
struct change_merge {
    const struct plan_file_image *plan;
    int64_t limit;
    GArray *units; /**< int64_t, by slot of MPI; 0: not known */
    bool has_last;
    struct plan_cell last; /**< a write that the next one may join */
};

void change_merge_init(struct change_merge *merge, const struct plan_file_image *plan,
                       const struct plan_strand_entry *strand, int64_t limit);
void change_merge_fini(struct change_merge *merge);

/** Note what a call means for those behind it. */
void change_merge_note(struct change_merge *merge, const struct plan_cell *cell);

/** Whether a write may be held back to be joined by the next one. */
bool change_merge_can_begin(const struct plan_cell *cell);

/** Join a write to the last one. @return whether it was; *unfitting counts if nobody knows */
bool change_merge_join(struct change_merge *merge, const struct plan_cell *cell,
                       uint64_t *unfitting);

/** Accesses that become collective. */
struct change_collective {
    const struct plan_file_image *plan;
    uint16_t *calls; /**< by cell: enum plan_file_call that it becomes; NULL: not asked for */
    uint64_t joined;
    uint64_t alone;
};

/** Find them. */
void change_collective_init(struct change_collective *all, const struct plan_file_image *plan);
void change_collective_fini(struct change_collective *all);

#endif
