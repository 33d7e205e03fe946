/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pieces, copies, maps, names: the argument is a folder. */
#include "expect.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/uio.h>
#include <unistd.h>

static void use_pieces(int file)
{
    char first[5] = "aaaaa", second[6] = "bbbbb";
    const struct iovec pieces[] = {{first, 5}, {second, 6}};
    expect(writev(file, pieces, 2) == 11, "writev");
    expect(pwritev(file, pieces, 2, 100) == 11, "pwritev");
    expect(preadv(file, pieces, 1, 102) == 5, "preadv");
    const int copy = dup(file);
    expect(lseek(copy, 3, SEEK_SET) == 3, "lseek by a duplicate");
    expect(readv(file, pieces, 2) == 11, "readv where the duplicate stands");
    expect(close(copy) == 0, "close the duplicate");
    const int third = fcntl(file, F_DUPFD, 40);
    expect(third >= 40 && close(third) == 0, "fcntl");
}

static void use_memory(int file)
{
    expect(ftruncate(file, 8192) == 0, "ftruncate");
    char *const base = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, file, 4096);
    expect(base != MAP_FAILED, "mmap");
    memset(base, 'm', 100);
    expect(msync(base, 4096, MS_SYNC) == 0, "msync");
    expect(munmap(base, 4096) == 0, "munmap");
    void *const plain = mmap(NULL, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    expect(plain != MAP_FAILED && munmap(plain, 4096) == 0, "mmap without a file");
}

static void use_copies(int file)
{
    const int other = open("copy.dat", O_RDWR | O_CREAT | O_TRUNC, 0600);
    expect(lseek(file, 0, SEEK_SET) == 0, "lseek");
    const ssize_t copied = copy_file_range(file, NULL, other, NULL, 3000, 0);
    expect(copied == 3000, "copy_file_range");
    int ends[2];
    off64_t place = 100;
    expect(pipe(ends) == 0 && lseek(other, 0, SEEK_SET) == 0, "pipe");
    expect(splice(other, NULL, ends[1], NULL, 10, 0) == 10, "splice into a pipe");
    expect(splice(ends[0], NULL, other, &place, 10, 0) == 10 && place == 110, "splice of a pipe");
    expect(close(ends[0]) == 0 && close(ends[1]) == 0, "close the pipe");
    expect(fsync(other) == 0 && fdatasync(other) == 0, "fsync, fdatasync");
    expect(close(other) == 0, "close");
}

int main(int count, char **arguments)
{
    if (count != 2 || chdir(arguments[1]) != 0) {
        return 2;
    }
    const int file = open("others.dat", O_RDWR | O_CREAT | O_TRUNC, 0600);
    use_pieces(file);
    use_memory(file);
    use_copies(file);
    expect(close(file) == 0, "close");
    expect(rename("copy.dat", "moved.dat") == 0, "rename");
    expect(truncate("moved.dat", 10) == 0, "truncate");
    expect(unlink("moved.dat") == 0, "unlink");
    char path[] = "temporary-XXXXXX";
    const int temporary = mkstemp(path);
    expect(temporary >= 0 && close(temporary) == 0 && remove(path) == 0, "mkstemp, remove");
    return failures > 0;
}
