/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SAMPLING_TESTS_SCRATCH_H
#define SAMPLING_TESTS_SCRATCH_H
/** Folders and files of tests, in TMPDIR or, without it, in /tmp. */

#include <stdbool.h>
#include <stddef.h>

/** Room that a path of one is given in structures. */
#define SCRATCH_SIZE 200

/** Make an empty folder. @param name how its own name begins
 *  @return false: it can't be made, or its path has no room; `path` has what was tried */
bool scratch_folder(char *path, size_t size, const char *name);

/** The same for a file, opened to be read and written. @return its descriptor, or -1 */
int scratch_file(char *path, size_t size, const char *name);

#endif
