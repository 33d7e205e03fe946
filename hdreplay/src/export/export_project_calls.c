/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What each call was given, by the attributes that the tracer of MPI writes. */
#include "export_project.h"

#include <string.h>

bool export_project_has(unsigned call)
{
    return !plan_call_is_posix(call);
}

static void add(const struct project_strand *s, const char *name, int64_t value)
{
    hd_trace_add_int(s->trace, name, value);
}

static void add_text(const struct project_strand *s, const char *name, uint32_t text)
{
    hd_trace_add_text(s->trace, name, plan_file_text(s->plan, text));
}

/* --- files --------------------------------------------------------------------------------------
 */

static void add_file(const struct project_strand *s, uint32_t file, bool has_name)
{
    if (file == PLAN_FILE_NOTHING) { /* a damaged plan has not opened it */
        add(s, "fid", -1);
        return;
    }
    const struct plan_file_entry *entry = plan_file_file(s->plan, file);
    const bool exists = (entry->flags & PLAN_FILE_EXISTS) != 0;
    const char *name = plan_file_text(s->plan, entry->name);
    add(s, "fid", project_add_file(s->project, s->rank, name, exists ? entry->initial_bytes : 0));
    if (has_name) {
        hd_trace_add_text(s->trace, "name", name);
    }
}

static void add_hints(const struct project_strand *s, int64_t first, int64_t count, bool effective)
{
    for (int64_t i = 0; i < count; i++) {
        const struct plan_hint_entry *hint = plan_file_hints(s->plan, (uint32_t)(first + i));
        hd_trace_begin_data(s->trace, "Info");
        add_text(s, "key", hint->key);
        add_text(s, "value", hint->value);
        if (effective) {
            add(s, "effective", 1);
        }
        hd_trace_end_data(s->trace);
    }
}

static void add_open(struct project_strand *s, const struct plan_cell *cell)
{
    const int64_t *n = plan_file_more(cell);
    g_autoptr(GString) mode = g_string_new(NULL);
    for (unsigned i = 0; plan_file_mode_name(i) != NULL; i++) {
        if ((n[PLAN_OPEN_MODE] >> i & 1) != 0) {
            g_string_append_printf(mode, "%s%s", mode->len > 0 ? "|" : "", plan_file_mode_name(i));
        }
    }
    s->numbers[cell->file] = s->number;
    s->number += s->number_step;
    add(s, "cid", cell->communicator);
    add_file(s, (uint32_t)n[PLAN_OPEN_FILE], true);
    add(s, "oid", s->numbers[cell->file]);
    hd_trace_add_text(s->trace, "amode", mode->str);
    add_hints(s, n[PLAN_OPEN_HINT_FIRST], n[PLAN_OPEN_HINT_COUNT], false);
    add_hints(s, n[PLAN_OPEN_EFFECTIVE_FIRST], n[PLAN_OPEN_EFFECTIVE_COUNT], true);
}

static void add_view(const struct project_strand *s, const struct plan_cell *cell)
{
    const int64_t *n = plan_file_more(cell);
    add(s, "offset", cell->offset);
    add(s, "etid", cell->type);
    add(s, "filetid", n[PLAN_VIEW_FILETYPE]);
    add_text(s, "representation", (uint32_t)n[PLAN_VIEW_REPRESENTATION]);
    add_hints(s, n[PLAN_VIEW_HINT_FIRST], n[PLAN_VIEW_HINT_COUNT], false);
}

/* @param byte of the view's data, -1: nobody knows */
static void add_transfer(const struct project_strand *s, const struct plan_cell *cell, int64_t byte)
{
    const bool has_own = strstr(plan_file_call_name(cell->call), "_at") != NULL;
    int64_t run = 0;
    int64_t place = byte < 0 ? -1 : run_cursor_place(&s->cursors[cell->file], byte, &run);
    if (place < 0 && !has_own) { /* behind a seek from the end, say */
        place = cell->offset;
    }
    if (cell->request != PLAN_FILE_NOTHING) {
        add(s, "rid", cell->request);
    }
    project_add_split(s->trace, s->entry, cell);
    if (has_own) { /* in units of the view */
        add(s, "offset", cell->offset);
    } else if (place >= 0) {
        add(s, "offset", place);
    }
    if (place >= 0) {
        add(s, "absOffset", place);
    }
    add(s, "size", cell->bytes);
    if (cell->moved >= 0) {
        add(s, "bytes", cell->moved);
    }
    add(s, "count", cell->count);
    add(s, "tid", cell->type);
}

static void add_seek(const struct project_strand *s, const struct plan_cell *cell)
{
    static const char *const words[] = {
        [PLAN_SEEK_SET] = "Set", [PLAN_SEEK_CUR] = "Cur", [PLAN_SEEK_END] = "End"};
    add(s, "relative-offset", cell->offset);
    hd_trace_add_text(s->trace, "whence", words[MIN(cell->peer, G_N_ELEMENTS(words) - 1)]);
    if (cell->call == PLAN_CALL_FILE_SEEK_SHARED && cell->peer == (uint32_t)PLAN_SEEK_SET) {
        add(s, "visibleOffset", run_cursor_sum(0, cell->offset, s->cursors[cell->file].unit));
    }
}

static void add_file_call(struct project_strand *s, const struct plan_cell *cell)
{
    const int64_t byte = run_cursor_step(s->views, s->cursors, cell);
    if (cell->call == PLAN_CALL_FILE_DELETE) {
        add_file(s, cell->file, true);
        return;
    }
    if (cell->call == PLAN_CALL_FILE_OPEN) {
        add_open(s, cell);
        return;
    }
    add_file(s, s->cursors[cell->file].file, false);
    add(s, "oid", s->numbers[cell->file]);
    if (plan_call_transfers(cell->call)) {
        add_transfer(s, cell, byte);
    } else {
        project_add_split(s->trace, s->entry, cell);
    }
    switch (cell->call) {
    case PLAN_CALL_FILE_SET_VIEW:
        add_view(s, cell);
        break;
    case PLAN_CALL_FILE_SET_INFO:
        add_hints(s, plan_file_more(cell)[0], plan_file_more(cell)[1], false);
        break;
    case PLAN_CALL_FILE_SET_SIZE:
    case PLAN_CALL_FILE_PREALLOCATE:
        add(s, "size", cell->offset);
        break;
    case PLAN_CALL_FILE_SET_ATOMICITY:
        add(s, "flag", (cell->flags & PLAN_CELL_FLAG) != 0);
        break;
    case PLAN_CALL_FILE_SEEK:
    case PLAN_CALL_FILE_SEEK_SHARED:
        add_seek(s, cell);
        break;
    default:
        break;
    }
}

void export_project_call(struct project_strand *s, const struct plan_cell *cell)
{
    if (cell->call < PLAN_CALL_SEND) {
        add_file_call(s, cell);
    } else {
        project_add_communication(s->trace, s->plan, cell);
    }
}
