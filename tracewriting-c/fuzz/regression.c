/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs a fuzz target on the files of a folder, so that past findings stay found without libFuzzer.
 * Each file also runs cut at some dozens of places, which costs little and covers incomplete input.
 */
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static int run(const char *path)
{
    const size_t cuts = 50;
    FILE *const in = fopen(path, "rb");
    if (in == NULL) {
        (void)fprintf(stderr, "%s: can't be read\n", path);
        return 1;
    }
    static uint8_t buffer[1 << 16];
    const size_t size = fread(buffer, 1, sizeof buffer, in);
    (void)fclose(in);
    const size_t step = size < 7 * cuts ? 7 : size / cuts;
    for (size_t length = 0; length < size; length += step) {
        uint8_t *const copy = malloc(length + 1); /* of its exact size, for the sanitizers */
        if (copy == NULL) {
            return 1;
        }
        memcpy(copy, buffer, length);
        (void)LLVMFuzzerTestOneInput(copy, length);
        free(copy);
    }
    return LLVMFuzzerTestOneInput(buffer, size);
}

int main(int argc, char **argv)
{
    DIR *const folder = argc == 2 ? opendir(argv[1]) : NULL;
    int count = 0;
    int failed = folder == NULL;
    /* NOLINTBEGIN(concurrency-mt-unsafe): no other thread */
    for (struct dirent *entry = folder ? readdir(folder) : NULL; entry != NULL;
         entry = readdir(folder)) {
        /* NOLINTEND(concurrency-mt-unsafe) */
        char path[4096];
        if (entry->d_name[0] != '.') {
            (void)snprintf(path, sizeof path, "%s/%s", argv[1], entry->d_name);
            failed |= run(path);
            count++;
        }
    }
    if (folder != NULL) {
        (void)closedir(folder);
    }
    (void)printf("%d inputs\n", count);
    return failed || count == 0;
}
