/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Datatypes of the plan as lists of the bytes that they cover, for file views. */
#include "run_view.h"

#include "plan/plan_error.h"
#include "plan/plan_tables.h"

enum { PIECES_MAX = 1 << 22, ORDER_FORTRAN = 1 };

/* What a datatype covers. */
struct pieces {
    GArray *offsets; /* int64_t */
    GArray *bytes;   /* int64_t */
    int64_t lower;
    int64_t upper;
    int64_t size;
};

struct laying {
    const struct plan_file_image *plan;
    struct pieces *types; /* by index; offsets NULL: not laid out yet */
    gboolean is_too_long;
};

/* What follows the last piece without a gap becomes part of it. */
static void add_piece(struct laying *l, struct pieces *to, int64_t offset, int64_t bytes)
{
    const guint last = to->offsets->len - 1;
    if (bytes <= 0 || l->is_too_long) {
        return;
    }
    to->size += bytes;
    if (to->offsets->len > 0 &&
        g_array_index(to->offsets, int64_t, last) + g_array_index(to->bytes, int64_t, last) ==
            offset) {
        g_array_index(to->bytes, int64_t, last) += bytes;
        return;
    }
    l->is_too_long = to->offsets->len >= PIECES_MAX;
    g_array_append_val(to->offsets, offset);
    g_array_append_val(to->bytes, bytes);
}

/* `count` of an old type, one behind the other, from `at` on. */
static void add_run(struct laying *l, struct pieces *to, const struct pieces *old, int64_t at,
                    int64_t count, gboolean *is_first)
{
    if (count <= 0 || old == NULL) {
        return;
    }
    const int64_t extent = old->upper - old->lower;
    const int64_t lower = at + old->lower;
    const int64_t upper = at + old->upper + (count - 1) * extent;
    to->lower = *is_first ? lower : MIN(to->lower, lower);
    to->upper = *is_first ? upper : MAX(to->upper, upper);
    *is_first = FALSE;
    const bool is_dense = old->offsets->len == 1 && g_array_index(old->offsets, int64_t, 0) == 0 &&
                          g_array_index(old->bytes, int64_t, 0) == extent;
    if (is_dense) {
        add_piece(l, to, at, count * extent);
        return;
    }
    for (int64_t i = 0; i < count && !l->is_too_long; i++) {
        for (guint p = 0; p < old->offsets->len; p++) {
            add_piece(l, to, at + i * extent + g_array_index(old->offsets, int64_t, p),
                      g_array_index(old->bytes, int64_t, p));
        }
    }
}

/* The rows of a part of an array. */
static void add_subarray(struct laying *l, struct pieces *to, const struct pieces *old,
                         const int64_t *n)
{
    const int64_t dims = n[0];
    const int64_t *whole = n + 1;
    const int64_t *part = n + 1 + dims;
    const int64_t *start = n + 1 + 2 * dims;
    const bool is_fortran = n[1 + 3 * dims] == ORDER_FORTRAN;
    const int64_t extent = old->upper - old->lower;
    const int64_t fast = is_fortran ? 0 : dims - 1;
    int64_t rows = 1;
    int64_t all = 1;
    gboolean is_first = TRUE;
    for (int64_t d = 0; d < dims; d++) {
        rows *= d == fast ? 1 : MAX(part[d], 0);
        all *= whole[d];
    }
    for (int64_t row = 0; dims > 0 && row < rows && !l->is_too_long; row++) {
        int64_t rest = row;
        int64_t place = start[fast];
        int64_t stride = whole[fast];
        for (int64_t i = 1; i < dims; i++) { /* the fastest one but this first */
            const int64_t d = is_fortran ? i : dims - 1 - i;
            place += stride * (start[d] + rest % part[d]);
            rest /= part[d];
            stride *= whole[d];
        }
        add_run(l, to, old, place * extent, part[fast], &is_first);
    }
    to->lower = 0;
    to->upper = all * extent;
}

static const struct pieces *lay_out(struct laying *l, uint32_t index);

static void add_runs(struct laying *l, struct pieces *to, const struct plan_type_entry *type)
{
    const int64_t *n = plan_file_numbers(l->plan, type->first_number);
    const int64_t *a = n + type->integer_count;
    const int64_t *t = a + type->address_count;
    const struct pieces *old = type->type_count > 0 ? lay_out(l, (uint32_t)t[0]) : NULL;
    const int64_t extent = old == NULL ? 0 : old->upper - old->lower;
    const bool is_single = type->combiner == (uint32_t)PLAN_COMBINER_CONTIGUOUS ||
                           type->combiner == (uint32_t)PLAN_COMBINER_DUP ||
                           type->combiner == (uint32_t)PLAN_COMBINER_RESIZED;
    const int64_t count = is_single ? 1 : n[0];
    gboolean is_first = TRUE;
    for (int64_t i = 0; i < count && !l->is_too_long; i++) {
        switch ((enum plan_combiner)type->combiner) {
        case PLAN_COMBINER_CONTIGUOUS:
            add_run(l, to, old, 0, n[0], &is_first);
            break;
        case PLAN_COMBINER_VECTOR:
            add_run(l, to, old, i * n[2] * extent, n[1], &is_first);
            break;
        case PLAN_COMBINER_HVECTOR:
            add_run(l, to, old, i * a[0], n[1], &is_first);
            break;
        case PLAN_COMBINER_INDEXED:
            add_run(l, to, old, n[1 + n[0] + i] * extent, n[1 + i], &is_first);
            break;
        case PLAN_COMBINER_INDEXED_BLOCK:
            add_run(l, to, old, n[2 + i] * extent, n[1], &is_first);
            break;
        case PLAN_COMBINER_HINDEXED_BLOCK:
            add_run(l, to, old, a[i], n[1], &is_first);
            break;
        case PLAN_COMBINER_HINDEXED:
            add_run(l, to, old, a[i], n[1 + i], &is_first);
            break;
        case PLAN_COMBINER_STRUCT:
            add_run(l, to, lay_out(l, (uint32_t)t[i]), a[i], n[1 + i], &is_first);
            break;
        case PLAN_COMBINER_DUP:
        case PLAN_COMBINER_RESIZED:
            add_run(l, to, old, 0, 1, &is_first);
            break;
        case PLAN_COMBINER_NAMED:
        case PLAN_COMBINER_SUBARRAY:
        case PLAN_COMBINER_DARRAY:
        case PLAN_COMBINER_COUNT:
            break;
        }
    }
    if (type->combiner == (uint32_t)PLAN_COMBINER_RESIZED) {
        to->lower = a[0];
        to->upper = a[0] + a[1];
    }
}

