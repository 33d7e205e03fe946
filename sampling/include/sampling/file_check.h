/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HD_SAMPLING_FILE_CHECK_H
#define HD_SAMPLING_FILE_CHECK_H
/** Looking at a file before it is written. */

/** Check that a file can be created or overwritten, and leave it as it is. A full disk is not
 *  found. @return 0 | an errno value */
int hd__check_writable(const char *path);

#endif
