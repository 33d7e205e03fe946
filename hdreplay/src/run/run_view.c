/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Datatypes of the plan as lists of the bytes that they cover, for file views. */
#include "run_view.h"

#include <string.h>

#include "plan/plan_error.h"
#include "plan/plan_tables.h"

/* Bounds against plans that would take all memory, or all time. */
enum { PIECES_MAX = 1 << 22, ALL_PIECES_MAX = 1 << 25, STEPS_MAX = 1 << 26, ORDER_FORTRAN = 1 };

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
    uint32_t all_pieces;
    uint32_t steps;
    gboolean is_too_long;
    gboolean is_too_far; /* a place behind the largest number */
};

static int64_t times(struct laying *l, int64_t a, int64_t b)
{
    int64_t product = 0;
    l->is_too_far = __builtin_mul_overflow(a, b, &product) || l->is_too_far;
    return product;
}

static int64_t plus(struct laying *l, int64_t a, int64_t b)
{
    int64_t sum = 0;
    l->is_too_far = __builtin_add_overflow(a, b, &sum) || l->is_too_far;
    return sum;
}

static bool is_given_up(const struct laying *l)
{
    return l->is_too_long || l->is_too_far;
}

/* Before each step of a loop. */
static bool goes_on(struct laying *l)
{
    l->is_too_long = l->steps++ >= STEPS_MAX || l->is_too_long;
    return !is_given_up(l);
}

/* What follows the last piece without a gap becomes part of it. */
static void add_piece(struct laying *l, struct pieces *to, int64_t offset, int64_t bytes)
{
    const guint last = to->offsets->len - 1;
    const int64_t size = plus(l, to->size, MAX(bytes, 0));
    (void)plus(l, offset, MAX(bytes, 0));
    if (bytes <= 0 || is_given_up(l)) {
        return;
    }
    to->size = size;
    if (to->offsets->len > 0 &&
        g_array_index(to->offsets, int64_t, last) + g_array_index(to->bytes, int64_t, last) ==
            offset) {
        g_array_index(to->bytes, int64_t, last) += bytes;
        return;
    }
    l->is_too_long = to->offsets->len >= PIECES_MAX || ++l->all_pieces >= ALL_PIECES_MAX;
    g_array_append_val(to->offsets, offset);
    g_array_append_val(to->bytes, bytes);
}

static int64_t extent_of(struct laying *l, const struct pieces *type)
{
    int64_t extent = 0;
    l->is_too_far = (type != NULL && __builtin_sub_overflow(type->upper, type->lower, &extent)) ||
                    l->is_too_far;
    return extent;
}

