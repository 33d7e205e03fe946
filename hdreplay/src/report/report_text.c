/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report.h"
#include "report_times.h"

#include <math.h>

static void add_differences(GString *text, const struct report_repeat *repeat)
{
    const struct report_differences *d = &repeat->differences;
    g_string_append_printf(text,
                           "%s\n  operations: %" G_GUINT64_FORMAT " missing, %" G_GUINT64_FORMAT
                           " not planned, %" G_GUINT64_FORMAT " others, %" G_GUINT64_FORMAT
                           " failed; other bytes: %" G_GUINT64_FORMAT "\n",
                           repeat->path, d->missing, d->extra, d->other, d->failed, d->bytes);
    if (d->unseen > 0) {
        g_string_append_printf(text,
                               "  bytes of %" G_GUINT64_FORMAT
                               " calls by POSIX were not recorded (hdtrace record --posix)\n",
                               d->unseen);
    }
    g_string_append_printf(text,
                           "  orders of I/O between traces: %" G_GUINT64_FORMAT
                           ", lost %" G_GUINT64_FORMAT
                           ", more than in the original %" G_GUINT64_FORMAT "\n",
                           repeat->order.orders, repeat->order.lost, repeat->order.added);
    for (guint i = 0; i < d->texts->len; i++) {
        g_string_append_printf(text, "  %s\n", (const char *)g_ptr_array_index(d->texts, i));
    }
    if (repeat->lag_known) {
        g_string_append_printf(text,
                               "  begun later than the replay wanted: %.3f %% of the time%s\n",
                               100 * report_lag_share(repeat),
                               report_lags(repeat) ? ": too much to trust its times" : "");
    }
    g_string_append_printf(text,
                           "  begun at another time than in the original: median %.6f s, 95 %% "
                           "below %.6f s, at most %.6f s\n",
                           repeat->issue_p50_s, repeat->issue_p95_s, repeat->issue_max_s);
}

static void add_span(GString *text, const struct report *report)
{
    g_string_append_printf(text, "time from the first call on files to the last: %.6f s, replays ",
                           report->span_s);
    if (isnan(report->noise_s)) {
        g_string_append_printf(text, "%.6f s (one replay tells nothing of noise)", report->mean_s);
    } else {
        g_string_append_printf(text, "%.6f +- %.6f s (mean of %u, 95 %%)", report->mean_s,
                               report->noise_s, report->repeats->len);
    }
    g_string_append_printf(text, ", %+.1f %%%s\n",
                           report->span_s > 0 ? 100 * (report->mean_s / report->span_s - 1) : 0,
                           report_is_beyond_noise(report) < 0   ? ""
                           : report_is_beyond_noise(report) > 0 ? ": more than noise"
                                                                : ": within noise");
}

static void add_class(GString *text, const struct report_class *one)
{
    g_string_append_printf(text, "%8" G_GUINT64_FORMAT " %12.6f %12.6f", one->count,
                           one->original_s, one->replay_s);
    for (guint q = 0; q < REPORT_QUANTILES; q++) {
        if (one->count > 0) {
            g_string_append_printf(text, " %8.3f", one->ratio[q]);
        } else {
            g_string_append_printf(text, " %8s", "-");
        }
    }
    g_string_append_printf(text, " %6.3f%s %12.9f  %s\n", one->ks,
                           one->ks > one->ks_limit ? "*" : " ", one->moved_s, one->name);
}

enum { FILES_TOLD = 10 };

static void add_files(GString *text, const struct report *report)
{
    g_string_append_printf(text, "%8s %12s %12s %15s  file\n", "calls", "original s", "replay s",
                           "bytes");
    for (guint i = 0; i < MIN(report->files->len, FILES_TOLD); i++) {
        const struct report_file *one = &g_array_index(report->files, struct report_file, i);
        g_string_append_printf(text,
                               "%8" G_GUINT64_FORMAT " %12.6f %12.6f %15" G_GUINT64_FORMAT "  %s\n",
                               one->count, one->original_s, one->replay_s, one->bytes, one->name);
    }
    if (report->files->len > FILES_TOLD) {
        g_string_append_printf(text, "and %u files with less time (--json)\n",
                               report->files->len - FILES_TOLD);
    }
}

char *report_text(const struct report *report)
{
    GString *text = g_string_new(NULL);
    g_string_append_printf(text, "%s: %u calls on files are planned, %u replays: %s\n",
                           report->plan->project->name, report->planned->len, report->repeats->len,
                           report_differs(report) ? "DIFFERENT"
                                                  : "the same operations, bytes and "
                                                    "order");
    for (guint i = 0; i < report->repeats->len; i++) {
        add_differences(text, &g_array_index(report->repeats, struct report_repeat, i));
    }
    add_span(text, report);
    g_string_append_printf(text,
                           "%8s %12s %12s  ratios of single calls at 5, 25, 50, 75, 95 %%  %6s  "
                           "%12s  function\n",
                           "calls", "original s", "replay s", "KS", "moved s");
    for (guint i = 0; i < report->classes->len; i++) {
        add_class(text, &g_array_index(report->classes, struct report_class, i));
    }
    g_string_append(text, "* times are of another distribution (5 % error)\n");
    add_files(text, report);
    return g_string_free(text, FALSE);
}
