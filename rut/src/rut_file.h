/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HDRUT_FILE_H
#define HDRUT_FILE_H
/** A kernel file that stays open and is read again for every sample. */

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

struct hd_rut_file {
    int descriptor;
    char *text; /* NUL terminated */
    size_t length;
    size_t capacity;
    /* The kernel composes it in one piece, as it does what isn't a list: a read that leaves room
     * has it all. */
    bool is_whole;
    /* A list of the kernel's procfs: it fills a page with whole lines and begins no line that no
     * longer fits, so a read that leaves room for the longest line of its page has the last one. */
    bool is_paged;
    /* pread(2), replaced by tests */
    ssize_t (*read_at)(int descriptor, void *buffer, size_t size, off_t offset);
};

/** Make the buffer, with no file open yet. Returns 0 or ENOMEM. */
int hd__rut_file_init(struct hd_rut_file *file);

/** Open ROOT/PATH; `root` may be "". Returns 0 or an errno value. */
int hd__rut_file_open(struct hd_rut_file *file, const char *root, const char *path);

/** Read the whole file again, from the start until a read returns 0 or has shown by its size that
 *  nothing follows: the kernel hands out lists a page or so at a time, however much is asked for.
 *  Returns 0 or an errno value (then text is "").
 */
int hd__rut_file_read(struct hd_rut_file *file);

/** Close the file, if one is open, and free the buffer. */
void hd__rut_file_close(struct hd_rut_file *file);

#endif
