/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A plan as a C program of its own: tables of its calls, and the engine of program/ behind them.
 */
#include "export_c.h"

#include "export_engine.h" /* made of program/, as the next one */
#include "export_start.h"
#include "plan/plan_error.h"

#include <string.h>

static int64_t hint_set(struct writing *w, int64_t first, int64_t count)
{
    if (count == 0) {
        return -1;
    }
    g_autofree char *key = g_strdup_printf("%" G_GINT64_FORMAT " %" G_GINT64_FORMAT, first, count);
    gpointer known = g_hash_table_lookup(w->hints, key);
    if (known == NULL) {
        struct hint_set *set = g_new(struct hint_set, 1);
        *set = (struct hint_set){(uint32_t)first, (uint32_t)count};
        g_ptr_array_add(w->sets, set);
        known = GUINT_TO_POINTER(w->sets->len);
        g_hash_table_insert(w->hints, g_steal_pointer(&key), known);
    }
    return (int64_t)GPOINTER_TO_UINT(known) - 1;
}

/* The first trace of each rank is expressed. */
static bool is_first_of_rank(const struct plan_file_image *plan, uint32_t i)
{
    const uint32_t rank = plan_file_strand(plan, i)->rank;
    for (uint32_t before = 0; before < i; before++) {
        if (plan_file_strand(plan, before)->rank == rank) {
            return false;
        }
    }
    return true;
}

static const char *loss_of(const struct plan_cell *cell)
{
    switch (cell->call) {
    case PLAN_CALL_POSIX_MAP:
    case PLAN_CALL_POSIX_UNMAP:
    case PLAN_CALL_POSIX_MSYNC:
        return "mapped memory is left out";
    case PLAN_CALL_POSIX_COPY:
        return "copies between files are left out";
    default:
        return cell->count > INT32_MAX || cell->count_in > INT32_MAX
                   ? plan_call_is_posix(cell->call) ? NULL : "counts beyond 2^31 are left out"
                   : NULL;
    }
}

/* --- calls --------------------------------------------------------------------------------------
 */

static void use_type(struct writing *w, uint32_t i)
{
    const struct plan_type_entry *type = plan_file_type(&w->e->plan, i);
    if (w->types[i]) {
        return;
    }
    w->types[i] = true;
    const int64_t *old = plan_file_numbers(&w->e->plan, type->first_number) + type->integer_count +
                         type->address_count;
    for (uint32_t t = 0; t < type->type_count; t++) {
        use_type(w, (uint32_t)old[t]);
    }
}

static void add_numbers(struct writing *w, const struct plan_cell *cell)
{
    const int64_t *n = plan_file_more(cell);
    int64_t own[3] = {0};
    uint32_t count = cell->number_count;
    const int64_t *from = n;
    if (cell->call == PLAN_CALL_FILE_OPEN) {
        own[0] = n[PLAN_OPEN_FILE];
        own[1] = n[PLAN_OPEN_MODE];
        own[2] = hint_set(w, n[PLAN_OPEN_HINT_FIRST], n[PLAN_OPEN_HINT_COUNT]);
        from = own;
        count = 3;
    } else if (cell->call == PLAN_CALL_FILE_SET_VIEW) {
        own[0] = hint_set(w, n[PLAN_VIEW_HINT_FIRST], n[PLAN_VIEW_HINT_COUNT]);
        own[1] = n[PLAN_VIEW_FILETYPE];
        own[2] = w->representations->len;
        use_type(w, (uint32_t)n[PLAN_VIEW_FILETYPE]);
        const uint32_t name = (uint32_t)n[PLAN_VIEW_REPRESENTATION];
        g_ptr_array_add(w->representations, g_strdup(plan_file_text(&w->e->plan, name)));
        from = own;
        count = 3;
    } else if (cell->call == PLAN_CALL_FILE_SET_INFO) {
        own[0] = hint_set(w, n[PLAN_VIEW_HINT_FIRST], n[PLAN_VIEW_HINT_COUNT]);
        from = own;
        count = 1;
    }
    g_array_append_vals(w->numbers, from, count);
}

static int64_t index_or_none(uint32_t i)
{
    return i == PLAN_FILE_NOTHING ? -1 : (int64_t)i;
}

