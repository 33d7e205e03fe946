/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "import.h"

#include "plan/plan_error.h"

#include <errno.h>
#include <json_text.h>
#include <stdio.h>
#include <string.h>

enum { EXIT_BAD_INPUT = 2 };

static char *output;
static char *name;
static char *host;
static gboolean prefers_mpi;
static gboolean is_json;
static char **words;

static const GOptionEntry entries[] = {
    {"output", 'o', 0, G_OPTION_ARG_FILENAME, &output,
     "Make the project in this folder, which is not there or empty", "DIR"},
    {"name", 0, 0, G_OPTION_ARG_STRING, &name, "Name of the project; else the program's", "NAME"},
    {"host", 0, 0, G_OPTION_ARG_STRING, &host, "Of strace: where the program ran; else localhost",
     "NAME"},
    {"mpi-io", 0, 0, G_OPTION_ARG_NONE, &prefers_mpi,
     "Of DXT: calls of MPI-IO, not what it made of them, for files that have both", NULL},
    {"json", 0, 0, G_OPTION_ARG_NONE, &is_json, "As JSON", NULL},
    {G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &words, NULL,
     "strace LOG... | dxt TEXT"},
    G_OPTION_ENTRY_NULL};

static const char description[] =
    "strace  logs of strace -f -ttt -T -y -e trace=%file,%desc,%process,read,write,lseek -o LOG\n"
    "        (one file, or LOG.PID of -ff). Each process that has I/O of files becomes a rank, "
    "each\n"
    "        thread a thread. Left out: pipes, sockets, terminals, devices\n"
    "dxt     what darshan-dxt-parser prints: rows of X_POSIX. Those of X_MPIIO are left out where "
    "a\n"
    "        file has both, as MPI-IO made the others of them; with --mpi-io it is the other way\n"
    "        round. Accesses of a rank at the same time become threads\n"
    "hdtrace import also takes what is no I/O (see their own --help):\n"
    "paje    a trace of Paje, as SimGrid writes it\n"
    "otf2    an archive of OTF2, as Score-P writes it\n"
    "slog2   a file of SLOG-2, as MPE makes for Jumpshot\n"
    "A line that can't be understood is told with its number, and nothing is written (status 2).\n";

void import_count(GHashTable *counts, const char *key)
{
    const gpointer found = g_hash_table_lookup(counts, key);
    g_hash_table_replace(counts, g_strdup(key), GSIZE_TO_POINTER(GPOINTER_TO_SIZE(found) + 1));
}

GHashTable *import_counts_new(void)
{
    return g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
}

static int complain(const GError *error)
{
    (void)fprintf(stderr, "hdreplay: %s\n", error->message);
    return EXIT_BAD_INPUT;
}

static gint by_name(gconstpointer a, gconstpointer b)
{
    return strcmp(a, b);
}

/* `"read": 3, "write": 5`, or without quotes as text. */
static char *list(GHashTable *counts)
{
    g_autoptr(GList) keys = g_list_sort(g_hash_table_get_keys(counts), by_name);
    GString *text = g_string_new(NULL);
    for (const GList *key = keys; key != NULL; key = key->next) {
        g_autofree char *quoted = hd__json_quote(key->data);
        g_string_append_printf(text, "%s%s%s%" G_GSIZE_FORMAT, key == keys ? "" : ", ",
                               is_json ? quoted : (char *)key->data, is_json ? ": " : " ",
                               GPOINTER_TO_SIZE(g_hash_table_lookup(counts, key->data)));
    }
    return g_string_free(text, FALSE);
}

static gboolean print(const struct import_summary *summary, GError **error)
{
    g_autofree char *calls = list(summary->calls);
    g_autofree char *skipped = list(summary->skipped);
    if (is_json) {
        g_autofree char *path = hd__json_quote(output);
        (void)printf("{\"project\": %s, \"processes\": %u, \"processesWithoutIo\": %u, "
                     "\"threads\": %u, \"files\": %u, \"unfinished\": %" G_GUINT64_FORMAT
                     ", \"calls\": {%s}, \"skipped\": {%s}}\n",
                     path, summary->processes, summary->idle, summary->threads, summary->files,
                     summary->unfinished, calls, skipped);
    } else {
        (void)printf("%s: %u processes, %u threads, %u files\n", output, summary->processes,
                     summary->threads, summary->files);
        (void)printf("calls: %s\n", calls);
        if (*skipped != '\0') {
            (void)printf("left out, no I/O of files: %s\n", skipped);
        }
        if (summary->idle > 0) {
            (void)printf("processes without I/O of files, left out: %u\n", summary->idle);
        }
        if (summary->unfinished > 0) {
            (void)printf("calls without an end, left out: %" G_GUINT64_FORMAT "\n",
                         summary->unfinished);
        }
    }
    return fflush(stdout) == 0 || plan_fail(error, "standard output: %s", g_strerror(errno));
}

static gboolean import(GError **error)
{
    const char *const kind = words == NULL ? "" : words[0];
    const gboolean is_dxt = strcmp(kind, "dxt") == 0;
    if ((!is_dxt && strcmp(kind, "strace") != 0) || words[1] == NULL || output == NULL ||
        (is_dxt && words[2] != NULL)) {
        return plan_fail(error, "import: strace LOG... or dxt TEXT, and -o DIR; see hdreplay "
                                "import --help");
    }
    if ((name != NULL && *name == '\0') || (host != NULL && *host == '\0')) {
        return plan_fail(error, "import: an empty name");
    }
    if (prefers_mpi && !is_dxt) {
        return plan_fail(error, "import: --mpi-io is of dxt");
    }
    const struct import_options options = {output, name, host, prefers_mpi, words + 1};
    struct import_summary summary = {.calls = import_counts_new(), .skipped = import_counts_new()};
    const gboolean ok =
        (is_dxt ? import_dxt : import_strace)(&options, &summary, error) && print(&summary, error);
    g_hash_table_unref(summary.calls);
    g_hash_table_unref(summary.skipped);
    return ok;
}

int import_main(int argc, char **argv)
{
    g_autoptr(GOptionContext) context =
        g_option_context_new("- a project made of what another tool has recorded");
    g_autoptr(GError) error = NULL;
    g_option_context_add_main_entries(context, entries, NULL);
    g_option_context_set_description(context, description);
    if (!g_option_context_parse(context, &argc, &argv, &error) || !import(&error)) {
        return complain(error);
    }
    return 0;
}
