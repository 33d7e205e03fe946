/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PLAN_REPORT_H
#define PLAN_REPORT_H
/** A plan for people and for programs. */

#include "plan.h"

/** Both make the whole text; the caller frees it. */
char *plan_report_text(const struct plan *plan);
char *plan_report_json(const struct plan *plan);

#endif
