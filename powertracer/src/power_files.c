/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "power_files.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <hdtrace/clock.h>
#include <sampling/kernel_tree.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define NUMBER_TEXT 128
#define LIST_SIZE   65536

bool hd__number_files_add(struct hd_number_files *files, struct hd_meter *meter, const char *path,
                          double factor)
{
    char whole[PATH_MAX];
    if (files->count == HD_METER_CHANNELS || !hd__kernel_path(whole, meter->root, "%s", path)) {
        return hd__meter_fail(meter, "%.120s: too many files", path);
    }
    const int descriptor = open(whole, O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) {
        char words[64];
        const int cause = errno;
        if (cause != ENOENT && strerror_r(cause, words, sizeof words) == 0) {
            (void)hd__meter_fail(meter, "%.80s: %s", path, words);
        }
        return false;
    }
    files->factors[files->count] = factor;
    files->descriptors[files->count++] = descriptor;
    return true;
}

/* The number at the beginning of a text; what follows, a unit or a time, is left out. */
static bool read_text(int descriptor, char text[NUMBER_TEXT])
{
    const ssize_t got = pread(descriptor, text, NUMBER_TEXT - 1, 0);
    text[got > 0 ? got : 0] = '\0';
    return got > 0;
}

static bool read_counter(const char *text, double factor, uint64_t *uj)
{
    char *end = NULL;
    errno = 0;
    const unsigned long long number = strtoull(text, &end, 10);
    *uj = (uint64_t)number * (uint64_t)factor;
    return end != text && errno == 0 && text[0] != '-' && *end != '.';
}

enum hd_meter_result hd__number_files_read(struct hd_number_files *files, struct hd_meter *meter,
                                           struct hd_meter_sample *sample)
{
    char text[NUMBER_TEXT];
    size_t found = 0;
    const int64_t before_ns = hd_clock_get_ns();
    for (size_t i = 0; i < files->count; i++) {
        const char *cursor = text;
        bool is_valid = read_text(files->descriptors[i], text);
        if (is_valid && meter->channels[i].quantity == HD_METER_ENERGY) {
            is_valid = read_counter(text, files->factors[i], &sample->numbers[i].uj);
        } else if (is_valid) {
            is_valid = hd__read_real(&cursor, &sample->numbers[i].real);
            sample->numbers[i].real *= files->factors[i];
        }
        meter->damaged += is_valid ? 0 : 1;
        sample->is_valid[i] = is_valid;
        found += is_valid ? 1 : 0;
    }
    hd__meter_stamp(meter, sample, before_ns);
    return found > 0 ? HD_METER_SAMPLE : hd__meter_lose(meter, "its files cannot be read any more");
}

void hd__number_files_close(struct hd_number_files *files)
{
    for (size_t i = 0; i < files->count; i++) {
        (void)close(files->descriptors[i]);
    }
    files->count = 0;
}

bool hd__number_file_get(const char *path, uint64_t *number)
{
    char line[NUMBER_TEXT];
    char *end = NULL;
    if (!hd__kernel_line(path, line, sizeof line)) {
        return false;
    }
    *number = strtoull(line, &end, 10);
    return end != line;
}

static int compare(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static int is_any(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

static int compare_entries(const struct dirent **a, const struct dirent **b)
{
    const char *const names[] = {(*a)->d_name, (*b)->d_name};
    return compare(&names[0], &names[1]);
}

char *hd__list_folder(const char *folder, const char *prefix)
{
    struct dirent **entries = NULL;
    const int count = scandir(folder, &entries, is_any, compare_entries);
    char *list = count < 0 ? NULL : calloc(1, LIST_SIZE);
    size_t used = 0;
    for (int i = 0; i < count; i++) {
        const size_t size = strlen(entries[i]->d_name) + 1;
        if (list != NULL && strncmp(entries[i]->d_name, prefix, strlen(prefix)) == 0 &&
            used + size < LIST_SIZE) {
            memcpy(list + used, entries[i]->d_name, size);
            used += size;
        }
        free(entries[i]);
    }
    free(entries);
    return list;
}
