/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HDPVFS_POST_H
#define HDPVFS_POST_H
/* How an operation begins, and how its token gets into its requests. */

#include "symbols.h"

/* Find the library with the client's part of OrangeFS. */
bool hdpvfs_post_find(hdpvfs_object *object);

/* @return NULL, or why servers won't know what a request belongs to */
const char *hdpvfs_post_install(const hdpvfs_object *object);

#endif
