/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "safe_inside.h"

#include "plan/plan_error.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/statvfs.h>
#include <unistd.h>

static const int folder_flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;

static gboolean check_folder(const struct safe_root *root, GError **error)
{
    struct stat info;
    struct stat top;
    if (fstat(root->fd, &info) != 0 || stat("/", &top) != 0) {
        return plan_fail(error, "--root %s: %s", root->path, g_strerror(errno));
    }
    if (info.st_dev == top.st_dev && info.st_ino == top.st_ino) {
        return plan_fail(error, "--root %s: refused: it is the root of all files", root->path);
    }
    if (info.st_uid != geteuid() || (info.st_mode & (S_IWGRP | S_IWOTH)) != 0) {
        return plan_fail(error, "--root %s: refused: others may write there", root->path);
    }
    if (strchr(root->path, ':') != NULL) {
        return plan_fail(error, "--root %s: refused: MPI takes a colon for a prefix", root->path);
    }
    return TRUE;
}

static gboolean check_content(struct safe_root *root, GError **error)
{
    g_autofree char *expected = g_strconcat("hdreplay ", root->id, "\n", NULL);
    g_autofree char *marker = safe__read_own(root->fd, MARKER);
    if (marker != NULL) {
        root->has_marker = TRUE;
        return strcmp(marker, expected) == 0 ||
               plan_fail(error, "--root %s: refused: it holds the run of another plan", root->path);
    }
    if (errno != ENOENT) {
        return safe__fail_at(root, MARKER, error);
    }
    g_autofree char *other = safe__find_other(root);
    return other == NULL ||
           plan_fail(error,
                     "--root %s: refused: it is not empty and has no marker of a replay (%s)",
                     root->path, other);
}

gboolean safe_root_open(const char *path, const char *id, struct safe_root *root, GError **error)
{
    struct safe_root one = {.fd = open(path, folder_flags)};
    if (one.fd < 0) {
        return plan_fail(error, "--root %s: %s", path,
                         errno == ELOOP || errno == ENOTDIR ? "refused: it is no folder, or a link"
                                                            : g_strerror(errno));
    }
    g_autofree char *link = g_strdup_printf("/proc/self/fd/%d", one.fd);
    one.path = g_file_read_link(link, error); /* absolute, without links */
    one.id = g_strdup(id);
    if (one.path == NULL) {
        safe_root_close(&one);
        return FALSE;
    }
    if (!check_folder(&one, error) || !check_content(&one, error)) {
        safe_root_close(&one);
        return FALSE;
    }
    *root = one;
    return TRUE;
}

void safe_root_close(struct safe_root *root)
{
    close(root->fd);
    g_clear_pointer(&root->path, g_free);
    g_clear_pointer(&root->id, g_free);
}

static gboolean forget_failure(const struct safe_root *root, GError **error)
{
    return unlinkat(root->fd, FAILED, 0) == 0 || errno == ENOENT ||
           safe__fail_at(root, FAILED, error);
}

gboolean safe_root_begin(struct safe_root *root, const GPtrArray *paths, GError **error)
{
    g_autofree char *marker = g_strconcat("hdreplay ", root->id, "\n", NULL);
    if (root->has_marker && (!safe__delete_listed(root, error) || !forget_failure(root, error))) {
        return FALSE;
    }
    g_autofree char *other = safe__find_other(root);
    if (other != NULL) {
        return plan_fail(error, "--root %s: refused: it holds %s, which no replay has made",
                         root->path, other);
    }
    if (!root->has_marker && !safe__write_own(root, MARKER, marker, error)) {
        return FALSE;
    }
    root->has_marker = TRUE;
    return safe__write_manifest(root, paths, error);
}

gboolean safe_root_clean(const struct safe_root *root, GError **error)
{
    return safe__delete_listed(root, error) && forget_failure(root, error) &&
           (unlinkat(root->fd, UNREADY, 0) == 0 || errno == ENOENT ||
            safe__fail_at(root, UNREADY, error)) &&
           (unlinkat(root->fd, MANIFEST, 0) == 0 || safe__fail_at(root, MANIFEST, error)) &&
           (unlinkat(root->fd, MARKER, 0) == 0 || safe__fail_at(root, MARKER, error));
}

gboolean safe_root_has_space(const struct safe_root *root, uint64_t bytes, GError **error)
{
    struct statvfs info;
    if (fstatvfs(root->fd, &info) != 0) {
        return plan_fail(error, "--root %s: %s", root->path, g_strerror(errno));
    }
    const uint64_t unit = info.f_frsize;
    const uint64_t own = unit > 0 ? safe__count_listed(root) / unit : 0;
    if (unit > 0 && bytes / unit >= info.f_bavail + own) {
        return plan_fail(error,
                         "--root %s: the files need %" G_GUINT64_FORMAT " bytes, %" G_GUINT64_FORMAT
                         " are free: nothing was written",
                         root->path, bytes, ((uint64_t)info.f_bavail + own) * unit);
    }
    return TRUE;
}

gboolean safe_root_is_first_to_fail(const struct safe_root *root, const char *message)
{
    const int file =
        openat(root->fd, FAILED, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    const gboolean is_first = file >= 0 || errno != EEXIST;
    if (file >= 0) {
        const ssize_t written = write(file, message, strlen(message));
        close(file);
        return written > 0 || is_first; /* a full disk keeps no message */
    }
    return is_first;
}
