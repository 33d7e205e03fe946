/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HD_SRC_HELPER_H
#define HD_SRC_HELPER_H
/* The one thread that this library starts: it makes frames of compressed traces, so that no traced
 * call has to. It exists from the first piece of work until the last job leaves, takes no signals,
 * and is absent in a forked child, whose own jobs start another one. Where it can't be started, the
 * work is left to whoever ends the job. */

#include "compress.h"

#include <stdbool.h>

typedef struct hd__job {
    struct hd__job *next;
    bool ready; /* has work; the three are guarded by the helper's lock */
    bool busy;  /* the helper is at it */
    /* Do one piece of work without the lock; true when there is more. */
    bool (*work)(struct hd__job *job, hd__compressor *compressor);
} hd__job;

enum { HD__FRAME_BYTES = 1 << 20 }; /* what the helper's compressor is made for */

/* Enter a job; any thread. */
void hd__helper_enter(hd__job *job);

/* Tell that a job has work. */
void hd__helper_wake(hd__job *job);

/* Take a job off, waiting for the piece that the helper is at; ends the helper with the last. */
void hd__helper_leave(hd__job *job);

#endif