static void add_call(struct writing *w, const struct plan_cell *cell, int64_t think_ns)
{
    const guint first = w->numbers->len;
    add_numbers(w, cell);
    if (cell->type != PLAN_FILE_NOTHING) {
        use_type(w, cell->type);
    }
    if (cell->communicator != PLAN_FILE_NOTHING) {
        w->communicators[cell->communicator] = true;
    }
    const int64_t bytes = plan_call_transfers(cell->call) ? cell->bytes : 0;
    g_string_append_printf(
        w->text,
        "    {C_%s, %u, %" G_GUINT64_FORMAT "LL, %" G_GINT64_FORMAT "LL, %" G_GINT64_FORMAT
        "LL, %" G_GINT64_FORMAT "LL, %" G_GINT64_FORMAT "LL, %" G_GINT64_FORMAT
        "LL, %" G_GINT64_FORMAT ", %" G_GINT64_FORMAT ", %" G_GINT64_FORMAT ", %" G_GINT64_FORMAT
        ", %" G_GINT64_FORMAT ", %" G_GINT64_FORMAT ", %d, %d, %u, %u},\n",
        plan_file_call_name(cell->call), cell->flags, cell->index, think_ns, cell->count,
        cell->count_in, cell->offset, bytes, index_or_none(cell->file),
        index_or_none(cell->communicator), index_or_none(cell->type), index_or_none(cell->request),
        index_or_none(cell->peer), index_or_none(cell->peer_in), cell->tag, cell->tag_in, first,
        w->numbers->len - first);
}

static void add_calls(struct writing *w, const struct plan_strand_entry *strand)
{
    const struct plan_cell *cell = plan_file_cells(&w->e->plan, strand);
    const struct plan_cell *const end = cell + strand->cell_count;
    int64_t think_ns = 0;
    g_string_append_printf(w->text, "static const struct call calls_%u[] = {\n", strand->rank);
    for (; cell < end; cell += 1 + cell->more) {
        const char *loss = loss_of(cell);
        think_ns += MAX(cell->think_ns, 0) + MAX(cell->left_out_ns, 0);
        if (loss != NULL) {
            export_lose(&w->e->losses, loss, 1);
            think_ns += cell->duration_ns;
        } else {
            add_call(w, cell, think_ns);
            think_ns = 0;
        }
    }
    g_string_append(w->text, "    {C_Finalize, 0, 0, 0, 0, 0, 0, 0, -1, -1, -1, -1, -1, -1, 0, 0, "
                             "0, 0},\n};\n\n");
}

/* --- the program --------------------------------------------------------------------------------
 */

static const char prelude[] =
    "#define _GNU_SOURCE /* O_DIRECT */\n"
    "#include <dirent.h>\n#include <errno.h>\n#include <fcntl.h>\n#include <mpi.h>\n"
    "#include <stdint.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n"
    "#include <sys/stat.h>\n#include <time.h>\n#include <unistd.h>\n\n";

static const char call_text[] =
    "struct call {\n"
    "    int what, flags;\n"
    "    long long index, think_ns, count, count_in, offset, bytes;\n"
    "    int file, communicator, type, request, peer, peer_in, tag, tag_in, first, number_count;\n"
    "};\n\n";

static void add_names(GString *text)
{
    g_string_append(text, "enum {\n");
    for (unsigned i = 0; i < PLAN_CALL_COUNT; i++) {
        g_string_append_printf(text, "    C_%s,\n", plan_file_call_name(i));
    }
    g_string_append(text, "};\n\nstatic const char *const names[] = {\n");
    for (unsigned i = 0; i < PLAN_CALL_COUNT; i++) {
        g_string_append_printf(text, "    \"%s\",\n", plan_file_call_name(i));
    }
    g_string_append(text, "};\n\n");
}

static size_t add_files(struct writing *w)
{
    size_t longest = 0;
    g_string_append(w->text, "static const struct {\n    const char *path;\n    int exists;\n    "
                             "long long bytes;\n} files[] = {\n");
    for (uint32_t i = 0; i < w->e->plan.head->files.count; i++) {
        const struct plan_file_entry *file = plan_file_file(&w->e->plan, i);
        const bool exists = (file->flags & PLAN_FILE_EXISTS) != 0;
        longest = MAX(longest, strlen(w->e->paths[i]));
        g_string_append(w->text, "    {");
        export_c_string(w->text, w->e->paths[i]);
        g_string_append_printf(w->text, ", %d, %" G_GINT64_FORMAT "LL},\n", exists,
                               exists ? file->initial_bytes : 0);
    }
    g_string_append(w->text, "    {NULL, 0, 0},\n};\n\n");
    return longest;
}

static void add_limits(struct writing *w, size_t longest)
{
    const struct plan_file_head *head = w->e->plan.head;
    uint32_t slots = 0;
    uint32_t requests = 0;
    uint32_t openings = 0;
    for (uint32_t i = 0; i < head->strands.count; i++) {
        const struct plan_strand_entry *strand = plan_file_strand(&w->e->plan, i);
        slots = MAX(slots, strand->file_slots);
        requests = MAX(requests, strand->request_slots);
        openings = MAX(openings, strand->openings);
    }
    g_string_append_printf(
        w->text,
        "enum {\n    RANKS = %u,\n    FILES = %" G_GUINT64_FORMAT
        ",\n    TYPES = %" G_GUINT64_FORMAT ",\n    COMMUNICATORS = %" G_GUINT64_FORMAT
        ",\n    HINT_SETS = %u,\n    SLOTS_MAX = %u,\n"
        "    REQUESTS_MAX = %u,\n    OPENINGS_MAX = %u,\n    NUMBERS_MAX = %u,\n"
        "    PATHS_MAX = %zu,\n    PATH_BYTES = 4096\n};\n\n",
        head->rank_count, head->files.count, head->types.count, head->communicators.count,
        w->sets->len, slots, requests, openings, w->numbers->len, longest);
}