/* Old types have lower indices: plan_file_open has checked it. */
static const struct pieces *lay_out(struct laying *l, uint32_t index)
{
    struct pieces *own = &l->types[index];
    const struct plan_type_entry *type = plan_file_type(l->plan, index);
    if (own->offsets != NULL) {
        return own;
    }
    own->offsets = g_array_new(FALSE, FALSE, sizeof(int64_t));
    own->bytes = g_array_new(FALSE, FALSE, sizeof(int64_t));
    if (type->combiner == (uint32_t)PLAN_COMBINER_NAMED) {
        own->upper = MAX(plan_types_named_bytes(plan_file_text(l->plan, type->name)), 0);
        add_piece(l, own, 0, own->upper);
    } else if (type->combiner == (uint32_t)PLAN_COMBINER_SUBARRAY) {
        const int64_t *n = plan_file_numbers(l->plan, type->first_number);
        add_subarray(l, own, lay_out(l, (uint32_t)n[type->integer_count]), n);
    } else if (type->combiner != (uint32_t)PLAN_COMBINER_DARRAY) {
        add_runs(l, own, type);
    }
    return own;
}

static void make_view(struct run_view *view, const struct pieces *pieces)
{
    const guint count = pieces->offsets->len;
    const bool is_plain = count == 1 && g_array_index(pieces->offsets, int64_t, 0) == 0 &&
                          pieces->upper - pieces->lower == pieces->size;
    if (view->offsets != NULL || count == 0 || is_plain) {
        return;
    }
    view->count = count;
    view->extent = pieces->upper - pieces->lower;
    view->offsets = g_memdup2(pieces->offsets->data, count * sizeof(int64_t));
    view->starts = g_new0(int64_t, count + 1);
    for (guint i = 0; i < count; i++) {
        view->starts[i + 1] = view->starts[i] + g_array_index(pieces->bytes, int64_t, i);
    }
}

gboolean run_views_make(struct run_views *views, const struct plan_file_image *plan, GError **error)
{
    const uint32_t count = (uint32_t)plan->head->types.count;
    struct laying l = {.plan = plan, .types = g_new0(struct pieces, count + 1)};
    *views = (struct run_views){.count = count,
                                .views = g_new0(struct run_view, count + 1),
                                .type_bytes = g_new0(int64_t, count + 1)};
    for (uint32_t i = 0; i < plan->head->strands.count && !l.is_too_long; i++) {
        const struct plan_strand_entry *strand = plan_file_strand(plan, i);
        const struct plan_cell *cell = plan_file_cells(plan, strand);
        const struct plan_cell *const end = cell + strand->cell_count;
        for (; cell < end; cell += 1 + cell->more) {
            if (cell->call == PLAN_CALL_FILE_SET_VIEW) {
                const uint32_t type = (uint32_t)plan_file_more(cell)[PLAN_VIEW_FILETYPE];
                make_view(&views->views[type], lay_out(&l, type));
                // NOLINTNEXTLINE(clang-analyzer-unix.Malloc): freed below, by type
                views->type_bytes[cell->type] = lay_out(&l, cell->type)->size;
            }
        }
    }
    for (uint32_t i = 0; i < count; i++) {
        if (l.types[i].offsets != NULL) {
            g_array_unref(l.types[i].offsets);
            g_array_unref(l.types[i].bytes);
        }
    }
    g_free(l.types);
    return !l.is_too_long || plan_fail(error, "a file view has more than %d pieces", PIECES_MAX);
}

void run_views_free(struct run_views *views)
{
    for (uint32_t i = 0; views->views != NULL && i < views->count; i++) {
        g_free(views->views[i].offsets);
        g_free(views->views[i].starts);
    }
    g_clear_pointer(&views->views, g_free);
    g_clear_pointer(&views->type_bytes, g_free);
}

/* --- places -------------------------------------------------------------------------------------
 */

/* The piece of a tile that has a byte of its data. */
static uint32_t find_piece(const struct run_view *view, int64_t byte)
{
    uint32_t low = 0;
    uint32_t high = view->count;
    while (high - low > 1) {
        const uint32_t middle = low + (high - low) / 2;
        if (view->starts[middle] <= byte) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return low;
}

int64_t run_cursor_place(const struct run_cursor *cursor, int64_t byte, int64_t *run)
{
    const struct run_view *view = cursor->view;
    if (view == NULL || view->count == 0) {
        *run = INT64_MAX;
        return cursor->displacement + byte;
    }
    const int64_t size = view->starts[view->count];
    const int64_t tile = byte / size;
    const int64_t rest = byte % size;
    const uint32_t piece = find_piece(view, rest);
    *run = view->starts[piece + 1] - rest;
    return cursor->displacement + tile * view->extent + view->offsets[piece] + rest -
           view->starts[piece];
}
