/* SPDX-License-Identifier: GPL-3.0-or-later */
/* rutd: samples the node's counters into a project of its own, without any MPI program, until it is
 * told to end; or once, to look at them. */
#include "once.h"
#include "priority.h"

#include <glib.h>
#include <hdrut/rut.h>
#include <limits.h>
#include <sampling/daemon.h>
#include <stdio.h>
#include <string.h>

enum { EXIT_FAULT = 1, EXIT_BAD_INPUT = 2 };

enum { UNSAID = -1 };
static int interval_ms = UNSAID;
static char *groups;
static char *directory;
static char *project_name;
static char *host;
static char *root;
static int64_t pid;
static double duration_s;
static char *priority_text;
static int priority;
static gboolean is_once;
static gboolean is_json;

static const GOptionEntry options[] = {
    {"interval", 'i', 0, G_OPTION_ARG_INT, &interval_ms,
     "Milliseconds between samples, 1 to 3600000 (100; with --once 1000)", "MS"},
    {"groups", 'g', 0, G_OPTION_ARG_STRING, &groups,
     "Which counters: cpu, mem, net, block, psi, cgroup, freq, idle, vm, fs, ib, ip, "
     "softirq, thermal, gpu, self, threads, perf, taskstats, all (cpu,mem,net,block,psi,idle)",
     "LIST"},
    {"output", 'o', 0, G_OPTION_ARG_FILENAME, &directory, "Folder of the project (.)", "DIR"},
    {"project", 'p', 0, G_OPTION_ARG_STRING, &project_name, "Name of the project (rutd)", "NAME"},
    {"host", 'H', 0, G_OPTION_ARG_STRING, &host, "Name of the node (its host name)", "NAME"},
    {"pid", 0, 0, G_OPTION_ARG_INT64, &pid,
     "The process that self, threads, perf and taskstats are about; sampling ends with it", "PID"},
    {"duration", 'd', 0, G_OPTION_ARG_DOUBLE, &duration_s, "End after so many seconds", "S"},
    {"priority", 0, 0, G_OPTION_ARG_STRING, &priority_text,
     "Real-time priority of sampling, 1 to 99, or none (below 10 ms 1 where permitted, else none)",
     "N"},
    {"once", '1', 0, G_OPTION_ARG_NONE, &is_once, "Print one sample and end", NULL},
    {"json", 0, 0, G_OPTION_ARG_NONE, &is_json, "With --once: as JSON", NULL},
    {"root", 0, G_OPTION_FLAG_HIDDEN, G_OPTION_ARG_FILENAME, &root, "Before /proc and /sys", "DIR"},
    G_OPTION_ENTRY_NULL};

static int complain(int status, const char *about, const char *cause)
{
    (void)fprintf(stderr, "rutd: %s: %s\n", about, cause);
    return status;
}

static void note_unavailable(const char *text)
{
    if (text[0] != '\0') {
        (void)fprintf(stderr, "rutd: not available here: %s\n", text);
    }
}

static int print_once(const struct hd_rut_choice *choice)
{
    const struct once once = {.host = host,
                              .choice = choice,
                              .target = {.root = root == NULL ? "" : root, .pid = (long)pid},
                              .interval_ms = (unsigned)interval_ms,
                              .json = is_json};
    g_autofree char *unavailable = NULL;
    if (!once_print(&once, &unavailable)) {
        return complain(EXIT_FAULT, "nothing can be read", unavailable);
    }
    if (!is_json) {
        note_unavailable(unavailable);
    }
    return 0;
}

struct run {
    struct hd_own_project project;
    hd_rut *rut;
};

static hd_status begin(struct run *run)
{
    const hd_rut_options sampling = {
        .interval_ms = (unsigned)interval_ms, .sources = groups, .root = root, .pid = (long)pid};
    hd_status status = hd_rut_create(run->project.node, &sampling, &run->rut);
    if (status == HD_OK) {
        status = hd__own_project_begin(&run->project);
    }
    /* The first groups are named now, for hdtrace merge after a kill. */
    if (status == HD_OK && hd_rut_has_node_group(run->rut)) {
        status = hd__own_project_declare(&run->project, "Utilization", 1, 1);
    }
    if (status == HD_OK && hd_rut_has_process_group(run->rut)) {
        status = hd__own_project_declare(&run->project, "Process", 1, 1);
    }
    if (status == HD_OK) {
        const bool is_raised = priority != PRIORITY_NONE && priority_raise(priority) == 0;
        status = hd_rut_start(run->rut);
        if (is_raised) {
            priority_lower();
        }
    }
    return status;
}

static hd_status end(struct run *run)
{
    hd_status status = hd_rut_stop(run->rut);
    hd_status declared =
        hd__own_project_declare(&run->project, "Utilization", 2, hd_rut_get_group_count(run->rut));
    if (declared == HD_OK) {
        declared = hd__own_project_declare(&run->project, "Process", 2,
                                           hd_rut_get_process_group_count(run->rut));
    }
    const hd_status closed = hd_rut_destroy(run->rut);
    run->rut = NULL;
    status = status != HD_OK ? status : closed != HD_OK ? closed : declared;
    const hd_status written = hd__own_project_write(&run->project);
    return status != HD_OK ? status : written;
}

