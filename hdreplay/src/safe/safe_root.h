/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SAFE_ROOT_H
#define SAFE_ROOT_H
/** The folder that a replay may touch, and nothing beside it. Every path is followed component by
 *  component from the folder's descriptor without following links and without leaving its mount;
 *  files are created exclusively; only what the manifest lists is ever deleted.
 *  Source: TOOLS R8.  Thread: one at a time. */

#include "safe_name.h"

#include <stdint.h>

struct safe_root {
    int fd;
    char *path;          /**< absolute */
    char *id;            /**< of the plan: what the marker says */
    gboolean has_marker; /**< an earlier run of the same plan was here */
};

/** Open a folder that is empty or holds an earlier run of the same plan. Changes nothing.
 *  @return FALSE and an error: no folder, a link, somebody else's, or it holds other things */
gboolean safe_root_open(const char *path, const char *id, struct safe_root *root, GError **error);
void safe_root_close(struct safe_root *root);

/** Delete what the manifest of an earlier run lists, then write marker and the new manifest.
 *  @param paths plain paths (safe_name_map) of all files that the run may create
 *  @return FALSE and an error: also when something is left that no manifest lists */
gboolean safe_root_begin(struct safe_root *root, const GPtrArray *paths, GError **error);

/** Create a file's folders, which come into the manifest too. */
gboolean safe_root_make_folders(const struct safe_root *root, const char *path, GError **error);

/** Create a file that must not exist, with its folders.
 *  @return a descriptor to write to, the caller's; -1 and an error */
int safe_root_create(const struct safe_root *root, const char *path, GError **error);

/** Check that a path leads to a plain file of our own, or to nothing yet, through folders. */
gboolean safe_root_check(const struct safe_root *root, const char *path, GError **error);

/** Open the folder of a file, to open, rename or delete that later.
 *  @param leaf gets the file's name in it, within path
 *  @return a descriptor, the caller's; -1 and an error */
int safe_root_open_folder(const struct safe_root *root, const char *path, const char **leaf,
                          GError **error);

/** Open a plain file of our own, or create it, in a folder of safe_root_open_folder.
 *  @param flags of open(2)
 *  @return a descriptor, the caller's; -1 with errno, EPERM when it is something else */
int safe_root_open_file(const struct safe_root *root, int folder, const char *leaf, int flags);

/** Delete or rename a plain file of our own. @return FALSE with errno */
gboolean safe_root_unlink(const struct safe_root *root, int folder, const char *leaf);
gboolean safe_root_rename(const struct safe_root *root, int folder, const char *leaf, int to_folder,
                          const char *to_leaf);

/** Delete what the manifest lists, and manifest and marker. */
gboolean safe_root_clean(const struct safe_root *root, GError **error);

/** Check that so many bytes are free for us, or will be when safe_root_begin has deleted what an
 *  earlier run has left.
 *  @return FALSE and an error that says how many there are */
gboolean safe_root_has_space(const struct safe_root *root, uint64_t bytes, GError **error);

/** Whether this caller is the first one of the run to fail: its message stands for all, and is kept
 * in
 *  `.hdreplay-failed`. */
gboolean safe_root_is_first_to_fail(const struct safe_root *root, const char *message);

#endif
