/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef STAND_IN_FS_PARTS_H
#define STAND_IN_FS_PARTS_H
/* The parts of the library, each in a file of its own, so that --wrap reaches calls between them.
 */

#include "fs.h"
#include "stand_in.h"

typedef struct operation {
    hdpvfs_smcb smcb;
    const hdpvfs_hint *hints;
    hdpvfs_flow flow;
    int number;
    long bytes;
    int error;
    bool ended;
} operation;

/* What the agent looks for; called as a library calls what it exports. */
int PINT_client_state_machine_post(hdpvfs_smcb *smcb, int64_t *id, void *user);
int PVFS_hint_add_internal(const hdpvfs_hint **hints, int type, int length, void *value);
int PVFS_hint_add(const hdpvfs_hint **hints, const char *name, int length, void *value);

extern hdpvfs_state fs_first_state;

/* The text of the token among the hints, or "-". */
const char *sent_token(const hdpvfs_hint *hint);
void free_hints(const hdpvfs_hint *hint);

#endif