static void release(struct run *run)
{
    (void)hd_rut_destroy(run->rut);
    hd__own_project_close(&run->project);
}

static int record(void)
{
    static const char *const levels[] = {"Hostname"};
    char path[PATH_MAX];
    struct run run = {0};
    hd_status status = hd__own_project_open(&run.project, directory, project_name, 1, levels, host);
    const char *cause =
        status == HD_OK ? hd__own_project_check(&run.project, path, sizeof path) : NULL;
    if (cause != NULL) {
        release(&run);
        return complain(EXIT_BAD_INPUT, path, cause);
    }
    status = status == HD_OK ? begin(&run) : status;
    if (status != HD_OK) {
        hd__own_project_discard(&run.project);
        release(&run);
        return complain(status == HD_MISSING ? EXIT_FAULT : EXIT_BAD_INPUT, directory,
                        status == HD_MISSING ? "nothing can be read on this machine"
                                             : hd_status_get_text(status));
    }
    note_unavailable(hd_rut_get_unavailable(run.rut));
    g_autofree char *begun =
        priority == PRIORITY_NONE
            ? g_strdup_printf("rutd: sampling %s every %d ms into %s; ends by SIGINT or SIGTERM\n",
                              host, interval_ms, directory)
            : g_strdup_printf("rutd: sampling %s every %d ms with real-time priority %d into %s; "
                              "ends by SIGINT or SIGTERM\n",
                              host, interval_ms, priority, directory);
    hd__wait_for_end((pid_t)pid, duration_s, begun);
    status = end(&run);
    release(&run);
    return status == HD_OK ? 0 : complain(EXIT_FAULT, directory, hd_status_get_text(status));
}

/* What was asked for is tried at once; what nobody asked for may fail. */
static int check_priority(void)
{
    if (priority_text != NULL && is_once) {
        return complain(EXIT_BAD_INPUT, "--priority", "only without --once");
    }
    if (!priority_read(priority_text, &priority)) {
        return complain(EXIT_BAD_INPUT, "--priority", "must be 1 to 99, or none");
    }
    if (priority == PRIORITY_UNSAID) {
        priority = is_once ? PRIORITY_NONE : priority_choose(interval_ms);
    } else if (priority != PRIORITY_NONE) {
        const int cause = priority_raise(priority);
        if (cause != 0) {
            g_autofree char *text = g_strdup_printf(
                "%s: it needs CAP_SYS_NICE, or a limit for real-time priorities (ulimit -r)",
                g_strerror(cause));
            return complain(EXIT_BAD_INPUT, "--priority", text);
        }
        priority_lower();
    }
    return 0;
}

static int check(struct hd_rut_choice *choice)
{
    if (hd__rut_choose(groups, choice) != HD_OK) {
        return complain(EXIT_BAD_INPUT, groups, "not a list of groups; see rutd --help");
    }
    if (is_json && !is_once) {
        return complain(EXIT_BAD_INPUT, "--json", "only with --once");
    }
    if (interval_ms < 1 || interval_ms > 3600000) {
        return complain(EXIT_BAD_INPUT, "--interval", "must be 1 to 3600000 ms");
    }
    const char *option = NULL;
    const char *cause = hd__check_end(pid, duration_s, root != NULL, &option);
    if (cause != NULL) {
        return complain(EXIT_BAD_INPUT, option, cause);
    }
    cause = is_once ? NULL : hd__check_folder(directory);
    return cause == NULL ? check_priority() : complain(EXIT_BAD_INPUT, directory, cause);
}

int main(int argc, char **argv)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(GOptionContext) context = g_option_context_new(NULL);
    g_option_context_set_summary(
        context,
        "Samples the counters of this node into the project DIR/NAME.proj (hdtrace view DIR) until "
        "SIGINT or\nSIGTERM, or prints one sample. Several nodes may share DIR and NAME. After a "
        "kill: hdtrace merge DIR.\nExit status: 0 success, 1 a fault, 2 bad input or usage.");
    g_option_context_add_main_entries(context, options, NULL);
    if (!g_option_context_parse(context, &argc, &argv, &error)) {
        (void)fprintf(stderr, "rutd: %s\n", error->message);
        return EXIT_BAD_INPUT;
    }
    if (argc != 1) {
        return complain(EXIT_BAD_INPUT, argv[1], "not understood; see rutd --help");
    }
    interval_ms = interval_ms != UNSAID ? interval_ms : is_once ? 1000 : 100;
    directory = directory != NULL ? directory : g_strdup(".");
    project_name = project_name != NULL ? project_name : g_strdup("rutd");
    host = host != NULL ? host : g_strdup(g_get_host_name());
    struct hd_rut_choice choice;
    const int status = check(&choice);
    return status != 0 ? status : is_once ? print_once(&choice) : record();
}
