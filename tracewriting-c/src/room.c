/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "room.h"

enum { PAGE_LEAST = 4096, TRIES = 100 }; /* TRIES: bounds what an endless row of signals can do */

static char zeros[HD__ROOM_STEP_MAX]; /* never written: stands for one page of the system's */

ssize_t hd__room_fill(int fd, hd__overwriting overwrites, off_t at, size_t bytes)
{
    if (overwrites != HD__OVERWRITES_NOT) {
        return hd__system.write_at(fd, zeros, bytes < sizeof zeros ? bytes : sizeof zeros, at);
    }
    const int error = hd__system.reserve(fd, at, (off_t)bytes);
    return error == 0 ? (ssize_t)bytes : error;
}

int hd__room_fill_all(int fd, hd__overwriting overwrites, off_t at, size_t bytes)
{
    int tries = 0;
    while (bytes > 0) {
        const ssize_t got = hd__room_fill(fd, overwrites, at, bytes);
        if (got > 0) {
            at += got;
            bytes -= (size_t)got;
        } else if (got != -EINTR || ++tries == TRIES) {
            return got == 0 ? -ENOSPC : (int)got;
        }
    }
    return 0;
}

int hd__room_touch(void *base, size_t bytes, hd__overwriting overwrites)
{
    if (overwrites == HD__OVERWRITES_MEMORY) {
        for (size_t at = 0; at < bytes; at += PAGE_LEAST) {
            (void)*(const volatile char *)((const char *)base + at);
        }
    }
    const int error =
        overwrites != HD__OVERWRITES_NOT || bytes == 0 ? 0 : hd__system.populate(base, bytes);
    return error == -EFAULT ? -ENOSPC : 0;
}

void hd__room_store(char *base, size_t bytes)
{
    for (size_t at = 0; at < bytes; at += PAGE_LEAST) {
        *(volatile char *)(base + at) = 0;
    }
}
