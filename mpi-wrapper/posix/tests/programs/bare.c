/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A program that has none of the descriptors 0 to 2, and counts on the numbers that it gets. The
 * argument is a folder; what it found it says by its status. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

int main(int count, char **arguments)
{
    (void)close(0);
    (void)close(1);
    (void)close(2);
    if (count != 2 || chdir(arguments[1]) != 0) {
        return 2;
    }
    for (int i = 0; i < 5; i++) {
        if (open("bare.dat", O_RDWR | O_CREAT, 0600) != i) {
            return 10 + i;
        }
    }
    errno = 4711;
    if (write(3, "abc", 3) != 3 || errno != 4711) {
        return 20;
    }
    closefrom(0);
    if (open("bare.dat", O_RDONLY) != 0) {
        return 21;
    }
    char data[10];
    return read(0, data, sizeof data) == 3 && errno == 4711 ? 0 : 22;
}
