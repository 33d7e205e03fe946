/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sampling/file_check.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int check_access(const char *path, int mode)
{
    return faccessat(AT_FDCWD, path, mode, AT_EACCESS) == 0 ? 0 : errno;
}

static int check_folder_of(const char *path)
{
    char folder[PATH_MAX] = ".";
    const char *slash = strrchr(path, '/');
    if (slash != NULL) {
        const size_t length = slash == path ? 1 : (size_t)(slash - path);
        if (length >= sizeof folder) {
            return ENAMETOOLONG;
        }
        memcpy(folder, path, length);
        folder[length] = '\0';
    }
    return check_access(folder, W_OK | X_OK);
}

int hd__check_writable(const char *path)
{
    struct stat status;
    if (stat(path, &status) == 0) {
        return S_ISDIR(status.st_mode) ? EISDIR : check_access(path, W_OK);
    }
    return errno == ENOENT ? check_folder_of(path) : errno;
}
