/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "safe_root.h"

#include "plan/plan_error.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#define MARKER   SAFE_NAME_OWN
#define MANIFEST SAFE_NAME_OWN "-manifest"
#define UNREADY  SAFE_NAME_OWN "-manifest-new" /* the next manifest while it is written */
#define FAILED   SAFE_NAME_OWN "-failed"
#define POINTERS ".shfp." /* in the names of files that ROMIO has for shared pointers */

enum { TEXT_BYTES_MAX = 64 << 20 };

static const int folder_flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;

static gboolean fail_at(const struct safe_root *root, const char *path, GError **error)
{
    return plan_fail(error, "%s/%s: %s", root->path, path, g_strerror(errno));
}

/* --- our own files ------------------------------------------------------------------------------
 */

static gboolean is_ours(const struct stat *info)
{
    return S_ISREG(info->st_mode) && info->st_nlink == 1 && info->st_uid == geteuid();
}

/* NULL with errno: it is missing, or none of ours. */
static char *read_own(int fd, const char *name)
{
    struct stat info;
    const int file = openat(fd, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);
    if (file < 0) {
        return NULL;
    }
    if (fstat(file, &info) != 0 || !is_ours(&info) || info.st_size > TEXT_BYTES_MAX) {
        close(file);
        errno = EPERM;
        return NULL;
    }
    char *text = g_malloc0((gsize)info.st_size + 1);
    const ssize_t got = read(file, text, (size_t)info.st_size);
    close(file);
    if (got != info.st_size) {
        g_free(text);
        errno = EIO;
        return NULL;
    }
    return text;
}

