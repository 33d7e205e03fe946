/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "change.h"

#include "plan/plan_error.h"

#include <errno.h>
#include <json_text.h>
#include <stdio.h>
#include <string.h>

enum { EXIT_BAD_INPUT = 2, AGGREGATORS_MAX = 1 << 20, HINT_MAX = 255 };

static char *output;
static char **given_hints;
static char **removed_hints;
static char *merge;
static char *aggregators;
static char *alignment;
static gboolean collective;
static gboolean is_json;
static char **plans;

static const GOptionEntry entries[] = {
    {"output", 'o', 0, G_OPTION_ARG_FILENAME, &output, "Write the changed plan", "PLAN2"},
    {"merge", 0, 0, G_OPTION_ARG_STRING, &merge,
     "Writes of a trace that go on where the last one ended become one of at most so many bytes",
     "BYTES"},
    {"collective", 0, 0, G_OPTION_ARG_NONE, &collective,
     "Accesses that all processes of an opened file make alone become collective ones, where none "
     "can come to wait for another for ever",
     NULL},
    {"hint", 0, 0, G_OPTION_ARG_STRING_ARRAY, &given_hints,
     "Open all files with this hint, in the place of a recorded one", "KEY=VALUE"},
    {"unset-hint", 0, 0, G_OPTION_ARG_STRING_ARRAY, &removed_hints, "Leave a recorded hint out",
     "KEY"},
    {"aggregators", 0, 0, G_OPTION_ARG_STRING, &aggregators,
     "So many processes do the I/O of collective calls: the hints cb_nodes and cb_config_list of "
     "ROMIO",
     "N"},
    {"align", 0, 0, G_OPTION_ARG_STRING, &alignment,
     "Aggregators part files at multiples of so many bytes: the hints striping_unit and "
     "romio_cb_fr_alignment of ROMIO",
     "BYTES"},
    {"json", 0, 0, G_OPTION_ARG_NONE, &is_json, "As JSON", NULL},
    {G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &plans, NULL, "PLAN"},
    G_OPTION_ENTRY_NULL};

static int complain(const GError *error)
{
    (void)fprintf(stderr, "hdreplay: %s\n", error->message);
    return EXIT_BAD_INPUT;
}

static gboolean read_number(const char *name, const char *text, guint64 most, guint64 *value,
                            GError **error)
{
    *value = 0;
    return text == NULL || g_ascii_string_to_unsigned(text, 10, 1, most, value, NULL) ||
           plan_fail(error, "--%s %s: a number from 1 to %" G_GUINT64_FORMAT, name, text, most);
}

static gboolean add_hints(GPtrArray *hints, GError **error)
{
    for (guint i = 0; given_hints != NULL && given_hints[i] != NULL; i++) {
        const char *equals = strchr(given_hints[i], '=');
        if (equals == NULL || equals == given_hints[i] || equals[1] == '\0' ||
            equals - given_hints[i] > HINT_MAX || strpbrk(given_hints[i], "\n\r") != NULL) {
            return plan_fail(error, "--hint %s: a hint is KEY=VALUE", given_hints[i]);
        }
        g_ptr_array_add(hints, g_strdup(given_hints[i]));
    }
    return TRUE;
}

