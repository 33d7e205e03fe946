/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "mounts.h"

#include <fcntl.h>
#include <glib.h>
#include <sched.h>
#include <string.h>
#include <sys/mount.h>
#include <unistd.h>

static bool write_to(const char *path, const char *text)
{
    const int file = open(path, O_WRONLY | O_CLOEXEC);
    const bool ok = file >= 0 && write(file, text, strlen(text)) == (ssize_t)strlen(text);
    if (file >= 0) {
        close(file);
    }
    return ok;
}

bool mounts_begin(void)
{
    const unsigned uid = geteuid();
    g_autofree char *map = g_strdup_printf("0 %u 1", uid);
    if (unshare(uid == 0 ? CLONE_NEWNS : CLONE_NEWNS | CLONE_NEWUSER) != 0 ||
        (uid != 0 && !write_to("/proc/self/uid_map", map))) {
        return false;
    }
    return mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) == 0;
}
