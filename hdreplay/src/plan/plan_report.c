/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan_report.h"

#include "plan_files.h"

#include <json_text.h>

static const struct plan_file *file_at(const struct plan *plan, guint index)
{
    return g_ptr_array_index(plan->files, index);
}

static double share_kept(const struct plan *plan)
{
    const guint64 records = plan->links->records;
    return records == 0 ? 0.0 : (double)plan->order.kept / (double)records;
}

static void add_warnings(GString *text, const struct plan *plan)
{
    const struct plan_links *links = plan->links;
    if (plan->cut > 0) {
        g_string_append_printf(text, "  %" G_GUINT64_FORMAT " traces have no end\n", plan->cut);
    }
    if (links->lonely_sends + links->lonely_receives > 0) {
        g_string_append_printf(text,
                               "  messages of which one end was not found: %" G_GUINT64_FORMAT
                               " sent, %" G_GUINT64_FORMAT " received\n",
                               links->lonely_sends, links->lonely_receives);
    }
    if (links->always_kept > 0) {
        g_string_append_printf(
            text, "  calls whose order is not followed, all kept: %" G_GUINT64_FORMAT "\n",
            links->always_kept);
    }
    if (plan->order.unresolved > 0) {
        g_string_append_printf(
            text, "  steps that wait for something outside of the traces: %" G_GUINT64_FORMAT "\n",
            plan->order.unresolved);
    }
}

static void add_scale(GString *text, const struct plan *plan)
{
    char scale[G_ASCII_DTOSTR_BUF_SIZE];
    if (plan->scale >= 0) {
        g_string_append_printf(text,
                               "time between calls may shrink to %s of what it was "
                               "(--compute-scale) before I/O goes on "
                               "beside other I/O than it did\n",
                               g_ascii_formatd(scale, sizeof scale, "%.10g", plan->scale));
    }
}

static void add_file_line(GString *text, const struct plan_file *file)
{
    g_autofree char *read = g_format_size_full(file->bytes_read, G_FORMAT_SIZE_IEC_UNITS);
    g_autofree char *written = g_format_size_full(file->bytes_written, G_FORMAT_SIZE_IEC_UNITS);
    g_autofree char *size =
        g_format_size_full((guint64)file->largest_bytes, G_FORMAT_SIZE_IEC_UNITS);
    g_string_append_printf(text,
                           "%8" G_GUINT64_FORMAT " %8" G_GUINT64_FORMAT " %11s %8" G_GUINT64_FORMAT
                           " %11s %11s  %s\n",
                           file->opens, file->reads, read, file->writes, written, size, file->name);
}

static void add_compiled(GString *text, const struct plan *plan)
{
    if (!plan->is_compiled) {
        return;
    }
    g_string_append_printf(
        text,
        "a replay makes %" G_GUINT64_FORMAT " calls; left out: %" G_GUINT64_FORMAT
        " on files that had failed, %" G_GUINT64_FORMAT
        " of communication that can\'t be repeated, %" G_GUINT64_FORMAT " on what is no file\n",
        plan->planned_calls, plan->left_out_failed, plan->left_out_unknown, plan->left_out_posix);
    for (guint i = 0; i < plan->files->len; i++) {
        const struct plan_file *file = file_at(plan, i);
        if (file->needed_bytes > MAX(file->initial_bytes, 0)) {
            g_string_append_printf(text,
                                   "%s is read up to byte %" G_GINT64_FORMAT
                                   ", more than it had or was written: a replay begins with that\n",
                                   file->name, file->needed_bytes);
        }
    }
}

char *plan_report_text(const struct plan *plan)
{
    GString *text = g_string_new(NULL);
    g_autofree char *space = g_format_size_full(plan_get_space(plan), G_FORMAT_SIZE_IEC_UNITS);
    g_string_append_printf(
        text,
        "%s: %d ranks, %u traces, %" G_GUINT64_FORMAT " calls\n"
        "order %s: %" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT
        " records of communication kept (%.1f %%)\n"
        "orders of I/O between traces: %" G_GUINT64_FORMAT ", lost %" G_GUINT64_FORMAT "\n",
        plan->project->name, plan_project_count_ranks(plan->project), plan->strands->len,
        plan->operations, plan_rule_name(plan->rule), plan->order.kept, plan->links->records,
        100 * share_kept(plan), plan->order.orders, plan->order.lost);
    add_warnings(text, plan);
    add_scale(text, plan);
    add_compiled(text, plan);
    g_string_append_printf(text, "files: %u, room needed: %s\n", plan->files->len, space);
    if (plan->files->len > 0) {
        g_string_append_printf(text, "%8s %8s %11s %8s %11s %11s  %s\n", "opens", "reads", "bytes",
                               "writes", "bytes", "size", "file");
    }
    for (guint i = 0; i < plan->files->len; i++) {
        add_file_line(text, file_at(plan, i));
    }
    (void)g_string_replace(text, "\u00a0", " ", 0); /* sizes have blanks that columns don't know */
    return g_string_free(text, FALSE);
}

