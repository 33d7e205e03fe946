/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Times of calls, as TOOLS 2.7, R11 (iii) to (v). A call that any replay has not made is in no
 * sum, so that all sums are of the same calls. */
#include "report_times.h"

#include "numbers/numbers.h"

#include <math.h>

const double report_shares[REPORT_QUANTILES] = {0.05, 0.25, 0.5, 0.75, 0.95};

static double seconds(int64_t ns)
{
    return (double)ns / 1e9;
}

static const struct report_planned *planned_at(const struct report *report, guint i)
{
    return &g_array_index(report->planned, struct report_planned, i);
}

static const struct report_made *made_at(const struct report_repeat *repeat, guint i)
{
    return &g_array_index(repeat->made, struct report_made, i);
}

static GArray *new_sample(void)
{
    return g_array_new(FALSE, FALSE, sizeof(double));
}

/* --- one replay ---------------------------------------------------------------------------------
 */

/* How much later than wanted calls were begun: what the tool itself adds. */
static void measure_lag(const struct report_replay *replay, struct report_repeat *repeat)
{
    for (guint s = 0; s < replay->calls->len; s++) {
        const GArray *calls = g_ptr_array_index(replay->calls, s);
        for (guint i = 1; i < calls->len; i++) {
            const struct report_call *before = &g_array_index(calls, struct report_call, i - 1);
            const struct report_call *call = &g_array_index(calls, struct report_call, i);
            if (call->wait_ns >= 0) {
                const int64_t gap = call->mark_start_ns - before->mark_end_ns;
                repeat->lag_known = true;
                repeat->lag_s += seconds(MAX(gap - call->wait_ns, 0));
            }
        }
        if (calls->len > 0) {
            repeat->waits_s +=
                seconds(g_array_index(calls, struct report_call, calls->len - 1).mark_end_ns -
                        g_array_index(calls, struct report_call, 0).mark_start_ns);
        }
    }
}

double report_lag_share(const struct report_repeat *repeat)
{
    return repeat->waits_s > 0 ? repeat->lag_s / repeat->waits_s : 0;
}

bool report_lags(const struct report_repeat *repeat)
{
    const double most = 0.01;
    return repeat->lag_known && report_lag_share(repeat) > most;
}

/* When each call was begun, both from the first one on. */
static void measure_issue(const struct report *report, struct report_repeat *repeat,
                          int64_t first_planned, int64_t first_made)
{
    g_autoptr(GArray) errors = new_sample();
    for (guint i = 0; i < report->planned->len; i++) {
        const struct report_made *made = made_at(repeat, i);
        if (made->start_ns >= 0) {
            const double error = fabs(seconds((made->start_ns - first_made) -
                                              (planned_at(report, i)->start_ns - first_planned)));
            g_array_append_val(errors, error);
        }
    }
    numbers_sort(errors);
    repeat->issue_p50_s = numbers_quantile(errors, 0.5);
    repeat->issue_p95_s = numbers_quantile(errors, 0.95);
    repeat->issue_max_s = numbers_quantile(errors, 1);
}

void report_times_of_repeat(const struct report *report, const struct report_replay *replay,
                            struct report_repeat *repeat)
{
    int64_t first = INT64_MAX;
    int64_t last = 0;
    int64_t first_planned = INT64_MAX;
    for (guint i = 0; i < report->planned->len; i++) {
        const struct report_made *made = made_at(repeat, i);
        if (made->start_ns >= 0) {
            first = MIN(first, made->start_ns);
            last = MAX(last, made->start_ns + made->duration_ns);
            first_planned = MIN(first_planned, planned_at(report, i)->start_ns);
            repeat->io_s += seconds(made->duration_ns);
        }
    }
    repeat->span_s = first == INT64_MAX ? 0 : seconds(last - first);
    measure_lag(replay, repeat);
    measure_issue(report, repeat, first_planned, first);
}

/* --- all of them --------------------------------------------------------------------------------
 */

static bool is_in_all(const struct report *report, guint i)
{
    for (guint r = 0; r < report->repeats->len; r++) {
        if (made_at(&g_array_index(report->repeats, struct report_repeat, r), i)->start_ns < 0) {
            return false;
        }
    }
    return true;
}

