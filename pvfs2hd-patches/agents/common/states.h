/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HDPVFS_STATES_H
#define HDPVFS_STATES_H
/* States of machines that run: how they begin and end, as texts that are made ready once.
 * Thread: any, between hdpvfs_enter and hdpvfs_leave. */

#include "token.h"

/* How a state's function ended; ENDED: nobody knows. */
typedef enum hdpvfs_ending {
    HDPVFS_IS_DEFERRED,
    HDPVFS_IS_COMPLETE,
    HDPVFS_IS_TERMINATED,
    HDPVFS_HAS_FAILED,
    HDPVFS_HAS_ENDED
} hdpvfs_ending;

/* Before there are threads. */
void hdpvfs_states_prepare(void);

/* `ready`: the begin with this name, NULL: it was not made. */
void hdpvfs_states_begin(hdpvfs_session *session, hdpvfs_token token,
                         const hd_relation_phrase *ready, const char *name);

/* `result`: 0, or what the state is told to have had. */
void hdpvfs_states_end(hdpvfs_session *session, hdpvfs_token token, hdpvfs_ending ending,
                       int32_t result);

/* Of what a state's function gave back. */
hdpvfs_ending hdpvfs_ending_of(int result);

#endif
