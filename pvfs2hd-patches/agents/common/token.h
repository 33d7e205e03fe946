/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HDPVFS_TOKEN_H
#define HDPVFS_TOKEN_H
/* Tokens and their states in the files of relations, and how they find their parents.
 * Thread: any, between hdpvfs_enter and hdpvfs_leave. */

#include "session.h"

#include <hdpvfs/abi.h>

enum { HDPVFS_TOKEN_BYTES = 512, HDPVFS_VALUES_MAX = 6 };

/* The hint that carries a token's text from a client to servers. */
#define HDPVFS_TOKEN_HINT "pvfs.hint.reltoken"

/* Attributes of one state. */
typedef struct hdpvfs_values {
    size_t count;
    hd_relation_attribute list[HDPVFS_VALUES_MAX];
    char text[HDPVFS_VALUES_MAX][24];
} hdpvfs_values;

void hdpvfs_values_add(hdpvfs_values *values, const char *name, int64_t number);

/* `text` must outlive the values. */
void hdpvfs_values_add_text(hdpvfs_values *values, const char *name, const char *text);

/* Begin a token. Its parent is `parent`, else the token with the text `remote`, else nothing.
 * @return without serial: the facility isn't recorded */
hdpvfs_token hdpvfs_token_begin(hdpvfs_session *session, hdpvfs_facility facility,
                                hdpvfs_token parent, const char *remote);
void hdpvfs_token_end(hdpvfs_session *session, hdpvfs_token token);

/* States of a token; of none, or of an earlier recording, nothing is written. */
void hdpvfs_state_begin(hdpvfs_session *session, hdpvfs_token token, const char *name,
                        const hdpvfs_values *values);
/* The end of its state and its own. @return the time of both, 0: nothing was written */
int64_t hdpvfs_token_close(hdpvfs_session *session, hdpvfs_token token,
                           const hdpvfs_values *values);

void hdpvfs_state_end(hdpvfs_session *session, hdpvfs_token token, const hdpvfs_values *values);

/* A begin or an end that was made ready. */
void hdpvfs_state_put(hdpvfs_session *session, hdpvfs_token token,
                      const hd_relation_phrase *phrase);

bool hdpvfs_token_is_current(const hdpvfs_session *session, hdpvfs_token token);

/* Find the value of a hint in a list that was checked. @return NULL: it has none, or no text */
const char *hdpvfs_hints_get(const hdpvfs_hint *hints, const char *name);

/* Tell whether a list looks like one; pointers that lead nowhere are no harm. */
bool hdpvfs_hints_check(const hdpvfs_hint *hints);

/* Read memory that may not be there. */
bool hdpvfs_read(const void *from, void *to, size_t size);

/* What goes on with these hints belongs to this token: NULL hints do nothing. */
void hdpvfs_owner_set(const hdpvfs_hint *hints, hdpvfs_token token);

/* @return the one that is set, without serial when there is none */
hdpvfs_token hdpvfs_owner_get(const hdpvfs_hint *hints);

/* Begin a token for work with these hints: below their owner, else below what this thread works
 * for, else below the token that the hints name. */
hdpvfs_token hdpvfs_token_begin_with(hdpvfs_session *session, hdpvfs_facility facility,
                                     const hdpvfs_hint *hints);

#endif
