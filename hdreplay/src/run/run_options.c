/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "run_options.h"

#include "plan/plan_error.h"

#include <math.h>
#include <string.h>

enum { SCALE_MAX = 1000000, PROCESSORS_MAX = 1024 };

static struct run_options given;
static char *content;
static char *payload;
static char *compute_scale;
static char *cpu_scale;
static char **maps;
static char **plans;
static gboolean wants_help;

/* `--threads` alone, or `--threads=N`. */
static gboolean read_threads(const char *name, const char *value, gpointer data, GError **error)
{
    guint64 number = 0;
    (void)data;
    given.threads = TRUE;
    if (value != NULL && !g_ascii_string_to_unsigned(value, 10, 1, PROCESSORS_MAX, &number, NULL)) {
        return plan_fail(error, "%s=%s: a number of processors from 1 to %d", name, value,
                         PROCESSORS_MAX);
    }
    given.processors = (int)number;
    return TRUE;
}

static GOptionEntry entries[] = {
    {"threads", 0, G_OPTION_FLAG_OPTIONAL_ARG, G_OPTION_ARG_CALLBACK,
     NULL, /* set where it is used */
     "Without MPI: each trace is a thread of one process, on at most N processors", "N"},
    {"record", 0, 0, G_OPTION_ARG_FILENAME, (gpointer)&given.record,
     "With --threads: record the run in this folder, which is not there or empty, for hdreplay "
     "report (by MPI: hdtrace record)",
     "DIR"},
    {"root", 0, 0, G_OPTION_ARG_FILENAME, (gpointer)&given.root,
     "All files are below this folder, which is empty or was used for the same plan", "DIR"},
    {"map", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &maps,
     "Files whose names begin with FROM begin with TO below the root; glob:PATTERN=TO and "
     "re:EXPRESSION=TO take whole names, with {1} to {9} in TO. {rank} and {host} are those of who "
     "opens it. The first rule that fits counts. Prefixes as ufs: have to be mapped",
     "FROM=TO"},
    {"compute-scale", 0, 0, G_OPTION_ARG_STRING, &compute_scale,
     "Multiply the time between calls (1)", "X"},
    {"auto-scale", 0, 0, G_OPTION_ARG_NONE, &given.auto_scale,
     "Find the smallest compute scale with which transfers take the same times, by up to 8 replays "
     "before the one that counts",
     NULL},
    {"cpu-scale", 0, 0, G_OPTION_ARG_STRING, &cpu_scale,
     "Multiply the processor time in it, where the trace tells it (1)", "X"},
    {"payload", 0, 0, G_OPTION_ARG_STRING, &payload,
     "At most so many bytes of each message; collectives have at least one (as recorded)", "BYTES"},
    {"content", 0, 0, G_OPTION_ARG_STRING, &content,
     "What files begin with and what is written: zero, constant, random, or offset, which tells "
     "its "
     "place (zero)",
     "CLASS"},
    {"verify", 0, 0, G_OPTION_ARG_NONE, &given.verify,
     "Read what was written again when all is done; contents are those of --content offset", NULL},
    {"sparse", 0, 0, G_OPTION_ARG_NONE, &given.sparse,
     "Files that exist before the run get their size only, no content", NULL},
    {"hint", 0, 0, G_OPTION_ARG_STRING_ARRAY, &given.hints,
     "Add a hint to those recorded, or replace it, also PATTERN:KEY=VALUE: of files whose recorded "
     "names fit a pattern with * and ?",
     "KEY=VALUE"},
    {"unset-hint", 0, 0, G_OPTION_ARG_STRING_ARRAY, &given.no_hints, "Leave a recorded hint out",
     "KEY"},
    {"sleep", 0, 0, G_OPTION_ARG_NONE, &given.sleep_only,
     "Wait by sleeping only; else the last 120 us are spun where each process has a processor",
     NULL},
    {"poll", 0, 0, G_OPTION_ARG_NONE, &given.polls,
     "Calls of MPICH that wait keep their processor, as in other programs; else they let others "
     "run "
     "(of Open MPI its launcher decides that: mpi_yield_when_idle)",
     NULL},
    {"clean", 0, 0, G_OPTION_ARG_NONE, &given.clean, "Delete what was created when all is done",
     NULL},
    {"dry-run", 'n', 0, G_OPTION_ARG_NONE, &given.dry_run,
     "Tell which files would be created, write nothing", NULL},
    {"json", 0, 0, G_OPTION_ARG_NONE, &given.json, "As JSON", NULL},
    {"help", 'h', 0, G_OPTION_ARG_NONE, &wants_help, "Show this text", NULL},
    {G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &plans, NULL, "PLAN"},
    G_OPTION_ENTRY_NULL};