/* Make one that must not exist; what can't be written whole goes again. */
static gboolean write_own(const struct safe_root *root, const char *name, const char *text,
                          GError **error)
{
    const int file =
        openat(root->fd, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (file < 0) {
        return fail_at(root, name, error);
    }
    const size_t length = strlen(text);
    errno = ENOSPC; /* the cause of a short write */
    const gboolean is_written = write(file, text, length) == (ssize_t)length;
    int cause = errno;
    const gboolean is_closed = close(file) == 0;
    if (is_written && is_closed) {
        return TRUE;
    }
    cause = is_written ? errno : cause;
    (void)unlinkat(root->fd, name, 0);
    errno = cause;
    return fail_at(root, name, error);
}

/* --- paths --------------------------------------------------------------------------------------
 */

/* Whether something is on the root's own mount: a bind mount may show any folder or file, also of
 * the same file system. Kernels before 5.8 do not tell mounts, there the device has to do.
 * @param name of what is in the folder fd; "": fd itself */
static gboolean is_on_mount(const struct safe_root *root, int fd, const char *name)
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

/* The folder that holds the last component, or -1 with errno. *leaf points into path. */
static int walk(const struct safe_root *root, const char *path, gboolean make, const char **leaf)
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
        if (next >= 0 && !is_on_mount(root, next, "")) {
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
    const int folder = walk(root, path, TRUE, &leaf);
    if (folder < 0) {
        return fail_at(root, path, error);
    }
    close(folder);
    return TRUE;
}

int safe_root_create(const struct safe_root *root, const char *path, GError **error)
{
    const char *leaf = NULL;
    const int folder = walk(root, path, TRUE, &leaf);
    if (folder < 0) {
        (void)fail_at(root, path, error);
        return -1;
    }
    const int file =
        openat(folder, leaf, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    const int cause = errno;
    close(folder);
    errno = cause;
    if (file < 0) {
        (void)fail_at(root, path, error);
    }
    return file;
}

gboolean safe_root_check(const struct safe_root *root, const char *path, GError **error)
{
    const char *leaf = NULL;
    struct stat info;
    const int folder = walk(root, path, FALSE, &leaf);
    if (folder < 0) {
        return fail_at(root, path, error);
    }
    const gboolean exists = fstatat(folder, leaf, &info, AT_SYMLINK_NOFOLLOW) == 0;
    const gboolean is_missing = !exists && errno == ENOENT;
    const gboolean is_good = exists && is_on_mount(root, folder, leaf);
    const int cause = errno;
    close(folder);
    errno = cause;
    if (is_missing || !is_good) {
        return is_missing || fail_at(root, path, error);
    }
    return is_ours(&info) ||
           plan_fail(error, "%s/%s: refused: it is no plain file of this run", root->path, path);
}

/* --- the manifest -------------------------------------------------------------------------------
 */

static int compare_texts(gconstpointer a, gconstpointer b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Files, what an MPI makes beside them for their shared pointers, and behind them their folders,
 * deepest first. */
static char *list_manifest(const GPtrArray *paths)
{
    g_autoptr(GHashTable) seen = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    g_autoptr(GPtrArray) folders = g_ptr_array_new();
    GString *text = g_string_new(NULL);
    for (guint i = 0; i < paths->len; i++) {
        const char *path = g_ptr_array_index(paths, i);
        const char *slash = strrchr(path, '/');
        const char *leaf = slash == NULL ? path : slash + 1;
        g_string_append_printf(text, "f %s\np %.*s.%s" POINTERS "*\n", path, (int)(leaf - path),
                               path, leaf);
        for (const char *at = strchr(path, '/'); at != NULL; at = strchr(at + 1, '/')) {
            char *folder = g_strndup(path, (gsize)(at - path));
            if (g_hash_table_contains(seen, folder)) {
                g_free(folder);
            } else {
                g_hash_table_add(seen, folder);
                g_ptr_array_add(folders, folder);
            }
        }
    }
    g_ptr_array_sort(folders, compare_texts);
    for (guint i = folders->len; i > 0; i--) {
        g_string_append_printf(text, "d %s\n", (const char *)g_ptr_array_index(folders, i - 1));
    }
    return g_string_free(text, FALSE);
}

/* Delete an entry of an open folder; path: where that is, for errors. */
static gboolean delete_in(const struct safe_root *root, int folder, const char *leaf,
                          const char *path, gboolean is_folder, GError **error)
{
    struct stat info;
    if (fstatat(folder, leaf, &info, AT_SYMLINK_NOFOLLOW) != 0) {
        return errno == ENOENT || fail_at(root, path, error);
    }
    if (!is_on_mount(root, folder, leaf)) {
        return fail_at(root, path, error);
    }
    if (is_folder ? !S_ISDIR(info.st_mode) : !is_ours(&info)) {
        errno = EPERM;
        return fail_at(root, path, error);
    }
    if (unlinkat(folder, leaf, is_folder ? AT_REMOVEDIR : 0) == 0) {
        return TRUE;
    }
    if (is_folder && (errno == ENOTEMPTY || errno == EEXIST)) {
        return plan_fail(error, "%s/%s: it holds what no manifest lists: delete it yourself",
                         root->path, path);
    }
    return fail_at(root, path, error);
}

/* Delete one entry; one that is gone is fine, one that has become something else is left. */
static gboolean delete_entry(const struct safe_root *root, const char *path, gboolean is_folder,
                             GError **error)
{
    const char *leaf = NULL;
    const int folder = walk(root, path, FALSE, &leaf);
    if (folder < 0) {
        return errno == ENOENT || fail_at(root, path, error);
    }
    const gboolean ok = delete_in(root, folder, leaf, path, is_folder, error);
    close(folder);
    return ok;
}

static GDir *list_folder(int fd)
{
    g_autofree char *link = g_strdup_printf("/proc/self/fd/%d", fd);
    return g_dir_open(link, 0, NULL);
}

/* The file beside which a pattern's files are, FOLDER/NAME; NULL: it is no pattern. */
static char *file_of_pattern(const char *pattern)
{
    const char *slash = strrchr(pattern, '/');
    const char *leaf = slash == NULL ? pattern : slash + 1;
    if (*leaf != '.' || !g_str_has_suffix(leaf, POINTERS "*") ||
        strlen(leaf) <= sizeof POINTERS + 1) {
        return NULL;
    }
    g_autofree char *name = g_strndup(leaf + 1, strlen(leaf) - sizeof POINTERS - 1);
    g_autofree char *path = g_strdup_printf("%.*s%s", (int)(leaf - pattern), pattern, name);
    return safe_name_is_plain(path) ? g_steal_pointer(&path) : NULL;
}

/* Delete what fits a pattern: FOLDER/.NAME.shfp.* with digits, dots and signs for the star. */
static gboolean delete_fitting(const struct safe_root *root, const char *pattern, GError **error)
{
    const char *leaf = NULL;
    g_autofree char *file = file_of_pattern(pattern);
    const int folder = walk(root, file, FALSE, &leaf);
    if (folder < 0) {
        return errno == ENOENT || fail_at(root, pattern, error);
    }
    g_autofree char *begin = g_strconcat(".", leaf, POINTERS, NULL);
    g_autoptr(GDir) dir = list_folder(folder);
    const size_t length = strlen(begin);
    const char *name = NULL;
    gboolean ok = TRUE;
    while (ok && dir != NULL && (name = g_dir_read_name(dir)) != NULL) {
        if (strncmp(name, begin, length) == 0 && name[length] != '\0' &&
            strspn(name + length, "0123456789.-") == strlen(name + length)) {
            ok = delete_in(root, folder, name, pattern, FALSE, error);
        }
    }
    close(folder);
    return ok;
}

static gboolean line_is_sound(const char *line)
{
    if (strlen(line) < 3 || line[1] != ' ') {
        return FALSE;
    }
    if (line[0] == 'p') {
        g_autofree char *file = file_of_pattern(line + 2);
        return file != NULL;
    }
    return (line[0] == 'f' || line[0] == 'd') && safe_name_is_plain(line + 2);
}

/* @return the manifest's lines; NULL and errno: there is none that is ours */
static char **read_manifest(const struct safe_root *root)
{
    g_autofree char *text = read_own(root->fd, MANIFEST);
    return text == NULL ? NULL : g_strsplit(text, "\n", -1);
}

static gboolean delete_listed(const struct safe_root *root, GError **error)
{
    g_auto(GStrv) lines = read_manifest(root);
    if (lines == NULL) {
        return errno == ENOENT || fail_at(root, MANIFEST, error);
    }
    for (guint i = 0; lines[i] != NULL && *lines[i] != '\0'; i++) {
        const char *line = lines[i];
        if (!line_is_sound(line)) {
            return plan_fail(error, "%s/%s: line %u is damaged: nothing more is deleted",
                             root->path, MANIFEST, i + 1);
        }
        if (line[0] == 'p' ? !delete_fitting(root, line + 2, error)
                           : !delete_entry(root, line + 2, line[0] == 'd', error)) {
            return FALSE;
        }
    }
    return TRUE;
}

/* Bytes that come free when what the manifest lists is deleted. */
static uint64_t count_listed(const struct safe_root *root)
{
    uint64_t bytes = 0;
    g_auto(GStrv) lines = root->has_marker ? read_manifest(root) : NULL;
    for (guint i = 0; lines != NULL && lines[i] != NULL && line_is_sound(lines[i]); i++) {
        const char *leaf = NULL;
        struct stat info;
        const int folder = lines[i][0] == 'f' ? walk(root, lines[i] + 2, FALSE, &leaf) : -1;
        if (folder >= 0) {
            if (fstatat(folder, leaf, &info, AT_SYMLINK_NOFOLLOW) == 0 && is_ours(&info) &&
                is_on_mount(root, folder, leaf)) {
                bytes += (uint64_t)info.st_blocks * 512;
            }
            close(folder);
        }
    }
    return bytes;
}

/* The first thing in the root that is none of our own files, of which there are none without our
 * marker; NULL: none. */
static char *find_other(const struct safe_root *root)
{
    static const char *const own[] = {MARKER, MANIFEST, UNREADY, FAILED, NULL};
    g_autoptr(GDir) dir = list_folder(root->fd);
    const char *name = dir == NULL ? "." : NULL;
    while (dir != NULL && (name = g_dir_read_name(dir)) != NULL && root->has_marker &&
           g_strv_contains(own, name)) {
    }
    return g_strdup(name);
}

/* Put a new manifest in place of the old one, which may be anything by now. */
static gboolean write_manifest(const struct safe_root *root, const GPtrArray *paths, GError **error)
{
    g_autofree char *text = list_manifest(paths);
    return (unlinkat(root->fd, UNREADY, 0) == 0 || errno == ENOENT ||
            fail_at(root, UNREADY, error)) &&
           write_own(root, UNREADY, text, error) &&
           (renameat(root->fd, UNREADY, root->fd, MANIFEST) == 0 || fail_at(root, MANIFEST, error));
}

/* --- the root -----------------------------------------------------------------------------------
 */

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
    g_autofree char *marker = read_own(root->fd, MARKER);
    if (marker != NULL) {
        root->has_marker = TRUE;
        return strcmp(marker, expected) == 0 ||
               plan_fail(error, "--root %s: refused: it holds the run of another plan", root->path);
    }
    if (errno != ENOENT) {
        return fail_at(root, MARKER, error);
    }
    g_autofree char *other = find_other(root);
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
    return unlinkat(root->fd, FAILED, 0) == 0 || errno == ENOENT || fail_at(root, FAILED, error);
}

gboolean safe_root_begin(struct safe_root *root, const GPtrArray *paths, GError **error)
{
    g_autofree char *marker = g_strconcat("hdreplay ", root->id, "\n", NULL);
    if (root->has_marker && (!delete_listed(root, error) || !forget_failure(root, error))) {
        return FALSE;
    }
    g_autofree char *other = find_other(root);
    if (other != NULL) {
        return plan_fail(error, "--root %s: refused: it holds %s, which no replay has made",
                         root->path, other);
    }
    if (!root->has_marker && !write_own(root, MARKER, marker, error)) {
        return FALSE;
    }
    root->has_marker = TRUE;
    return write_manifest(root, paths, error);
}

gboolean safe_root_clean(const struct safe_root *root, GError **error)
{
    return delete_listed(root, error) && forget_failure(root, error) &&
           (unlinkat(root->fd, UNREADY, 0) == 0 || errno == ENOENT ||
            fail_at(root, UNREADY, error)) &&
           (unlinkat(root->fd, MANIFEST, 0) == 0 || fail_at(root, MANIFEST, error)) &&
           (unlinkat(root->fd, MARKER, 0) == 0 || fail_at(root, MARKER, error));
}

gboolean safe_root_has_space(const struct safe_root *root, uint64_t bytes, GError **error)
{
    struct statvfs info;
    if (fstatvfs(root->fd, &info) != 0) {
        return plan_fail(error, "--root %s: %s", root->path, g_strerror(errno));
    }
    const uint64_t unit = info.f_frsize;
    const uint64_t own = unit > 0 ? count_listed(root) / unit : 0;
    if (unit > 0 && bytes / unit >= info.f_bavail + own) {
        return plan_fail(error,
                         "--root %s: the files need %" G_GUINT64_FORMAT " bytes, %" G_GUINT64_FORMAT
                         " are free: nothing was written",
                         root->path, bytes, ((uint64_t)info.f_bavail + own) * unit);
    }
    return TRUE;
}

gboolean safe_root_is_first_to_fail(const struct safe_root *root)
{
    const int file =
        openat(root->fd, FAILED, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (file >= 0) {
        close(file);
    }
    return file >= 0 || errno != EEXIST;
}
