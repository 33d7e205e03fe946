/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HD_KERNEL_TREE_H
#define HD_KERNEL_TREE_H
/** Finding one's way in /proc and /sys below a root. */

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

/** Compose ROOT and a path. Returns false when it is too long. */
bool hd__kernel_path(char whole[PATH_MAX], const char *root, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

struct hd_kernel_numbers {
    unsigned *items; /* ascending */
    size_t count;
};

/** Which numbers n have an entry PREFIXnSUFFIX in a folder, such as 0 and 1 for cpu0 and cpu1.
 *  @return 0 | an errno value; `numbers` is to be freed with hd__kernel_numbers_free */
int hd__kernel_numbers(const char *folder, const char *prefix, const char *suffix,
                       struct hd_kernel_numbers *numbers);
void hd__kernel_numbers_free(struct hd_kernel_numbers *numbers);

/** Read the first line of a file, without its end, cut to `size`. Returns false when there is none.
 */
bool hd__kernel_line(const char *path, char *line, size_t size);

#endif
