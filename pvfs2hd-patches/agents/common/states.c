/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "states.h"

enum { ENDINGS = HDPVFS_HAS_ENDED + 1 };

static const char *const actions[ENDINGS] = {"deferred", "complete", "terminate", "failed", NULL};
static const hd_relation_phrase *ends[ENDINGS]; /* without a result; NULL: no memory */

void hdpvfs_states_prepare(void)
{
    for (int i = 0; i < ENDINGS; i++) {
        const hd_relation_attribute action = {"action", actions[i]};
        (void)!hd_relation_phrase_create(NULL, actions[i] != NULL, &action, &ends[i]);
    }
}

void hdpvfs_states_begin(hdpvfs_session *session, hdpvfs_token token,
                         const hd_relation_phrase *ready, const char *name)
{
    if (ready != NULL) {
        hdpvfs_state_put(session, token, ready);
    } else {
        hdpvfs_state_begin(session, token, name, NULL);
    }
}

void hdpvfs_states_end(hdpvfs_session *session, hdpvfs_token token, hdpvfs_ending ending,
                       int32_t result)
{
    if (result == 0 && ends[ending] != NULL) {
        hdpvfs_state_put(session, token, ends[ending]);
        return;
    }
    hdpvfs_values values;
    values.count = 0;
    if (actions[ending] != NULL) {
        hdpvfs_values_add_text(&values, "action", actions[ending]);
    }
    if (result != 0) {
        hdpvfs_values_add(&values, "result", result);
    }
    hdpvfs_state_end(session, token, &values);
}

hdpvfs_ending hdpvfs_ending_of(int result)
{
    return result == HDPVFS_DEFERRED    ? HDPVFS_IS_DEFERRED
           : result == HDPVFS_COMPLETE  ? HDPVFS_IS_COMPLETE
           : result == HDPVFS_TERMINATE ? HDPVFS_IS_TERMINATED
                                        : HDPVFS_HAS_FAILED;
}
