/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The list of all that a run may create, by which it is deleted. */
#include "safe_inside.h"

#include "plan/plan_error.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define POINTERS ".shfp." /* in the names of files that ROMIO has for shared pointers */

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
        return errno == ENOENT || safe__fail_at(root, path, error);
    }
    if (!safe__is_on_mount(root, folder, leaf)) {
        return safe__fail_at(root, path, error);
    }
    if (is_folder ? !S_ISDIR(info.st_mode) : !safe__is_ours(&info)) {
        errno = EPERM;
        return safe__fail_at(root, path, error);
    }
    if (unlinkat(folder, leaf, is_folder ? AT_REMOVEDIR : 0) == 0) {
        return TRUE;
    }
    if (is_folder && (errno == ENOTEMPTY || errno == EEXIST)) {
        return plan_fail(error, "%s/%s: it holds what no manifest lists: delete it yourself",
                         root->path, path);
    }
    return safe__fail_at(root, path, error);
}

/* Delete one entry; one that is gone is fine, one that has become something else is left. */
static gboolean delete_entry(const struct safe_root *root, const char *path, gboolean is_folder,
                             GError **error)
{
    const char *leaf = NULL;
    const int folder = safe__walk(root, path, FALSE, &leaf);
    if (folder < 0) {
        return errno == ENOENT || safe__fail_at(root, path, error);
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
    const int folder = safe__walk(root, file, FALSE, &leaf);
    if (folder < 0) {
        return errno == ENOENT || safe__fail_at(root, pattern, error);
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
    g_autofree char *text = safe__read_own(root->fd, MANIFEST);
    return text == NULL ? NULL : g_strsplit(text, "\n", -1);
}

gboolean safe__delete_listed(const struct safe_root *root, GError **error)
{
    g_auto(GStrv) lines = read_manifest(root);
    if (lines == NULL) {
        return errno == ENOENT || safe__fail_at(root, MANIFEST, error);
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
uint64_t safe__count_listed(const struct safe_root *root)
{
    uint64_t bytes = 0;
    g_auto(GStrv) lines = root->has_marker ? read_manifest(root) : NULL;
    for (guint i = 0; lines != NULL && lines[i] != NULL && line_is_sound(lines[i]); i++) {
        const char *leaf = NULL;
        struct stat info;
        const int folder = lines[i][0] == 'f' ? safe__walk(root, lines[i] + 2, FALSE, &leaf) : -1;
        if (folder >= 0) {
            if (fstatat(folder, leaf, &info, AT_SYMLINK_NOFOLLOW) == 0 && safe__is_ours(&info) &&
                safe__is_on_mount(root, folder, leaf)) {
                bytes += (uint64_t)info.st_blocks * 512;
            }
            close(folder);
        }
    }
    return bytes;
}

/* The first thing in the root that is none of our own files, of which there are none without our
 * marker; NULL: none. */
char *safe__find_other(const struct safe_root *root)
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
gboolean safe__write_manifest(const struct safe_root *root, const GPtrArray *paths, GError **error)
{
    g_autofree char *text = list_manifest(paths);
    return (unlinkat(root->fd, UNREADY, 0) == 0 || errno == ENOENT ||
            safe__fail_at(root, UNREADY, error)) &&
           safe__write_own(root, UNREADY, text, error) &&
           (renameat(root->fd, UNREADY, root->fd, MANIFEST) == 0 ||
            safe__fail_at(root, MANIFEST, error));
}
