/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HDPVFS_TROVE_H
#define HDPVFS_TROVE_H
/* Operations of the storage layer: byte streams, key-value pairs, data spaces. */

#include "symbols.h"

#include <hdpvfs/abi.h>

/* @return NULL, or why they aren't seen */
const char *hdpvfs_trove_install(const hdpvfs_object *object);

#endif
