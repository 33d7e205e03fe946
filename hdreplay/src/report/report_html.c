/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One page without anything from elsewhere: what differs, a table of the functions, and plots as
 * SVG: how times are distributed, when calls were begun, how long each replay took. */
#include "numbers/numbers.h"
#include "report.h"
#include "report_times.h"

#include <math.h>

enum {
    WIDTH = 360,
    HEIGHT = 200,
    MARGIN = 40,
    CURVE_POINTS = 160,
    PLOTTED_CLASSES = 9,
    PLOTTED_CALLS = 1500,
};

/* A number for a page, whatever the locale. */
static const char *number(char *text, const char *format, double value)
{
    return isnan(value) ? "-" : g_ascii_formatd(text, G_ASCII_DTOSTR_BUF_SIZE, format, value);
}

static void begin_plot(GString *html, const char *title)
{
    g_autofree char *safe = g_markup_escape_text(title, -1);
    g_string_append_printf(html,
                           "<figure><figcaption>%s</figcaption><svg width='%d' height='%d' "
                           "viewBox='0 0 %d %d' role='img'><title>%s</title><path class='axis' "
                           "d='M%d 8V%dH%d'/>",
                           safe, WIDTH, HEIGHT, WIDTH, HEIGHT, safe, MARGIN, HEIGHT - MARGIN,
                           WIDTH - 8);
}

static void end_plot(GString *html)
{
    g_string_append(html, "</svg></figure>\n");
}

static double place(double from, double to, double share)
{
    return from + (to - from) * CLAMP(share, 0, 1);
}

static double place_x(double share)
{
    return place(MARGIN, WIDTH - 12, share);
}

static double place_y(double share)
{
    return place(HEIGHT - MARGIN, 12, share);
}

static void add_label(GString *html, double x, double y, const char *anchor, const char *text)
{
    char at_x[G_ASCII_DTOSTR_BUF_SIZE];
    char at_y[G_ASCII_DTOSTR_BUF_SIZE];
    g_autofree char *safe = g_markup_escape_text(text, -1);
    g_string_append_printf(html, "<text x='%s' y='%s' text-anchor='%s'>%s</text>",
                           number(at_x, "%.1f", x), number(at_y, "%.1f", y), anchor, safe);
}

static void add_point(GString *html, char command, double x, double y)
{
    char at_x[G_ASCII_DTOSTR_BUF_SIZE];
    char at_y[G_ASCII_DTOSTR_BUF_SIZE];
    g_string_append_printf(html, "%c%s %s", command, number(at_x, "%.1f", x),
                           number(at_y, "%.1f", y));
}

static void add_seconds(GString *html, double x, double y, const char *anchor, double seconds)
{
    char text[G_ASCII_DTOSTR_BUF_SIZE];
    const double size = fabs(seconds);
    g_autofree char *label =
        size < 1e-6   ? g_strdup_printf("%s ns", number(text, "%.3g", seconds * 1e9))
        : size < 1e-3 ? g_strdup_printf("%s us", number(text, "%.3g", seconds * 1e6))
        : size < 1    ? g_strdup_printf("%s ms", number(text, "%.3g", seconds * 1e3))
                      : g_strdup_printf("%s s", number(text, "%.3g", seconds));
    add_label(html, x, y, anchor, label);
}

/* --- how times are distributed ------------------------------------------------------------------
 */

static void add_curve(GString *html, const GArray *sorted, const char *style, double low,
                      double high)
{
    g_string_append_printf(html, "<path class='%s' d='", style);
    for (int i = 0; i <= CURVE_POINTS; i++) {
        const double share = (double)i / CURVE_POINTS;
        const double value = log10(MAX(numbers_quantile(sorted, share), 1e-9));
        add_point(html, i == 0 ? 'M' : 'L', place_x((value - low) / (high - low)), place_y(share));
    }
    g_string_append(html, "'/>");
}

