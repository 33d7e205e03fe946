/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "import_files.h"

/* --- files -------------------------------------------------------------------------------------
 */

static void file_free(gpointer data)
{
    struct import_file *file = data;
    g_free(file->name);
    g_free(file);
}

GHashTable *import_files_new(void)
{
    return g_hash_table_new_full(g_str_hash, g_str_equal, NULL, file_free);
}

struct import_file *import_files_get(GHashTable *files, const char *name)
{
    struct import_file *file = g_hash_table_lookup(files, name);
    if (file == NULL) {
        file = g_new0(struct import_file, 1);
        file->name = g_strdup(name);
        g_hash_table_insert(files, file->name, file);
    }
    return file;
}

void import_files_again(GHashTable *files)
{
    GHashTableIter iter;
    gpointer value = NULL;
    g_hash_table_iter_init(&iter, files);
    while (g_hash_table_iter_next(&iter, NULL, &value)) {
        struct import_file *file = value;
        file->size_bytes = 0;
        file->is_exact = false;
        file->presence = IMPORT_UNKNOWN;
    }
}

gint64 import_file_size(const struct import_file *file)
{
    return file->is_exact ? file->size_bytes : MAX(file->size_bytes, file->initial_bytes);
}

void import_file_set_size(struct import_file *file, gint64 bytes)
{
    file->is_exact = true;
    file->size_bytes = bytes;
}

void import_file_saw_size(struct import_file *file, gint64 bytes)
{
    if (bytes < file->size_bytes || file->is_exact) {
        import_file_set_size(file, bytes);
    } else if (bytes > file->size_bytes) {
        file->initial_bytes = MAX(file->initial_bytes, bytes);
    }
}

void import_file_wrote(struct import_file *file, gint64 end)
{
    file->size_bytes = MAX(file->size_bytes, end);
}

void import_file_read(struct import_file *file, gint64 end)
{
    if (end > import_file_size(file)) {
        import_file_saw_size(file, end);
    }
}

/* --- descriptors -------------------------------------------------------------------------------
 */

struct import_opening *import_opening_new(struct import_file *file, gint64 position,
                                          const char *mode)
{
    struct import_opening *opening = g_new(struct import_opening, 1);
    *opening = (struct import_opening){1, file, position, false, mode};
    return opening;
}

void import_opening_unref(struct import_opening *opening)
{
    if (--opening->references == 0) {
        g_free(opening);
    }
}

static void descriptor_free(gpointer data)
{
    struct import_descriptor *descriptor = data;
    import_opening_unref(descriptor->opening);
    g_free(descriptor);
}

GHashTable *import_table_new(void)
{
    return g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, descriptor_free);
}

struct import_descriptor *import_table_get(GHashTable *table, gint64 fd)
{
    return g_hash_table_lookup(table, &fd);
}

struct import_descriptor *import_table_put(GHashTable *table, gint64 fd,
                                           struct import_opening *opening)
{
    struct import_descriptor *descriptor = g_new(struct import_descriptor, 1);
    gint64 *key = g_new(gint64, 1);
    *key = fd;
    *descriptor = (struct import_descriptor){.opening = opening, .oid = -1};
    opening->references++;
    g_hash_table_replace(table, key, descriptor);
    return descriptor;
}

GHashTable *import_table_copy(GHashTable *table)
{
    GHashTable *copy = import_table_new();
    GHashTableIter iter;
    gpointer key = NULL;
    gpointer value = NULL;
    g_hash_table_iter_init(&iter, table);
    while (g_hash_table_iter_next(&iter, &key, &value)) {
        const struct import_descriptor *from = value;
        import_table_put(copy, *(gint64 *)key, from->opening)->closes_on_exec =
            from->closes_on_exec;
    }
    return copy;
}

void import_table_remove(GHashTable *table, gint64 fd)
{
    g_hash_table_remove(table, &fd);
}

static gboolean closes(gpointer key, gpointer value, gpointer unused)
{
    (void)key;
    (void)unused;
    return ((const struct import_descriptor *)value)->closes_on_exec;
}

void import_table_exec(GHashTable *table)
{
    (void)g_hash_table_foreach_remove(table, closes, NULL);
}