static void add_tables(struct writing *w)
{
    const struct plan_file_head *head = w->e->plan.head;
    g_string_append(w->text, "static const long long numbers[] = {\n");
    for (guint i = 0; i < w->numbers->len; i++) {
        g_string_append_printf(w->text, "%" G_GINT64_FORMAT "LL,%s",
                               g_array_index(w->numbers, int64_t, i), i % 8 == 7 ? "\n" : " ");
    }
    g_string_append(w->text, "0};\n\nstatic const char *const representations[] = {\n");
    for (guint i = 0; i < w->representations->len; i++) {
        export_c_string(w->text, g_ptr_array_index(w->representations, i));
        g_string_append(w->text, ",\n");
    }
    g_string_append(w->text, "NULL};\n\nstatic const struct call *const programs[] = {\n");
    for (uint32_t r = 0; r < head->rank_count; r++) {
        g_string_append_printf(w->text, "    calls_%u,\n", r);
    }
    g_string_append(w->text, "};\n\nstatic const long long program_counts[] = {\n");
    for (uint32_t r = 0; r < head->rank_count; r++) {
        g_string_append_printf(w->text, "    sizeof calls_%u / sizeof calls_%u[0],\n", r, r);
    }
    g_string_append(w->text, "};\n\n");
}

static gboolean add_ranks(struct writing *w, GError **error)
{
    const struct plan_file_image *plan = &w->e->plan;
    bool *has_rank = g_new0(bool, plan->head->rank_count + 1);
    for (uint32_t i = 0; i < plan->head->strands.count; i++) {
        const struct plan_strand_entry *strand = plan_file_strand(plan, i);
        if (is_first_of_rank(plan, i)) {
            add_calls(w, strand);
            has_rank[strand->rank] = true;
        } else if (strand->cell_count > 0) {
            export_lose(&w->e->losses, "threads beside the first of a rank are left out",
                        strand->cell_count);
        }
    }
    gboolean ok = TRUE;
    for (uint32_t r = 0; ok && r < plan->head->rank_count; r++) {
        ok = has_rank[r] || plan_fail(error, "rank %u has no trace", r);
    }
    g_free(has_rank);
    return ok;
}

char *export_c(struct exporting *e, GError **error)
{
    const struct plan_file_head *head = e->plan.head;
    struct writing w = {.e = e,
                        .text = g_string_new(NULL),
                        .numbers = g_array_new(FALSE, FALSE, sizeof(int64_t)),
                        .hints = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL),
                        .sets = g_ptr_array_new_with_free_func(g_free),
                        .representations = g_ptr_array_new_with_free_func(g_free),
                        .types = g_new0(bool, head->types.count + 1),
                        .communicators = g_new0(bool, head->communicators.count + 1)};
    char *whole = NULL;
    export_lose(&e->losses,
                "checks of links, mounts and free room are not made: an empty folder has to do", 0);
    export_lose(&e->losses, "contents are one byte over and over", 0);
    gboolean ok = add_ranks(&w, error);
    GString *calls = w.text;
    w.text = g_string_new(NULL);
    if (ok) {
        const size_t longest = add_files(&w);
        add_limits(&w, longest);
        add_names(w.text);
        g_string_append(w.text, call_text);
        g_string_append(w.text, calls->str);
        add_tables(&w);
        GString *tables = w.text;
        w.text = g_string_new(NULL);
        ok = export_c_types(&w, error);
        export_c_infos(&w);
        export_c_communicators(&w);
        g_autofree char *losses = export_losses_text(&e->losses, " * - ");
        whole = ok ? g_strdup_printf("/* Made by hdreplay export --to c of the plan %s.\n *\n"
                                     " *     mpicc -O2 -o replay THIS.c\n"
                                     " *     mpiexec -n %u ./replay EMPTY_FOLDER\n *\n"
                                     " * What it can't express:\n%s */\n%s%s%s%s%s",
                                     e->name, head->rank_count, losses, prelude, tables->str,
                                     export_engine, w.text->str, export_start)
                   : NULL;
        g_string_free(tables, TRUE);
    }
    g_string_free(w.text, TRUE);
    g_string_free(calls, TRUE);
    g_array_unref(w.numbers);
    g_hash_table_unref(w.hints);
    g_ptr_array_unref(w.sets);
    g_ptr_array_unref(w.representations);
    g_free(w.types);
    g_free(w.communicators);
    return whole;
}
