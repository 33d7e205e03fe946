/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Preloaded: a disk that says it has written what it has not. Of what write is given for a file
 * only the first is kept. */
#include <sys/syscall.h>
#include <unistd.h>

/* NOLINTNEXTLINE(readability-inconsistent-declaration-parameter-name): reserved names there */
__attribute__((visibility("default"))) ssize_t write(int fd, const void *data, size_t bytes)
{
    if (lseek(fd, 0, SEEK_CUR) > 0 && lseek(fd, (off_t)bytes, SEEK_CUR) > 0) {
        return (ssize_t)bytes;
    }
    return syscall(SYS_write, fd, data, bytes);
}
