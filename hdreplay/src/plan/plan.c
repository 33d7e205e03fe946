/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan.h"

#include "plan_files.h"
#include "plan_posix.h"

static void strand_free(gpointer data)
{
    plan_strand_free(data);
}

const char *plan_rule_name(unsigned rule)
{
    static const char *const names[] = {
        [PLAN_ORDER_ALL] = "all",
        [PLAN_ORDER_EXACT] = "exact",
        [PLAN_ORDER_MPIOR] = "mpior",
        [PLAN_ORDER_NONE] = "none",
    };
    return rule < G_N_ELEMENTS(names) ? names[rule] : NULL;
}

void plan_free(struct plan *plan)
{
    if (plan != NULL) {
        plan_links_free(plan->links);
        g_clear_pointer(&plan->openings, g_hash_table_unref);
        g_clear_pointer(&plan->files, g_ptr_array_unref);
        g_clear_pointer(&plan->strands, g_ptr_array_unref);
        plan_project_free(plan->project);
        g_free(plan);
    }
}

static gboolean read_strands(struct plan *plan, GError **error)
{
    for (guint i = 0; i < plan->project->traces->len; i++) {
        struct plan_strand *strand = plan_strand_read(g_ptr_array_index(plan->project->traces, i),
                                                      plan->project->spill, error);
        if (strand == NULL) {
            return FALSE;
        }
        g_ptr_array_add(plan->strands, strand);
        plan->operations += strand->ops->len;
        plan->cut += strand->is_cut;
    }
    return TRUE;
}

struct plan *plan_make(const char *path, enum plan_rule rule, bool files_meet, GError **error)
{
    struct plan *plan = g_new0(struct plan, 1);
    plan->rule = rule;
    plan->scale = -1;
    plan->files_meet = files_meet;
    plan->strands = g_ptr_array_new_with_free_func(strand_free);
    plan->project = plan_project_read(path, error);
    if (plan->project == NULL || !read_strands(plan, error)) {
        plan_free(plan);
        return NULL;
    }
    plan->openings = plan_posix_resolve(plan->strands);
    plan->files = plan_files_make(plan->project, plan->strands, plan->openings);
    plan->links = plan_links_make(plan->project, plan->strands, files_meet);
    plan->order = plan_order_choose(plan->links, rule);
    return plan;
}

guint64 plan_get_space(const struct plan *plan)
{
    guint64 bytes = 0;
    for (guint i = 0; i < plan->files->len; i++) {
        bytes +=
            (guint64)((const struct plan_file *)g_ptr_array_index(plan->files, i))->largest_bytes;
    }
    return bytes;
}
