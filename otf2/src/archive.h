/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HD_OTF2_ARCHIVE_H
#define HD_OTF2_ARCHIVE_H
/* Between archives of OTF2 and the text of lines.h. Both end the program when they can't go on.
 * Source: the API documentation of OTF2 3.0, "Usage in writing mode", "Usage in reading mode". */

#include <otf2/otf2.h>

/* Name of the anchor file, without its ending. */
#define ARCHIVE_NAME "traces"

/* Types of values in the text. */
enum { VALUE_TEXT = 's', VALUE_INTEGER = 'i', VALUE_REAL = 'd' };

/* Make an archive of the text on stdin in a folder, which is made. */
void archive_write(const char *folder);

/* Tell an archive on stdout. */
void archive_read(const char *anchor);

/* Stop when a call of OTF2 has failed, with its own reason: exit 2, or 1 when an archive is written
 * and the fault is not in the text. */
void archive_require(OTF2_ErrorCode code, const char *file, const char *what);

/* Keeps what OTF2 says of errors, instead of its printing it. An error of the files of `folder`,
 * where an archive is written, ends the program (exit 1); NULL for one that is read. */
void archive_listen(const char *folder);

/* Forget an error that hinders nobody, so that it is not told as the reason of a later one. */
void archive_forget(void);

#endif
