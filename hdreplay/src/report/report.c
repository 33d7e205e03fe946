/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report.h"

#include "numbers/numbers.h"
#include "plan/plan_compile.h"
#include "plan/plan_error.h"
#include "report_times.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <math.h>

static void repeat_clear(gpointer data)
{
    struct report_repeat *repeat = data;
    g_free(repeat->path);
    report_differences_clear(&repeat->differences);
    g_array_unref(repeat->made);
}

static void class_clear(gpointer data)
{
    struct report_class *one = data;
    g_array_unref(one->before);
    g_array_unref(one->after);
}

void report_free(struct report *report)
{
    if (report != NULL) {
        g_array_unref(report->planned);
        g_array_unref(report->repeats);
        g_array_unref(report->classes);
        g_array_unref(report->ranks);
        g_array_unref(report->files);
        g_ptr_array_unref(report->names);
        plan_free(report->plan);
        g_free(report);
    }
}

/* --- what was planned ---------------------------------------------------------------------------
 */

/* The plan once more, as hdreplay plan makes it; the file is gone when this returns. */
static gboolean compile_again(struct plan *plan, struct plan_file_image *image, GError **error)
{
    g_autofree char *folder = g_dir_make_tmp("hdreplay-report-XXXXXX", error);
    if (folder == NULL) {
        return FALSE;
    }
    g_autofree char *path = g_build_filename(folder, "plan", NULL);
    const gboolean ok =
        plan_compile(plan, path, error) && plan_file_open(path, false, image, error);
    (void)g_unlink(path);
    (void)g_rmdir(folder);
    return ok;
}

/* A plan of another run would compare what never belonged together. */
static gboolean belongs(const struct plan *plan, const struct plan_file_image *image,
                        const char *path, GError **error)
{
    bool same = image->head->strands.count == plan->strands->len;
    for (guint i = 0; same && i < plan->strands->len; i++) {
        const struct plan_strand *strand = g_ptr_array_index(plan->strands, i);
        const struct plan_strand_entry *entry = plan_file_strand(image, i);
        same = (int)entry->rank == strand->trace->rank &&
               (int)entry->thread == MAX(strand->trace->thread, 0) &&
               (strand->ops->len == 0 || entry->start_ns == plan_strand_op(strand, 0)->start_ns);
        const struct plan_cell *cell = plan_file_cells(image, entry);
        const struct plan_cell *const end = cell + entry->cell_count;
        for (; same && cell < end; cell += 1 + cell->more) {
            same = cell->index < strand->ops->len;
        }
    }
    return same || plan_fail(error, "%s: it is no plan of %s", path, plan->project->path);
}

static gboolean open_plan(struct plan *plan, const char *path, struct plan_file_image *image,
                          GError **error)
{
    if (path == NULL) {
        return compile_again(plan, image, error);
    }
    if (!plan_file_open(path, true, image, error)) {
        return FALSE;
    }
    if (!belongs(plan, image, path, error)) {
        plan_file_close(image);
        return FALSE;
    }
    return TRUE;
}

/* --- replays ------------------------------------------------------------------------------------
 */

static gboolean add_repeat(struct report *report, const struct plan_file_image *image,
                           const struct report_steps *steps, const char *path, GError **error)
{
    struct report_replay *replay =
        report_replay_read(path, report->plan->strands, report->plan->files_meet, error);
    if (replay == NULL) {
        return FALSE;
    }
    struct report_repeat repeat = {
        .path = g_strdup(path),
        .made = g_array_new(FALSE, FALSE, sizeof(struct report_made)),
    };
    repeat.differences =
        report_calls_compare(report->plan, image, report->planned, replay, repeat.made);
    struct report_steps *again = report_steps_make(replay->links, replay->indexes);
    repeat.order = report_order_compare(steps, again);
    report_steps_free(again);
    report_times_of_repeat(report, replay, &repeat);
    g_array_append_val(report->repeats, repeat);
    report_replay_free(replay);
    return TRUE;
}

struct report *report_make(const char *project, const char *plan_path, char **replays,
                           bool files_meet, GError **error)
{
    struct plan *plan = plan_make(project, PLAN_ORDER_EXACT, files_meet, error);
    struct plan_file_image image;
    if (plan == NULL || !open_plan(plan, plan_path, &image, error)) {
        plan_free(plan);
        return NULL;
    }
    struct report *report = g_new0(struct report, 1);
    report->plan = plan;
    report->planned = report_planned_make(plan, &image);
    report->repeats = g_array_new(FALSE, FALSE, sizeof(struct report_repeat));
    report->classes = g_array_new(FALSE, FALSE, sizeof(struct report_class));
    report->ranks = g_array_new(FALSE, FALSE, sizeof(struct report_rank));
    report->files = g_array_new(FALSE, FALSE, sizeof(struct report_file));
    report->names = g_ptr_array_new_with_free_func(g_free);
    for (uint32_t i = 0; i < image.head->files.count; i++) {
        g_ptr_array_add(report->names,
                        g_strdup(plan_file_text(&image, plan_file_file(&image, i)->name)));
    }
    g_array_set_clear_func(report->repeats, repeat_clear);
    g_array_set_clear_func(report->classes, class_clear);
    struct report_steps *steps = report_steps_make(plan->links, NULL);
    gboolean ok = TRUE;
    for (guint i = 0; ok && replays[i] != NULL; i++) {
        ok = add_repeat(report, &image, steps, replays[i], error);
    }
    report_steps_free(steps);
    plan_file_close(&image);
    if (!ok) {
        report_free(report);
        return NULL;
    }
    report_times_make(report);
    return report;
}

bool report_differs(const struct report *report)
{
    for (guint i = 0; i < report->repeats->len; i++) {
        const struct report_repeat *one = &g_array_index(report->repeats, struct report_repeat, i);
        const struct report_differences *d = &one->differences;
        if (d->missing + d->extra + d->other + d->failed + d->bytes + one->order.lost > 0) {
            return true;
        }
    }
    return false;
}

int report_is_beyond_noise(const struct report *report)
{
    return isnan(report->noise_s) ? -1 : fabs(report->mean_s - report->span_s) > report->noise_s;
}
