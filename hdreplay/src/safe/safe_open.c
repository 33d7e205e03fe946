/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files that a replay opens, renames and deletes itself while it runs. Their folders are open since
 * before: what is done follows one name, and no link. */
#include "safe_inside.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

int safe_root_open_folder(const struct safe_root *root, const char *path, const char **leaf,
                          GError **error)
{
    const int folder = safe__walk(root, path, FALSE, leaf);
    if (folder < 0) {
        (void)safe__fail_at(root, path, error);
    }
    return folder;
}

static int close_with(int fd, int cause)
{
    close(fd);
    errno = cause;
    return -1;
}

/* What is there, or is created; another process may create it between the two looks. */
static int open_or_create(int folder, const char *leaf, int flags)
{
    enum { TRIES = 8 };
    const int plain = (flags & ~(O_CREAT | O_EXCL | O_TRUNC)) | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK;
    int file = -1;
    if ((flags & O_CREAT) == 0) {
        return openat(folder, leaf, plain);
    }
    for (int i = 0; file < 0 && i < TRIES; i++) {
        if ((flags & O_EXCL) == 0) {
            file = openat(folder, leaf, plain);
        }
        if (file < 0 && ((flags & O_EXCL) != 0 || errno == ENOENT)) {
            file = openat(folder, leaf, plain | O_CREAT | O_EXCL, 0600);
        }
        if (file < 0 && (errno != EEXIST || (flags & O_EXCL) != 0)) {
            return -1;
        }
    }
    return file;
}

/* Empty a file whose descriptor may be one to read: through that, so that it is the same file. */
static int make_empty(int file, int flags)
{
    if ((flags & O_ACCMODE) != O_RDONLY) {
        return ftruncate(file, 0);
    }
    g_autofree char *link = g_strdup_printf("/proc/self/fd/%d", file);
    const int writing = open(link, O_WRONLY | O_CLOEXEC);
    if (writing < 0) {
        return -1;
    }
    const int result = ftruncate(writing, 0);
    return result == 0 ? close(writing) : close_with(writing, errno);
}

int safe_root_open_file(const struct safe_root *root, int folder, const char *leaf, int flags)
{
    struct stat info;
    const int file = open_or_create(folder, leaf, flags);
    if (file < 0) {
        return -1;
    }
    if (fstat(file, &info) != 0 || !safe__is_on_mount(root, file, "")) {
        return close_with(file, errno);
    }
    if (!safe__is_ours(&info)) {
        return close_with(file, EPERM);
    }
    if ((flags & O_TRUNC) != 0 && info.st_size > 0 && make_empty(file, flags) != 0) {
        return close_with(file, errno); /* not by open: that may have been another's file */
    }
    return file;
}

static gboolean is_good(const struct safe_root *root, int folder, const char *leaf)
{
    struct stat info;
    if (fstatat(folder, leaf, &info, AT_SYMLINK_NOFOLLOW) != 0 ||
        !safe__is_on_mount(root, folder, leaf)) {
        return FALSE;
    }
    errno = EPERM;
    return safe__is_ours(&info);
}

gboolean safe_root_unlink(const struct safe_root *root, int folder, const char *leaf)
{
    return is_good(root, folder, leaf) && unlinkat(folder, leaf, 0) == 0;
}

gboolean safe_root_rename(const struct safe_root *root, int folder, const char *leaf, int to_folder,
                          const char *to_leaf)
{
    return is_good(root, folder, leaf) && (is_good(root, to_folder, to_leaf) || errno == ENOENT) &&
           renameat(folder, leaf, to_folder, to_leaf) == 0;
}
