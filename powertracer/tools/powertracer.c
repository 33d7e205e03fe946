/* SPDX-License-Identifier: GPL-3.0-or-later */
/* powertracer: reads power meters into a project of its own, without any MPI program, until it is
 * told to end; or once, to look at them. Takes the original's command line too. */
#include "once.h"

#include <glib.h>
#include <limits.h>
#include <sampling/daemon.h>
#include <stdio.h>
#include <string.h>

enum { EXIT_FAULT = 1, EXIT_BAD_INPUT = 2 };

static char *config_path;
static char *project_name;
static char *topology_text;
static char *port;
static char *directory;
static char *host;
static char *root;
static int64_t pid;
static double duration_s;
static gboolean is_once;
static gboolean is_json;
static gboolean is_list;
static gboolean is_check;
static gboolean is_tolerant;
static char **words;

static const GOptionEntry entries[] = {
    {"config", 'c', 0, G_OPTION_ARG_FILENAME, &config_path, "Which meters there are", "FILE"},
    {"project", 'P', 0, G_OPTION_ARG_STRING, &project_name,
     "Name of the project (as the configuration says, else MyProject)", "NAME"},
    {"topology", 't', 0, G_OPTION_ARG_STRING, &topology_text,
     "Names of its levels (as the configuration says, else Host_Process_Thread)", "A_B_C"},
    {"port", 'p', 0, G_OPTION_ARG_STRING, &port, "Serial line of the first device",
     "[HOST:]/dev/X"},
    {"output", 'o', 0, G_OPTION_ARG_FILENAME, &directory, "Folder of the project (.)", "DIR"},
    {"host", 'H', 0, G_OPTION_ARG_STRING, &host, "Name of the node (its host name)", "NAME"},
    {"pid", 0, 0, G_OPTION_ARG_INT64, &pid, "Measuring ends with this process", "PID"},
    {"duration", 'd', 0, G_OPTION_ARG_DOUBLE, &duration_s, "End after so many seconds", "S"},
    {"once", '1', 0, G_OPTION_ARG_NONE, &is_once, "Print one measurement and end", NULL},
    {"json", 0, 0, G_OPTION_ARG_NONE, &is_json, "With --once or --list: as JSON", NULL},
    {"list", 'l', 0, G_OPTION_ARG_NONE, &is_list, "Name the kinds of devices and what is here",
     NULL},
    {"check", 0, 0, G_OPTION_ARG_NONE, &is_check, "Only read the configuration", NULL},
    {"keep-going", 'k', 0, G_OPTION_ARG_NONE, &is_tolerant,
     "Measure with the devices that answer when others do not", NULL},
    {"root", 0, G_OPTION_FLAG_HIDDEN, G_OPTION_ARG_FILENAME, &root, "Before /sys and /dev", "DIR"},
    {G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_STRING_ARRAY, &words, NULL, "TYPES:CHANNEL:OUTPUT..."},
    G_OPTION_ENTRY_NULL};

static int complain(int status, const char *about, const char *cause)
{
    (void)fprintf(stderr, "powertracer: %s%s%s\n", about, about[0] == '\0' ? "" : ": ", cause);
    return status;
}

static int print_list(void)
{
    if (is_json) {
        printf("{\"devices\": [");
    }
    const struct hd_meter_driver *driver = NULL;
    for (size_t i = 0; (driver = hd__meter_get(i)) != NULL; i++) {
        char found[64] = "";
        const bool is_here =
            driver->probe != NULL && driver->probe(root == NULL ? "" : root, found, sizeof found);
        if (is_json) {
            printf("%s\n  {\"name\": \"%s\", \"about\": \"%s\", \"here\": \"%s\"}",
                   i == 0 ? "" : ",", driver->name, driver->about, is_here ? found : "");
        } else {
            printf("%-12s %s%s%s\n", driver->name, driver->about, is_here ? "; here: " : "",
                   is_here ? found : "");
        }
    }
    printf("%s", is_json ? "\n]}\n" : "");
    return 0;
}

/* What the command line says of the first device and of traces is read as more of the
 * configuration. */
