/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/plan_error.h"
#include "run.h"

#include <errno.h>
#include <json_text.h>
#include <stdio.h>

static double seconds_of(int64_t ns)
{
    return (double)ns / 1e9;
}

static void print_verdict_json(const struct run *run)
{
    const struct run_verdict *verdict = run->verdict;
    if (verdict != NULL) {
        (void)printf(", \"verified\": {\"bytes\": %" G_GUINT64_FORMAT
                     ", \"wrong\": %" G_GUINT64_FORMAT ", \"files\": %" G_GUINT64_FORMAT
                     ", \"notVerified\": %" G_GUINT64_FORMAT "}",
                     verdict->bytes, verdict->wrong, verdict->files, verdict->unsure);
    }
}

static void print_notes_json(const struct run *run)
{
    if (run->notes == NULL) {
        (void)printf("}\n");
        return;
    }
    (void)printf(", \"otherwise\": [");
    for (guint i = 0; i < run->notes->len; i++) {
        const struct run_note *note = &g_array_index(run->notes, struct run_note, i);
        (void)printf("%s{\"what\": \"%s\", \"calls\": %" G_GUINT64_FORMAT "}", i == 0 ? "" : ", ",
                     note->text, note->calls);
    }
    (void)printf("]}\n");
}

void run_report(const struct run *run, const struct run_sums *sums, double seconds)
{
    const double mean_late = sums->waits > 0 ? (double)sums->late_ns / (double)sums->waits : 0;
    if (run->options.json) {
        g_autofree char *root = hd__json_quote(run->root.path);
        char text[G_ASCII_DTOSTR_BUF_SIZE];
        (void)printf("{\"root\": %s, \"ranks\": %d, \"calls\": %" G_GUINT64_FORMAT
                     ", \"transfers\": %" G_GUINT64_FORMAT ", \"bytesRead\": %" G_GUINT64_FORMAT
                     ", \"bytesWritten\": %" G_GUINT64_FORMAT ", \"different\": %" G_GUINT64_FORMAT
                     ", \"seconds\": %s",
                     root, run->size, sums->calls, sums->transfers, sums->bytes_read,
                     sums->bytes_written, sums->different,
                     g_ascii_formatd(text, sizeof text, "%.9f", seconds));
        (void)printf(", \"ioNs\": %" G_GINT64_FORMAT ", \"thinkNs\": %" G_GINT64_FORMAT
                     ", \"waits\": %" G_GINT64_FORMAT ", \"lateNs\": %" G_GINT64_FORMAT
                     ", \"latestNs\": %" G_GINT64_FORMAT ", \"spins\": %s",
                     sums->io_ns, sums->think_ns, sums->waits, sums->late_ns, sums->latest_ns,
                     run->spins ? "true" : "false");
        if (run->trials > 0) {
            (void)printf(", \"computeScale\": %s, \"trials\": %u",
                         g_ascii_formatd(text, sizeof text, "%.9g", run->options.compute_scale),
                         run->trials);
        }
        print_verdict_json(run);
        print_notes_json(run);
        return;
    }
    (void)printf(
        "%" G_GUINT64_FORMAT " calls in %.6f s, %.6f s of all ranks in calls on files\n"
        "%" G_GUINT64_FORMAT " transfers: %" G_GUINT64_FORMAT " bytes read, %" G_GUINT64_FORMAT
        " written; %" G_GUINT64_FORMAT " moved another number of bytes than recorded\n"
        "time between calls %.6f s; waits were late by %.0f ns on average, %" G_GINT64_FORMAT
        " ns at most%s\n",
        sums->calls, seconds, seconds_of(sums->io_ns), sums->transfers, sums->bytes_read,
        sums->bytes_written, sums->different, seconds_of(sums->think_ns), mean_late,
        sums->latest_ns,
        run->spins ? "" : " (sleeping only: more processes than processors, or --sleep)");
    if (run->trials > 0) {
        (void)printf("time between calls shrunk to %.6g of what was recorded%s (%u replays before "
                     "this one)\n",
                     run->options.compute_scale,
                     run->options.compute_scale > 0 ? ": with less, transfers take other times"
                                                    : "",
                     run->trials);
    }
    if (run->verdict != NULL) {
        (void)printf("verified: %" G_GUINT64_FORMAT " bytes written to %" G_GUINT64_FORMAT
                     " files, %" G_GUINT64_FORMAT " of them wrong; %" G_GUINT64_FORMAT
                     " files can't be verified\n",
                     run->verdict->bytes, run->verdict->files, run->verdict->wrong,
                     run->verdict->unsure);
    }
    for (guint i = 0; run->notes != NULL && i < run->notes->len; i++) {
        const struct run_note *note = &g_array_index(run->notes, struct run_note, i);
        (void)printf("otherwise than recorded: %s: %" G_GUINT64_FORMAT " calls\n", note->text,
                     note->calls);
    }
}

static const struct plan_file_entry *file_of_target(const struct run *run, uint32_t target)
{
    return plan_file_file(&run->plan, g_array_index(run->target_files, uint32_t, target));
}

static void print_files(const struct run *run)
{
    const struct plan_file_head *head = run->plan.head;
    (void)printf("%u ranks, %" G_GUINT64_FORMAT " calls, %" G_GUINT64_FORMAT
                 " bytes at most, below %s\n",
                 head->rank_count, head->planned_calls, run_space(run), run->root.path);
    for (uint32_t i = 0; i < run->paths->len; i++) {
        const struct plan_file_entry *file = file_of_target(run, i);
        const bool exists = (file->flags & PLAN_FILE_EXISTS) != 0;
        (void)printf("%s  %" G_GINT64_FORMAT " bytes at first, %" G_GINT64_FORMAT
                     " at most%s: %s\n",
                     run_path(run, i), exists ? file->initial_bytes : 0, file->largest_bytes,
                     exists ? "" : ", made by the run", plan_file_text(&run->plan, file->name));
    }
}

static void print_files_json(const struct run *run)
{
    const struct plan_file_head *head = run->plan.head;
    g_autofree char *root = hd__json_quote(run->root.path);
    (void)printf("{\"root\": %s, \"ranks\": %u, \"calls\": %" G_GUINT64_FORMAT
                 ", \"spaceBytes\": %" G_GUINT64_FORMAT ", \"files\": [",
                 root, head->rank_count, head->planned_calls, run_space(run));
    for (uint32_t i = 0; i < run->paths->len; i++) {
        const struct plan_file_entry *file = file_of_target(run, i);
        const bool exists = (file->flags & PLAN_FILE_EXISTS) != 0;
        g_autofree char *name = hd__json_quote(plan_file_text(&run->plan, file->name));
        g_autofree char *path = hd__json_quote(run_path(run, i));
        (void)printf(
            "%s{\"name\": %s, \"path\": %s, \"exists\": %s, \"initialBytes\": %" G_GINT64_FORMAT
            ", \"largestBytes\": %" G_GINT64_FORMAT "}",
            i == 0 ? "\n  " : ",\n  ", name, path, exists ? "true" : "false",
            exists ? file->initial_bytes : 0, file->largest_bytes);
    }
    (void)printf("]}\n");
}

void run_report_files(const struct run *run)
{
    if (run->options.json) {
        print_files_json(run);
    } else {
        print_files(run);
    }
}

gboolean run_flush_output(GError **error)
{
    return (fflush(stdout) == 0 && ferror(stdout) == 0) ||
           plan_fail(error, "the report can't be written: %s", g_strerror(errno));
}
