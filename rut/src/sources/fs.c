/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the node's clients of network file systems did: NFS from the mounts' statistics, summed over
 * all mounts, and each Lustre file system. Both count what crossed the network, which no disk of
 * the node shows. */
#include "rut_keyed.h"
#include "rut_source.h"
#include <sampling/kernel_tree.h>

#include <dirent.h>
#include <errno.h>
#include <string.h>

/* `bytes:` read and written by calls, then directly, then from and to the server; an operation is
 * `NAME: requests transmissions timeouts sent received queued round-trip total`. */
static const struct hd_rut_layout nfs = {
    .grouping = "NFS",
    .is_list = true,
    .count = 8,
    .fields = {{"\tbytes:", "", 4, "NFS_READ", "B", 1, true},
               {"\tbytes:", "", 5, "NFS_WRITTEN", "B", 1, true},
               {"\t        READ: ", "", 0, "NFS_READS", "#", 1, true},
               {"\t        READ: ", "", 7, "NFS_READ_TIME", "ms", 1, true},
               {"\t       WRITE: ", "", 0, "NFS_WRITES", "#", 1, true},
               {"\t       WRITE: ", "", 7, "NFS_WRITE_TIME", "ms", 1, true},
               {"\t     GETATTR: ", "", 0, "NFS_ATTRIBUTE_READS", "#", 1, true},
               {"\t      COMMIT: ", "", 0, "NFS_COMMITS", "#", 1, true}}};

/* `read_bytes N samples [bytes] least most sum`. */
static const struct hd_rut_layout lustre = {
    .grouping = "LUSTRE",
    .is_list = true,
    .count = 6,
    .fields = {{"read_bytes ", "[bytes]", 2, "LUSTRE_READ:", "B", 1, true},
               {"read_bytes ", "", 0, "LUSTRE_READS:", "#", 1, true},
               {"write_bytes ", "[bytes]", 2, "LUSTRE_WRITTEN:", "B", 1, true},
               {"write_bytes ", "", 0, "LUSTRE_WRITES:", "#", 1, true},
               {"open ", "", 0, "LUSTRE_OPENS:", "#", 1, true},
               {"getattr ", "", 0, "LUSTRE_ATTRIBUTE_READS:", "#", 1, true}}};

/* Folders are called NAME-ADDRESS, where the address changes with each mount. */
static void add_lustre(struct hd_rut_keyed *keyed, const char *top, const char *entry)
{
    char path[PATH_MAX];
    char name[64];
    const char *dash = strrchr(entry, '-');
    const size_t length = dash == NULL ? strlen(entry) : (size_t)(dash - entry);
    if (entry[0] == '.' || length >= sizeof name) {
        return;
    }
    memcpy(name, entry, length);
    name[length] = '\0';
    if (hd__kernel_path(path, "", "%s/%s/stats", top, entry)) {
        (void)hd__rut_keyed_add(keyed, path, name, &lustre);
    }
}

static void add_lustre_below(struct hd_rut_keyed *keyed, const char *top)
{
    char folder[PATH_MAX];
    DIR *entries = hd__kernel_path(folder, keyed->root, "%s", top) ? opendir(folder) : NULL;
    if (entries == NULL) {
        return;
    }
    /* NOLINTNEXTLINE(concurrency-mt-unsafe): nobody else has this folder open */
    for (struct dirent *entry = readdir(entries); entry != NULL;
         entry = readdir(entries)) { /* NOLINT(concurrency-mt-unsafe) */
        add_lustre(keyed, top, entry->d_name);
    }
    (void)closedir(entries);
}

static int open_files(void *state, const struct hd_rut_target *target)
{
    const int cause = hd__rut_keyed_begin(state, target->root);
    if (cause != 0) {
        return cause;
    }
    (void)hd__rut_keyed_add(state, "/proc/self/mountstats", "", &nfs);
    add_lustre_below(state, "/proc/fs/lustre/llite");
    add_lustre_below(state, "/sys/kernel/debug/lustre/llite");
    return hd__rut_keyed_result(state, ENODEV);
}

const struct hd_rut_source hd__rut_fs = {
    .name = "fs",
    .create = hd__rut_keyed_create,
    .destroy = hd__rut_keyed_destroy,
    .open = open_files,
    .read = hd__rut_keyed_read,
    .has_changed = hd__rut_keyed_has_changed,
    .describe = hd__rut_keyed_describe,
    .emit = hd__rut_keyed_emit,
};