static void add_distribution(GString *html, const struct report_class *one)
{
    const double low =
        log10(MAX(MIN(numbers_quantile(one->before, 0), numbers_quantile(one->after, 0)), 1e-9));
    const double high = MAX(
        log10(MAX(MAX(numbers_quantile(one->before, 1), numbers_quantile(one->after, 1)), 1e-9)),
        low + 0.1);
    begin_plot(html, one->name);
    add_curve(html, one->before, "before", low, high);
    add_curve(html, one->after, "after", low, high);
    add_seconds(html, place_x(0), HEIGHT - MARGIN + 16, "start", pow(10, low));
    add_seconds(html, place_x(1), HEIGHT - MARGIN + 16, "end", pow(10, high));
    add_label(html, MARGIN - 6, place_y(0), "end", "0");
    add_label(html, MARGIN - 6, place_y(1) + 8, "end", "1");
    end_plot(html);
}

static void add_distributions(GString *html, const struct report *report)
{
    g_string_append(html, "<h2>Times of calls</h2><p>Share of calls that took at most so long; "
                          "<b class='b'>original</b>, <b class='a'>replays</b>. The axis of times "
                          "is logarithmic.</p><div class='plots'>");
    for (guint i = 0; i < MIN(report->classes->len, PLOTTED_CLASSES); i++) {
        const struct report_class *one = &g_array_index(report->classes, struct report_class, i);
        if (one->count > 0) {
            add_distribution(html, one);
        }
    }
    g_string_append(html, "</div>\n");
}

/* --- when calls were begun ----------------------------------------------------------------------
 */

struct issue_plot {
    double span_s; /* of the original */
    double low_s;
    double high_s;
    int64_t planned_ns; /* first ones */
    int64_t made_ns;
};

static double issue_error(const struct issue_plot *plot, const struct report_planned *planned,
                          const struct report_made *made)
{
    return (double)((made->start_ns - plot->made_ns) - (planned->start_ns - plot->planned_ns)) /
           1e9;
}

static struct issue_plot measure_issue(const struct report *report,
                                       const struct report_repeat *repeat)
{
    struct issue_plot plot = {.planned_ns = INT64_MAX, .made_ns = INT64_MAX};
    for (guint i = 0; i < report->planned->len; i++) {
        const struct report_made *made = &g_array_index(repeat->made, struct report_made, i);
        if (made->start_ns >= 0) {
            plot.made_ns = MIN(plot.made_ns, made->start_ns);
            plot.planned_ns = MIN(
                plot.planned_ns, g_array_index(report->planned, struct report_planned, i).start_ns);
        }
    }
    for (guint i = 0; i < report->planned->len; i++) {
        const struct report_planned *planned =
            &g_array_index(report->planned, struct report_planned, i);
        const struct report_made *made = &g_array_index(repeat->made, struct report_made, i);
        if (made->start_ns >= 0) {
            const double error = issue_error(&plot, planned, made);
            plot.low_s = MIN(plot.low_s, error);
            plot.high_s = MAX(plot.high_s, error);
            plot.span_s = MAX(plot.span_s, (double)(planned->start_ns - plot.planned_ns) / 1e9);
        }
    }
    return plot;
}

static void add_issue(GString *html, const struct report *report,
                      const struct report_repeat *repeat)
{
    const struct issue_plot plot = measure_issue(report, repeat);
    const double range = MAX(plot.high_s - plot.low_s, 1e-9);
    const guint step = report->planned->len / PLOTTED_CALLS + 1;
    if (plot.made_ns == INT64_MAX) {
        return;
    }
    begin_plot(html, repeat->path);
    g_string_append(html, "<path class='dots' d='");
    for (guint i = 0; i < report->planned->len; i += step) {
        const struct report_planned *planned =
            &g_array_index(report->planned, struct report_planned, i);
        const struct report_made *made = &g_array_index(repeat->made, struct report_made, i);
        if (made->start_ns >= 0) {
            const double at = (double)(planned->start_ns - plot.planned_ns) / 1e9;
            add_point(html, 'M', place_x(at / MAX(plot.span_s, 1e-9)),
                      place_y((issue_error(&plot, planned, made) - plot.low_s) / range));
            g_string_append(html, "h0");
        }
    }
    g_string_append(html, "'/>");
    add_seconds(html, place_x(0), HEIGHT - MARGIN + 16, "start", 0);
    add_seconds(html, place_x(1), HEIGHT - MARGIN + 16, "end", plot.span_s);
    add_seconds(html, MARGIN + 4, place_y(0) - 4, "start", plot.low_s);
    add_seconds(html, MARGIN + 4, place_y(1) + 4, "start", plot.high_s);
    end_plot(html);
}

