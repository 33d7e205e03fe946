/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan_files.h"

#include "plan_posix.h"

#include <string.h>

static void file_free(gpointer data)
{
    struct plan_file *file = data;
    g_free(file->name);
    g_free(file);
}

static struct plan_file *find_file(GHashTable *files, const struct plan_project *project,
                                   const char *name)
{
    struct plan_file *file = g_hash_table_lookup(files, name);
    if (file == NULL) {
        const gint64 *initial = g_hash_table_lookup(project->files, name);
        file = g_new0(struct plan_file, 1);
        file->name = g_strdup(name);
        file->initial_bytes = initial == NULL ? -1 : *initial;
        file->largest_bytes = MAX(file->initial_bytes, 0);
        g_hash_table_insert(files, file->name, file);
    }
    return file;
}

static void add_transfer(struct plan_file *file, const struct plan_op *op)
{
    const guint64 bytes = (guint64)MAX(op->bytes >= 0 ? op->bytes : op->size, 0);
    if (op->call.writes) {
        file->writes++;
        file->bytes_written += bytes;
        if (op->offset >= 0 && bytes > 0) {
            file->largest_bytes = MAX(file->largest_bytes, op->offset + (int64_t)bytes);
        }
    } else {
        file->reads++;
        file->bytes_read += bytes;
    }
}

static struct plan_file *file_of_opening(GHashTable *files, const struct plan_project *project,
                                         const struct plan_strand *strand, GHashTable *openings,
                                         const struct plan_op *op)
{
    const struct plan_opening *opening =
        plan_posix_find(openings, strand->trace->rank, op->failed ? -1 : op->file);
    struct plan_file *file = opening == NULL ? NULL : find_file(files, project, opening->name);
    if (file != NULL && plan_posix_opens(op->call.posix)) {
        file->opens++;
    }
    return file;
}

static void add_strand(GHashTable *files, const struct plan_project *project,
                       const struct plan_strand *strand, GHashTable *openings)
{
    g_autoptr(GHashTable) open = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
    for (guint i = 0; i < strand->ops->len; i++) {
        const struct plan_op *op = plan_strand_op(strand, i);
        const gint64 key = op->file;
        struct plan_file *file = op->call.posix != PLAN_POSIX_NONE
                                     ? file_of_opening(files, project, strand, openings, op)
                                     : g_hash_table_lookup(open, &key);
        if (op->call.role == PLAN_OPEN && op->name != G_MAXUINT) {
            gint64 *owned = g_new(gint64, 1);
            *owned = key;
            file = find_file(files, project, g_ptr_array_index(strand->names, op->name));
            g_hash_table_replace(open, owned, file);
            file->opens++;
        }
        if (file == NULL) {
            continue;
        }
        file->largest_bytes = MAX(file->largest_bytes, op->file_size);
        if (op->call.moves_data) {
            add_transfer(file, op);
        }
    }
}

static gint compare_names(gconstpointer a, gconstpointer b)
{
    return strcmp((*(const struct plan_file *const *)a)->name,
                  (*(const struct plan_file *const *)b)->name);
}

GPtrArray *plan_files_make(const struct plan_project *project, const GPtrArray *strands,
                           GHashTable *openings)
{
    g_autoptr(GHashTable) files = g_hash_table_new(g_str_hash, g_str_equal);
    GPtrArray *sorted = g_ptr_array_new_with_free_func(file_free);
    for (guint i = 0; i < strands->len; i++) {
        add_strand(files, project, g_ptr_array_index(strands, i), openings);
    }
    GHashTableIter iter;
    gpointer file = NULL;
    g_hash_table_iter_init(&iter, files);
    while (g_hash_table_iter_next(&iter, NULL, &file)) {
        g_ptr_array_add(sorted, file);
    }
    g_ptr_array_sort(sorted, compare_names);
    return sorted;
}