static gboolean read_options(struct change_options *options, GPtrArray *hints, GError **error)
{
    guint64 bytes = 0;
    guint64 nodes = 0;
    guint64 unit = 0;
    if (!read_number("merge", merge, G_MAXINT32, &bytes, error) ||
        !read_number("aggregators", aggregators, AGGREGATORS_MAX, &nodes, error) ||
        !read_number("align", alignment, G_MAXINT32, &unit, error) || !add_hints(hints, error)) {
        return FALSE;
    }
    if (nodes > 0) {
        g_ptr_array_add(hints, g_strdup_printf("cb_nodes=%" G_GUINT64_FORMAT, nodes));
        g_ptr_array_add(hints, g_strdup_printf("cb_config_list=*:%" G_GUINT64_FORMAT, nodes));
    }
    if (unit > 0) {
        g_ptr_array_add(hints, g_strdup_printf("striping_unit=%" G_GUINT64_FORMAT, unit));
        g_ptr_array_add(hints, g_strdup_printf("romio_cb_fr_alignment=%" G_GUINT64_FORMAT, unit));
    }
    options->hints = NULL;
    if (hints->len > 0) {
        g_ptr_array_add(hints, NULL);
        options->hints = (char **)hints->pdata;
    }
    options->no_hints = removed_hints;
    options->merge_bytes = (int64_t)bytes;
    options->collective = collective;
    if (!collective && options->hints == NULL && options->no_hints == NULL && bytes == 0) {
        return plan_fail(error, "transform: nothing to change; see hdreplay transform --help");
    }
    return TRUE;
}

static void print(const struct change_result *result)
{
    if (is_json) {
        g_autofree char *path = hd__json_quote(output);
        (void)printf("{\"plan\": %s, \"callsBefore\": %" G_GUINT64_FORMAT
                     ", \"calls\": %" G_GUINT64_FORMAT ", \"mergedWrites\": %" G_GUINT64_FORMAT
                     ", \"unknownPlaces\": %" G_GUINT64_FORMAT ", \"hintSets\": %" G_GUINT64_FORMAT
                     ", \"becameCollective\": %" G_GUINT64_FORMAT
                     ", \"leftAlone\": %" G_GUINT64_FORMAT "}\n",
                     path, result->calls_before, result->calls, result->merged, result->unfitting,
                     result->hints, result->joined, result->alone);
        return;
    }
    (void)printf("%s: %" G_GUINT64_FORMAT " calls, %" G_GUINT64_FORMAT " before\n", output,
                 result->calls, result->calls_before);
    if (merge != NULL) {
        (void)printf("writes that became part of the one before: %" G_GUINT64_FORMAT
                     "; left alone, as their type or view does not tell where they go: "
                     "%" G_GUINT64_FORMAT "\n",
                     result->merged, result->unfitting);
    }
    if (collective) {
        (void)printf("accesses that became collective: %" G_GUINT64_FORMAT
                     "; left alone, as not all processes make them at the same point: "
                     "%" G_GUINT64_FORMAT "\n",
                     result->joined, result->alone);
    }
    if (given_hints != NULL || removed_hints != NULL || aggregators != NULL || alignment != NULL) {
        (void)printf("opens, views and infos with other hints: %" G_GUINT64_FORMAT "\n",
                     result->hints);
    }
}

static gboolean change(const struct change_options *options, GError **error)
{
    struct plan_file_image image;
    struct change_result result;
    if (!plan_file_open(plans[0], true, &image, error)) {
        return FALSE;
    }
    const gboolean ok = change_plan(&image, options, output, &result, error);
    plan_file_close(&image);
    if (!ok) {
        return FALSE;
    }
    print(&result);
    return fflush(stdout) == 0 || plan_fail(error, "standard output: %s", g_strerror(errno));
}

int change_main(int argc, char **argv)
{
    g_autoptr(GOptionContext) context =
        g_option_context_new("- a plan as if the program did its I/O otherwise");
    g_autoptr(GPtrArray) hints = g_ptr_array_new_with_free_func(g_free);
    g_autoptr(GError) error = NULL;
    struct change_options options;
    g_option_context_add_main_entries(context, entries, NULL);
    if (!g_option_context_parse(context, &argc, &argv, &error)) {
        return complain(error);
    }
    if (plans == NULL || plans[1] != NULL || output == NULL) {
        (void)plan_fail(&error,
                        "transform: exactly one PLAN, and -o PLAN2; see hdreplay transform --help");
        return complain(error);
    }
    if (!read_options(&options, hints, &error) || !change(&options, &error)) {
        return complain(error);
    }
    return 0;
}
