/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report_calls.h"

#include "report_files.h"

#include <string.h>

enum { TEXTS_MAX = 20 };

static bool is_compared(const struct plan_cell *cell)
{
    return plan_call_is_io(cell->call);
}

static const struct plan_strand *strand_at(const struct plan *plan, guint i)
{
    return g_ptr_array_index(plan->strands, i);
}

GArray *report_planned_make(const struct plan *plan, const struct plan_file_image *image)
{
    GArray *all = g_array_new(FALSE, FALSE, sizeof(struct report_planned));
    struct report_slots slots;
    report_slots_init(&slots, image);
    for (guint i = 0; i < plan->strands->len; i++) {
        const struct plan_strand_entry *entry = plan_file_strand(image, i);
        const struct plan_cell *cell = plan_file_cells(image, entry);
        const struct plan_cell *const end = cell + entry->cell_count;
        report_slots_begin(&slots, entry);
        for (; cell < end; cell += 1 + cell->more) {
            if (is_compared(cell)) {
                const struct plan_op *op = plan_strand_op(strand_at(plan, i), (guint)cell->index);
                const struct report_planned one = {
                    i,
                    cell->call,
                    report_slots_take(&slots, entry, cell),
                    cell->index,
                    op->start_ns,
                    cell->duration_ns,
                    !plan_call_transfers(cell->call) ? -1
                    : cell->moved >= 0               ? cell->moved
                                                     : cell->bytes,
                };
                g_array_append_val(all, one);
            }
        }
    }
    report_slots_fini(&slots);
    return all;
}

/* --- one trace ----------------------------------------------------------------------------------
 */

struct comparing {
    const struct plan_file_image *image;
    const GArray *planned; /* struct report_planned */
    const struct plan_strand *original;
    const GArray *calls; /* struct report_call */
    guint next;
    GArray *made;
    struct report_differences *found;
    GHashTable *openings; /* of MPI: of the original to that of the replay */
};

/* ` of NAME` of the planned call that is next to be compared, if that is it; else nothing. */
static char *name_of_file(const struct comparing *c, uint64_t index)
{
    const struct report_planned *planned =
        c->made->len < c->planned->len
            ? &g_array_index(c->planned, struct report_planned, c->made->len)
            : NULL;
    return planned == NULL || planned->index != index || planned->file == PLAN_FILE_NOTHING
               ? g_strdup("")
               : g_strdup_printf(
                     " of %s",
                     plan_file_text(c->image, plan_file_file(c->image, planned->file)->name));
}

static G_GNUC_PRINTF(3, 4) void tell(const struct comparing *c, uint64_t index, const char *format,
                                     ...)
{
    if (c->found->texts->len < TEXTS_MAX) {
        va_list arguments;
        va_start(arguments, format);
        g_autofree char *what = g_strdup_vprintf(format, arguments);
        va_end(arguments);
        g_autofree char *file = name_of_file(c, index);
        g_ptr_array_add(c->found->texts,
                        g_strdup_printf("rank %d, thread %d, call %" G_GUINT64_FORMAT "%s: %s",
                                        c->original->trace->rank, c->original->trace->thread, index,
                                        file, what));
    }
}

static bool is_on_files(const struct report_call *call)
{
    return !call->is_seen || call->is_posix ||
           (call->kind < PLAN_CALL_COUNT && plan_call_is_io(call->kind));
}

static void skip_until(struct comparing *c, uint64_t index)
{
    for (; c->next < c->calls->len; c->next++) {
        const struct report_call *call = &g_array_index(c->calls, struct report_call, c->next);
        if (call->index >= index) {
            return;
        }
        if (is_on_files(call)) {
            c->found->extra++;
            tell(c, call->index, "made by the replay, not planned");
        }
    }
}

static bool ends_split(unsigned call)
{
    return call >= PLAN_CALL_FILE_READ_ALL_END && call <= PLAN_CALL_FILE_WRITE_ORDERED_END;
}

/* Of the calls by POSIX only the direction can be told: a replay reads at offsets what several
 * threads read one after the other. */
static bool is_same_function(const struct plan_cell *cell, const struct report_call *call)
{
    if (!plan_call_is_posix(cell->call)) {
        return !call->is_posix &&
               (call->kind == cell->call || (ends_split(cell->call) && call->is_wait));
    }
    const bool moves = plan_call_transfers(cell->call);
    return call->is_posix && (!moves || cell->bytes == 0 || cell->call == PLAN_CALL_POSIX_COPY ||
                              (call->moves_data && call->writes == plan_call_writes(cell->call)));
}

/* Places of shared pointers are whoever's comes first. */
static bool has_own_place(unsigned call)
{
    const char *name = plan_file_call_name(call);
    return plan_call_transfers(call) && call != PLAN_CALL_POSIX_COPY &&
           strstr(name, "shared") == NULL && strstr(name, "ordered") == NULL;
}