static void add_issues(GString *html, const struct report *report)
{
    g_string_append(html, "<h2>Begin of calls</h2><p>How much later than in the original each call "
                          "began, both counted from the first call on files, over its time in the "
                          "original.</p><div class='plots'>");
    for (guint i = 0; i < MIN(report->repeats->len, PLOTTED_CLASSES); i++) {
        add_issue(html, report, &g_array_index(report->repeats, struct report_repeat, i));
    }
    g_string_append(html, "</div>\n");
}

/* --- how long it took ---------------------------------------------------------------------------
 */

static void add_bar(GString *html, const char *name, const char *style, double seconds,
                    double longest)
{
    char text[G_ASCII_DTOSTR_BUF_SIZE];
    g_autofree char *safe = g_markup_escape_text(name, -1);
    g_string_append_printf(html,
                           "<tr><td>%s</td><td><div class='bar %s' style='width:%dpx'></div></td>",
                           safe, style, (int)(WIDTH * seconds / MAX(longest, 1e-9)));
    g_string_append_printf(html, "<td>%s s</td></tr>\n", number(text, "%.6f", seconds));
}

static void add_spans(GString *html, const struct report *report)
{
    char low[G_ASCII_DTOSTR_BUF_SIZE];
    char high[G_ASCII_DTOSTR_BUF_SIZE];
    double longest = report->span_s;
    for (guint i = 0; i < report->repeats->len; i++) {
        longest = MAX(longest, g_array_index(report->repeats, struct report_repeat, i).span_s);
    }
    g_string_append(html, "<h2>From the first call on files to the last</h2><table>");
    add_bar(html, "original", "before", report->span_s, longest);
    for (guint i = 0; i < report->repeats->len; i++) {
        const struct report_repeat *one = &g_array_index(report->repeats, struct report_repeat, i);
        add_bar(html, one->path, "after", one->span_s, longest);
    }
    g_string_append(html, "</table><p>");
    if (isnan(report->noise_s)) {
        g_string_append(html, "One replay tells nothing of noise.");
    } else {
        g_string_append_printf(html,
                               "The mean of the replays is between %s and %s s (95 %%): the "
                               "original's time is %s.",
                               number(low, "%.6f", report->mean_s - report->noise_s),
                               number(high, "%.6f", report->mean_s + report->noise_s),
                               report_is_beyond_noise(report) > 0 ? "another one"
                                                                  : "within their noise");
    }
    g_string_append(html, "</p>\n");
}

/* --- tables -------------------------------------------------------------------------------------
 */

static void add_repeats(GString *html, const struct report *report)
{
    g_string_append(html, "<h2>Operations, bytes, order</h2><table><tr><th>replay<th>missing"
                          "<th>not planned<th>others<th>failed<th>other bytes<th>orders<th>lost"
                          "<th>lag %</tr>");
    for (guint i = 0; i < report->repeats->len; i++) {
        const struct report_repeat *one = &g_array_index(report->repeats, struct report_repeat, i);
        const struct report_differences *d = &one->differences;
        char lag[G_ASCII_DTOSTR_BUF_SIZE];
        g_autofree char *path = g_markup_escape_text(one->path, -1);
        g_string_append_printf(
            html,
            "<tr><td>%s<td>%" G_GUINT64_FORMAT "<td>%" G_GUINT64_FORMAT "<td>%" G_GUINT64_FORMAT
            "<td>%" G_GUINT64_FORMAT "<td>%" G_GUINT64_FORMAT "<td>%" G_GUINT64_FORMAT
            "<td>%" G_GUINT64_FORMAT "<td>%s</tr>\n",
            path, d->missing, d->extra, d->other, d->failed, d->bytes, one->order.orders,
            one->order.lost,
            one->lag_known ? number(lag, "%.3f", 100 * report_lag_share(one)) : "-");
        for (guint t = 0; t < d->texts->len; t++) {
            g_autofree char *text = g_markup_escape_text(g_ptr_array_index(d->texts, t), -1);
            g_string_append_printf(html, "<tr><td class='bad' colspan='9'>%s</tr>\n", text);
        }
    }
    g_string_append(html, "</table>\n");
}

