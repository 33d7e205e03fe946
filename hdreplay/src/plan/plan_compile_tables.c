/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a plan holds beside calls: files, communicators, tables of all. */
#include "plan_compiling.h"

void compile_add_files(struct compiling *c)
{
    for (guint i = 0; i < c->plan->files->len; i++) {
        const struct plan_file *file = g_ptr_array_index(c->plan->files, i);
        const struct compiled_file one = {
            .entry = {.name = plan_tables_add_text(c->tables, file->name),
                      .recorded_initial_bytes = file->initial_bytes,
                      .initial_bytes = MAX(file->initial_bytes, 0),
                      .largest_bytes = file->largest_bytes},
        };
        g_hash_table_insert(c->file_names, g_strdup(file->name), GUINT_TO_POINTER(i));
        g_array_append_val(c->files, one);
    }
}

/* What a file has to be before the run. */
static void finish_files(struct compiling *c)
{
    c->head.space_bytes = 0;
    for (guint i = 0; i < c->files->len; i++) {
        struct compiled_file *file = &g_array_index(c->files, struct compiled_file, i);
        struct plan_file_entry *entry = &file->entry;
        if (file->first == FIRST_NEEDS && file->first_bytes >= 0) {
            entry->initial_bytes = file->first_bytes;
        }
        if (file->first == FIRST_MAKES) {
            entry->initial_bytes = 0; /* what was measured later is what the run has written */
        } else if (file->read > MAX(entry->initial_bytes + file->unplaced, file->written)) {
            entry->initial_bytes = file->read;
        }
        entry->largest_bytes = MAX(entry->largest_bytes, MAX(entry->initial_bytes, file->written));
        if (entry->initial_bytes > 0 || file->first == FIRST_NEEDS || file->first == FIRST_NONE) {
            entry->flags |= PLAN_FILE_EXISTS;
        }
        c->head.space_bytes += (uint64_t)entry->largest_bytes;
        if (i < c->plan->files->len) {
            struct plan_file *known = g_ptr_array_index(c->plan->files, i);
            known->largest_bytes = entry->largest_bytes;
            known->needed_bytes = entry->initial_bytes;
        }
    }
}

static void add_communicators(struct compiling *c, GArray *entries)
{
    const GPtrArray *all = c->plan->project->communicators;
    for (guint i = 0; i < all->len; i++) {
        const struct plan_communicator *one = g_ptr_array_index(all, i);
        struct plan_communicator_entry entry = {
            .name = plan_tables_add_text(c->tables, one->name == NULL ? "" : one->name),
            .first_number = c->tables->numbers->len,
        };
        bool is_whole = !one->is_inter;
        for (guint m = 0; m < one->members->len; m++) {
            const gint64 rank = g_array_index(one->members, gint64, m);
            is_whole = is_whole && rank >= 0 && rank < (gint64)c->head.rank_count;
        }
        if (is_whole) { /* others are not used */
            entry.member_count = one->members->len;
            g_array_append_vals(c->tables->numbers, one->members->data, one->members->len);
        }
        g_array_append_val(entries, entry);
    }
}

gboolean compile_tables(struct compiling *c, GError **error)
{
    struct plan_file_head *head = &c->head;
    const struct plan_tables *t = c->tables;
    g_autoptr(GArray) communicators =
        g_array_new(FALSE, FALSE, sizeof(struct plan_communicator_entry));
    g_autoptr(GArray) files = g_array_new(FALSE, FALSE, sizeof(struct plan_file_entry));
    add_communicators(c, communicators);
    finish_files(c);
    for (guint i = 0; i < c->strands->len; i++) { /* the last thread of a rank knows them all */
        struct plan_strand_entry *strand = &g_array_index(c->strands, struct plan_strand_entry, i);
        strand->openings = g_array_index(c->openings_used, uint32_t, strand->rank);
    }
    for (guint i = 0; i < c->files->len; i++) {
        g_array_append_val(files, g_array_index(c->files, struct compiled_file, i).entry);
    }
    head->name = plan_tables_add_text(c->tables, c->plan->project->name);
    return plan_output_add_section(&c->out, &head->strands, c->strands->data, c->strands->len,
                                   sizeof(struct plan_strand_entry), error) &&
           plan_output_add_section(&c->out, &head->files, files->data, files->len,
                                   sizeof(struct plan_file_entry), error) &&
           plan_output_add_section(&c->out, &head->types, t->types->data, t->types->len,
                                   sizeof(struct plan_type_entry), error) &&
           plan_output_add_section(&c->out, &head->communicators, communicators->data,
                                   communicators->len, sizeof(struct plan_communicator_entry),
                                   error) &&
           plan_output_add_section(&c->out, &head->hints, t->hints->data, t->hints->len,
                                   sizeof(struct plan_hint_entry), error) &&
           plan_output_add_section(&c->out, &head->numbers, t->numbers->data, t->numbers->len,
                                   sizeof(int64_t), error) &&
           plan_output_add_section(&c->out, &head->texts, t->texts->data, t->texts->len, 1, error);
}
