/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SAFE_INSIDE_H
#define SAFE_INSIDE_H
/** What the parts of safe_root share; between safe_*.c only. */

#include "safe_root.h"

#include <sys/stat.h>

#define MARKER   SAFE_NAME_OWN
#define MANIFEST SAFE_NAME_OWN "-manifest"
#define UNREADY  SAFE_NAME_OWN "-manifest-new" /* the next manifest while it is written */
#define FAILED   SAFE_NAME_OWN "-failed"

/** An error with errno's text. @return FALSE */
gboolean safe__fail_at(const struct safe_root *root, const char *path, GError **error);

/** Whether it is a plain file of ours without other names. */
gboolean safe__is_ours(const struct stat *info);

/** Read one of our own files. @return NULL with errno: it is missing, or none of ours */
char *safe__read_own(int fd, const char *name);

/** Make one that must not exist; what can't be written whole goes again. */
gboolean safe__write_own(const struct safe_root *root, const char *name, const char *text,
                         GError **error);

/** Whether something is on the root's own mount.
 *  @param name of what is in the folder fd; "": fd itself
 *  @return FALSE with errno */
gboolean safe__is_on_mount(const struct safe_root *root, int fd, const char *name);

/** Open the folder that holds the last component, going down from the root without links and
 *  mounts.
 *  @param make missing folders
 *  @param leaf gets the last component, within path
 *  @return -1 with errno */
int safe__walk(const struct safe_root *root, const char *path, gboolean make, const char **leaf);

/** Delete what the manifest lists. */
gboolean safe__delete_listed(const struct safe_root *root, GError **error);

/** Bytes that come free when what the manifest lists is deleted. */
uint64_t safe__count_listed(const struct safe_root *root);

/** The first thing in the root that is none of our own files, of which there are none without our
 *  marker; NULL: none. */
char *safe__find_other(const struct safe_root *root);

/** Put a new manifest in place of the old one, which may be anything by now. */
gboolean safe__write_manifest(const struct safe_root *root, const GPtrArray *paths, GError **error);

#endif
