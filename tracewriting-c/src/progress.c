/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <hdtrace/progress.h>
#include <stdio.h>
#include <string.h>

enum { WHAT_BYTES = HD_PROGRESS_BYTES - 100, PLAIN_S = 10 };

static const int64_t second_ns = 1000000000;

static bool is_due(const hd_progress *progress, int64_t now_ns)
{
    if (!progress->on_terminal) {
        return !progress->told && now_ns - progress->begin_ns > PLAIN_S * second_ns;
    }
    return now_ns - progress->begin_ns > 2 * second_ns &&
           (!progress->told || now_ns - progress->told_ns > second_ns / 2);
}

static size_t put_line(const hd_progress *progress, unsigned percent, char *line)
{
    /* behind what is written over, the rest of the line is cleared */
    const int bytes =
        snprintf(line, HD_PROGRESS_BYTES,
                 progress->on_terminal ? "\r%.*s: %u %% is text\033[K"
                                       : "%.*s: %u %% is text after 10 s, the rest follows\n",
                 WHAT_BYTES, progress->what, percent);
    return bytes > 0 ? (size_t)bytes : 0;
}

/* The line on a terminal, if there is one, is taken away. */
static size_t end(hd_progress *progress, char *line)
{
    static const char clear[] = "\r\033[K";
    if (!progress->on_terminal || !progress->told) {
        return 0;
    }
    progress->told = false;
    memcpy(line, clear, sizeof clear);
    return sizeof clear - 1;
}

size_t hd_progress_get_line(hd_progress *progress, int64_t now_ns, uint64_t done, uint64_t total,
                            char *line)
{
    if (done >= total) {
        return end(progress, line);
    }
    if (!is_due(progress, now_ns)) {
        return 0;
    }
    progress->told = true;
    progress->told_ns = now_ns;
    return put_line(progress, (unsigned)((double)done / (double)total * 100), line);
}
