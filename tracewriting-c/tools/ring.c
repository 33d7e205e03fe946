/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ring.h"

#include "reindex.h"

#include <glib/gstdio.h>
#include <hdtrace/progress.h>
#include <hdtrace/ring.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/** What hd_error_get_text says behind the file's name. */
static const char *cause_of(const char *path)
{
    const char *text = hd_error_get_text();
    const size_t bytes = strlen(path);
    return g_str_has_prefix(text, path) && g_str_has_prefix(text + bytes, ": ") ? text + bytes + 2
                                                                                : text;
}

/** The index ended with its process and does not know of what came behind it now. One that can't be
 * made anew is still right as far as it goes. */
static void renew_index(const char *path)
{
    g_autofree char *stem = g_strndup(path, strlen(path) - strlen(".ring"));
    g_autofree char *trace = g_strconcat(stem, ".trc", NULL);
    g_autofree char *index = g_strconcat(trace, ".idx", NULL);
    if (g_access(index, F_OK) == 0) {
        (void)reindex_trace(trace);
    }
}

static gint64 get_now_ns(void)
{
    return g_get_monotonic_time() * 1000;
}

static void tell(void *context, uint64_t done, uint64_t total)
{
    char line[HD_PROGRESS_BYTES];
    const size_t bytes = hd_progress_get_line(context, get_now_ns(), done, total, line);
    (void)fwrite(line, 1, bytes, stderr);
}

static gboolean convert(const char *path, gboolean elsewhere, hd_progress *progress,
                        ring_complain *complain)
{
    g_autofree char *what = g_strconcat("hdtrace merge: ", path, NULL);
    progress->what = what;
    hd_ring_report report;
    const hd_ring_options options = {.elsewhere = elsewhere, .progress = tell, .context = progress};
    const hd_status status = hd_ring_convert_with(path, &options, &report);
    tell(progress, 1, 1); /* also where it failed on the way */
    if (status == HD_OK) {
        renew_index(path);
        (void)printf("%s: %" PRIu64 " state%s and %" PRIu64 " event%s taken over\n", path,
                     report.states, report.states == 1 ? "" : "s", report.events,
                     report.events == 1 ? "" : "s");
        return TRUE;
    }
    if (status != HD_END) {
        complain(path, cause_of(path));
    }
    return status == HD_STATE || status == HD_END;
}

gboolean ring_convert_directory(const char *directory, gboolean elsewhere, ring_complain *complain)
{
    GDir *folder = g_dir_open(directory, 0, NULL);
    gboolean done = TRUE;
    hd_progress progress = {.on_terminal = isatty(STDERR_FILENO) == 1, .begin_ns = get_now_ns()};
    const char *name = NULL;
    while (folder != NULL && (name = g_dir_read_name(folder)) != NULL) {
        if (g_str_has_suffix(name, ".ring")) {
            g_autofree char *path = g_build_filename(directory, name, NULL);
            done = convert(path, elsewhere, &progress, complain) && done;
        }
    }
    if (folder != NULL) { /* what can't be listed is told by who needs its files */
        g_dir_close(folder);
    }
    return done;
}