static gboolean read_scale(const char *name, const char *text, double *value, GError **error)
{
    char *end = NULL;
    *value = text == NULL ? 1 : g_ascii_strtod(text, &end);
    return text == NULL ||
           (end != text && *end == '\0' && isfinite(*value) && *value >= 0 &&
            *value <= SCALE_MAX) ||
           plan_fail(error, "--%s %s: a number from 0 to %d", name, text, SCALE_MAX);
}

static gboolean read_payload(GError **error)
{
    guint64 value = 0;
    given.payload_bytes = -1;
    if (payload == NULL) {
        return TRUE;
    }
    if (!g_ascii_string_to_unsigned(payload, 10, 0, G_MAXINT, &value, NULL)) {
        return plan_fail(error, "--payload %s: a number of bytes", payload);
    }
    given.payload_bytes = (int64_t)value;
    return TRUE;
}

static gboolean read_content(GError **error)
{
    static const char *const names[] = {[RUN_ZERO] = "zero",
                                        [RUN_CONSTANT] = "constant",
                                        [RUN_RANDOM] = "random",
                                        [RUN_OFFSET] = "offset"};
    for (guint i = 0; i < G_N_ELEMENTS(names); i++) {
        if (content == NULL || strcmp(content, names[i]) == 0) {
            given.content = (int)i;
            return TRUE;
        }
    }
    return plan_fail(error, "--content %s: zero, constant, random or offset", content);
}

static gboolean read_lists(GError **error)
{
    given.rules = g_array_new(FALSE, FALSE, sizeof(struct safe_rule));
    g_array_set_clear_func(given.rules, safe_rule_clear);
    for (guint i = 0; maps != NULL && maps[i] != NULL; i++) {
        struct safe_rule rule;
        if (!safe_rule_parse(maps[i], &rule, error)) {
            return FALSE;
        }
        g_array_append_val(given.rules, rule);
    }
    for (guint i = 0; given.hints != NULL && given.hints[i] != NULL; i++) {
        const char *equals = strchr(given.hints[i], '=');
        if (equals == NULL || equals == given.hints[i] || equals[1] == '\0' || equals[-1] == ':' ||
            given.hints[i][0] == ':') {
            return plan_fail(error, "--hint %s: a hint is KEY=VALUE or PATTERN:KEY=VALUE",
                             given.hints[i]);
        }
    }
    return TRUE;
}

enum run_answer run_options_read(int argc, char **argv, struct run_options *options, char **help,
                                 GError **error)
{
    g_autoptr(GOptionContext) context =
        g_option_context_new("- repeat the I/O of a recorded program\n\n"
                             "  mpiexec -n RANKS hdreplay run PLAN --root DIR\n"
                             "  hdreplay run PLAN --root DIR --threads");
    const GOptionArgFunc reader = read_threads;
    memcpy(&entries[0].arg_data, &reader,
           sizeof reader); /* no cast from functions to objects in C */
    g_option_context_set_help_enabled(context, FALSE);
    g_option_context_add_main_entries(context, entries, NULL);
    if (!g_option_context_parse(context, &argc, &argv, error)) {
        return RUN_WRONG;
    }
    if (wants_help) {
        *help = g_option_context_get_help(context, TRUE, NULL);
        return RUN_HELP;
    }
    if (plans == NULL || plans[1] != NULL || given.root == NULL) {
        plan_fail(error, "run: exactly one PLAN, and --root DIR; see hdreplay run --help");
        return RUN_WRONG;
    }
    if (!read_scale("compute-scale", compute_scale, &given.compute_scale, error) ||
        !read_scale("cpu-scale", cpu_scale, &given.cpu_scale, error) || !read_payload(error) ||
        !read_content(error) || !read_lists(error)) {
        return RUN_WRONG;
    }
    if (given.auto_scale && compute_scale != NULL) {
        plan_fail(error, "--auto-scale: it finds what --compute-scale tells; either of them");
        return RUN_WRONG;
    }
    if (given.record != NULL && given.dry_run) {
        plan_fail(error, "--record: --dry-run makes no calls");
        return RUN_WRONG;
    }
    if (given.verify && content != NULL && given.content != RUN_OFFSET) {
        plan_fail(error, "--verify: only contents by offset (--content offset) can be told apart");
        return RUN_WRONG;
    }
    given.content = given.verify ? RUN_OFFSET : given.content;
    given.plan = plans[0];
    *options = given;
    return RUN_GO;
}
