/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes that go on where the last one of the same trace ended become one. It is made when the last
 * of them was: before that the program did not have all of the data. What other traces did in
 * between is ordered by messages and collectives, at which a write ends. */
#include "change.h"

#include "plan/plan_tables.h"

#include <string.h>

void change_merge_init(struct change_merge *merge, const struct plan_file_image *plan,
                       const struct plan_strand_entry *strand, int64_t limit)
{
    *merge = (struct change_merge){
        .plan = plan,
        .limit = limit,
        .units = g_array_new(FALSE, TRUE, sizeof(int64_t)),
    };
    g_array_set_size(merge->units, strand->file_slots + 1);
}

void change_merge_fini(struct change_merge *merge)
{
    g_array_unref(merge->units);
}

/* Bytes of a type that has no gaps; 0: it has, or may have. */
static int64_t dense_bytes(const struct change_merge *merge, uint32_t index)
{
    if (index == PLAN_FILE_NOTHING) {
        return 0;
    }
    const struct plan_type_entry *type = plan_file_type(merge->plan, index);
    return type->combiner == PLAN_COMBINER_NAMED
               ? MAX(plan_types_named_bytes(plan_file_text(merge->plan, type->name)), 0)
               : 0;
}

void change_merge_note(struct change_merge *merge, const struct plan_cell *cell)
{
    if (cell->call == PLAN_CALL_FILE_OPEN) {
        g_array_index(merge->units, int64_t, cell->file) = 1;
    } else if (cell->call == PLAN_CALL_FILE_SET_VIEW) {
        g_array_index(merge->units, int64_t, cell->file) = dense_bytes(merge, cell->type);
    }
}

bool change_merge_can_begin(const struct plan_cell *cell)
{
    switch (cell->call) {
    case PLAN_CALL_FILE_WRITE:
    case PLAN_CALL_FILE_WRITE_AT:
    case PLAN_CALL_POSIX_WRITE:
    case PLAN_CALL_POSIX_PWRITE:
    case PLAN_CALL_POSIX_FWRITE:
        return cell->more == 0 && cell->flags == 0 && cell->bytes > 0 && cell->count >= 0 &&
               (cell->moved < 0 || cell->moved == cell->bytes);
    default:
        return false;
    }
}

/* Where the last write ended in the units of the next one's offset; INT64_MIN: not known. */
static int64_t end_of_last(const struct change_merge *merge)
{
    const struct plan_cell *last = &merge->last;
    const int64_t unit = last->call == PLAN_CALL_FILE_WRITE_AT
                             ? g_array_index(merge->units, int64_t, last->file)
                             : 1;
    return unit <= 0 || last->bytes % unit != 0 || last->offset > G_MAXINT64 - last->bytes
               ? INT64_MIN
               : last->offset + last->bytes / unit;
}

bool change_merge_join(struct change_merge *merge, const struct plan_cell *cell,
                       uint64_t *unfitting)
{
    struct plan_cell *last = &merge->last;
    if (!merge->has_last || !change_merge_can_begin(cell) || cell->call != last->call ||
        cell->file != last->file || cell->type != last->type ||
        cell->bytes > merge->limit - last->bytes || cell->count > G_MAXINT32 - last->count ||
        (cell->moved < 0) != (last->moved < 0)) {
        return false;
    }
    const bool is_mpi = !plan_call_is_posix(cell->call);
    const bool has_place =
        cell->call == PLAN_CALL_FILE_WRITE_AT || cell->call == PLAN_CALL_POSIX_PWRITE;
    const int64_t end = has_place ? end_of_last(merge) : 0;
    if ((is_mpi && dense_bytes(merge, cell->type) == 0) || end == INT64_MIN) {
        (*unfitting)++;
        return false;
    }
    if (has_place && cell->offset != end) {
        return false;
    }
    last->think_ns += cell->think_ns;
    last->think_cpu_ns = last->think_cpu_ns < 0 || cell->think_cpu_ns < 0
                             ? -1
                             : last->think_cpu_ns + cell->think_cpu_ns;
    last->left_out_ns += cell->left_out_ns;
    last->duration_ns += cell->duration_ns;
    last->count += cell->count;
    last->bytes += cell->bytes;
    last->moved = last->moved < 0 ? -1 : last->moved + cell->moved;
    return true;
}
