/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HDPVFS_TROVE_OP_H
#define HDPVFS_TROVE_OP_H
/* One operation of the storage layer, as its arguments tell it. */

#include "ops.h"

typedef uint64_t hdpvfs_word;

/* How the arguments describe what is moved. */
typedef enum hdpvfs_transfer { HDPVFS_NO_DATA, HDPVFS_ONE_PART, HDPVFS_PARTS } hdpvfs_transfer;

typedef struct hdpvfs_trove_call {
    const char *name;
    int hints; /* place of the hints, 0: none */
    bool has_handle;
    hdpvfs_transfer transfer;
} hdpvfs_trove_call;

hdpvfs_op *hdpvfs_trove_begin(const hdpvfs_trove_call *call, const hdpvfs_word *arguments);
int hdpvfs_trove_end(hdpvfs_op *op, int result, hdpvfs_word id_place);
void hdpvfs_trove_completed(int64_t id, int32_t error);

#endif
