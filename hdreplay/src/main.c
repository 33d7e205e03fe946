/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hdreplay: the recorded I/O of a program again. This program needs no MPI and runs plans by
 * threads; by MPI `run` is another program for each MPI, which this one becomes. */
#include "change/change.h"
#include "export/export.h"
#include "import/import.h"
#include "plan/plan_compile.h"
#include "plan/plan_report.h"
#include "plan/plan_scale.h"
#include "report/report.h"
#include "run/run_options.h"
#include "threads/threads.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { EXIT_BAD_INPUT = 2 };

static char *order;
static char *output;
static gboolean files_alone;
static gboolean is_json;
static gboolean auto_scale;
static char **projects;

static const GOptionEntry plan_options[] = {
    {"order", 0, 0, G_OPTION_ARG_STRING, &order,
     "What of the communication is kept: all, exact (what orders I/O), mpior (the rule of that "
     "thesis, which loses some), none (exact)",
     "RULE"},
    {"independent-files", 0, 0, G_OPTION_ARG_NONE, &files_alone,
     "Opens and closes of files order nobody", NULL},
    {"output", 'o', 0, G_OPTION_ARG_FILENAME, &output,
     "Write the plan that hdreplay run follows; nothing when something is missing for it", "PLAN"},
    {"auto-scale", 0, 0, G_OPTION_ARG_NONE, &auto_scale,
     "Find how much the time between calls may shrink before I/O goes on beside other I/O", NULL},
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
    g_option_context_set_description(context,
                                     "The calls of long runs go to a temporary file meanwhile: "
                                     "in TMPDIR, else /var/tmp.\n");
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
    plan->scale = auto_scale ? plan_scale_find(plan->links) : -1;
    if (output != NULL && !plan_compile(plan, output, &error)) {
        plan_free(plan);
        return complain(error->message);
    }
    g_autofree char *text = is_json ? plan_report_json(plan) : plan_report_text(plan);
    plan_free(plan);
    if (fputs(text, stdout) < 0 || fflush(stdout) != 0) {
        g_autofree char *cause = g_strdup_printf("standard output: %s", g_strerror(errno));
        return complain(cause);
    }
    return 0;
}

static bool is_launched(void)
{
    return g_getenv("OMPI_COMM_WORLD_SIZE") != NULL || g_getenv("PMI_RANK") != NULL ||
           g_getenv("PMI_SIZE") != NULL;
}

/* Whether a plan has no calls of MPI; what is wrong with it, its run tells. */
static bool needs_no_mpi(const char *path)
{
    struct plan_file_image plan;
    if (!plan_file_open(path, false, &plan, NULL)) {
        return false;
    }
    const bool answer = (plan.head->flags & PLAN_FILE_MPI) == 0 && plan.head->rank_count <= 1;
    plan_file_close(&plan);
    return answer;
}

/* The MPI whose launcher has started this process; without one, the first that is there. */
static const char *find_mpi(const char *folder)
{
    static const char *const names[] = {"mpich", "openmpi"};
    if (g_getenv("OMPI_COMM_WORLD_SIZE") != NULL) {
        return names[1];
    }
    if (g_getenv("PMI_RANK") != NULL || g_getenv("PMI_SIZE") != NULL) {
        return names[0];
    }
    for (guint i = 0; i < G_N_ELEMENTS(names); i++) {
        g_autofree char *program = g_strdup_printf("%s/hdreplay-run-%s", folder, names[i]);
        if (access(program, X_OK) == 0) {
            return names[i];
        }
    }
    return names[0];
}

static int become_run(char **argv)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *own = g_file_read_link("/proc/self/exe", &error);
    if (own == NULL) {
        return complain(error->message);
    }
    g_autofree char *folder = g_path_get_dirname(own);
    const char *mpi = find_mpi(folder);
    g_autofree char *program = g_strdup_printf("%s/hdreplay-run-%s", folder, mpi);
    static char name[] = "hdreplay run";
    argv[1] = name;
    (void)execv(program, argv + 1);
    g_autofree char *text = g_strdup_printf("%s: %s (it is built where %s is installed)", program,
                                            g_strerror(errno), mpi);
    return complain(text);
}

static int start_run(int argc, char **argv)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *help = NULL;
    struct run_options options;
    static char name[] = "hdreplay run";
    if (is_launched()) {
        return become_run(argv);
    }
    g_autofree char **words = g_memdup2(argv + 1, (gsize)argc * sizeof *argv); /* with the NULL */
    words[0] = name;
    switch (run_options_read(argc - 1, words, &options, &help, &error)) {
    case RUN_HELP:
        (void)fputs(help, stdout);
        return 0;
    case RUN_WRONG:
        return complain(error->message);
    case RUN_GO:
        break;
    }
    return options.threads || needs_no_mpi(options.plan) ? threads_run(&options) : become_run(argv);
}

static const char usage[] =
    "usage: hdreplay plan PROJECT [options]\n"
    "       mpiexec -n RANKS hdreplay run PLAN --root DIR [options]\n"
    "       hdreplay run PLAN --root DIR --threads [options]\n"
    "       hdreplay transform PLAN -o PLAN2 [options]\n"
    "       hdreplay report PROJECT REPLAY... [options]\n"
    "       hdreplay export PLAN --to fio|ior|c -o FILE\n"
    "       hdreplay export PLAN --to project -o DIR\n"
    "       hdreplay import strace LOG... -o DIR\n"
    "       hdreplay import dxt TEXT -o DIR\n"
    "\n"
    "plan  which operations a recorded run consists of, what of its communication orders\n"
    "      its I/O, and the room its files need; with -o PLAN compiled for run\n"
    "run   makes the planned calls again, on files below DIR\n"
    "transform  the plan as if the program did its I/O otherwise\n"
    "report  whether replays that were recorded did the same, and their times\n"
    "export  writes a plan as jobs of fio, a command line of IOR, a C program, or as a project\n"
    "        that PIOsimHD simulates\n"
    "import  makes a project of logs of strace, or of what Darshan recorded (DXT)\n"
    "See hdreplay plan --help, hdreplay run --help, hdreplay transform --help,\n"
    "hdreplay report --help, hdreplay export --help, hdreplay import --help.\n";

int main(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], "plan") == 0) {
        static char program[] = "hdreplay plan";
        argv[1] = program;
        return run_plan(argc - 1, argv + 1);
    }
    if (argc > 1 && strcmp(argv[1], "run") == 0) {
        return start_run(argc, argv);
    }
    if (argc > 1 && strcmp(argv[1], "transform") == 0) {
        static char program[] = "hdreplay transform";
        argv[1] = program;
        return change_main(argc - 1, argv + 1);
    }
    if (argc > 1 && strcmp(argv[1], "report") == 0) {
        static char program[] = "hdreplay report";
        argv[1] = program;
        return report_main(argc - 1, argv + 1);
    }
    if (argc > 1 && strcmp(argv[1], "export") == 0) {
        static char program[] = "hdreplay export";
        argv[1] = program;
        return export_main(argc - 1, argv + 1);
    }
    if (argc > 1 && strcmp(argv[1], "import") == 0) {
        static char program[] = "hdreplay import";
        argv[1] = program;
        return import_main(argc - 1, argv + 1);
    }
    if (argc > 1 && (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0)) {
        (void)fputs(usage, stdout);
        return 0;
    }
    if (argc > 1) {
        g_autofree char *text =
            g_strdup_printf("%s: no such command; see hdreplay --help", argv[1]);
        return complain(text);
    }
    (void)fputs(usage, stderr);
    return EXIT_BAD_INPUT;
}
