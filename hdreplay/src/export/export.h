/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef EXPORT_H
#define EXPORT_H
/** A plan as the input of other tools: each form with what it can't express. */

#include "plan/plan_file.h"

/** What a form can't express: texts with the number of calls that each is about. */
struct export_losses {
    GPtrArray *texts; /**< char * */
    GArray *counts;   /**< uint64_t, beside them */
};

/** Count calls of a text. */
void export_lose(struct export_losses *losses, const char *text, uint64_t calls);

/** The losses as lines of a comment, or as text: each behind `mark`. */
char *export_losses_text(const struct export_losses *losses, const char *mark);

/** A plan that is exported. */
struct exporting {
    struct plan_file_image plan;
    char *name;   /**< of the project, for comments of C and of shells */
    char **paths; /**< by file: what it is called below a folder */
    struct export_losses losses;
};

/** A transfer of a trace as pieces of a file. */
typedef void export_piece(void *user, const struct plan_strand_entry *strand,
                          const struct plan_cell *cell, uint32_t file, int64_t offset,
                          int64_t bytes);
/** Go through all transfers whose place is known, trace by trace; others are lost. `cell` comes
 *  with bytes 0 for other calls that go to storage (sync).
 *  @return FALSE and an error: a view has too many pieces */
gboolean export_walk(struct exporting *e, export_piece *give, void *user, GError **error);

/** Each form as text; NULL and an error: the plan has something that it must have and can't. */
char *export_c(struct exporting *e, GError **error);
char *export_fio(struct exporting *e, GError **error);
char *export_ior(struct exporting *e, GError **error);

/** A project of the planned calls, with their numbers, into a folder: whole or not at all.
 *  @return FALSE and an error */
gboolean export_project(struct exporting *e, const char *folder, GError **error);

/** `hdreplay export`. @return exit status */
int export_main(int argc, char **argv);

#endif