/* `count` of an old type, one behind the other, from `at` on. */
static void add_run(struct laying *l, struct pieces *to, const struct pieces *old, int64_t at,
                    int64_t count, gboolean *is_first)
{
    if (count <= 0 || old == NULL) {
        return;
    }
    const int64_t extent = extent_of(l, old);
    const int64_t lower = plus(l, at, old->lower);
    const int64_t upper = plus(l, plus(l, at, old->upper), times(l, count - 1, extent));
    to->lower = *is_first ? lower : MIN(to->lower, lower);
    to->upper = *is_first ? upper : MAX(to->upper, upper);
    *is_first = FALSE;
    const bool is_dense = old->offsets->len == 1 && g_array_index(old->offsets, int64_t, 0) == 0 &&
                          g_array_index(old->bytes, int64_t, 0) == extent;
    if (is_dense) {
        add_piece(l, to, at, times(l, count, extent));
        return;
    }
    for (int64_t i = 0; old->offsets->len > 0 && i < count && !is_given_up(l); i++) {
        const int64_t start = plus(l, at, times(l, i, extent));
        for (guint p = 0; p < old->offsets->len && goes_on(l); p++) {
            add_piece(l, to, plus(l, start, g_array_index(old->offsets, int64_t, p)),
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
    const int64_t extent = extent_of(l, old);
    const int64_t fast = is_fortran ? 0 : dims - 1;
    int64_t rows = 1;
    int64_t all = 1;
    gboolean is_first = TRUE;
    for (int64_t d = 0; d < dims; d++) {
        rows = d == fast && part[d] > 0 ? rows : times(l, rows, MAX(part[d], 0));
        all = times(l, all, whole[d]);
    }
    for (int64_t row = 0; dims > 0 && row < rows && goes_on(l); row++) {
        int64_t rest = row;
        int64_t place = start[fast];
        int64_t stride = whole[fast];
        for (int64_t i = 1; i < dims; i++) { /* the fastest one but this first */
            const int64_t d = is_fortran ? i : dims - 1 - i;
            place = plus(l, place, times(l, stride, plus(l, start[d], rest % part[d])));
            rest /= part[d];
            stride = times(l, stride, whole[d]);
        }
        add_run(l, to, old, times(l, place, extent), part[fast], &is_first);
    }
    to->lower = 0;
    to->upper = times(l, all, extent);
}

static void add_runs(struct laying *l, struct pieces *to, const struct plan_type_entry *type)
{
    const int64_t *n = plan_file_numbers(l->plan, type->first_number);
    const int64_t *a = n + type->integer_count;
    const int64_t *t = a + type->address_count;
    const struct pieces *old = type->type_count > 0 ? &l->types[t[0]] : NULL;
    const int64_t extent = extent_of(l, old);
    const bool is_single = type->combiner == (uint32_t)PLAN_COMBINER_CONTIGUOUS ||
                           type->combiner == (uint32_t)PLAN_COMBINER_DUP ||
                           type->combiner == (uint32_t)PLAN_COMBINER_RESIZED;
    const bool touches = type->combiner == (uint32_t)PLAN_COMBINER_VECTOR && n[0] > 0 && n[1] > 0 &&
                         n[1] == n[2]; /* its blocks are one */
    const int64_t count = is_single || touches ? 1 : n[0];
    gboolean is_first = TRUE;
    for (int64_t i = 0; i < count && goes_on(l); i++) {
        switch ((enum plan_combiner)type->combiner) {
        case PLAN_COMBINER_CONTIGUOUS:
            add_run(l, to, old, 0, n[0], &is_first);
            break;
        case PLAN_COMBINER_VECTOR:
            add_run(l, to, old, times(l, times(l, i, n[2]), extent),
                    touches ? times(l, n[0], n[1]) : n[1], &is_first);
            break;
        case PLAN_COMBINER_HVECTOR:
            add_run(l, to, old, times(l, i, a[0]), n[1], &is_first);
            break;
        case PLAN_COMBINER_INDEXED:
            add_run(l, to, old, times(l, n[1 + n[0] + i], extent), n[1 + i], &is_first);
            break;
        case PLAN_COMBINER_INDEXED_BLOCK:
            add_run(l, to, old, times(l, n[2 + i], extent), n[1], &is_first);
            break;
        case PLAN_COMBINER_HINDEXED_BLOCK:
            add_run(l, to, old, a[i], n[1], &is_first);
            break;
        case PLAN_COMBINER_HINDEXED:
            add_run(l, to, old, a[i], n[1 + i], &is_first);
            break;
        case PLAN_COMBINER_STRUCT:
            add_run(l, to, &l->types[t[i]], a[i], n[1 + i], &is_first);
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
        to->upper = plus(l, a[0], a[1]);
    }
}

/* Its old types are laid out. */
static void lay_out_one(struct laying *l, uint32_t index)
{
    struct pieces *own = &l->types[index];
    const struct plan_type_entry *type = plan_file_type(l->plan, index);
    own->offsets = g_array_new(FALSE, FALSE, sizeof(int64_t));
    own->bytes = g_array_new(FALSE, FALSE, sizeof(int64_t));
    if (type->combiner == (uint32_t)PLAN_COMBINER_NAMED) {
        own->upper = MAX(plan_types_named_bytes(plan_file_text(l->plan, type->name)), 0);
        add_piece(l, own, 0, own->upper);
    } else if (type->combiner == (uint32_t)PLAN_COMBINER_SUBARRAY) {
        const int64_t *n = plan_file_numbers(l->plan, type->first_number);
        add_subarray(l, own, &l->types[n[type->integer_count]], n);
    } else if (type->combiner != (uint32_t)PLAN_COMBINER_DARRAY) {
        add_runs(l, own, type);
    }
}

static void need_old_types(const struct laying *l, uint32_t index, bool *needed)
{
    const struct plan_type_entry *type = plan_file_type(l->plan, index);
    const int64_t *t =
        plan_file_numbers(l->plan, type->first_number) + type->integer_count + type->address_count;
    for (uint32_t i = 0; i < type->type_count; i++) {
        needed[t[i]] = true;
    }
}

/* Old types have lower indices, which plan_file_open has checked: no recursion, as long as a chain
 * of types may be. */
static const struct pieces *lay_out(struct laying *l, uint32_t index)
{
    if (l->types[index].offsets != NULL) {
        return &l->types[index];
    }
    bool *const needed = g_new0(bool, (gsize)index + 1);
    needed[index] = true;
    for (uint32_t i = index + 1; i > 0; i--) {
        if (needed[i - 1] && l->types[i - 1].offsets == NULL) {
            need_old_types(l, i - 1, needed);
        }
    }
    for (uint32_t i = 0; i <= index; i++) {
        if (needed[i] && l->types[i].offsets == NULL) {
            lay_out_one(l, i);
        }
    }
    g_free(needed);
    return &l->types[index];
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
    for (uint32_t i = 0; i < plan->head->strands.count && !is_given_up(&l); i++) {
        const struct plan_strand_entry *strand = plan_file_strand(plan, i);
        const struct plan_cell *cell = plan_file_cells(plan, strand);
        const struct plan_cell *const end = cell + strand->cell_count;
        for (; cell < end && !is_given_up(&l); cell += 1 + cell->more) {
            if (cell->call == PLAN_CALL_FILE_SET_VIEW) {
                const uint32_t type = (uint32_t)plan_file_more(cell)[PLAN_VIEW_FILETYPE];
                const struct pieces *pieces = lay_out(&l, type);
                (void)extent_of(&l, pieces);
                if (!is_given_up(&l)) {
                    make_view(&views->views[type], pieces);
                    // NOLINTNEXTLINE(clang-analyzer-unix.Malloc): freed below, by type
                    views->type_bytes[cell->type] = lay_out(&l, cell->type)->size;
                }
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
    if (l.is_too_far) {
        return plan_fail(error, "a file view goes beyond 2^63 bytes");
    }
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
