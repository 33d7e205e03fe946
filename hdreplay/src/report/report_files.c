/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report_files.h"

static void array_free(gpointer data)
{
    g_array_unref(data);
}

static void forget(GArray *files)
{
    for (guint i = 0; i < files->len; i++) {
        g_array_index(files, uint32_t, i) = PLAN_FILE_NOTHING;
    }
}

static GArray *openings_of(const struct report_slots *slots, const struct plan_strand_entry *strand)
{
    return g_ptr_array_index(slots->openings, strand->rank);
}

/* @return whether something new was learned */
static bool note_opening(GArray *openings, const struct plan_cell *cell)
{
    const int64_t *n = plan_file_more(cell);
    uint32_t *to = NULL;
    uint32_t file = PLAN_FILE_NOTHING;
    if (cell->call == PLAN_CALL_POSIX_OPEN || cell->call == PLAN_CALL_POSIX_FOPEN) {
        to = &g_array_index(openings, uint32_t, cell->file);
        file = (uint32_t)n[PLAN_POSIX_OPEN_FILE];
    } else if (cell->call == PLAN_CALL_POSIX_DUP) {
        to = &g_array_index(openings, uint32_t, n[0]);
        file = g_array_index(openings, uint32_t, cell->file);
    }
    if (to == NULL || *to != PLAN_FILE_NOTHING || file == PLAN_FILE_NOTHING) {
        return false;
    }
    *to = file;
    return true;
}

static bool note_openings(const struct report_slots *slots, const struct plan_strand_entry *strand)
{
    const struct plan_cell *cell = plan_file_cells(slots->image, strand);
    const struct plan_cell *const end = cell + strand->cell_count;
    bool is_new = false;
    for (; cell < end; cell += 1 + cell->more) {
        is_new |= note_opening(openings_of(slots, strand), cell);
    }
    return is_new;
}

void report_slots_init(struct report_slots *slots, const struct plan_file_image *image)
{
    const uint32_t strands = (uint32_t)image->head->strands.count;
    slots->image = image;
    slots->openings = g_ptr_array_new_with_free_func(array_free);
    slots->files = g_array_new(FALSE, FALSE, sizeof(uint32_t));
    for (uint32_t i = 0; i < image->head->rank_count; i++) {
        g_ptr_array_add(slots->openings, g_array_new(FALSE, TRUE, sizeof(uint32_t)));
    }
    for (uint32_t i = 0; i < strands; i++) {
        const struct plan_strand_entry *strand = plan_file_strand(image, i);
        GArray *openings = openings_of(slots, strand);
        g_array_set_size(openings, MAX(openings->len, strand->openings));
        forget(openings);
    }
    bool is_new = image->head->flags & PLAN_FILE_POSIX;
    while (is_new) { /* a copy may be made by a thread that stands before the one that opens */
        is_new = false;
        for (uint32_t i = 0; i < strands; i++) {
            is_new |= note_openings(slots, plan_file_strand(image, i));
        }
    }
}

void report_slots_fini(struct report_slots *slots)
{
    g_clear_pointer(&slots->openings, g_ptr_array_unref);
    g_clear_pointer(&slots->files, g_array_unref);
}

void report_slots_begin(struct report_slots *slots, const struct plan_strand_entry *strand)
{
    g_array_set_size(slots->files, strand->file_slots);
    forget(slots->files);
}

uint32_t report_slots_take(struct report_slots *slots, const struct plan_strand_entry *strand,
                           const struct plan_cell *cell)
{
    if (plan_call_names_file(cell->call)) {
        return cell->file;
    }
    if (plan_call_is_posix(cell->call)) {
        return cell->file == PLAN_FILE_NOTHING
                   ? PLAN_FILE_NOTHING
                   : g_array_index(openings_of(slots, strand), uint32_t, cell->file);
    }
    if (cell->call == PLAN_CALL_FILE_OPEN) {
        g_array_index(slots->files, uint32_t, cell->file) =
            (uint32_t)plan_file_more(cell)[PLAN_OPEN_FILE];
    }
    return cell->file == PLAN_FILE_NOTHING ? PLAN_FILE_NOTHING
                                           : g_array_index(slots->files, uint32_t, cell->file);
}
