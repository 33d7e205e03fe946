/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HD_READ_TAILED_H
#define HD_READ_TAILED_H
/* A compressed trace that was not closed (FORMATS A4): whole frames in X.trc.zst, and the text at
 * its own offsets in X.trc.tail. It may be growing while it is read. */

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

typedef struct hd__tailed hd__tailed;

/* Takes both descriptors; `frames` is -1 where that file, `path`, is not there yet. NULL: no
 * memory, and nothing was taken. */
hd__tailed *hd__tailed_create(int frames, int tail, const char *path);
void hd__tailed_destroy(hd__tailed *tailed);

/* As hd__stream_read. */
ssize_t hd__tailed_read(hd__tailed *tailed, char *to, size_t bytes, bool *system);

#endif
