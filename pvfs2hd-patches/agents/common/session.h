/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HDPVFS_SESSION_H
#define HDPVFS_SESSION_H
/* A recording: its files, from the first operation after it was switched on until it is switched
 * off or the process ends. Hooks work between hdpvfs_enter and hdpvfs_leave, and never hold a
 * recording while the traced program's own function runs.
 * Thread: any. */

#include "config.h"

#include <hdtrace/relation.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct hdpvfs_session hdpvfs_session;

/* A token of the recording `serial`; 0: none. */
typedef struct hdpvfs_token {
    hd_token token;
    unsigned serial;
} hdpvfs_token;

/* The token that this thread works for. */
extern _Thread_local hdpvfs_token hdpvfs_here;

/* Begin work on the recording. @return NULL: nothing is recorded now, don't leave */
hdpvfs_session *hdpvfs_enter(void);

/* The same; opens the files when recording is wanted and they aren't open. For operations only:
 * before the first one a server may still become a daemon. is_pending: the files aren't open yet.
 */
hdpvfs_session *hdpvfs_enter_first(void);
bool hdpvfs_session_is_pending(void);
void hdpvfs_leave(void);

/* Switch on and off. `project`: NULL is that of the environment, with .2, .3, ... after the first
 * recording of the process. */
void hdpvfs_session_want(const char *project);
void hdpvfs_session_end(void);
bool hdpvfs_session_is_wanted(void);

/* Be called before files are closed: what is pending then doesn't count any more. */
unsigned hdpvfs_session_serial(const hdpvfs_session *session);

/* The file of relations of a facility; NULL: it isn't recorded. */
hd_relation *hdpvfs_session_relation(const hdpvfs_session *session, hdpvfs_facility facility);

/* So many more operations of the facility are pending. `now_ns`: what hd_relation_hold gave back
 * for the same event, 0: none. */
void hdpvfs_count(hdpvfs_session *session, hdpvfs_facility facility, int change, int64_t now_ns);

/* Take note of what became of a call of the library: the first failure ends the recording. */
void hdpvfs_check(hdpvfs_session *session, hd_status status);

/* Each recording has one of these; the agent's own. */
extern const bool hdpvfs_samples_node;    /* it samples the node's utilization */
extern const hdpvfs_facility hdpvfs_role; /* HDPVFS_SERVER or HDPVFS_CLIENT */

/* Set up: the child of a fork records nothing of its own. */
void hdpvfs_session_init(void);

#endif
