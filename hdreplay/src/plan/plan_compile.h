/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PLAN_COMPILE_H
#define PLAN_COMPILE_H
/** Writes a plan as the file that a replay follows. */

#include "plan.h"

/** Write `plan` to `path`: all of it, or nothing. The traces are read once more, one after the
 *  other; what is held in memory meanwhile grows with files, datatypes and communicators, not with
 *  calls. Sizes of the plan's files are made more exact by the views that the calls have.
 *  @return FALSE and an error that names file, call and cause: a cut trace, a datatype that is not
 *          described, a full disk */
gboolean plan_compile(struct plan *plan, const char *path, GError **error);

#endif
