/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What starts and completes requests. */
#include "plan_compiling.h"
#include "plan_error.h"

#include <string.h>

/* What a persistent request describes begins. */
gboolean compile_start(struct compiling *c, GError **error)
{
    const struct plan_op *op = compiling_op(c);
    for (guint i = 0; i < op->done_count; i++) {
        const gint64 request = plan_strand_done(c->strand, op->first_done + i)->request;
        const gint64 *described = g_hash_table_lookup(c->described, &request);
        if (described == NULL) {
            continue;
        }
        const struct plan_op *what = plan_strand_op(c->strand, (guint)*described);
        const bool is_meeting = what->call.role == PLAN_MEET;
        const bool is_message = what->call.role == PLAN_SEND || what->call.role == PLAN_RECEIVE ||
                                what->call.role == PLAN_EXCHANGE;
        if ((is_meeting && !compile_meeting(c, what, request, error)) ||
            (is_message && !compile_message(c, what, request, error))) {
            return FALSE;
        }
        c->head.left_out_unknown += !is_meeting && !is_message;
    }
    return TRUE;
}

/* The end of a split transfer. */
static gboolean compile_split_end(struct compiling *c, const char *call, GError **error)
{
    const gint64 key = compiling_op(c)->file;
    const struct compiled_open *open = g_hash_table_lookup(c->opens, &key);
    unsigned number = PLAN_CALL_FILE_READ_ALL_END;
    while (number <= PLAN_CALL_FILE_WRITE_ORDERED_END &&
           strcmp(call, plan_file_call_name(number)) != 0) {
        number++;
    }
    if (open == NULL || number > PLAN_CALL_FILE_WRITE_ORDERED_END || compiling_op(c)->failed) {
        return plan_fail(error, "%s: MPI call %u of the program: it ends what was not begun",
                         c->strand->trace->path, c->op);
    }
    struct plan_cell cell = compiling_cell(c, (enum plan_file_call)number);
    cell.file = open->slot;
    return compiling_emit(c, &cell, NULL, 0, error);
}

/* Slots of what this call completes, or tries to. */
static void add_slots(struct compiling *c, GArray *slots, bool is_done)
{
    const struct plan_op *op = compiling_op(c);
    for (guint i = 0; i < op->done_count; i++) {
        const struct plan_done *done = plan_strand_done(c->strand, op->first_done + i);
        const gint64 request = done->request;
        const struct compiled_request *one = g_hash_table_lookup(c->requests, &request);
        const bool is_completed = done->told ? done->done : op->call.role == PLAN_COMPLETE;
        if (one == NULL || is_completed != is_done) {
            continue;
        }
        for (uint32_t s = 0; s < one->count; s++) {
            const int64_t slot = one->slots[s];
            g_array_append_val(slots, slot);
            if (is_done) {
                g_array_append_val(c->free_requests, one->slots[s]);
            }
        }
        if (is_done) {
            g_hash_table_remove(c->requests, &request);
        }
    }
}

gboolean compile_wait(struct compiling *c, hd_slice name, GError **error)
{
    const char *call = hd_reader_get_text(c->reader, 0, "call");
    g_autoptr(GArray) slots = g_array_new(FALSE, FALSE, sizeof(int64_t));
    (void)name;
    if (call != NULL) {
        return compile_split_end(c, call, error);
    }
    add_slots(c, slots, true);
    enum plan_file_call kind = PLAN_CALL_WAIT;
    if (slots->len == 0 && compiling_op(c)->call.role == PLAN_TRY) {
        kind = PLAN_CALL_TEST;
        add_slots(c, slots, false);
    }
    if (slots->len == 0) {
        return TRUE;
    }
    struct plan_cell cell = compiling_cell(c, kind);
    cell.flags = kind == PLAN_CALL_TEST ? PLAN_CELL_POLL : 0;
    return compiling_emit(c, &cell, (const int64_t *)(const void *)slots->data, slots->len, error);
}
