/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HDTRACE_RING_H
#define HDTRACE_RING_H
/** What a trace in ring mode leaves behind when its process dies (FORMATS A11): X.trc, made as far
 * as the process came, and X.ring with the records that are missing there.
 *
 *  Thread: any; two conversions of one ring at the same time exclude each other. */

#include <hdtrace/status.h>
#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** What a conversion brought. */
typedef struct hd_ring_report {
    uint64_t states; /**< appended to X.trc */
    uint64_t events;
} hd_ring_report;

/** Told how far a ring has become text, in bytes of the ring: every few hundred records, and at the
 * end, in the thread that converts it. It must not use the trace. */
typedef void hd_ring_progress(void *context, uint64_t done, uint64_t total);

/** How a ring is converted. */
typedef struct hd_ring_options {
    /** The ring may be of whatever machine. The caller knows that the run is over: a process that
     * still wrote the ring would lose what it records from then on. */
    bool elsewhere;
    hd_ring_progress *progress; /**< NULL: nobody wants to know */
    void *context;              /**< of progress */
} hd_ring_options;

/** Append what X.ring holds to X.trc beside it, then remove X.ring. May be killed and repeated at
 * any time. `report` may be NULL.
 *  @return HD_OK | HD_END (there is no X.ring any more: its process ended the trace itself, or
 * another conversion was faster) | HD_STATE (the process that writes it lives, or
 * ran on another machine, where that can't be known) | HD_MISSING (no
 * X.trc to append to)
 * | HD_FORMAT (no ring, damaged, or the two don't belong together) | HD_IO | HD_NOMEM; the ring
 * stays unless HD_OK */
HD_API HD_CHECK hd_status hd_ring_convert(const char *path, hd_ring_report *report);

/** The same with options; NULL: none. */
HD_API HD_CHECK hd_status hd_ring_convert_with(const char *path, const hd_ring_options *options,
                                               hd_ring_report *report);

#ifdef __cplusplus
}
#endif
#endif
