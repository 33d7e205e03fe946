/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HDPVFS_PROBE_H
#define HDPVFS_PROBE_H
/* Asks servers whether they take the hint with a token, by an operation of our own that changes
 * nothing: the state of all servers of the file system. So none of the program's fails where an old
 * server refuses it. Thread: any, one at a time; not between hdpvfs_enter and hdpvfs_leave. */

#include "symbols.h"

typedef enum hdpvfs_answer {
    HDPVFS_CANT_ASK,   /* the library lacks what is needed */
    HDPVFS_ASK_LATER,  /* no file system is mounted yet */
    HDPVFS_NO_ANSWER,  /* not with the hint, and not without */
    HDPVFS_IS_TAKEN,   /* by all servers */
    HDPVFS_IS_REFUSED, /* with the hint they refuse what they do without */
} hdpvfs_answer;

/* Find the functions of the client's library. */
void hdpvfs_probe_install(const hdpvfs_object *object);

/* `text`: the token of the operation that waits for the answer. */
hdpvfs_answer hdpvfs_probe(const char *text);

#endif
