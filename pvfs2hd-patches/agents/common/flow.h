/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HDPVFS_FLOW_H
#define HDPVFS_FLOW_H
/* Flows between network, storage and memory. */

#include "symbols.h"

/* @return NULL, or why flows aren't seen */
const char *hdpvfs_flow_install(const hdpvfs_object *object);

#endif
