/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HDPVFS_CLAIM_H
#define HDPVFS_CLAIM_H
/* Which of several servers of one machine this one is, among those that write files of the same
 * names. */

/* @return 1 for the first one that asks, 2 for the second, ...; a number is free again when its
 * process has ended. The same again for the same names. */
unsigned hdpvfs_claim(const char *folder, const char *project, const char *host);

#endif
