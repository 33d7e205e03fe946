/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A plan as one job of fio for each trace, by names that are absolute, as fio 3.33 crashes on
 * `directory` beside logs: a shell script that writes their logs (iolog version 2)
 * and the job file, so that one file holds all. */
#include "export.h"

struct logs {
    GString *text;
    struct exporting *e;
    uint32_t rank;
    uint32_t thread;
    bool *is_open; /* by file, of this trace */
    uint64_t traces;
    uint64_t calls;
    const struct plan_cell *last;
    GString *jobs;
};

static void end_trace(struct logs *l)
{
    for (uint32_t i = 0; l->traces > 0 && i < l->e->plan.head->files.count; i++) {
        if (l->is_open[i]) {
            g_string_append_printf(l->text, "$DIR/%s close\n", l->e->paths[i]);
            l->is_open[i] = false;
        }
    }
    g_string_append(l->text, l->traces > 0 ? "EOF\n" : "");
}

static void begin_trace(struct logs *l, const struct plan_strand_entry *strand)
{
    if (l->traces > 0 && l->rank == strand->rank && l->thread == strand->thread) {
        return;
    }
    end_trace(l);
    l->traces++;
    l->rank = strand->rank;
    l->thread = strand->thread;
    g_string_append_printf(l->text, "cat > rank%u.%u.log <<EOF\nfio version 2 iolog\n",
                           strand->rank, strand->thread);
    g_string_append_printf(l->jobs, "[rank%u.%u]\nread_iolog=rank%u.%u.log\n", strand->rank,
                           strand->thread, strand->rank, strand->thread);
}

static void add_piece(void *user, const struct plan_strand_entry *strand,
                      const struct plan_cell *cell, uint32_t file, int64_t offset, int64_t bytes)
{
    struct logs *l = user;
    begin_trace(l, strand);
    const char *path = l->e->paths[file];
    if (!l->is_open[file]) {
        l->is_open[file] = true;
        g_string_append_printf(l->text, "$DIR/%s add\n$DIR/%s open\n", path, path);
    }
    if (bytes == 0) {
        g_string_append_printf(l->text, "$DIR/%s %s 0 0\n", path,
                               cell->call == PLAN_CALL_POSIX_FDATASYNC ? "datasync" : "sync");
        return;
    }
    if (cell == l->last) {
        export_lose(&l->e->losses, "pieces of a file view are transfers of their own", 1);
    } else if (plan_call_transfers(cell->call) && !plan_call_is_posix(cell->call)) {
        export_lose(&l->e->losses, "transfers by MPI-IO are those of POSIX, each rank's alone", 1);
    }
    l->last = cell;
    l->calls++;
    g_string_append_printf(l->text, "$DIR/%s %s %" G_GINT64_FORMAT " %" G_GINT64_FORMAT "\n", path,
                           plan_call_writes(cell->call) ? "write" : "read", offset, bytes);
}

static bool has_spaces(const struct exporting *e)
{
    bool found = false;
    for (uint32_t i = 0; i < e->plan.head->files.count; i++) {
        for (const char *at = e->paths[i]; *at != '\0'; at++) {
            found = found || *at == ' ' || *at == '\'' || *at == '"' || *at == '$' || *at == '`' ||
                    *at == '\\';
        }
    }
    return found;
}

/* Folders and files that a job finds when it begins. */
static char *list_files(const struct exporting *e)
{
    GString *text = g_string_new(NULL);
    for (uint32_t i = 0; i < e->plan.head->files.count; i++) {
        const struct plan_file_entry *file = plan_file_file(&e->plan, i);
        g_autofree char *folder = g_path_get_dirname(e->paths[i]);
        g_string_append_printf(text, "mkdir -p \"$DIR\"/'%s'\n", folder);
        g_string_append_printf(text, "truncate -s %" G_GINT64_FORMAT " \"$DIR\"/'%s'\n",
                               MAX(file->largest_bytes, 1), e->paths[i]);
    }
    return g_string_free(text, FALSE);
}

char *export_fio(struct exporting *e, GError **error)
{
    struct logs l = {.text = g_string_new(NULL),
                     .e = e,
                     .is_open = g_new0(bool, e->plan.head->files.count + 1),
                     .jobs = g_string_new(NULL)};
    char *whole = NULL;
    if (has_spaces(e)) {
        export_lose(&e->losses, "names with spaces, quotes or $ have _ instead", 0);
        for (uint32_t i = 0; i < e->plan.head->files.count; i++) {
            g_strdelimit(e->paths[i], " '\"$`\\", '_');
        }
    }
    export_lose(&e->losses, "time between calls is left out", 0);
    export_lose(&e->losses, "files are there before, as large as they become", 0);
    export_lose(&e->losses, "opens and closes are one of each file and trace", 0);
    if (export_walk(e, add_piece, &l, error)) {
        end_trace(&l);
        g_autofree char *files = list_files(e);
        g_autofree char *losses = export_losses_text(&e->losses, "# - ");
        whole = g_strdup_printf(
            "#!/bin/sh\n# Made by hdreplay export --to fio of the plan %s: %" G_GUINT64_FORMAT
            " transfers.\n#\n#     sh THIS EMPTY_FOLDER     writes jobs.fio and logs into the "
            "current folder\n#     fio jobs.fio\n#\n# What it can't express:\n%s"
            "set -eu\nDIR=$(cd \"$1\" && pwd)\n[ -z \"$(ls -A \"$DIR\")\" ] || { echo \"$DIR is "
            "not empty\" >&2; exit 2; }\ncase $DIR in *\\ * | *\\\\*) echo \"$DIR: fio takes no "
            "such name\" >&2; exit 2 ;; esac\n%s%s"
            "cat > jobs.fio <<EOF\n[global]\nioengine=psync\n"
            "replay_no_stall=1\n%sEOF\n",
            e->name, l.calls, losses, files, l.text->str, l.jobs->str);
    }
    g_string_free(l.text, TRUE);
    g_string_free(l.jobs, TRUE);
    g_free(l.is_open);
    return whole;
}
