/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Hints as this MPI's objects. Files for which the same hints of the command line are meant are a
 * class, and share them. */
#include "plan/plan_error.h"
#include "run_mpi.h"

#include <string.h>

enum { RULES_MAX = 64 };

/* A hint of the command line: where its key begins, and the pattern of files in front of it. */
static const char *key_of(const char *hint, char **pattern)
{
    const char *equals = strchr(hint, '=');
    const char *colon = g_strrstr_len(hint, equals - hint, ":");
    *pattern = colon == NULL ? NULL : g_strndup(hint, (gsize)(colon - hint));
    return colon == NULL ? hint : colon + 1;
}

static bool is_for(const char *hint, const char *name)
{
    g_autofree char *pattern = NULL;
    (void)key_of(hint, &pattern);
    return pattern == NULL || g_pattern_match_simple(pattern, name);
}

static gboolean find_classes(struct run *run, GArray *masks, GError **error)
{
    const uint32_t count = (uint32_t)run->plan.head->files.count;
    char *const *const hints = run->options.hints;
    if (hints != NULL && g_strv_length(run->options.hints) > RULES_MAX) {
        return plan_fail(error, "--hint: at most %d of them", RULES_MAX);
    }
    run->mpi->classes = g_new0(uint32_t, count + 1);
    for (uint32_t i = 0; i < count; i++) {
        const char *name = plan_file_text(&run->plan, plan_file_file(&run->plan, i)->name);
        uint64_t mask = 0;
        for (guint h = 0; hints != NULL && hints[h] != NULL; h++) {
            mask |= is_for(hints[h], name) ? UINT64_C(1) << h : 0;
        }
        uint32_t class = 0;
        while (class < masks->len && g_array_index(masks, uint64_t, class) != mask) {
            class ++;
        }
        if (class == masks->len) {
            g_array_append_val(masks, mask);
        }
        run->mpi->classes[i] = class;
    }
    return TRUE;
}

static gboolean add_own_hints(const struct run *run, MPI_Info info, uint64_t mask, GError **error)
{
    for (guint i = 0; run->options.hints != NULL && run->options.hints[i] != NULL; i++) {
        g_autofree char *pattern = NULL;
        g_auto(GStrv) pair = g_strsplit(key_of(run->options.hints[i], &pattern), "=", 2);
        if ((mask >> i & 1) != 0 && MPI_Info_set(info, pair[0], pair[1]) != MPI_SUCCESS) {
            return plan_fail(error, "--hint %s: this MPI does not take it", run->options.hints[i]);
        }
    }
    return TRUE;
}

static bool is_unset(const struct run *run, const char *key)
{
    return run->options.no_hints != NULL &&
           g_strv_contains((const char *const *)run->options.no_hints, key);
}

static gboolean make_info(const struct run *run, MPI_Info *info, uint64_t mask, uint32_t first,
                          uint32_t count, GError **error)
{
    const struct plan_hint_entry *hints = plan_file_hints(&run->plan, first);
    if (count == 0 || *info != MPI_INFO_NULL) {
        return TRUE;
    }
    (void)MPI_Info_create(info);
    for (uint32_t i = 0; i < count; i++) {
        const char *key = plan_file_text(&run->plan, hints[i].key);
        if (!is_unset(run, key) &&
            MPI_Info_set(*info, key, plan_file_text(&run->plan, hints[i].value)) != MPI_SUCCESS) {
            return plan_fail(error, "hint %s of the plan is none for this MPI", key);
        }
    }
    return add_own_hints(run, *info, mask, error);
}

/* Those of one trace, whose files are known by their slots. */
static gboolean make_strand_infos(const struct run *run, const struct plan_strand_entry *strand,
                                  const GArray *masks, uint32_t *files, GError **error)
{
    const size_t hints = run->plan.head->hints.count + 1;
    const struct plan_cell *cell = plan_file_cells(&run->plan, strand);
    const struct plan_cell *const end = cell + strand->cell_count;
    for (; cell < end; cell += 1 + cell->more) {
        const int64_t *n = plan_file_more(cell);
        const bool opens = cell->call == PLAN_CALL_FILE_OPEN;
        if (!opens && cell->call != PLAN_CALL_FILE_SET_VIEW &&
            cell->call != PLAN_CALL_FILE_SET_INFO) {
            continue;
        }
        files[cell->file] = opens ? (uint32_t)n[PLAN_OPEN_FILE] : files[cell->file];
        const uint32_t class = run->mpi->classes[files[cell->file]];
        const uint32_t first = (uint32_t)n[opens ? PLAN_OPEN_HINT_FIRST : PLAN_VIEW_HINT_FIRST];
        const uint32_t count = (uint32_t)n[opens ? PLAN_OPEN_HINT_COUNT : PLAN_VIEW_HINT_COUNT];
        if (!make_info(run, &run->mpi->infos[class * hints + first],
                       g_array_index(masks, uint64_t, class), first, count, error)) {
            return FALSE;
        }
    }
    return TRUE;
}

static void make_tables(const struct run *run, uint32_t classes)
{
    const size_t all = classes * (run->plan.head->hints.count + 1);
    run->mpi->class_count = classes;
    run->mpi->infos = g_new0(MPI_Info, all + 1);
    run->mpi->no_infos = g_new0(MPI_Info, classes + 1);
    for (size_t i = 0; i < all; i++) {
        run->mpi->infos[i] = MPI_INFO_NULL;
    }
    for (uint32_t i = 0; i < classes; i++) { /* an object: File_set_info takes nothing else */
        (void)MPI_Info_create(&run->mpi->no_infos[i]);
    }
}

gboolean run_make_hints(struct run *run, GError **error)
{
    g_autoptr(GArray) masks = g_array_new(FALSE, FALSE, sizeof(uint64_t));
    if (!find_classes(run, masks, error)) {
        return FALSE;
    }
    make_tables(run, masks->len);
    for (uint32_t i = 0; i < masks->len; i++) {
        if (!add_own_hints(run, run->mpi->no_infos[i], g_array_index(masks, uint64_t, i), error)) {
            return FALSE;
        }
    }
    for (uint32_t s = 0; s < run->plan.head->strands.count; s++) {
        const struct plan_strand_entry *strand = plan_file_strand(&run->plan, s);
        if ((int)strand->rank == run->rank) {
            uint32_t *files = g_new0(uint32_t, strand->file_slots + 1);
            const gboolean ok = make_strand_infos(run, strand, masks, files, error);
            g_free(files);
            if (!ok) {
                return FALSE;
            }
        }
    }
    return TRUE;
}

void run_free_hints(struct run *run)
{
    struct run_mpi *mpi = run->mpi;
    const size_t all = mpi->class_count * (run->plan.head->hints.count + 1);
    for (size_t i = 0; i < all; i++) {
        if (mpi->infos[i] != MPI_INFO_NULL) {
            (void)MPI_Info_free(&mpi->infos[i]);
        }
    }
    for (uint32_t i = 0; i < mpi->class_count; i++) {
        (void)MPI_Info_free(&mpi->no_infos[i]);
    }
    mpi->class_count = 0;
    g_clear_pointer(&mpi->infos, g_free);
    g_clear_pointer(&mpi->no_infos, g_free);
    g_clear_pointer(&mpi->classes, g_free);
}
