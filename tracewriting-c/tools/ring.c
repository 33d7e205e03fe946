/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ring.h"

#include "reindex.h"

#include <glib/gstdio.h>
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

static gboolean convert(const char *path, gboolean elsewhere, ring_complain *complain)
{
    hd_ring_report report;
    const hd_ring_options options = {.elsewhere = elsewhere};
    const hd_status status = hd_ring_convert_with(path, &options, &report);
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
    const char *name = NULL;
    while (folder != NULL && (name = g_dir_read_name(folder)) != NULL) {
        if (g_str_has_suffix(name, ".ring")) {
            g_autofree char *path = g_build_filename(directory, name, NULL);
            done = convert(path, elsewhere, complain) && done;
        }
    }
    if (folder != NULL) { /* what can't be listed is told by who needs its files */
        g_dir_close(folder);
    }
    return done;
}