/* Calls of a function, PLAN_CALL_COUNT for all. */
static void add_class(struct report *report, unsigned call, const bool *in_all)
{
    struct report_class one = {
        .name = call == PLAN_CALL_COUNT ? "all" : plan_file_call_name(call),
        .before = new_sample(),
        .after = new_sample(),
    };
    g_autoptr(GArray) ratios = new_sample();
    g_autoptr(GArray) times = new_sample();
    for (guint i = 0; i < report->planned->len; i++) {
        const struct report_planned *planned = planned_at(report, i);
        if (!in_all[i] || (call != PLAN_CALL_COUNT && planned->call != call)) {
            continue;
        }
        const double before = seconds(planned->duration_ns);
        g_array_set_size(times, 0);
        for (guint r = 0; r < report->repeats->len; r++) {
            const struct report_repeat *repeat =
                &g_array_index(report->repeats, struct report_repeat, r);
            const double after = seconds(made_at(repeat, i)->duration_ns);
            g_array_append_val(times, after);
        }
        numbers_sort(times);
        const double after = numbers_quantile(times, 0.5);
        const double ratio = MAX(after, 1e-9) / MAX(before, 1e-9);
        g_array_append_val(ratios, ratio);
        g_array_append_val(one.before, before);
        g_array_append_vals(one.after, times->data, times->len);
        one.count++;
        one.original_s += before;
        one.replay_s += after;
    }
    numbers_sort(ratios);
    numbers_sort(one.before);
    numbers_sort(one.after);
    for (guint q = 0; q < REPORT_QUANTILES; q++) {
        one.ratio[q] = numbers_quantile(ratios, report_shares[q]);
    }
    if (one.count > 0) {
        one.ks = numbers_distance_ks(one.before, one.after);
        one.ks_limit = numbers_ks_limit(one.before->len, one.after->len);
        one.moved_s = numbers_distance_moved(one.before, one.after);
    }
    if (one.count > 0 || call == PLAN_CALL_COUNT) {
        g_array_append_val(report->classes, one);
    } else {
        g_array_unref(one.before);
        g_array_unref(one.after);
    }
}

/* Planned calls stand in the order of ranks. */
static struct report_rank *rank_of(const struct report *report, int rank)
{
    const guint count = report->ranks->len;
    if (count == 0 || g_array_index(report->ranks, struct report_rank, count - 1).rank != rank) {
        const struct report_rank one = {.rank = rank};
        g_array_append_val(report->ranks, one);
    }
    return &g_array_index(report->ranks, struct report_rank, report->ranks->len - 1);
}

static void add_ranks(const struct report *report, const bool *in_all)
{
    for (guint i = 0; i < report->planned->len; i++) {
        const struct report_planned *planned = planned_at(report, i);
        const struct plan_strand *strand =
            g_ptr_array_index(report->plan->strands, planned->strand);
        struct report_rank *rank = rank_of(report, strand->trace->rank);
        if (!in_all[i]) {
            continue;
        }
        rank->original_s += seconds(planned->duration_ns);
        for (guint r = 0; r < report->repeats->len; r++) {
            const struct report_repeat *repeat =
                &g_array_index(report->repeats, struct report_repeat, r);
            rank->replay_s += seconds(made_at(repeat, i)->duration_ns) / report->repeats->len;
        }
    }
}

static gint by_time(gconstpointer a, gconstpointer b)
{
    const struct report_file *one = a;
    const struct report_file *other = b;
    return (one->original_s < other->original_s) - (one->original_s > other->original_s);
}

static void add_files(const struct report *report, const bool *in_all)
{
    const struct report_file none = {0};
    for (guint i = 0; i < report->names->len; i++) {
        g_array_append_val(report->files, none);
        g_array_index(report->files, struct report_file, i).name =
            g_ptr_array_index(report->names, i);
    }
    for (guint i = 0; i < report->planned->len; i++) {
        const struct report_planned *planned = planned_at(report, i);
        if (!in_all[i] || planned->file >= report->files->len) {
            continue;
        }
        struct report_file *file = &g_array_index(report->files, struct report_file, planned->file);
        file->count++;
        file->bytes += (guint64)MAX(planned->bytes, 0);
        file->original_s += seconds(planned->duration_ns);
        for (guint r = 0; r < report->repeats->len; r++) {
            const struct report_repeat *repeat =
                &g_array_index(report->repeats, struct report_repeat, r);
            file->replay_s += seconds(made_at(repeat, i)->duration_ns) / report->repeats->len;
        }
    }
    g_array_sort(report->files, by_time);
}

static void add_spans(struct report *report)
{
    int64_t first = INT64_MAX;
    int64_t last = 0;
    g_autoptr(GArray) spans = new_sample();
    for (guint i = 0; i < report->planned->len; i++) {
        const struct report_planned *planned = planned_at(report, i);
        first = MIN(first, planned->start_ns);
        last = MAX(last, planned->start_ns + planned->duration_ns);
        report->io_s += seconds(planned->duration_ns);
    }
    report->span_s = first == INT64_MAX ? 0 : seconds(last - first);
    for (guint r = 0; r < report->repeats->len; r++) {
        g_array_append_val(spans, g_array_index(report->repeats, struct report_repeat, r).span_s);
    }
    numbers_mean(spans, &report->mean_s, &report->noise_s);
}

void report_times_make(struct report *report)
{
    bool *in_all = g_new0(bool, report->planned->len + 1);
    bool used[PLAN_CALL_COUNT] = {false};
    for (guint i = 0; i < report->planned->len; i++) {
        in_all[i] = is_in_all(report, i);
        used[planned_at(report, i)->call] = true;
    }
    add_class(report, PLAN_CALL_COUNT, in_all);
    for (unsigned call = 0; call < PLAN_CALL_COUNT; call++) {
        if (used[call]) {
            add_class(report, call, in_all);
        }
    }
    add_ranks(report, in_all);
    add_files(report, in_all);
    add_spans(report);
    g_free(in_all);
}
