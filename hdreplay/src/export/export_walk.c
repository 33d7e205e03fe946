/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The transfers of a plan as pieces of files, and the list of what is lost. */
#include "export.h"

#include "plan/plan_error.h"
#include "run/run_cursor.h"

#include <string.h>

void export_lose(struct export_losses *losses, const char *text, uint64_t calls)
{
    for (guint i = 0; i < losses->texts->len; i++) {
        if (strcmp(g_ptr_array_index(losses->texts, i), text) == 0) {
            g_array_index(losses->counts, uint64_t, i) += calls;
            return;
        }
    }
    g_ptr_array_add(losses->texts, g_strdup(text));
    g_array_append_val(losses->counts, calls);
}

char *export_losses_text(const struct export_losses *losses, const char *mark)
{
    GString *text = g_string_new(NULL);
    for (guint i = 0; i < losses->texts->len; i++) {
        const uint64_t calls = g_array_index(losses->counts, uint64_t, i);
        const char *what = g_ptr_array_index(losses->texts, i);
        if (calls == 0) {
            g_string_append_printf(text, "%s%s\n", mark, what);
        } else {
            g_string_append_printf(text, "%s%s: %" G_GUINT64_FORMAT " calls\n", mark, what, calls);
        }
    }
    return g_string_free(text, FALSE);
}

struct walk {
    struct exporting *e;
    export_piece *give;
    void *user;
    struct run_views views;
    struct run_cursor *cursors; /* by slot of MPI, of one trace */
    uint32_t *openings;         /* the file of each opening, of one rank */
    uint64_t pieces;            /* of views, so far */
};

/* Bounds against views of single elements that would take all memory. */
enum { PIECES_MAX = 1 << 24 };

/* Whether so many bytes of a view may be given: its whole tiles tell before any piece does. */
static bool has_room(struct walk *w, const struct run_view *view, int64_t bytes)
{
    const uint64_t room = PIECES_MAX - MIN(w->pieces, PIECES_MAX);
    if (view != NULL && view->count > 0 &&
        (uint64_t)(bytes / view->starts[view->count]) > room / view->count) {
        w->pieces = PIECES_MAX + UINT64_C(1);
    }
    return w->pieces <= PIECES_MAX;
}

static void lose_place(struct walk *w)
{
    export_lose(&w->e->losses, "transfers whose place is not known are left out", 1);
}

static void give_pieces(struct walk *w, const struct plan_strand_entry *strand,
                        const struct plan_cell *cell)
{
    const struct run_cursor *cursor = &w->cursors[cell->file];
    int64_t byte = run_cursor_step(&w->views, w->cursors, cell);
    int64_t left = MAX(cell->bytes, 0);
    if (!plan_call_transfers(cell->call)) {
        return;
    }
    if (byte < 0 || run_cursor_sum(byte, left, 1) < 0) {
        lose_place(w);
        return;
    }
    if (!has_room(w, cursor->view, left)) {
        return;
    }
    while (left > 0 && w->pieces <= PIECES_MAX) {
        int64_t run = 0;
        const int64_t place = run_cursor_place(cursor, byte, &run);
        const int64_t bytes = MIN(run, left);
        if (run_cursor_sum(place, bytes, 1) < 0 || place < 0) {
            lose_place(w);
            return;
        }
        w->give(w->user, strand, cell, cursor->file, place, bytes);
        w->pieces += run < INT64_MAX;
        byte += bytes;
        left -= bytes;
    }
}

static bool is_sync(unsigned call)
{
    return call == PLAN_CALL_FILE_SYNC || call == PLAN_CALL_POSIX_FSYNC ||
           call == PLAN_CALL_POSIX_FDATASYNC;
}

static void pass_posix(struct walk *w, const struct plan_strand_entry *strand,
                       const struct plan_cell *cell)
{
    const int64_t *n = plan_file_more(cell);
    if (cell->call == PLAN_CALL_POSIX_OPEN || cell->call == PLAN_CALL_POSIX_FOPEN) {
        w->openings[cell->file] = (uint32_t)n[PLAN_POSIX_OPEN_FILE];
    } else if (cell->call == PLAN_CALL_POSIX_DUP) {
        w->openings[n[0]] = w->openings[cell->file];
    } else if (is_sync(cell->call) && w->openings[cell->file] != PLAN_FILE_NOTHING) {
        w->give(w->user, strand, cell, w->openings[cell->file], 0, 0);
    } else if (!plan_call_transfers(cell->call)) {
        return;
    } else if (cell->call == PLAN_CALL_POSIX_COPY) {
        export_lose(&w->e->losses, "copies between files are left out", 1);
    } else if (cell->offset < 0 || run_cursor_sum(cell->offset, cell->bytes, 1) < 0 ||
               w->openings[cell->file] == PLAN_FILE_NOTHING) {
        lose_place(w);
    } else if (cell->bytes > 0) {
        w->give(w->user, strand, cell, w->openings[cell->file], cell->offset, cell->bytes);
    }
}

static void pass(struct walk *w, const struct plan_strand_entry *strand,
                 const struct plan_cell *cell)
{
    if (plan_call_names_file(cell->call)) {
        export_lose(&w->e->losses, "files are not cut, renamed or deleted by name", 1);
    } else if (plan_call_is_posix(cell->call)) {
        pass_posix(w, strand, cell);
    } else if (cell->call >= PLAN_CALL_SEND) {
        if (cell->call != PLAN_CALL_FINALIZE) {
            export_lose(&w->e->losses,
                        "messages and collectives, and the order that they give, are left out", 1);
        }
    } else if (is_sync(cell->call)) {
        w->give(w->user, strand, cell, w->cursors[cell->file].file, 0, 0);
    } else {
        give_pieces(w, strand, cell);
    }
}

gboolean export_walk(struct exporting *e, export_piece *give, void *user, GError **error)
{
    struct walk w = {.e = e, .give = give, .user = user};
    if (!run_views_make(&w.views, &e->plan, error)) {
        run_views_free(&w.views);
        return FALSE;
    }
    uint32_t openings = 0;
    for (uint32_t i = 0; i < e->plan.head->strands.count; i++) {
        openings = MAX(openings, plan_file_strand(&e->plan, i)->openings);
    }
    w.openings = g_new(uint32_t, openings + 1);
    uint32_t rank = PLAN_FILE_NOTHING;
    for (uint32_t i = 0; i < e->plan.head->strands.count; i++) {
        const struct plan_strand_entry *strand = plan_file_strand(&e->plan, i);
        const struct plan_cell *cell = plan_file_cells(&e->plan, strand);
        const struct plan_cell *const end = cell + strand->cell_count;
        for (uint32_t o = 0; strand->rank != rank && o < openings; o++) {
            w.openings[o] = PLAN_FILE_NOTHING; /* threads of a rank share them */
        }
        rank = strand->rank;
        w.cursors = g_new0(struct run_cursor, strand->file_slots + 1);
        for (; cell < end; cell += 1 + cell->more) {
            pass(&w, strand, cell);
        }
        g_free(w.cursors);
    }
    g_free(w.openings);
    run_views_free(&w.views);
    return w.pieces <= PIECES_MAX ||
           plan_fail(error, "its file views have more than %d pieces", PIECES_MAX);
}
