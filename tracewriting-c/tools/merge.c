/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hdtrace-merge: make the project files of a folder from the fragments that processes left there.
 *
 * A fragment says itself where it belongs (its Topology line). Files of the original HDTrace have
 * none: their names are split at '_' from the right into project, host, rank and thread. */

#include "previous.h"
#include "ring.h"
#include "scan.h"

#include <glib.h>
#include <glib/gstdio.h>
#include <hdtrace/project.h>
#include <stdio.h>

enum { EXIT_FAULT = 1, EXIT_BAD_INPUT = 2 };

static gboolean only_incomplete;
static gboolean only_rings;
static gboolean rings_elsewhere;
static gboolean compat_original;

static const GOptionEntry options[] = {
    {"incomplete", 'i', 0, G_OPTION_ARG_NONE, &only_incomplete,
     "Leave project files alone that no process is missing from", NULL},
    {"rings", 'r', 0, G_OPTION_ARG_NONE, &only_rings,
     "Only bring traces up to date, make no project files", NULL},
    {"elsewhere", 0, 0, G_OPTION_ARG_NONE, &rings_elsewhere,
     "Take over rings of other machines too: the run is over, no process of it is left", NULL},
    {"compat-original", 0, 0, G_OPTION_ARG_NONE, &compat_original,
     "Write only what readers of the original accept, as with HDTRACE_COMPAT=original", NULL},
    G_OPTION_ENTRY_NULL};

static void complain(const char *file, const char *cause)
{
    (void)fprintf(stderr, "hdtrace merge: %s: %s\n", file, cause);
}

static void report_skipped(const char *path, size_t lines)
{
    if (lines > 0) {
        g_autofree char *text = g_strdup_printf("%zu malformed line%s of the fragments left out",
                                                lines, lines == 1 ? "" : "s");
        complain(path, text);
    }
}

/** Take over what the earlier project file holds; one that can't be used is put aside. */
static void add_previous(const struct scan_project *found, const char *path)
{
    g_autoptr(GError) error = NULL;
    if (!previous_add(found, path, &error)) {
        g_autofree char *aside = g_strconcat(path, ".old", NULL);
        g_autofree char *text = g_strdup_printf("%s; it is kept as %s", error->message, aside);
        complain(path, g_rename(path, aside) == 0 ? text : error->message);
    }
}

static int merge_project(const char *directory, const struct scan_project *found)
{
    g_autofree char *file = g_strconcat(found->name, ".proj", NULL);
    g_autofree char *path = g_build_filename(directory, file, NULL);
    if (only_incomplete && !previous_is_incomplete(path)) {
        return 0;
    }
    add_previous(found, path);
    if (compat_original || g_strcmp0(g_getenv("HDTRACE_COMPAT"), "original") == 0) {
        hd_project_set_compat_original(found->project);
    }
    report_skipped(path, hd_project_get_skipped_lines(found->project));
    if (hd_project_write(found->project, path) != HD_OK) {
        complain(path, hd_error_get_text());
        return EXIT_FAULT;
    }
    (void)printf("%s: %u process%s, %u statistics file%s\n", path, found->processes,
                 found->processes == 1 ? "" : "es", found->statistics,
                 found->statistics == 1 ? "" : "s");
    return 0;
}

/** GLib's own sentence names the folder once more. */
static const char *cause_of(const GError *error)
{
    if (g_error_matches(error, G_FILE_ERROR, G_FILE_ERROR_NOENT)) {
        return "no such folder";
    }
    if (g_error_matches(error, G_FILE_ERROR, G_FILE_ERROR_NOTDIR)) {
        return "is no folder";
    }
    if (g_error_matches(error, G_FILE_ERROR, G_FILE_ERROR_ACCES)) {
        return "access denied";
    }
    return error->message;
}

static int merge_directory(const char *directory)
{
    g_autoptr(GError) error = NULL;
    const gboolean converted = ring_convert_directory(directory, rings_elsewhere, complain);
    if (only_rings) {
        return converted ? 0 : EXIT_FAULT;
    }
    g_autoptr(GPtrArray) projects = scan_directory(directory, complain, &error);
    if (projects == NULL) {
        complain(directory, cause_of(error));
        return EXIT_BAD_INPUT;
    }
    if (projects->len == 0) {
        complain(directory, "holds no fragment, trace or statistics file");
        return EXIT_BAD_INPUT;
    }
    int worst = converted ? 0 : EXIT_FAULT;
    for (guint i = 0; i < projects->len; i++) {
        const int result = merge_project(directory, g_ptr_array_index(projects, i));
        worst = MAX(worst, result);
    }
    return worst;
}

int main(int argc, char **argv)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(GOptionContext) context = g_option_context_new("DIR");
    g_option_context_set_summary(
        context,
        "Makes DIR/PROJECT.proj from the fragments (.info), traces (.trc) and statistics "
        "(.stat)\nthat the processes of a run left in DIR, also after a crash. What only an "
        "earlier\nDIR/PROJECT.proj knows is taken over. Rings (.ring) of processes that are gone "
        "are\nmade part of their traces first.\n"
        "Exit status: 0 success, 1 a project could not be written, 2 bad input or usage.");
    g_option_context_add_main_entries(context, options, NULL);
    if (!g_option_context_parse(context, &argc, &argv, &error)) {
        (void)fprintf(stderr, "hdtrace merge: %s\n", error->message);
        return EXIT_BAD_INPUT;
    }
    if (argc != 2) {
        (void)fputs(
            "usage: hdtrace merge [--incomplete | --rings] [--elsewhere] [--compat-original] DIR\n",
            stderr);
        return EXIT_BAD_INPUT;
    }
    return merge_directory(argv[1]);
}
