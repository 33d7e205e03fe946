/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where the plan's files are below the root. */
#include "plan/plan_error.h"
#include "run.h"

#include <string.h>

static const struct plan_strand_entry *strand_of(const struct run *run, uint32_t rank)
{
    for (uint32_t i = 0; i < run->plan.head->strands.count; i++) {
        if (plan_file_strand(&run->plan, i)->rank == rank) {
            return plan_file_strand(&run->plan, i);
        }
    }
    return NULL;
}

static char *map_name(const struct run *run, uint32_t file, uint32_t rank, gboolean *varies,
                      GError **error)
{
    const struct plan_strand_entry *strand = strand_of(run, rank);
    const struct safe_user user = {
        .rank = rank, .host = strand == NULL ? "" : plan_file_text(&run->plan, strand->host)};
    return safe_name_map(plan_file_text(&run->plan, plan_file_file(&run->plan, file)->name),
                         run->options.rules, &user, varies, error);
}

/* --- who uses what ------------------------------------------------------------------------------
 */

/* The files that a call names, at most two of them. */
static uint32_t files_of(const struct plan_cell *cell, uint32_t *files)
{
    const int64_t *n = plan_file_more(cell);
    uint32_t count = 0;
    if (plan_call_names_file(cell->call)) {
        files[count++] = cell->file;
    }
    if (cell->call == PLAN_CALL_FILE_OPEN || cell->call == PLAN_CALL_POSIX_OPEN ||
        cell->call == PLAN_CALL_POSIX_FOPEN || cell->call == PLAN_CALL_POSIX_RENAME) {
        files[count++] = (uint32_t)n[0];
    }
    return count;
}

static uint32_t target_for(struct run *run, uint32_t file, char *path)
{
    const bool is_first = run->paths->pdata[file] == NULL;
    const uint32_t target = is_first ? file : run->paths->len;
    if (is_first) {
        run->paths->pdata[file] = path;
    } else {
        g_ptr_array_add(run->paths, path);
        g_array_append_val(run->target_files, file);
    }
    return target;
}

/* The target of a varying file for one rank: that of another rank where the names are equal. */
static gboolean add_user(struct run *run, uint32_t file, uint32_t rank, GHashTable *targets,
                         GError **error)
{
    gboolean varies = FALSE;
    gpointer known = NULL;
    if (run->varying[file] == NULL || run->varying[file][rank] != PLAN_FILE_NOTHING) {
        return TRUE;
    }
    char *path = map_name(run, file, rank, &varies, error);
    if (path == NULL) {
        return FALSE;
    }
    if (g_hash_table_lookup_extended(targets, path, NULL, &known) &&
        g_array_index(run->target_files, uint32_t, GPOINTER_TO_UINT(known)) == file) {
        run->varying[file][rank] = GPOINTER_TO_UINT(known);
        g_free(path);
        return TRUE;
    }
    run->varying[file][rank] = target_for(run, file, path);
    g_hash_table_insert(targets, path, GUINT_TO_POINTER(run->varying[file][rank]));
    return TRUE;
}

static gboolean add_users(struct run *run, GHashTable *targets, GError **error)
{
    for (uint32_t i = 0; i < run->plan.head->strands.count; i++) {
        const struct plan_strand_entry *strand = plan_file_strand(&run->plan, i);
        const struct plan_cell *cell = plan_file_cells(&run->plan, strand);
        const struct plan_cell *const end = cell + strand->cell_count;
        for (; cell < end; cell += 1 + cell->more) {
            uint32_t files[2] = {0};
            const uint32_t count = files_of(cell, files);
            for (uint32_t f = 0; f < count; f++) {
                if (!add_user(run, files[f], strand->rank, targets, error)) {
                    return FALSE;
                }
            }
        }
    }
    return TRUE;
}

/* What an MPI opens together has to be one file. */
static gboolean check_together(const struct run *run, const struct plan_cell *cell, uint32_t rank,
                               GError **error)
{
    const uint32_t file = (uint32_t)plan_file_more(cell)[PLAN_OPEN_FILE];
    const struct plan_communicator_entry *one =
        plan_file_communicator(&run->plan, cell->communicator);
    const int64_t *members = plan_file_numbers(&run->plan, one->first_number);
    for (uint32_t m = 0; run->varying[file] != NULL && m < one->member_count; m++) {
        if (run->varying[file][members[m]] != run->varying[file][rank]) {
            return plan_fail(error,
                             "file %s: refused: ranks %u and %" G_GINT64_FORMAT
                             " open it together, --map gives them two",
                             plan_file_text(&run->plan, plan_file_file(&run->plan, file)->name),
                             rank, members[m]);
        }
    }
    return TRUE;
}

