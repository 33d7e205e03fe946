/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hdreplay: the recorded I/O of a program again. So far: what a replay would take. */
#include "plan/plan_report.h"

#include <stdio.h>
#include <string.h>

enum { EXIT_BAD_INPUT = 2 };

static char *order;
static gboolean files_alone;
static gboolean is_json;
static char **projects;

static const GOptionEntry plan_options[] = {
    {"order", 0, 0, G_OPTION_ARG_STRING, &order,
     "What of the communication is kept: all, exact (what orders I/O), mpior (the rule of that "
     "thesis, which loses some), none (exact)",
     "RULE"},
    {"independent-files", 0, 0, G_OPTION_ARG_NONE, &files_alone,
     "Opens and closes of files order nobody", NULL},
    {"json", 0, 0, G_OPTION_ARG_NONE, &is_json, "As JSON", NULL},
    {G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &projects, NULL, "PROJECT"},
    G_OPTION_ENTRY_NULL};

static int complain(const char *text)
{
    (void)fprintf(stderr, "hdreplay: %s\n", text);
    return EXIT_BAD_INPUT;
}

static gboolean find_rule(enum plan_rule *rule)
{
    *rule = PLAN_ORDER_EXACT;
    if (order == NULL) {
        return TRUE;
    }
    for (unsigned i = 0; plan_rule_name(i) != NULL; i++) {
        if (strcmp(plan_rule_name(i), order) == 0) {
            *rule = (enum plan_rule)i;
            return TRUE;
        }
    }
    return FALSE;
}

static int run_plan(int argc, char **argv)
{
    g_autoptr(GOptionContext) context = g_option_context_new("- what a replay of a run takes");
    g_autoptr(GError) error = NULL;
    enum plan_rule rule = PLAN_ORDER_EXACT;
    g_option_context_add_main_entries(context, plan_options, NULL);
    if (!g_option_context_parse(context, &argc, &argv, &error)) {
        return complain(error->message);
    }
    if (!find_rule(&rule)) {
        return complain("--order: all, exact, mpior or none");
    }
    if (projects == NULL || projects[1] != NULL) {
        return complain(
            "plan: exactly one PROJECT (.proj file or its folder); see hdreplay plan --help");
    }
    struct plan *plan = plan_make(projects[0], rule, !files_alone, &error);
    if (plan == NULL) {
        return complain(error->message);
    }
    g_autofree char *text = is_json ? plan_report_json(plan) : plan_report_text(plan);
    (void)fputs(text, stdout);
    plan_free(plan);
    return 0;
}

static const char usage[] =
    "usage: hdreplay plan PROJECT [options]\n"
    "\n"
    "plan  which operations a recorded run consists of, what of its communication orders\n"
    "      its I/O, and the room its files need\n"
    "See hdreplay plan --help.\n";

int main(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], "plan") == 0) {
        static char program[] = "hdreplay plan";
        argv[1] = program;
        return run_plan(argc - 1, argv + 1);
    }
    if (argc > 1 && (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0)) {
        (void)fputs(usage, stdout);
        return 0;
    }
    (void)fputs(usage, stderr);
    return EXIT_BAD_INPUT;
}
