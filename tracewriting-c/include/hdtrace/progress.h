/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HDTRACE_PROGRESS_H
#define HDTRACE_PROGRESS_H
/** What to say while a ring becomes text, for the callback of hdtrace/ring.h: nothing about work
 *  that is short, so that nobody takes long work for a program that hangs.
 *
 *  Thread: any, one at a time for each hd_progress. */

#include <hdtrace/status.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct hd_progress {
    const char *what; /**< begins each line, as "hdtrace merge: P.ring"; may change on the way */
    bool on_terminal; /**< from 2 s on one line, written over twice a second and taken away at the
                           end; else one line in all, after 10 s */
    int64_t begin_ns; /**< of the work, by a clock that does not go back */
    int64_t told_ns;  /**< the last line; the library's own */
    bool told;        /**< there was one that stays, or still stands; the library's own */
} hd_progress;

enum { HD_PROGRESS_BYTES = 512 }; /**< enough for each line */

/** Get what to write to the standard error stream now; a `what` that is too long is cut.
 *  @param now_ns  by the clock of begin_ns
 *  @param done    of `total`; both the same at the end
 *  @param line    with room for HD_PROGRESS_BYTES; not ended by NUL where there is nothing to say
 *  @return its bytes; 0: nothing */
HD_API size_t hd_progress_get_line(hd_progress *progress, int64_t now_ns, uint64_t done,
                                   uint64_t total, char *line);

#ifdef __cplusplus
}
#endif
#endif
