/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "folder.h"

#include <string.h>

static gint compare_names(gconstpointer a, gconstpointer b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

GPtrArray *folder_list_names(const char *directory, GError **error)
{
    g_autoptr(GDir) dir = g_dir_open(directory, 0, error);
    if (dir == NULL) {
        return NULL;
    }
    GPtrArray *names = g_ptr_array_new_with_free_func(g_free);
    for (const char *name = g_dir_read_name(dir); name != NULL; name = g_dir_read_name(dir)) {
        g_ptr_array_add(names, g_strdup(name));
    }
    g_ptr_array_sort(names, compare_names);
    return names;
}
