/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Own files of a replay, and ways to the others. */
#include "safe_inside.h"

#include "plan/plan_error.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <string.h>
#include <unistd.h>

enum { TEXT_BYTES_MAX = 1 << 30 }; /* of a manifest: several millions of files */

static const int folder_flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;

gboolean safe__fail_at(const struct safe_root *root, const char *path, GError **error)
{
    return plan_fail(error, "%s/%s: %s", root->path, path, g_strerror(errno));
}

/* --- our own files ------------------------------------------------------------------------------
 */

gboolean safe__is_ours(const struct stat *info)
{
    return S_ISREG(info->st_mode) && info->st_nlink == 1 && info->st_uid == geteuid();
}

static bool read_all(int file, char *to, size_t bytes)
{
    size_t done = 0;
    ssize_t got = 1;
    while (done < bytes && got > 0) {
        got = read(file, to + done, bytes - done);
        done += got > 0 ? (size_t)got : 0;
    }
    return done == bytes;
}

/* @return false with errno: of a write that takes nothing ENOSPC */
static bool write_all(int file, const char *from, size_t bytes)
{
    size_t done = 0;
    ssize_t put = 1;
    errno = ENOSPC;
    while (done < bytes && put > 0) {
        put = write(file, from + done, bytes - done);
        done += put > 0 ? (size_t)put : 0;
    }
    return done == bytes;
}

char *safe__read_own(int fd, const char *name)
{
    struct stat info;
    const int file = openat(fd, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);
    if (file < 0) {
        return NULL;
    }
    if (fstat(file, &info) != 0 || !safe__is_ours(&info) || info.st_size > TEXT_BYTES_MAX) {
        close(file);
        errno = EPERM;
        return NULL;
    }
    char *text = g_malloc0((gsize)info.st_size + 1);
    const bool is_read = read_all(file, text, (size_t)info.st_size);
    close(file);
    if (!is_read) {
        g_free(text);
        errno = EIO;
        return NULL;
    }
    return text;
}

gboolean safe__write_own(const struct safe_root *root, const char *name, const char *text,
                         GError **error)
{
    const size_t length = strlen(text);
    if (length > TEXT_BYTES_MAX) { /* no later run could read it */
        return plan_fail(error, "%s/%s: %zu bytes are too many: the plan has too many files",
                         root->path, name, length);
    }
    const int file =
        openat(root->fd, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (file < 0) {
        return safe__fail_at(root, name, error);
    }
    const gboolean is_written = write_all(file, text, length);
    int cause = errno;
    const gboolean is_closed = close(file) == 0;
    if (is_written && is_closed) {
        return TRUE;
    }
    cause = is_written ? errno : cause;
    (void)unlinkat(root->fd, name, 0);
    errno = cause;
    return safe__fail_at(root, name, error);
}

/* --- paths --------------------------------------------------------------------------------------
 */

/* Whether something is on the root's own mount: a bind mount may show any folder or file, also of
 * the same file system. Kernels before 5.8 do not tell mounts, there the device has to do. */
gboolean safe__is_on_mount(const struct safe_root *root, int fd, const char *name)
{
    const int flags = AT_EMPTY_PATH | AT_SYMLINK_NOFOLLOW | AT_NO_AUTOMOUNT;
    struct statx top;
    struct statx one;
    if (statx(root->fd, "", flags, STATX_BASIC_STATS | STATX_MNT_ID, &top) != 0 ||
        statx(fd, name, flags, STATX_BASIC_STATS | STATX_MNT_ID, &one) != 0) {
        return FALSE;
    }
    const gboolean told = (top.stx_mask & one.stx_mask & STATX_MNT_ID) != 0;
    if (top.stx_dev_major != one.stx_dev_major || top.stx_dev_minor != one.stx_dev_minor ||
        (told && top.stx_mnt_id != one.stx_mnt_id)) {
        errno = EXDEV;
        return FALSE;
    }
    return TRUE;
}

int safe__walk(const struct safe_root *root, const char *path, gboolean make, const char **leaf)
{
    int fd = fcntl(root->fd, F_DUPFD_CLOEXEC, 0);
    const char *slash = NULL;
    if (fd < 0) {
        return -1;
    }
    if (!safe_name_is_plain(path)) {
        close(fd);
        errno = EPERM;
        return -1;
    }
    while (fd >= 0 && (slash = strchr(path, '/')) != NULL) {
        g_autofree char *name = g_strndup(path, (gsize)(slash - path));
        int next = openat(fd, name, folder_flags);
        if (next < 0 && errno == ENOENT && make && mkdirat(fd, name, 0700) == 0) {
            next = openat(fd, name, folder_flags);
        }
        int cause = errno;
        if (next >= 0 && !safe__is_on_mount(root, next, "")) {
            cause = errno;
            close(next);
            next = -1;
        }
        close(fd);
        fd = next;
        errno = cause;
        path = slash + 1;
    }
    *leaf = path;
    return fd;
}

gboolean safe_root_make_folders(const struct safe_root *root, const char *path, GError **error)
{
    const char *leaf = NULL;
    const int folder = safe__walk(root, path, TRUE, &leaf);
    if (folder < 0) {
        return safe__fail_at(root, path, error);
    }
    close(folder);
    return TRUE;
}

int safe_root_create(const struct safe_root *root, const char *path, GError **error)
{
    const char *leaf = NULL;
    const int folder = safe__walk(root, path, TRUE, &leaf);
    if (folder < 0) {
        (void)safe__fail_at(root, path, error);
        return -1;
    }
    const int file =
        openat(folder, leaf, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    const int cause = errno;
    close(folder);
    errno = cause;
    if (file < 0) {
        (void)safe__fail_at(root, path, error);
    }
    return file;
}

gboolean safe_root_check(const struct safe_root *root, const char *path, GError **error)
{
    const char *leaf = NULL;
    struct stat info;
    const int folder = safe__walk(root, path, FALSE, &leaf);
    if (folder < 0) {
        return safe__fail_at(root, path, error);
    }
    const gboolean exists = fstatat(folder, leaf, &info, AT_SYMLINK_NOFOLLOW) == 0;
    const gboolean is_missing = !exists && errno == ENOENT;
    const gboolean is_good = exists && safe__is_on_mount(root, folder, leaf);
    const int cause = errno;
    close(folder);
    errno = cause;
    if (is_missing || !is_good) {
        return is_missing || safe__fail_at(root, path, error);
    }
    return safe__is_ours(&info) ||
           plan_fail(error, "%s/%s: refused: it is no plain file of this run", root->path, path);
}
