/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Known I/O by descriptors: the argument is a folder. */
#include "expect.h"

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int main(int count, char **arguments)
{
    char data[300];
    memset(data, 'x', sizeof data);
    if (count != 2 || chdir(arguments[1]) != 0) {
        return 2;
    }
    const int file = open("basic.dat", O_RDWR | O_CREAT | O_TRUNC, 0640);
    struct stat status;
    expect(fstat(file, &status) == 0 && (status.st_mode & 0777 & ~0027u) == 0640, "mode");
    expect(write(file, data, 100) == 100, "write");
    expect(pwrite(file, data, 50, 200) == 50, "pwrite");
    expect(lseek(file, -240, SEEK_END) == 10, "lseek");
    expect(read(file, data, 20) == 20, "read");
    expect(read(file, data, 300) == 220, "read up to the end");
    expect(pread(file, data, 10, 5) == 10, "pread");
    expect(close(file) == 0, "close");
    expect(close(file) != 0, "close again");
    expect(open("missing/basic.dat", O_RDONLY) == -1, "open what is missing");
    const int appended = open("basic.dat", O_WRONLY | O_APPEND);
    expect(write(appended, data, 7) == 7, "append");
    expect(read(appended, data, 7) == -1, "read what is open to write");
    expect(close(appended) == 0, "close the appended");
    return failures > 0;
}