static hd_status read_config(struct hd_power_config *config)
{
    hd_status status = HD_OK;
    if (config_path != NULL) {
        status = hd__power_config_read(config, config_path);
    }
    if (status == HD_OK && config_path == NULL) {
        status = hd__power_config_parse(config, "command line", "[General]\ndevice=LMG450\n");
    }
    if (status == HD_OK && port != NULL) {
        status = hd__power_config_set_port(config, port);
    }
    for (char **word = words; status == HD_OK && word != NULL && *word != NULL; word++) {
        status = hd__power_config_add_trace(config, *word);
    }
    return status == HD_OK ? hd__power_config_check(config) : status;
}

struct run {
    struct hd_own_project project;
    hd_power *power;
};

static hd_status open_project(struct run *run, const struct hd_power_config *config)
{
    static const char *const defaults[] = {"Host", "Process", "Thread"};
    char *given[HD_POWER_LABELS];
    size_t count = topology_text == NULL ? 0 : hd__power_split_labels(topology_text, given);
    const bool is_given = count > 0;
    const char *const *levels = is_given                  ? (const char *const *)given
                                : config->level_count > 0 ? (const char *const *)config->levels
                                                          : defaults;
    count = is_given ? count : config->level_count > 0 ? config->level_count : 3;
    const char *name = project_name != NULL      ? project_name
                       : config->project != NULL ? config->project
                                                 : "MyProject";
    const hd_status status =
        hd__own_project_open(&run->project, directory, name, count, levels, host);
    for (size_t i = 0; is_given && i < count; i++) {
        g_free(given[i]);
    }
    return status;
}

static hd_status declare(struct run *run)
{
    const hd_topology_node *node = NULL;
    hd_status status = HD_OK;
    const char *group = NULL;
    for (size_t i = 0;
         status == HD_OK && (group = hd_power_get_group(run->power, i, &node)) != NULL; i++) {
        status = hd_fragment_add_group(run->project.fragment, group, node);
    }
    return status;
}

static int run_once(struct run *run)
{
    g_autofree char *fault = NULL;
    if (!once_print(run->power, is_json, 10.0, &fault)) {
        return complain(EXIT_BAD_INPUT, fault, "nothing measured");
    }
    return 0;
}

static void report_health(hd_power *power)
{
    hd_power_health health;
    for (size_t i = 0; hd_power_get_health(power, i, &health) == HD_OK; i++) {
        (void)fprintf(stderr,
                      "powertracer: %s: %" G_GUINT64_FORMAT " records, %" G_GUINT64_FORMAT
                      " of them gaps, %" G_GUINT64_FORMAT
                      " damaged answers, opened again %" G_GUINT64_FORMAT " times%s%s\n",
                      health.device, (guint64)health.records, (guint64)health.gaps,
                      (guint64)health.damaged, (guint64)health.reconnects,
                      health.fault[0] == '\0' ? "" : "; last fault: ", health.fault);
    }
}

static void report_checks(hd_power *power)
{
    hd_power_check check;
    for (size_t i = 0; hd_power_get_check(power, i, &check) == HD_OK; i++) {
        g_autofree char *result =
            check.compared == 0 ? g_strdup("was never compared: no interval has all its values")
            : check.violated == 0
                ? g_strdup_printf("held in all %" G_GUINT64_FORMAT " intervals",
                                  (guint64)check.compared)
                : g_strdup_printf("did not hold in %" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT
                                  " intervals",
                                  (guint64)check.violated, (guint64)check.compared);
        g_autofree char *missing =
            check.gaps == 0 ? g_strdup("")
                            : g_strdup_printf(", %" G_GUINT64_FORMAT " more lacked a value",
                                              (guint64)check.gaps);
        (void)fprintf(stderr, "powertracer: '%s' %s%s\n", check.relation, result, missing);
    }
}

static void warn(void *argument, const char *text)
{
    (void)argument;
    (void)complain(0, "warning", text);
}

/* The groups are named before anything is measured, for hdtrace merge after a kill. */
static int begin(struct run *run)
{
    char message[HD_POWER_MESSAGE_SIZE] = "";
    hd_status status = hd__own_project_begin(&run->project);
    if (status == HD_OK) {
        status = declare(run);
    }
    if (status == HD_OK && hd__power_open_files(run->power, message) != HD_OK) {
        return complain(EXIT_BAD_INPUT, "", message);
    }
    if (status == HD_OK) {
        status = hd_power_start(run->power);
    }
    return status == HD_OK ? 0 : complain(EXIT_FAULT, directory, hd_status_get_text(status));
}

