/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the node's clients of network file systems did: NFS from the mounts' statistics, summed over
 * all mounts, each file system of Lustre, each mount of BeeGFS, and OrangeFS. NFS and Lustre count
 * what crossed the network, which no disk of the node shows. */
#include "rut_keyed.h"
#include "rut_source.h"
#include <sampling/kernel_tree.h>

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

/* `name: number` of a mount of BeeGFS. What went to the servers is only counted by a module that
 * was built for debugging; the levels are always there: what waits to be done, and buffers left. */
static const struct hd_rut_layout beegfs_levels = {
    .grouping = "BEEGFS",
    .count = 6,
    .fields = {{"numAvailableMsgBufs: ", "", 0, "BEEGFS_MESSAGE_BUFFERS_LEFT:", "#", 1, false},
               {"numAvailableIOBufs: ", "", 0, "BEEGFS_IO_BUFFERS_LEFT:", "#", 1, false},
               {"numFlushRefs: ", "", 0, "BEEGFS_FILES_TO_FLUSH:", "#", 1, false},
               {"numDelayedClose: ", "", 0, "BEEGFS_CLOSES_WAITING:", "#", 1, false},
               {"numDelayedEntryUnlock: ", "", 0, "BEEGFS_UNLOCKS_WAITING:", "#", 1, false},
               {"numDelayedRangeUnlock: ", "", 0, "BEEGFS_RANGE_UNLOCKS_WAITING:", "#", 1, false}}};
static const struct hd_rut_layout beegfs_calls = {
    .grouping = "BEEGFS",
    .count = 3,
    .fields = {{"numRPCs: ", "", 0, "BEEGFS_CALLS:", "#", 1, true},
               {"numRemoteReads: ", "", 0, "BEEGFS_READS:", "#", 1, true},
               {"numRemoteWrites: ", "", 0, "BEEGFS_WRITES:", "#", 1, true}}};

static const struct hd_rut_layout orangefs_reads = {
    .grouping = "ORANGEFS", .count = 1, .fields = {{"", "", 0, "ORANGEFS_READS", "#", 1, true}}};
static const struct hd_rut_layout orangefs_writes = {
    .grouping = "ORANGEFS", .count = 1, .fields = {{"", "", 0, "ORANGEFS_WRITES", "#", 1, true}}};

/* Folders are called NAME-ADDRESS, where the address changes with each mount. */
static int add_lustre_of(struct hd_rut_keyed *keyed, const char *top, const char *entry)
{
    char path[PATH_MAX];
    char name[64];
    const char *dash = strrchr(entry, '-');
    const size_t length = dash == NULL ? strlen(entry) : (size_t)(dash - entry);
    if (length >= sizeof name || !hd__kernel_path(path, "", "%s/%s/stats", top, entry)) {
        return ENAMETOOLONG;
    }
    memcpy(name, entry, length);
    name[length] = '\0';
    return hd__rut_keyed_add(keyed, path, name, &lustre);
}

#define MOUNTS     "/proc/self/mounts"
#define OLD_LUSTRE "/proc/fs/lustre/llite"
#define LUSTRE     "/sys/kernel/debug/lustre/llite"

static int add_old_lustre(struct hd_rut_keyed *keyed, const char *entry)
{
    return add_lustre_of(keyed, OLD_LUSTRE, entry);
}

static int add_lustre(struct hd_rut_keyed *keyed, const char *entry)
{
    return add_lustre_of(keyed, LUSTRE, entry);
}

static int add_beegfs(struct hd_rut_keyed *keyed, const char *entry)
{
    char path[PATH_MAX];
    if (!hd__kernel_path(path, "", "/proc/fs/beegfs/%s/.status", entry)) {
        return ENAMETOOLONG;
    }
    (void)hd__rut_keyed_add(keyed, path, entry, &beegfs_calls);
    return hd__rut_keyed_add(keyed, path, entry, &beegfs_levels);
}

static int add_places(struct hd_rut_keyed *keyed)
{
    (void)hd__rut_keyed_add(keyed, "/proc/self/mountstats", "", &nfs);
    (void)hd__rut_keyed_add(keyed, "/sys/fs/orangefs/stats/reads", "", &orangefs_reads);
    (void)hd__rut_keyed_add(keyed, "/sys/fs/orangefs/stats/writes", "", &orangefs_writes);
    (void)hd__rut_keyed_add_entries(keyed, OLD_LUSTRE, add_old_lustre);
    (void)hd__rut_keyed_add_entries(keyed, LUSTRE, add_lustre);
    (void)hd__rut_keyed_add_entries(keyed, "/proc/fs/beegfs", add_beegfs);
    return hd__rut_keyed_result(keyed, ENODEV);
}

static int open_files(void *state, const struct hd_rut_target *target)
{
    int cause = hd__rut_keyed_begin(state, target->root);
    cause = cause == 0 ? add_places(state) : cause;
    if (cause == 0) {
        (void)hd__rut_keyed_watch(state, MOUNTS);
    }
    return cause;
}

static bool has_place(const struct hd_rut_keyed *keyed, const struct hd_rut_place *wanted)
{
    for (size_t i = 0; i < keyed->count; i++) {
        const struct hd_rut_place *place = &keyed->places[i];
        if (place->layout == wanted->layout && strcmp(place->path, wanted->path) == 0 &&
            strcmp(place->device, wanted->device) == 0) {
            return true;
        }
    }
    return false;
}

/* Whether other file systems of these kinds are mounted now. That none is left makes no other
 * values, they read 0. */
static bool has_other_places(const struct hd_rut_keyed *keyed)
{
    struct hd_rut_keyed *now = hd__rut_keyed_create();
    bool is_other = false;
    if (now != NULL && hd__rut_keyed_begin(now, keyed->root) == 0 && add_places(now) == 0) {
        is_other = now->count != keyed->count;
        for (size_t i = 0; i < now->count; i++) {
            is_other = is_other || !has_place(keyed, &now->places[i]);
        }
    }
    if (now != NULL) {
        hd__rut_keyed_destroy(now);
    }
    return is_other;
}

/* Mounts of other kinds come and go: they are no reason for a new group. */
static bool read_all(void *state)
{
    struct hd_rut_keyed *keyed = state;
    const bool any = hd__rut_keyed_read(keyed);
    if (keyed->has_changed && !has_other_places(keyed)) {
        (void)hd__rut_keyed_watch(keyed, MOUNTS);
    }
    return any;
}

static void describe(void *state, struct hd_rut_values *values)
{
    struct hd_rut_keyed *keyed = state;
    if (keyed->has_changed) {
        hd__rut_keyed_clear(keyed);
        (void)add_places(keyed);
        (void)hd__rut_keyed_watch(keyed, MOUNTS);
    }
    hd__rut_keyed_describe(keyed, values);
}

const struct hd_rut_source hd__rut_fs = {
    .name = "fs",
    .create = hd__rut_keyed_create,
    .destroy = hd__rut_keyed_destroy,
    .open = open_files,
    .read = read_all,
    .has_changed = hd__rut_keyed_has_changed,
    .describe = describe,
    .emit = hd__rut_keyed_emit,
};
