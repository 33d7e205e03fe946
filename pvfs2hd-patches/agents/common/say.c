/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "say.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

void hdpvfs_say(const char *format, ...)
{
    const int saved = errno;
    char line[600];
    const int head =
        snprintf(line, sizeof line, "hdtrace: pvfs %s (%ld): ", hdpvfs_role_name, (long)getpid());
    const size_t room = sizeof line - 1 - (size_t)head;
    va_list arguments;
    va_start(arguments, format);
    const int body = vsnprintf(line + head, room, format, arguments);
    va_end(arguments);
    size_t length = (size_t)head + (body < 0 ? 0 : (size_t)body >= room ? room - 1 : (size_t)body);
    line[length++] = '\n';
    if (write(STDERR_FILENO, line, length) < 0) {
        errno = saved; /* there is nobody to tell */
    }
    errno = saved;
}
