/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "token.h"

#include <stdio.h>
#include <string.h>

/* Own digits: this is done for each state. */
void hdpvfs_values_add(hdpvfs_values *values, const char *name, int64_t number)
{
    if (values->count == HDPVFS_VALUES_MAX) {
        return;
    }
    char *const text = values->text[values->count];
    char *at = text + sizeof values->text[0] - 1;
    uint64_t rest = number < 0 ? 0 - (uint64_t)number : (uint64_t)number;
    *at = '\0';
    do {
        *--at = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest > 0);
    if (number < 0) {
        *--at = '-';
    }
    values->list[values->count++] = (hd_relation_attribute){name, at};
}

void hdpvfs_values_add_text(hdpvfs_values *values, const char *name, const char *text)
{
    if (values->count < HDPVFS_VALUES_MAX) {
        values->list[values->count++] = (hd_relation_attribute){name, text};
    }
}

bool hdpvfs_token_is_current(const hdpvfs_session *session, hdpvfs_token token)
{
    return token.serial != 0 && token.serial == hdpvfs_session_serial(session);
}

hdpvfs_token hdpvfs_token_begin(hdpvfs_session *session, hdpvfs_facility facility,
                                hdpvfs_token parent, const char *remote)
{
    hd_relation *const relation = hdpvfs_session_relation(session, facility);
    hdpvfs_token made = {{NULL, 0}, 0};
    if (relation == NULL) {
        return made;
    }
    hd_status status = HD_INVALID;
    if (hdpvfs_token_is_current(session, parent)) {
        status = hd_relation_create_child(relation, parent.token, &made.token);
    } else if (remote != NULL) {
        status = hd_relation_create_remote_child(relation, remote, &made.token);
    }
    if (status == HD_INVALID) { /* no parent, or its text is none of ours */
        status = hd_relation_create_token(relation, &made.token);
    }
    hdpvfs_check(session, status);
    made.serial = status == HD_OK ? hdpvfs_session_serial(session) : 0;
    return made;
}

void hdpvfs_token_end(hdpvfs_session *session, hdpvfs_token token)
{
    if (hdpvfs_token_is_current(session, token)) {
        hdpvfs_check(session, hd_token_destroy(token.token));
    }
}

void hdpvfs_state_begin(hdpvfs_session *session, hdpvfs_token token, const char *name,
                        const hdpvfs_values *values)
{
    if (hdpvfs_token_is_current(session, token)) {
        hdpvfs_check(session,
                     hd_token_begin_state(token.token, name, values == NULL ? 0 : values->count,
                                          values == NULL ? NULL : values->list));
    }
}

void hdpvfs_state_end(hdpvfs_session *session, hdpvfs_token token, const hdpvfs_values *values)
{
    if (hdpvfs_token_is_current(session, token)) {
        hdpvfs_check(session, hd_token_end_state(token.token, values == NULL ? 0 : values->count,
                                                 values == NULL ? NULL : values->list, NULL));
    }
}

void hdpvfs_state_put(hdpvfs_session *session, hdpvfs_token token, const hd_relation_phrase *phrase)
{
    if (hdpvfs_token_is_current(session, token)) {
        hdpvfs_check(session, hd_token_put(token.token, phrase));
    }
}

int64_t hdpvfs_token_close(hdpvfs_session *session, hdpvfs_token token, const hdpvfs_values *values)
{
    int64_t now_ns = 0;
    if (hdpvfs_token_is_current(session, token)) {
        now_ns = hd_relation_hold(token.token.relation);
        hdpvfs_state_end(session, token, values);
        hdpvfs_token_end(session, token);
        hd_relation_release(token.token.relation);
    }
    return now_ns;
}

hdpvfs_token hdpvfs_token_begin_with(hdpvfs_session *session, hdpvfs_facility facility,
                                     const hdpvfs_hint *hints)
{
    hdpvfs_token parent = hdpvfs_owner_get(hints);
    const char *remote = NULL;
    if (!hdpvfs_token_is_current(session, parent)) {
        parent = hdpvfs_here;
    }
    if (!hdpvfs_token_is_current(session, parent)) {
        remote = hdpvfs_hints_get(hints, HDPVFS_TOKEN_HINT);
    }
    return hdpvfs_token_begin(session, facility, parent, remote);
}