static gboolean check_all_together(const struct run *run, GError **error)
{
    for (uint32_t i = 0; i < run->plan.head->strands.count; i++) {
        const struct plan_strand_entry *strand = plan_file_strand(&run->plan, i);
        const struct plan_cell *cell = plan_file_cells(&run->plan, strand);
        const struct plan_cell *const end = cell + strand->cell_count;
        for (; cell < end; cell += 1 + cell->more) {
            if (cell->call == PLAN_CALL_FILE_OPEN &&
                !check_together(run, cell, strand->rank, error)) {
                return FALSE;
            }
        }
    }
    return TRUE;
}

/* --- all ----------------------------------------------------------------------------------------
 */

/* Those that vary get their targets later.
 * @return whether one does */
static gboolean map_once(struct run *run, gboolean *some_vary, GError **error)
{
    const uint32_t count = (uint32_t)run->plan.head->files.count;
    for (uint32_t i = 0; i < count; i++) {
        gboolean varies = FALSE;
        char *path = map_name(run, i, 0, &varies, error);
        if (path == NULL) {
            return FALSE;
        }
        g_array_append_val(run->target_files, i);
        g_ptr_array_add(run->paths, varies ? NULL : path);
        if (varies) {
            g_free(path);
            const size_t bytes = (run->plan.head->rank_count + 1) * sizeof(uint32_t);
            run->varying[i] = g_malloc(bytes);
            memset(run->varying[i], 0xff, bytes); /* PLAN_FILE_NOTHING */
            *some_vary = TRUE;
        }
    }
    return TRUE;
}

static gboolean finish(struct run *run, GError **error)
{
    g_autoptr(GHashTable) owners = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint i = 0; i < run->paths->len; i++) {
        char *path = g_ptr_array_index(run->paths, i);
        const uint32_t file = g_array_index(run->target_files, uint32_t, i);
        if (!g_hash_table_add(owners, path)) {
            return plan_fail(error, "file %s: refused: another one is mapped to %s too",
                             plan_file_text(&run->plan, plan_file_file(&run->plan, file)->name),
                             path);
        }
        g_ptr_array_add(run->full_paths, g_build_filename(run->root.path, path, NULL));
    }
    return TRUE;
}

gboolean run_map_files(struct run *run, GError **error)
{
    const uint32_t count = (uint32_t)run->plan.head->files.count;
    g_autoptr(GHashTable) targets = g_hash_table_new(g_str_hash, g_str_equal);
    gboolean some_vary = FALSE;
    run->paths = g_ptr_array_new_with_free_func(g_free);
    run->full_paths = g_ptr_array_new_with_free_func(g_free);
    run->target_files = g_array_new(FALSE, FALSE, sizeof(uint32_t));
    run->varying = g_new0(uint32_t *, count + 1);
    if (!map_once(run, &some_vary, error) ||
        (some_vary && (!add_users(run, targets, error) || !check_all_together(run, error)))) {
        return FALSE;
    }
    for (uint32_t i = 0; some_vary && i < count; i++) { /* that nobody opens */
        if (run->paths->pdata[i] == NULL && !add_user(run, i, 0, targets, error)) {
            return FALSE;
        }
    }
    return finish(run, error);
}

void run_free_targets(struct run *run)
{
    for (uint32_t i = 0; run->varying != NULL && i < run->plan.head->files.count; i++) {
        g_free(run->varying[i]);
    }
    g_clear_pointer(&run->varying, g_free);
    g_clear_pointer(&run->paths, g_ptr_array_unref);
    g_clear_pointer(&run->full_paths, g_ptr_array_unref);
    g_clear_pointer(&run->target_files, g_array_unref);
}

uint64_t run_space(const struct run *run)
{
    uint64_t bytes = 0;
    for (guint i = 0; i < run->target_files->len; i++) {
        const struct plan_file_entry *file =
            plan_file_file(&run->plan, g_array_index(run->target_files, uint32_t, i));
        const uint64_t own = (uint64_t)MAX(file->largest_bytes, file->initial_bytes);
        bytes = own > UINT64_MAX - bytes ? UINT64_MAX : bytes + own;
    }
    return bytes;
}