static void add_classes(GString *html, const struct report *report)
{
    char text[G_ASCII_DTOSTR_BUF_SIZE];
    g_string_append(html, "<h2>Functions</h2><table><tr><th>function<th>calls<th>original s"
                          "<th>replay s<th>ratio 5 %<th>25 %<th>50 %<th>75 %<th>95 %<th>KS"
                          "<th>limit<th>moved s</tr>");
    for (guint i = 0; i < report->classes->len; i++) {
        const struct report_class *one = &g_array_index(report->classes, struct report_class, i);
        g_string_append_printf(html, "<tr><td>%s<td>%" G_GUINT64_FORMAT, one->name, one->count);
        g_string_append_printf(html, "<td>%s", number(text, "%.6f", one->original_s));
        g_string_append_printf(html, "<td>%s", number(text, "%.6f", one->replay_s));
        for (guint q = 0; q < REPORT_QUANTILES; q++) {
            g_string_append_printf(html, "<td>%s", number(text, "%.3f", one->ratio[q]));
        }
        g_string_append_printf(html, "<td>%s", number(text, "%.3f", one->ks));
        g_string_append_printf(html, "<td>%s", number(text, "%.3f", one->ks_limit));
        g_string_append_printf(html, "<td>%s</tr>\n", number(text, "%.9f", one->moved_s));
    }
    g_string_append(html, "</table>\n");
}

static void add_files(GString *html, const struct report *report)
{
    char before[G_ASCII_DTOSTR_BUF_SIZE];
    char after[G_ASCII_DTOSTR_BUF_SIZE];
    g_string_append(html, "<h2>Files</h2><table><tr><th>file<th>calls<th>bytes<th>original s"
                          "<th>replay s</tr>");
    for (guint i = 0; i < report->files->len; i++) {
        const struct report_file *one = &g_array_index(report->files, struct report_file, i);
        g_autofree char *name = g_markup_escape_text(one->name, -1);
        g_string_append_printf(
            html, "<tr><td>%s<td>%" G_GUINT64_FORMAT "<td>%" G_GUINT64_FORMAT "<td>%s<td>%s</tr>\n",
            name, one->count, one->bytes, number(before, "%.6f", one->original_s),
            number(after, "%.6f", one->replay_s));
    }
    g_string_append(html, "</table>\n");
}

char *report_html(const struct report *report)
{
    static const char style[] =
        "body{font:14px sans-serif;margin:2em;color:#222}table{border-collapse:collapse}"
        "td,th{padding:2px 8px;text-align:right;border-bottom:1px solid #ddd}"
        "td:first-child{text-align:left}.bad{color:#a00}.plots{display:flex;flex-wrap:wrap}"
        "figure{margin:6px}figcaption{font-weight:bold}svg text{font:11px sans-serif}"
        ".axis{stroke:#888;fill:none}path.before{stroke:#1f5fa8;fill:none;stroke-width:1.5}"
        "path.after{stroke:#c4500d;fill:none;stroke-width:1.5;stroke-dasharray:5 2}"
        ".dots{stroke:#c4500d;stroke-width:2;stroke-linecap:round;fill:none}.b{color:#1f5fa8}"
        ".a{color:#c4500d}.bar{height:12px}.bar.before{background:#1f5fa8}"
        ".bar.after{background:#c4500d}";
    g_autofree char *name = g_markup_escape_text(report->plan->project->name, -1);
    GString *html = g_string_new(NULL);
    g_string_append_printf(html,
                           "<!DOCTYPE html>\n<html lang='en'><head><meta charset='utf-8'>"
                           "<title>Replays of %s</title><style>%s</style></head><body>\n"
                           "<h1>Replays of %s</h1><p>%u calls on files are planned, %u replays: "
                           "<b%s>%s</b></p>\n",
                           name, style, name, report->planned->len, report->repeats->len,
                           report_differs(report) ? " class='bad'" : "",
                           report_differs(report) ? "different"
                                                  : "the same operations, bytes and order");
    add_repeats(html, report);
    add_spans(html, report);
    add_classes(html, report);
    add_files(html, report);
    add_distributions(html, report);
    add_issues(html, report);
    g_string_append(html, "</body></html>\n");
    return g_string_free(html, FALSE);
}
