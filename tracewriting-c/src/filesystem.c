/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE /* getline */
#include "filesystem.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/vfs.h> /* fstatfs */

static const unsigned long overlay = 0x794C7630UL, memory = 0x01021994UL /* tmpfs */;

/* The ext family and XFS write in place; others may need room again, or are not known. */
static const unsigned long overwriters[] = {
    0xEF53UL,     /* ext2, ext3, ext4 */
    0x58465342UL, /* XFS */
};

/* File systems that write a block anew elsewhere: after a page went to the disk the next store to
 * it needs room again, and where there is none the store is a SIGBUS, whatever was reserved before.
 */
static const unsigned long copiers[] = {
    0x9123683EUL, /* btrfs */
    0xCA451A4EUL, /* bcachefs */
    0x2FC12FC1UL, /* ZFS */
    0x3434UL,     /* NILFS2 */
    0x24051905UL, /* UBIFS */
};

static unsigned long kind_of(const struct statfs *system)
{
    return (unsigned long)system->f_type & 0xFFFFFFFFUL;
}

static bool is_among(const unsigned long *kinds, size_t count, const struct statfs *system)
{
    for (size_t i = 0; i < count; i++) {
        if (kinds[i] == kind_of(system)) {
            return true;
        }
    }
    return false;
}

static bool is_copier(const struct statfs *system)
{
    return is_among(copiers, sizeof copiers / sizeof copiers[0], system);
}

/* --- what lies below an overlay --------------------------------------------------------------- */

/* The kernel writes white space and the backslash as \ooo. */
static char take_character(const char **text)
{
    const char *const at = *text;
    if (at[0] == '\\' && at[1] >= '0' && at[1] <= '3' && at[2] >= '0' && at[2] <= '7' &&
        at[3] >= '0' && at[3] <= '7') {
        *text += 4;
        return (char)((at[1] - '0') * 64 + (at[2] - '0') * 8 + (at[3] - '0'));
    }
    *text += 1;
    return at[0];
}

/* An option ends at a comma; one that belongs to the path has the overlay's own backslash before
 * it.
 */
static bool copy_option(const char *text, char *folder, size_t size)
{
    size_t used = 0;
    while (*text != '\0' && *text != ',' && *text != ' ' && *text != '\n') {
        char next = take_character(&text);
        if (next == '\\' && *text != '\0' && *text != '\n') {
            next = take_character(&text);
        }
        if (used + 1 >= size) {
            return false;
        }
        folder[used++] = next;
    }
    folder[used] = '\0';
    return used > 0;
}

bool hd__filesystem_parse_upper(const char *line, long mount, char *folder, size_t size)
{
    static const char kind[] = " - overlay ", option[] = ",upperdir=";
    char *end = NULL;
    const bool is_same = strtol(line, &end, 10) == mount && end != line;
    const char *const options = is_same ? strstr(line, kind) : NULL;
    const char *const upper = options == NULL ? NULL : strstr(options, option);
    return upper != NULL && copy_option(upper + sizeof option - 1, folder, size);
}

/* The number of the mount that the file was opened by, -1: not known. */
static long mount_of(int fd)
{
    char path[64], line[128];
    long mount = -1;
    (void)snprintf(path, sizeof path, "/proc/self/fdinfo/%d", fd);
    FILE *const file = fopen(path, "re");
    while (file != NULL && mount < 0 && fgets(line, sizeof line, file) != NULL) {
        static const char field[] = "mnt_id:";
        if (strncmp(line, field, sizeof field - 1) == 0) {
            mount = strtol(line + sizeof field - 1, NULL, 10);
        }
    }
    if (file != NULL) {
        (void)fclose(file);
    }
    return mount;
}

static bool find_upper(long mount, struct statfs *upper)
{
    char folder[PATH_MAX];
    char *line = NULL;
    size_t size = 0;
    bool found = false;
    FILE *const mounts = mount < 0 ? NULL : fopen("/proc/self/mountinfo", "re");
    while (mounts != NULL && !found && getline(&line, &size, mounts) > 0) {
        found = hd__filesystem_parse_upper(line, mount, folder, sizeof folder);
    }
    free(line);
    if (mounts != NULL) {
        (void)fclose(mounts);
    }
    return found && statfs(folder, upper) == 0;
}

/* In a container the layer is out of sight. The overlay's numbers are those of the layer, though,
 * and btrfs and UBIFS are the ones that count no files. */
static bool overlay_copies(int fd, const struct statfs *shown)
{
    struct statfs upper;
    return find_upper(mount_of(fd), &upper) ? is_copier(&upper) : shown->f_files == 0;
}

/* --- entries of hd__system -------------------------------------------------------------------- */

hd__overwriting hd__filesystem_overwrites(int fd)
{
    struct statfs system;
    const int saved = errno;
    const bool known = fstatfs(fd, &system) == 0;
    errno = saved;
    if (!known) {
        return HD__OVERWRITES_NOT;
    }
    return kind_of(&system) == memory ? HD__OVERWRITES_MEMORY
           : is_among(overwriters, sizeof overwriters / sizeof overwriters[0], &system)
               ? HD__OVERWRITES_DISK
               : HD__OVERWRITES_NOT;
}

bool hd__filesystem_copies(int fd)
{
    struct statfs system;
    const int saved = errno;
    bool copies = false;
    if (fstatfs(fd, &system) == 0) {
        copies = kind_of(&system) == overlay ? overlay_copies(fd, &system) : is_copier(&system);
    }
    errno = saved;
    return copies;
}
