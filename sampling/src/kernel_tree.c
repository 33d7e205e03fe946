/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <sampling/kernel_tree.h>

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool hd__kernel_path(char whole[PATH_MAX], const char *root, const char *format, ...)
{
    const int used = snprintf(whole, PATH_MAX, "%s", root);
    if (used < 0 || used >= PATH_MAX) {
        return false;
    }
    const size_t left = PATH_MAX - (size_t)used;
    va_list arguments;
    va_start(arguments, format);
    const int length = vsnprintf(whole + used, left, format, arguments);
    va_end(arguments);
    return length >= 0 && (size_t)length < left;
}

static bool read_number(const char *name, const char *prefix, const char *suffix, unsigned *number)
{
    const size_t length = strlen(prefix);
    if (strncmp(name, prefix, length) != 0 || name[length] < '0' || name[length] > '9') {
        return false;
    }
    char *end = NULL;
    errno = 0;
    const unsigned long value = strtoul(name + length, &end, 10);
    if (errno != 0 || value > UINT_MAX) {
        return false;
    }
    *number = (unsigned)value;
    return strcmp(end, suffix) == 0;
}

static int compare(const void *a, const void *b)
{
    const unsigned x = *(const unsigned *)a;
    const unsigned y = *(const unsigned *)b;
    return (x > y) - (x < y);
}

static bool append(struct hd_kernel_numbers *numbers, unsigned number)
{
    /* Capacities are powers of two, so a count that is one is full. */
    const size_t count = numbers->count;
    if (count == 0 || (count >= 8 && (count & (count - 1)) == 0)) {
        unsigned *items = realloc(numbers->items, (count == 0 ? 8 : 2 * count) * sizeof *items);
        if (items == NULL) {
            return false;
        }
        numbers->items = items;
    }
    numbers->items[numbers->count++] = number;
    return true;
}

int hd__kernel_numbers(const char *folder, const char *prefix, const char *suffix,
                       struct hd_kernel_numbers *numbers)
{
    *numbers = (struct hd_kernel_numbers){0};
    DIR *entries = opendir(folder);
    if (entries == NULL) {
        return errno;
    }
    bool is_complete = true;
    /* NOLINTNEXTLINE(concurrency-mt-unsafe): nobody else has this folder open */
    for (struct dirent *entry = readdir(entries); is_complete && entry != NULL;
         entry = readdir(entries)) { /* NOLINT(concurrency-mt-unsafe) */
        unsigned number = 0;
        if (read_number(entry->d_name, prefix, suffix, &number)) {
            is_complete = append(numbers, number);
        }
    }
    (void)closedir(entries);
    if (!is_complete) {
        hd__kernel_numbers_free(numbers);
        return ENOMEM;
    }
    if (numbers->count > 0) {
        qsort(numbers->items, numbers->count, sizeof *numbers->items, compare);
    }
    return 0;
}

void hd__kernel_numbers_free(struct hd_kernel_numbers *numbers)
{
    free(numbers->items);
    *numbers = (struct hd_kernel_numbers){0};
}

bool hd__kernel_line(const char *path, char *line, size_t size)
{
    const int descriptor = open(path, O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) {
        return false;
    }
    const ssize_t got = read(descriptor, line, size - 1);
    (void)close(descriptor);
    line[got > 0 ? got : 0] = '\0';
    line[strcspn(line, "\n")] = '\0';
    return line[0] != '\0';
}
