/* SPDX-License-Identifier: GPL-3.0-or-later */
/* In place of frames.c where the library is built without zstd. */
#include "frames.h"

#include <errno.h>

bool hd__frames_are_supported(void)
{
    return false;
}

int hd__frames_create(const char *path, const char *tail_path, int tail, hd__frames **frames)
{
    (void)path;
    (void)tail_path;
    (void)tail;
    (void)frames;
    return -ENOSYS;
}

void hd__frames_put_head(hd__frames *frames, const char *text, size_t bytes)
{
    (void)frames;
    (void)text;
    (void)bytes;
}

void hd__frames_offer(hd__frames *frames, off_t end)
{
    (void)frames;
    (void)end;
}

int hd__frames_patch(hd__frames *frames, off_t offset, const char *text, size_t bytes)
{
    (void)frames;
    (void)offset;
    (void)text;
    (void)bytes;
    return 0;
}

void hd__frames_stop(hd__frames *frames)
{
    (void)frames;
}

void hd__frames_destroy(hd__frames *frames, off_t size)
{
    (void)frames;
    (void)size;
}
