/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HD_SRC_RING_OWNER_H
#define HD_SRC_RING_OWNER_H
/* Whether the process that writes a ring is still there. It holds a lock on the file, which no
 * death outlasts. A program may lose the lock by closing descriptors that it did not open, and not
 * every file system has locks: so on the same machine the process itself is looked for as well, by
 * its number and the moment it was started. On another machine it can't be, and a lock that is free
 * proves nothing there: many file systems keep locks to the machine that took them. */

#include "ring_file.h"

#include <hdtrace/status.h>

typedef enum hd__ring_owner {
    HD__OWNER_GONE, /* the file is locked for the caller now */
    HD__OWNER_LIVES,
    HD__OWNER_ELSEWHERE /* nobody has locked it, but its process may run on another machine */
} hd__ring_owner;

enum { HD__RING_HOST_BYTES = 128 };

/* Open the file of a new ring, empty, and lock it. Who takes files over that were never begun does
 * so with their lock, so this one has its name until its writer takes it away. Where there are no
 * locks it goes without. The descriptor or a negative error number; -EBUSY: another process has it.
 */
int hd__ring_open_own(const char *path);

/* Remove a file whose writer died before it began. HD_OK also when it is gone; HD_STATE: it begins
 * just now; HD_IO */
hd_status hd__ring_remove_unbegun(const char *path);

/* Sign the head as this process's, and lock the file. */
void hd__ring_sign(hd__ring_map *map);

hd__ring_owner hd__ring_claim(const hd__ring_map *map);

/* The name of the writer's machine, as it can be printed. */
void hd__ring_get_host(const hd__ring_map *map, char name[HD__RING_HOST_BYTES]);

#endif
