/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HDPVFS_REQUESTS_H
#define HDPVFS_REQUESTS_H
/* What a server's machine works for: the request in its frame, whose hints name the client's
 * token. */

#include "symbols.h"

/* Find out which layout this release has. */
void hdpvfs_requests_init(const hdpvfs_object *object);

#endif
