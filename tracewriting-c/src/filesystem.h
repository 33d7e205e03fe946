/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HD_SRC_FILESYSTEM_H
#define HD_SRC_FILESYSTEM_H
/* What the file system of an open file does when a block is written again: entries of hd__system,
 * which says what they mean. errno stays as it was. */

#include "sys.h"

#include <stdbool.h>
#include <stddef.h>

hd__overwriting hd__filesystem_overwrites(int fd);

/* An overlay stores into the file of its upper layer and so does what that one's file system does.
 */
bool hd__filesystem_copies(int fd);

/* Get the folder of the upper layer from an overlay's line of /proc/self/mountinfo; false when the
 * line is of another mount, or of no overlay, or `size` is too small. */
bool hd__filesystem_parse_upper(const char *line, long mount, char *folder, size_t size);

#endif