static void compare_bytes(const struct comparing *c, const struct plan_cell *cell,
                          const struct report_call *call)
{
    const bool both_moved = cell->moved >= 0 && call->bytes >= 0;
    const int64_t wanted = both_moved ? cell->moved : cell->bytes;
    const int64_t got = both_moved ? call->bytes : call->size;
    if (plan_call_transfers(cell->call) && wanted >= 0 && got >= 0 && wanted != got) {
        c->found->bytes++;
        tell(c, cell->index, "%s: %" G_GINT64_FORMAT " bytes, in the replay %" G_GINT64_FORMAT,
             plan_file_call_name(cell->call), wanted, got);
    }
}

/* Openings have other numbers in a replay, but the same all the time that they are open. */
static bool is_same_opening(const struct comparing *c, const struct plan_cell *cell,
                            const struct plan_op *op, const struct report_call *call)
{
    if (call->is_posix || plan_call_names_file(cell->call) || op->file < 0 || call->file < 0) {
        return true;
    }
    const int64_t *known = g_hash_table_lookup(c->openings, &op->file);
    if (known != NULL && cell->call != PLAN_CALL_FILE_OPEN) {
        return *known == call->file;
    }
    g_hash_table_replace(c->openings, g_memdup2(&op->file, sizeof op->file),
                         g_memdup2(&call->file, sizeof call->file));
    return true;
}

static void compare_call(const struct comparing *c, const struct plan_cell *cell,
                         const struct report_call *call)
{
    const struct plan_op *op = plan_strand_op(c->original, (guint)cell->index);
    const char *name = plan_file_call_name(cell->call);
    if (!call->is_seen) {
        c->found->unseen++;
    } else if (!is_same_function(cell, call)) {
        c->found->other++;
        tell(c, cell->index, "%s, in the replay %s", name,
             call->kind < PLAN_CALL_COUNT ? plan_file_call_name(call->kind) : "another function");
    } else if (call->failed) {
        c->found->failed++;
        tell(c, cell->index, "%s: failed in the replay", name);
    } else if (!is_same_opening(c, cell, op, call)) {
        c->found->other++;
        tell(c, cell->index, "%s: in the replay on another opened file", name);
    } else if (has_own_place(cell->call) && op->offset >= 0 && call->offset >= 0 &&
               op->offset != call->offset) {
        c->found->other++;
        tell(c, cell->index, "%s at %" G_GINT64_FORMAT ", in the replay at %" G_GINT64_FORMAT, name,
             op->offset, call->offset);
    } else {
        compare_bytes(c, cell, call);
    }
}

static void add_made(const struct comparing *c, const struct report_call *call)
{
    const struct report_made made = call == NULL ? (struct report_made){-1, -1}
                                                 : (struct report_made){
                                                       call->start_ns,
                                                       call->end_ns - call->start_ns,
                                                   };
    g_array_append_val(c->made, made);
}

static void compare_cell(struct comparing *c, const struct plan_cell *cell)
{
    skip_until(c, cell->index);
    guint at = c->next; /* messages may share the number of a call on files */
    while (at < c->calls->len &&
           g_array_index(c->calls, struct report_call, at).index == cell->index &&
           !is_on_files(&g_array_index(c->calls, struct report_call, at)) &&
           !(ends_split(cell->call) && g_array_index(c->calls, struct report_call, at).is_wait)) {
        at++;
    }
    const struct report_call *call =
        at < c->calls->len ? &g_array_index(c->calls, struct report_call, at) : NULL;
    if (call == NULL || call->index != cell->index) {
        c->found->missing++;
        tell(c, cell->index, "%s: the replay has not made it", plan_file_call_name(cell->call));
        add_made(c, NULL);
        return;
    }
    c->next = at + 1;
    compare_call(c, cell, call);
    add_made(c, call);
}

static void compare_strand(const struct plan *plan, const struct plan_file_image *image,
                           const GArray *planned, const struct report_replay *replay, guint i,
                           struct report_differences *found, GArray *made)
{
    const struct plan_strand_entry *entry = plan_file_strand(image, i);
    const struct plan_cell *cell = plan_file_cells(image, entry);
    const struct plan_cell *const end = cell + entry->cell_count;
    struct comparing c = {
        .image = image,
        .planned = planned,
        .original = strand_at(plan, i),
        .calls = g_ptr_array_index(replay->calls, i),
        .made = made,
        .found = found,
        .openings = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, g_free),
    };
    for (; cell < end; cell += 1 + cell->more) {
        if (is_compared(cell)) {
            compare_cell(&c, cell);
        }
    }
    skip_until(&c, UINT64_MAX);
    g_hash_table_unref(c.openings);
}

struct report_differences report_calls_compare(const struct plan *plan,
                                               const struct plan_file_image *image,
                                               const GArray *planned,
                                               const struct report_replay *replay, GArray *made)
{
    struct report_differences found = {.texts = g_ptr_array_new_with_free_func(g_free)};
    for (guint i = 0; i < plan->strands->len; i++) {
        compare_strand(plan, image, planned, replay, i, &found, made);
    }
    return found;
}

void report_differences_clear(struct report_differences *differences)
{
    g_clear_pointer(&differences->texts, g_ptr_array_unref);
}
