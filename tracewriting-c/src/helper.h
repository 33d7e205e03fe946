/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HD_SRC_HELPER_H
#define HD_SRC_HELPER_H
/* The one thread that this library starts: it makes frames of compressed traces and the next part
 * of rings, so that no traced call has to. It exists while there are jobs, with or without work: a
 * traced call that started it would allocate, maybe under a signal handler amid malloc. It takes no
 * signals, and is absent in a forked child, whose own jobs start another one. Where it can't be
 * started, the work is left to whoever owns the job. */

#include <stdbool.h>

/* What the helper keeps from one piece of work to the next, made by the first that needs it. */
typedef struct hd__kit {
    void *tool;
    void (*put_away)(void *tool);
} hd__kit;

typedef struct hd__job {
    struct hd__job *next;
    bool ready; /* has work; the three are guarded by the helper's lock */
    bool busy;  /* the helper is at it */
    /* Do one piece of work without the lock; true when there is more. */
    bool (*work)(struct hd__job *job, hd__kit *kit);
} hd__job;

/* Enter a job, and start the helper with the first; any thread, but in no traced call. */
void hd__helper_enter(hd__job *job);

/* Tell that a job has work; neither allocates nor waits for work. False: there is no helper. */
bool hd__helper_wake(hd__job *job);

/* Take the work back, waiting for the piece that the helper is at: until the job is woken again,
 * what it works on is the caller's. */
void hd__helper_hold(hd__job *job);

/* Take a job off, waiting for the piece that the helper is at; ends the helper with the last. */
void hd__helper_leave(hd__job *job);

#endif
