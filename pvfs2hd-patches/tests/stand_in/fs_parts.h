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
    hdpvfs_machine *machine;
    int number; /* -1: asks for the state of servers */
    long bytes;
    int error;
    bool ended;
} operation;

/* What the agent looks for; called as a library calls what it exports. */
int PINT_client_state_machine_post(hdpvfs_smcb *smcb, int64_t *id, void *user);
int PVFS_hint_add_internal(const hdpvfs_hint **hints, int type, int length, void *value);
int PVFS_hint_add(const hdpvfs_hint **hints, const char *name, int length, const void *value);

/* What servers are asked with; only some of these libraries have it. */
int PVFS_util_get_default_fsid(int32_t *id);
int PVFS_util_gen_credential_defaults(void *credential);
int PVFS_sys_statfs(int32_t id, const char *credential, void *state, const hdpvfs_hint *hints);
void PVFS_hint_free(const hdpvfs_hint *hints);

extern hdpvfs_machine pvfs2_client_io_sm, pvfs2_client_statfs_sm;

/* The text of the token among the hints, or "-". */
const char *sent_token(const hdpvfs_hint *hint);
void free_hints(const hdpvfs_hint *hint);

#endif