static void add_json_file(GString *json, const struct plan_file *file)
{
    g_autofree char *name = hd__json_quote(file->name);
    g_string_append_printf(json, "{\"name\": %s, \"initialBytes\": ", name);
    if (file->initial_bytes < 0) {
        g_string_append(json, "null");
    } else {
        g_string_append_printf(json, "%" G_GINT64_FORMAT, file->initial_bytes);
    }
    g_string_append_printf(
        json,
        ", \"neededBytes\": %" G_GINT64_FORMAT ", \"largestBytes\": %" G_GINT64_FORMAT
        ", \"opens\": %" G_GUINT64_FORMAT ", \"reads\": %" G_GUINT64_FORMAT
        ", \"bytesRead\": %" G_GUINT64_FORMAT ", \"writes\": %" G_GUINT64_FORMAT
        ", \"bytesWritten\": %" G_GUINT64_FORMAT "}",
        MAX(file->needed_bytes, MAX(file->initial_bytes, 0)), file->largest_bytes, file->opens,
        file->reads, file->bytes_read, file->writes, file->bytes_written);
}

char *plan_report_json(const struct plan *plan)
{
    GString *json = g_string_new("{");
    g_autofree char *name = hd__json_quote(plan->project->name);
    char share[G_ASCII_DTOSTR_BUF_SIZE];
    g_string_append_printf(
        json,
        "\"project\": %s, \"ranks\": %d, \"traces\": %u, \"cutTraces\": %" G_GUINT64_FORMAT
        ", \"calls\": %" G_GUINT64_FORMAT,
        name, plan_project_count_ranks(plan->project), plan->strands->len, plan->cut,
        plan->operations);
    if (plan->is_compiled) {
        g_string_append_printf(
            json,
            ", \"plannedCalls\": %" G_GUINT64_FORMAT ", \"leftOutFailed\": %" G_GUINT64_FORMAT
            ", \"leftOutUnknown\": %" G_GUINT64_FORMAT ", \"leftOutNoFile\": %" G_GUINT64_FORMAT,
            plan->planned_calls, plan->left_out_failed, plan->left_out_unknown,
            plan->left_out_posix);
    }
    if (plan->scale >= 0) {
        g_string_append_printf(json, ", \"autoScale\": %s",
                               g_ascii_formatd(share, sizeof share, "%.10g", plan->scale));
    }
    g_string_append_printf(
        json,
        ", \"order\": \"%s\", \"filesMeet\": %s, \"communication\": {\"records\": "
        "%" G_GUINT64_FORMAT ", \"kept\": %" G_GUINT64_FORMAT
        ", \"share\": %s, \"notFollowed\": %" G_GUINT64_FORMAT
        ", \"lonelySends\": %" G_GUINT64_FORMAT ", \"lonelyReceives\": %" G_GUINT64_FORMAT
        ", \"unresolved\": %" G_GUINT64_FORMAT "}",
        plan_rule_name(plan->rule), plan->files_meet ? "true" : "false", plan->links->records,
        plan->order.kept, g_ascii_formatd(share, sizeof share, "%.6f", share_kept(plan)),
        plan->links->always_kept, plan->links->lonely_sends, plan->links->lonely_receives,
        plan->order.unresolved);
    g_string_append_printf(
        json,
        ", \"io\": {\"steps\": %" G_GUINT64_FORMAT ", \"orders\": %" G_GUINT64_FORMAT
        ", \"lost\": %" G_GUINT64_FORMAT "}, \"spaceBytes\": %" G_GUINT64_FORMAT ", \"files\": [",
        plan->order.io, plan->order.orders, plan->order.lost, plan_get_space(plan));
    for (guint i = 0; i < plan->files->len; i++) {
        g_string_append(json, i == 0 ? "\n  " : ",\n  ");
        add_json_file(json, file_at(plan, i));
    }
    g_string_append(json, "]}\n");
    return g_string_free(json, FALSE);
}
