/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef STAND_IN_FS_H
#define STAND_IN_FS_H
/* A library of ours that has the functions and tables of an OrangeFS client. */

/* Write so many bytes as operation `number`, which returns when it has ended. Each operation prints
 * "sent NUMBER TOKEN" with the token that its requests carry, or "-".
 * @return the operation's error */
int stand_in_write(int number, long bytes);

#endif
