/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What reading costs: goes through the files given and prints, for each, what is in it and how many
 * MB of text a second of processor time were read. */
#include <hdtrace/read.h>
#include <inttypes.h>
#include <stdio.h>
#include <time.h>

static double get_cpu_seconds(void)
{
    struct timespec now = {0, 0};
    (void)clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static int read_file(const char *path)
{
    const double begin = get_cpu_seconds();
    hd_reader *reader = NULL;
    hd_entry entry;
    uint64_t entries = 0;
    uint64_t bytes = 0;
    hd_status status = hd_reader_open(path, &reader);
    if (status == HD_OK) {
        while ((status = hd_reader_next(reader, &entry)) == HD_OK) {
            entries++;
            bytes = hd_reader_get_offset(reader);
        }
    }
    if (status != HD_END) {
        (void)fprintf(stderr, "%s\n", hd_read_error_get_text());
        hd_reader_close(reader);
        return 1;
    }
    const double seconds = get_cpu_seconds() - begin;
    (void)printf("%s: %" PRIu64 " entries, %" PRIu64 " bytes, %s, %" PRIu64
                 " not usable: %.0f MB/s, %.0f ns an entry\n",
                 path, entries, bytes, hd_reader_is_complete(reader) ? "complete" : "cut",
                 hd_reader_get_unusable_bytes(reader), (double)bytes / seconds * 1e-6,
                 seconds * 1e9 / (double)(entries > 0 ? entries : 1));
    hd_reader_close(reader);
    return 0;
}

int main(int argc, char **argv)
{
    int failed = argc < 2;
    for (int i = 1; i < argc; i++) {
        failed |= read_file(argv[i]);
    }
    return failed;
}