static int record(struct run *run)
{
    const int code = begin(run);
    if (code != 0) {
        hd__own_project_discard(&run->project);
        return code;
    }
    g_autofree char *begun =
        g_strdup_printf("powertracer: measuring into %s; ends by SIGINT or SIGTERM\n", directory);
    hd__wait_for_end((pid_t)pid, duration_s, begun);
    hd_status status = hd_power_stop(run->power);
    report_health(run->power);
    report_checks(run->power);
    const hd_status closed = hd_power_destroy(run->power);
    run->power = NULL;
    status = status != HD_OK ? status : closed;
    const hd_status written = hd__own_project_write(&run->project);
    status = status != HD_OK ? status : written;
    return status == HD_OK ? 0 : complain(EXIT_FAULT, directory, hd_status_get_text(status));
}

static int run(struct hd_power_config *config)
{
    char message[HD_POWER_MESSAGE_SIZE] = "";
    char path[PATH_MAX];
    struct run run = {0};
    hd_status status = open_project(&run, config);
    const char *cause =
        status == HD_OK && !is_once ? hd__own_project_check(&run.project, path, sizeof path) : NULL;
    int code = 0;
    if (status != HD_OK) {
        code = complain(EXIT_BAD_INPUT, directory, hd_status_get_text(status));
    } else if (cause != NULL) {
        code = complain(EXIT_BAD_INPUT, path, cause);
    } else {
        const hd_power_options options = {.topology = run.project.topology,
                                          .node = run.project.node,
                                          .host = host,
                                          .root = root,
                                          .warn = warn};
        status = hd__power_create(config, &options, &run.power, message);
        if (status != HD_OK || (!is_tolerant && message[0] != '\0')) {
            code = complain(EXIT_BAD_INPUT, "", message);
        } else {
            if (message[0] != '\0') {
                (void)complain(0, "not available", run.power->unavailable);
            }
            code = is_once ? run_once(&run) : record(&run);
        }
    }
    (void)hd_power_destroy(run.power);
    hd__own_project_close(&run.project);
    return code;
}

static int check_options(void)
{
    const char *option = NULL;
    const char *cause = hd__check_end(pid, duration_s, false, &option);
    if (cause != NULL) {
        return complain(EXIT_BAD_INPUT, option, cause);
    }
    if (is_json && !is_once) {
        return complain(EXIT_BAD_INPUT, "--json", "only with --once or --list");
    }
    cause = is_once ? NULL : hd__check_folder(directory);
    if (cause != NULL) {
        return complain(EXIT_BAD_INPUT, directory, cause);
    }
    if (config_path == NULL && words == NULL) {
        return complain(EXIT_BAD_INPUT, "", "no --config and no trace; see powertracer --help");
    }
    return 0;
}

int main(int argc, char **argv)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(GOptionContext) context = g_option_context_new(NULL);
    g_option_context_set_summary(
        context,
        "Reads power meters into the project DIR/NAME.proj (hdtrace view DIR) until SIGINT or "
        "SIGTERM, or prints one\nmeasurement. TYPES are 's' (statistics, OUTPUT is a node as "
        "rack_node06) and 'a' (text, into OUTPUT.txt).\nExit status: 0 success, 1 a fault, 2 bad "
        "input or usage.");
    g_option_context_add_main_entries(context, entries, NULL);
    if (!g_option_context_parse(context, &argc, &argv, &error)) {
        return complain(EXIT_BAD_INPUT, "", error->message);
    }
    if (is_list) {
        return print_list();
    }
    directory = directory != NULL ? directory : g_strdup(".");
    host = host != NULL ? host : g_strdup(g_get_host_name());
    int code = check_options();
    struct hd_power_config config = {0};
    if (code == 0 && read_config(&config) != HD_OK) {
        code = complain(EXIT_BAD_INPUT, "", config.message);
    }
    if (code == 0 && !is_check) {
        code = run(&config);
    }
    hd__power_config_free(&config);
    return code;
}
