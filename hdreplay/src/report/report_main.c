/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/plan_error.h"
#include "plan/plan_output.h"
#include "report.h"

#include <errno.h>
#include <stdio.h>

enum { EXIT_SAME = 0, EXIT_DIFFERENT = 1, EXIT_BAD_INPUT = 2 };

static char *page;
static char *plan_path;
static gboolean files_alone;
static gboolean is_json;
static char **paths;

static const GOptionEntry options[] = {
    {"output", 'o', 0, G_OPTION_ARG_FILENAME, &page, "Also write a page with plots", "X.html"},
    {"plan", 0, 0, G_OPTION_ARG_FILENAME, &plan_path,
     "Compare with what this plan of PROJECT says, as one that was changed", "PLAN"},
    {"independent-files", 0, 0, G_OPTION_ARG_NONE, &files_alone,
     "Opens and closes of files order nobody", NULL},
    {"json", 0, 0, G_OPTION_ARG_NONE, &is_json, "As JSON", NULL},
    {G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &paths, NULL, "PROJECT REPLAY..."},
    G_OPTION_ENTRY_NULL};

static int complain(const GError *error)
{
    (void)fprintf(stderr, "hdreplay: %s\n", error->message);
    return EXIT_BAD_INPUT;
}

static gboolean print(const struct report *report, GError **error)
{
    if (page != NULL) {
        g_autofree char *html = report_html(report);
        if (!plan_output_may_replace(page, error) ||
            !g_file_set_contents(page, html, -1, error)) { /* as a whole, or not */
            return FALSE;
        }
    }
    g_autofree char *text = is_json ? report_json(report) : report_text(report);
    return (fputs(text, stdout) >= 0 && fflush(stdout) == 0) ||
           plan_fail(error, "standard output: %s", g_strerror(errno));
}

int report_main(int argc, char **argv)
{
    g_autoptr(GOptionContext) context = g_option_context_new(
        "- compare replays that were recorded with the run\n\n"
        "  hdtrace record -o again -- mpiexec -n RANKS hdreplay run PLAN --root DIR\n"
        "  hdreplay report PROJECT again\n\n"
        "or with what hdtrace simulate has made of it.\n\n"
        "Exit status 1: operations, bytes or orders of I/O differ. More than one REPLAY of the\n"
        "same plan tells what is noise.");
    g_autoptr(GError) error = NULL;
    g_option_context_add_main_entries(context, options, NULL);
    if (!g_option_context_parse(context, &argc, &argv, &error)) {
        return complain(error);
    }
    if (paths == NULL || paths[1] == NULL) {
        (void)plan_fail(&error, "report: PROJECT and at least one REPLAY (.proj files or their "
                                "folders); see hdreplay report --help");
        return complain(error);
    }
    struct report *report = report_make(paths[0], plan_path, paths + 1, !files_alone, &error);
    if (report == NULL) {
        return complain(error);
    }
    const gboolean ok = print(report, &error);
    const bool differs = report_differs(report);
    report_free(report);
    return !ok ? complain(error) : differs ? EXIT_DIFFERENT : EXIT_SAME;
}
