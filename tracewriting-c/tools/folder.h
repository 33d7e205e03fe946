/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HD_TOOLS_FOLDER_H
#define HD_TOOLS_FOLDER_H
/** What is in a folder. */

#include <glib.h>

/** List the folder's file names, sorted, so that the same folder always gives the same result. NULL
 *  when it can't be read; `error` may be NULL. To be given back with g_ptr_array_unref. */
GPtrArray *folder_list_names(const char *directory, GError **error);

#endif
