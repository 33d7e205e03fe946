/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "rut_file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/vfs.h>
#include <unistd.h>

/* Room for a first read, and what no kernel file reaches. */
#define FIRST_CAPACITY   ((size_t)16 * 1024)
#define LARGEST_CAPACITY ((size_t)16 * 1024 * 1024)

/* A page is at least 4 KiB, a line of /proc/net/dev or /proc/diskstats at most 450 bytes. */
#define LAST_OF_LIST ((size_t)3 * 1024)
#define PROCFS       0x9fa0 /* PROC_SUPER_MAGIC of linux/magic.h */

int hd__rut_file_init(struct hd_rut_file *file)
{
    char *text = malloc(FIRST_CAPACITY);
    if (text == NULL) {
        return ENOMEM;
    }
    text[0] = '\0';
    *file = (struct hd_rut_file){
        .descriptor = -1, .text = text, .capacity = FIRST_CAPACITY, .read_at = pread};
    return 0;
}

int hd__rut_file_open(struct hd_rut_file *file, const char *root, const char *path)
{
    char whole[PATH_MAX];
    const int length = snprintf(whole, sizeof whole, "%s%s", root, path);
    if (length < 0 || (size_t)length >= sizeof whole) {
        return ENAMETOOLONG;
    }
    const int cause = hd__rut_file_init(file);
    if (cause != 0) {
        return cause;
    }
    file->descriptor = open(whole, O_RDONLY | O_CLOEXEC);
    if (file->descriptor < 0) {
        const int failure = errno;
        hd__rut_file_close(file);
        return failure;
    }
    struct statfs system;
    file->is_paged = fstatfs(file->descriptor, &system) == 0 && system.f_type == PROCFS;
    return 0;
}

static int grow(struct hd_rut_file *file)
{
    if (file->capacity >= LARGEST_CAPACITY) {
        return EFBIG;
    }
    char *text = realloc(file->text, 2 * file->capacity);
    if (text == NULL) {
        return ENOMEM;
    }
    file->text = text;
    file->capacity *= 2;
    return 0;
}

/* Whether a read of `got` bytes into more room than that was the last. */
static bool has_it_all(const struct hd_rut_file *file, size_t got)
{
    return file->is_whole || (file->is_paged && got <= LAST_OF_LIST);
}

/* One byte stays free for the NUL. */
static int read_until_end(struct hd_rut_file *file)
{
    for (;;) {
        if (file->length + 1 == file->capacity) {
            const int cause = grow(file);
            if (cause != 0) {
                return cause;
            }
        }
        const size_t room = file->capacity - file->length - 1;
        const ssize_t got =
            file->read_at(file->descriptor, file->text + file->length, room, (off_t)file->length);
        if (got < 0 && errno != EINTR) {
            return errno;
        }
        file->length += got > 0 ? (size_t)got : 0;
        if (got == 0 || (got > 0 && (size_t)got < room && has_it_all(file, (size_t)got))) {
            return 0;
        }
    }
}

int hd__rut_file_read(struct hd_rut_file *file)
{
    file->length = 0;
    const int cause = read_until_end(file);
    if (cause != 0) {
        file->length = 0;
    }
    file->text[file->length] = '\0';
    return cause;
}

void hd__rut_file_close(struct hd_rut_file *file)
{
    if (file->text != NULL && file->descriptor >= 0) {
        (void)close(file->descriptor);
    }
    free(file->text);
    *file = (struct hd_rut_file){.descriptor = -1};
}
