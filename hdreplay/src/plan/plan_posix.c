/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan_posix.h"

#include <string.h>

int64_t plan_posix_mode(const char *text)
{
    static const struct {
        const char *word;
        int64_t mode;
    } words[] = {
        {"RDONLY", PLAN_HOW_READ},
        {"WRONLY", PLAN_HOW_WRITE},
        {"RDWR", PLAN_HOW_READ | PLAN_HOW_WRITE},
        {"CREAT", PLAN_HOW_CREATE},
        {"EXCL", PLAN_HOW_EXCLUSIVE},
        {"TRUNC", PLAN_HOW_EMPTY},
        {"APPEND", PLAN_HOW_APPEND},
        {"SYNC", PLAN_HOW_SYNC},
        {"DSYNC", PLAN_HOW_DATASYNC},
        {"DIRECT", PLAN_HOW_DIRECT},
    };
    g_auto(GStrv) parts = g_strsplit(text == NULL ? "" : text, "|", -1);
    int64_t mode = 0;
    for (guint p = 0; parts[p] != NULL; p++) {
        for (guint i = 0; i < G_N_ELEMENTS(words); i++) {
            mode |= strcmp(parts[p], words[i].word) == 0 ? words[i].mode : 0;
        }
    }
    return (mode & (PLAN_HOW_READ | PLAN_HOW_WRITE)) == 0 ? 0 : mode;
}

static gint64 key_of(int rank, int64_t oid)
{
    return ((gint64)rank << 40) | oid;
}

struct plan_opening *plan_posix_find(GHashTable *openings, int rank, int64_t oid)
{
    const gint64 key = key_of(rank, oid);
    return oid < 0 ? NULL : g_hash_table_lookup(openings, &key);
}

/* Pipes, terminals and devices have no size; what the kernel shows as files a replay can't make. */
static bool is_file(const struct plan_op *op, const char *name)
{
    return op->file_size >= 0 && *name == '/' && !g_str_has_prefix(name, "/dev/") &&
           !g_str_has_prefix(name, "/proc/") && !g_str_has_prefix(name, "/sys/");
}

static void add_opening(GHashTable *openings, const struct plan_strand *strand, guint number,
                        const struct plan_op *op)
{
    const char *name = op->name == G_MAXUINT ? NULL : g_ptr_array_index(strand->names, op->name);
    if (op->failed || op->file < 0 || name == NULL || !is_file(op, name)) {
        return;
    }
    const struct plan_opening *before = plan_posix_find(openings, strand->trace->rank, op->file);
    gint64 *key = g_new(gint64, 1);
    *key = key_of(strand->trace->rank, op->file);
    struct plan_opening *opening = g_new(struct plan_opening, 1);
    *opening = (struct plan_opening){
        .strand = number,
        .name = name,
        .is_untold = op->tells_no_way || (before != NULL && before->is_untold),
        .slot = PLAN_FILE_NOTHING,
    };
    g_hash_table_replace(openings, key, opening);
}

static void use_opening(GHashTable *openings, const struct plan_strand *strand, guint number,
                        struct plan_op *op)
{
    struct plan_opening *opening = plan_posix_find(openings, strand->trace->rank, op->file);
    if (opening == NULL || opening->is_untold) {
        op->call.role = PLAN_LOCAL;
    } else {
        opening->is_shared = opening->is_shared || opening->strand != number;
    }
}

static void opening_free(gpointer data)
{
    struct plan_opening *opening = data;
    g_clear_pointer(&opening->copies, g_array_unref);
    g_free(opening);
}

GHashTable *plan_posix_resolve(const GPtrArray *strands)
{
    GHashTable *openings = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, opening_free);
    for (guint s = 0; s < strands->len; s++) {
        const struct plan_strand *strand = g_ptr_array_index(strands, s);
        for (guint i = 0; i < strand->ops->len; i++) {
            const struct plan_op *op = plan_strand_op(strand, i);
            if (plan_posix_opens(op->call.posix)) {
                add_opening(openings, strand, s, op);
            }
        }
    }
    for (guint s = 0; s < strands->len; s++) {
        const struct plan_strand *strand = g_ptr_array_index(strands, s);
        for (guint i = 0; i < strand->ops->len; i++) {
            struct plan_op *op = plan_strand_op(strand, i);
            if (op->call.posix != PLAN_POSIX_NONE && !plan_posix_names(op->call.posix)) {
                use_opening(openings, strand, s, op);
            }
        }
    }
    return openings;
}
