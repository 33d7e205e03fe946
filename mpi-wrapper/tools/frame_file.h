/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HDMPI_FRAME_FILE_H
#define HDMPI_FRAME_FILE_H
/* Compressed traces as streams of their text (FORMATS A4): X.trc.zst in the seekable format of
 * zstd, and what a process that died left in X.trc.tail. */

#include <glib.h>
#include <stdio.h>

/* Read the text of the frames in `path`, X.trc.zst, and then of the tail beside it; either may be
 * missing, not both. @return NULL and errno. Reading damaged frames fails with EBADMSG. */
FILE *frame_file_read(const char *path);

/* Write text as frames and their seek table; the file is new. It is on the disk once fclose was
 * successful. @return NULL and errno */
FILE *frame_file_write(const char *path, mode_t mode);

#endif
