/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan_error.h"

#include <stdarg.h>

static GQuark plan_error_quark(void)
{
    return g_quark_from_static_string("plan");
}

gboolean plan_fail(GError **error, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    g_propagate_error(error, g_error_new_valist(plan_error_quark(), 0, format, arguments));
    va_end(arguments);
    return FALSE;
}
