/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hdreplay export: reads the plan, writes the other form whole or not at all, tells what is lost.
 */
#include "export.h"

#include "plan/plan_error.h"
#include "plan/plan_output.h"
#include "safe/safe_name.h"
#include <json_text.h>

#include <errno.h>
#include <stdio.h>
#include <string.h>

enum { EXIT_BAD_INPUT = 2 };

static char *form;
static char *output;
static gboolean is_json;
static char **plans;

static const GOptionEntry options[] = {
    {"to", 0, 0, G_OPTION_ARG_STRING, &form,
     "fio (a script with a job and a log of each trace), ior (one command line), c (a program), "
     "project (a folder that hdtrace simulate and other tools read)",
     "FORM"},
    {"output", 'o', 0, G_OPTION_ARG_FILENAME, &output, "Where it goes", "FILE|DIR"},
    {"json", 0, 0, G_OPTION_ARG_NONE, &is_json, "What it can't express as JSON", NULL},
    {G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &plans, NULL, "PLAN"},
    G_OPTION_ENTRY_NULL};

static const struct {
    const char *name;
    char *(*make)(struct exporting *e, GError **error); /* NULL: a project */
} forms[] = {{"c", export_c}, {"fio", export_fio}, {"ior", export_ior}, {"project", NULL}};

static int complain(const char *text)
{
    (void)fprintf(stderr, "hdreplay: %s\n", text);
    return EXIT_BAD_INPUT;
}

/* Nothing of a name ends a line or a comment, or begins another one. */
static char *name_for_comments(const char *name)
{
    char *safe = g_strdup(name);
    for (char *at = safe; *at != '\0'; at++) {
        if (g_ascii_iscntrl(*at) || strchr("*/\\?", *at) != NULL) {
            *at = '_';
        }
    }
    return safe;
}

/* The names that a replay has without rules; those that it refuses are refused here. */
static gboolean map_names(struct exporting *e, GError **error)
{
    const uint32_t count = (uint32_t)e->plan.head->files.count;
    const struct safe_user nobody = {0, ""};
    gboolean varies = FALSE;
    e->paths = g_new0(char *, count + 1);
    for (uint32_t i = 0; i < count; i++) {
        const char *name = plan_file_text(&e->plan, plan_file_file(&e->plan, i)->name);
        e->paths[i] = safe_name_map(name, NULL, &nobody, &varies, error);
        if (e->paths[i] == NULL) {
            return FALSE;
        }
    }
    return TRUE;
}

static void report(const struct exporting *e)
{
    if (!is_json) {
        g_autofree char *losses = export_losses_text(&e->losses, "  ");
        (void)printf("%s written; what %s can't express:\n%s", output, form, losses);
        return;
    }
    g_autofree char *quoted = hd__json_quote(output);
    (void)printf("{\"output\": %s, \"form\": \"%s\", \"lost\": [", quoted, form);
    for (guint i = 0; i < e->losses.texts->len; i++) {
        (void)printf("%s{\"what\": \"%s\", \"calls\": %" G_GUINT64_FORMAT "}", i == 0 ? "" : ", ",
                     (const char *)g_ptr_array_index(e->losses.texts, i),
                     g_array_index(e->losses.counts, uint64_t, i));
    }
    (void)printf("]}\n");
}

static gboolean write_text(struct exporting *e, char *(*make)(struct exporting *e, GError **error),
                           GError **error)
{
    g_autoptr(GError) cause = NULL;
    g_autofree char *text = map_names(e, &cause) ? make(e, &cause) : NULL;
    return text != NULL ? plan_output_may_replace(output, error) &&
                              g_file_set_contents(output, text, -1, error)
                        : plan_fail(error, "%s: %s", plans[0], cause->message);
}

static gboolean export_plan(char *(*make)(struct exporting *e, GError **error), GError **error)
{
    struct exporting e = {.losses = {g_ptr_array_new_with_free_func(g_free),
                                     g_array_new(FALSE, FALSE, sizeof(uint64_t))}};
    gboolean ok = plan_file_open(plans[0], true, &e.plan, error);
    if (ok) {
        e.name = name_for_comments(plan_file_text(&e.plan, e.plan.head->name));
        ok = make != NULL ? write_text(&e, make, error) : export_project(&e, output, error);
        if (ok) {
            report(&e);
        }
        g_free(e.name);
        g_strfreev(e.paths);
        plan_file_close(&e.plan);
    }
    g_ptr_array_unref(e.losses.texts);
    g_array_unref(e.losses.counts);
    return ok;
}

int export_main(int argc, char **argv)
{
    g_autoptr(GOptionContext) context =
        g_option_context_new("- a plan for other tools, or as a project again");
    g_autoptr(GError) error = NULL;
    g_option_context_add_main_entries(context, options, NULL);
    if (!g_option_context_parse(context, &argc, &argv, &error)) {
        return complain(error->message);
    }
    if (plans == NULL || plans[1] != NULL || output == NULL) {
        return complain("export: exactly one PLAN and -o FILE (of a project -o DIR); see hdreplay "
                        "export --help");
    }
    for (guint i = 0; i < G_N_ELEMENTS(forms); i++) {
        if (g_strcmp0(form, forms[i].name) == 0) {
            if (!export_plan(forms[i].make, &error)) {
                return complain(error->message);
            }
            if (fflush(stdout) != 0 || ferror(stdout) != 0) {
                g_autofree char *cause = g_strdup_printf("standard output: %s", g_strerror(errno));
                return complain(cause);
            }
            return 0;
        }
    }
    return complain("--to: fio, ior, c or project");
}
