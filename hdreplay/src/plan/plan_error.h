/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PLAN_ERROR_H
#define PLAN_ERROR_H
/** Bad input: a message that names file, place and cause. */

#include <glib.h>

/** Set the error. @return FALSE, for the caller to return */
gboolean plan_fail(GError **error, const char *format, ...) G_GNUC_PRINTF(2, 3);

#endif
