/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report.h"
#include "report_times.h"

#include <json_text.h>
#include <math.h>

static void add_number(GString *json, const char *name, double value)
{
    char text[G_ASCII_DTOSTR_BUF_SIZE];
    g_string_append_printf(json, "\"%s\": %s", name,
                           isnan(value) ? "null"
                                        : g_ascii_formatd(text, sizeof text, "%.9g", value));
}

static void add_ns(GString *json, const char *name, double seconds)
{
    if (isnan(seconds)) {
        g_string_append_printf(json, "\"%s\": null", name);
    } else {
        g_string_append_printf(json, "\"%s\": %.0f", name, seconds * 1e9);
    }
}

static void add_repeat(GString *json, const struct report_repeat *repeat)
{
    const struct report_differences *d = &repeat->differences;
    g_autofree char *path = hd__json_quote(repeat->path);
    g_string_append_printf(
        json,
        "{\"replay\": %s, \"operations\": {\"missing\": %" G_GUINT64_FORMAT
        ", \"extra\": %" G_GUINT64_FORMAT ", \"other\": %" G_GUINT64_FORMAT
        ", \"failed\": %" G_GUINT64_FORMAT "}, \"bytes\": {\"different\": %" G_GUINT64_FORMAT
        ", \"notRecorded\": %" G_GUINT64_FORMAT "}, \"order\": {\"orders\": %" G_GUINT64_FORMAT
        ", \"lost\": %" G_GUINT64_FORMAT ", \"added\": %" G_GUINT64_FORMAT
        ", \"absentSteps\": %" G_GUINT64_FORMAT "}, ",
        path, d->missing, d->extra, d->other, d->failed, d->bytes, d->unseen, repeat->order.orders,
        repeat->order.lost, repeat->order.added, repeat->order.absent);
    add_ns(json, "spanNs", repeat->span_s);
    g_string_append(json, ", ");
    add_ns(json, "ioNs", repeat->io_s);
    g_string_append(json, ", ");
    add_number(json, "lagShare", repeat->lag_known ? report_lag_share(repeat) : NAN);
    g_string_append_printf(json, ", \"lags\": %s, \"issueErrorNs\": {",
                           report_lags(repeat) ? "true" : "false");
    add_ns(json, "median", repeat->issue_p50_s);
    g_string_append(json, ", ");
    add_ns(json, "p95", repeat->issue_p95_s);
    g_string_append(json, ", ");
    add_ns(json, "max", repeat->issue_max_s);
    g_string_append(json, "}, \"differences\": [");
    for (guint i = 0; i < d->texts->len; i++) {
        g_autofree char *text = hd__json_quote(g_ptr_array_index(d->texts, i));
        g_string_append_printf(json, "%s%s", i == 0 ? "" : ", ", text);
    }
    g_string_append(json, "]}");
}

static void add_class(GString *json, const struct report_class *one)
{
    static const char *const names[REPORT_QUANTILES] = {"p5", "p25", "p50", "p75", "p95"};
    g_string_append_printf(json, "{\"name\": \"%s\", \"count\": %" G_GUINT64_FORMAT ", ", one->name,
                           one->count);
    add_ns(json, "originalNs", one->original_s);
    g_string_append(json, ", ");
    add_ns(json, "replayNs", one->replay_s);
    g_string_append(json, ", \"ratio\": {");
    for (guint q = 0; q < REPORT_QUANTILES; q++) {
        g_string_append(json, q == 0 ? "" : ", ");
        add_number(json, names[q], one->ratio[q]);
    }
    g_string_append(json, "}, ");
    add_number(json, "ks", one->ks);
    g_string_append(json, ", ");
    add_number(json, "ksLimit", one->ks_limit);
    g_string_append(json, ", ");
    add_ns(json, "wassersteinNs", one->moved_s);
    g_string_append(json, "}");
}

static void add_rank(GString *json, const struct report_rank *one)
{
    g_string_append_printf(json, "{\"rank\": %d, ", one->rank);
    add_ns(json, "originalNs", one->original_s);
    g_string_append(json, ", ");
    add_ns(json, "replayNs", one->replay_s);
    g_string_append(json, "}");
}

static void add_file(GString *json, const struct report_file *one)
{
    g_autofree char *name = hd__json_quote(one->name);
    g_string_append_printf(
        json, "{\"name\": %s, \"count\": %" G_GUINT64_FORMAT ", \"bytes\": %" G_GUINT64_FORMAT ", ",
        name, one->count, one->bytes);
    add_ns(json, "originalNs", one->original_s);
    g_string_append(json, ", ");
    add_ns(json, "replayNs", one->replay_s);
    g_string_append(json, "}");
}

char *report_json(const struct report *report)
{
    GString *json = g_string_new("{");
    g_autofree char *name = hd__json_quote(report->plan->project->name);
    const int beyond = report_is_beyond_noise(report);
    g_string_append_printf(json, "\"project\": %s, \"plannedCalls\": %u, \"same\": %s, \"time\": {",
                           name, report->planned->len, report_differs(report) ? "false" : "true");
    add_ns(json, "originalNs", report->span_s);
    g_string_append(json, ", ");
    add_ns(json, "originalIoNs", report->io_s);
    g_string_append(json, ", ");
    add_ns(json, "replayMeanNs", report->mean_s);
    g_string_append(json, ", ");
    add_ns(json, "confidenceNs", report->noise_s);
    g_string_append(json, ", ");
    add_number(json, "ratio", report->span_s > 0 ? report->mean_s / report->span_s : NAN);
    g_string_append_printf(json, ", \"beyondNoise\": %s}, \"replays\": [",
                           beyond < 0   ? "null"
                           : beyond > 0 ? "true"
                                        : "false");
    for (guint i = 0; i < report->repeats->len; i++) {
        g_string_append(json, i == 0 ? "\n  " : ",\n  ");
        add_repeat(json, &g_array_index(report->repeats, struct report_repeat, i));
    }
    g_string_append(json, "], \"functions\": [");
    for (guint i = 0; i < report->classes->len; i++) {
        g_string_append(json, i == 0 ? "\n  " : ",\n  ");
        add_class(json, &g_array_index(report->classes, struct report_class, i));
    }
    g_string_append(json, "], \"ranks\": [");
    for (guint i = 0; i < report->ranks->len; i++) {
        g_string_append(json, i == 0 ? "\n  " : ",\n  ");
        add_rank(json, &g_array_index(report->ranks, struct report_rank, i));
    }
    g_string_append(json, "], \"files\": [");
    for (guint i = 0; i < report->files->len; i++) {
        g_string_append(json, i == 0 ? "\n  " : ",\n  ");
        add_file(json, &g_array_index(report->files, struct report_file, i));
    }
    g_string_append(json, "]}\n");
    return g_string_free(json, FALSE);
}
