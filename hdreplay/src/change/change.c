/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "change.h"

#include "plan/plan_output.h"

struct changing {
    const struct plan_file_image *plan;
    const struct change_options *options;
    struct change_result *result;
    struct plan_output out;
    struct plan_file_head head;
    struct change_hints hints;
    struct change_merge merge; /* of the trace */
    struct change_collective collective;
    struct plan_strand_entry strand;
};

static gboolean write_cell(struct changing *c, const struct plan_cell *cell, const int64_t *numbers,
                           GError **error)
{
    c->strand.cell_count += 1 + cell->more;
    c->strand.buffer_bytes = MAX(c->strand.buffer_bytes, cell->bytes);
    return plan_output_add(&c->out, cell, sizeof *cell, error) &&
           plan_output_add(&c->out, numbers, cell->more * sizeof *cell, error);
}

static gboolean write_last(struct changing *c, GError **error)
{
    const bool has_last = c->merge.has_last;
    c->merge.has_last = false;
    return !has_last || write_cell(c, &c->merge.last, NULL, error);
}

/* Where a call has its set of hints among its numbers; -1: it has none. */
static int hints_of(const struct plan_cell *cell)
{
    return cell->call == PLAN_CALL_FILE_OPEN ? PLAN_OPEN_HINT_FIRST
           : cell->call == PLAN_CALL_FILE_SET_VIEW || cell->call == PLAN_CALL_FILE_SET_INFO
               ? PLAN_VIEW_HINT_FIRST
               : -1;
}

static gboolean write_with_hints(struct changing *c, const struct plan_cell *cell, GError **error)
{
    const int place = hints_of(cell);
    if (place < 0 || (c->options->hints == NULL && c->options->no_hints == NULL)) {
        return write_cell(c, cell, plan_file_more(cell), error);
    }
    g_autofree int64_t *numbers = g_memdup2(plan_file_more(cell), cell->more * sizeof *cell);
    c->result->hints += change_hints_apply(&c->hints, &numbers[place], &numbers[place + 1],
                                           cell->call == PLAN_CALL_FILE_OPEN);
    return write_cell(c, cell, numbers, error);
}

/* A call that becomes a collective one: it joins no other. */
static gboolean write_collective(struct changing *c, const struct plan_cell *cell, uint16_t call,
                                 GError **error)
{
    struct plan_cell other = *cell;
    other.call = call;
    return write_last(c, error) && write_cell(c, &other, plan_file_more(cell), error);
}

static gboolean change_cell(struct changing *c, const struct plan_cell *cell, GError **error)
{
    const uint64_t number =
        (uint64_t)(cell - (const struct plan_cell *)(const void *)(c->plan->bytes +
                                                                   c->plan->head->cells.offset));
    if (c->collective.calls != NULL && c->collective.calls[number] != cell->call) {
        return write_collective(c, cell, c->collective.calls[number], error);
    }
    if (c->options->merge_bytes <= 0) {
        return write_with_hints(c, cell, error);
    }
    if (change_merge_join(&c->merge, cell, &c->result->unfitting)) {
        c->result->merged++;
        return TRUE;
    }
    if (!write_last(c, error)) {
        return FALSE;
    }
    change_merge_note(&c->merge, cell);
    if (change_merge_can_begin(cell)) {
        c->merge.last = *cell;
        c->merge.has_last = true;
        return TRUE;
    }
    return write_with_hints(c, cell, error);
}

static gboolean change_strand(struct changing *c, uint32_t number, GArray *strands, GError **error)
{
    const struct plan_strand_entry *entry = plan_file_strand(c->plan, number);
    const struct plan_cell *cell = plan_file_cells(c->plan, entry);
    const struct plan_cell *const end = cell + entry->cell_count;
    gboolean ok = TRUE;
    c->strand = *entry;
    c->strand.first_cell = (c->out.bytes - sizeof c->head) / sizeof *cell;
    c->strand.cell_count = 0;
    change_merge_init(&c->merge, c->plan, entry, c->options->merge_bytes);
    for (; ok && cell < end; cell += 1 + cell->more) {
        ok = change_cell(c, cell, error);
    }
    ok = ok && write_last(c, error);
    change_merge_fini(&c->merge);
    g_array_append_val(strands, c->strand);
    return ok;
}

/* A table as it was. */
static gboolean copy(struct changing *c, struct plan_section *section, size_t size, GError **error)
{
    const struct plan_section old = *section;
    return plan_output_add_section(&c->out, section, c->plan->bytes + old.offset, old.count, size,
                                   error);
}

static gboolean change_all(struct changing *c, GError **error)
{
    struct plan_file_head *head = &c->head;
    g_autoptr(GArray) strands = g_array_new(FALSE, FALSE, sizeof(struct plan_strand_entry));
    head->cells.offset = c->out.bytes;
    for (uint32_t i = 0; i < head->strands.count; i++) {
        if (!change_strand(c, i, strands, error)) {
            return FALSE;
        }
    }
    head->cells.count = (c->out.bytes - head->cells.offset) / sizeof(struct plan_cell);
    head->planned_calls -= c->result->merged;
    return plan_output_add_section(&c->out, &head->strands, strands->data, strands->len,
                                   sizeof(struct plan_strand_entry), error) &&
           copy(c, &head->files, sizeof(struct plan_file_entry), error) &&
           copy(c, &head->types, sizeof(struct plan_type_entry), error) &&
           copy(c, &head->communicators, sizeof(struct plan_communicator_entry), error) &&
           plan_output_add_section(&c->out, &head->hints, c->hints.entries->data,
                                   c->hints.entries->len, sizeof(struct plan_hint_entry), error) &&
           copy(c, &head->numbers, sizeof(int64_t), error) &&
           plan_output_add_section(&c->out, &head->texts, c->hints.texts->data, c->hints.texts->len,
                                   1, error);
}

gboolean change_plan(const struct plan_file_image *plan, const struct change_options *options,
                     const char *path, struct change_result *result, GError **error)
{
    *result = (struct change_result){.calls_before = plan->head->planned_calls};
    struct changing c = {
        .plan = plan,
        .options = options,
        .result = result,
        .head = *plan->head,
    };
    if (!plan_output_open(&c.out, path, error)) {
        return FALSE;
    }
    change_hints_init(&c.hints, plan, options);
    if (options->collective) {
        change_collective_init(&c.collective, plan);
        result->joined = c.collective.joined;
        result->alone = c.collective.alone;
    }
    const gboolean ok = change_all(&c, error);
    change_collective_fini(&c.collective);
    change_hints_fini(&c.hints);
    result->calls = c.head.planned_calls;
    return plan_output_close(&c.out, ok ? &c.head : NULL, ok ? error : NULL);
}
