/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a sampler costs that does nothing with what it reads: it waits for the slots of an interval
 * on an absolute timer with a slack of 1 ns and reads each of the files with one pread, or none. No
 * sampler on this machine costs less, misses fewer slots or is less late.
 *
 *   bench_timer INTERVAL-MS SECONDS [FILE...]
 *
 * Prints the slots it served, those it missed, and then how late each was, in ns. */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>

#define NS_PER_S INT64_C(1000000000)

enum { MOST_FILES = 64, MOST_SLOTS = 1000000 };

static int descriptors[MOST_FILES];
static int file_count;
static int64_t lateness_ns[MOST_SLOTS];

static int64_t now_ns(void)
{
    struct timespec time;
    (void)clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * NS_PER_S + time.tv_nsec;
}

static void wait_until(int64_t time_ns)
{
    const struct timespec time = {.tv_sec = (time_t)(time_ns / NS_PER_S),
                                  .tv_nsec = (long)(time_ns % NS_PER_S)};
    while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, NULL) == EINTR) {
    }
}

static bool open_files(int count, char **paths)
{
    for (; file_count < count; file_count++) {
        descriptors[file_count] = open(paths[file_count], O_RDONLY | O_CLOEXEC);
        if (descriptors[file_count] < 0) {
            perror(paths[file_count]);
            return false;
        }
    }
    return true;
}

static bool read_files(void)
{
    static char text[65536];
    for (int i = 0; i < file_count; i++) {
        if (pread(descriptors[i], text, sizeof text, 0) < 0) {
            return false;
        }
    }
    return true;
}

/* Returns how many slots were served, -1 when a file cannot be read. */
static int serve(int64_t interval_ns, int64_t duration_ns, int64_t *missed)
{
    const int64_t end_ns = now_ns() + duration_ns;
    int64_t slot_ns = (now_ns() / interval_ns + 1) * interval_ns;
    int count = 0;
    *missed = 0;
    for (; slot_ns < end_ns && count < MOST_SLOTS; count++) {
        wait_until(slot_ns);
        lateness_ns[count] = now_ns() - slot_ns;
        if (!read_files()) {
            return -1;
        }
        const int64_t next_ns = (now_ns() / interval_ns + 1) * interval_ns;
        *missed += (next_ns - slot_ns) / interval_ns - 1;
        slot_ns = next_ns;
    }
    return count;
}

int main(int argc, char **argv)
{
    const double interval_ms = argc > 1 ? strtod(argv[1], NULL) : 0.0;
    const double seconds = argc > 2 ? strtod(argv[2], NULL) : 0.0;
    if (!(interval_ms >= 0.1) || !(seconds > 0.0) || argc - 3 > MOST_FILES) {
        (void)fprintf(stderr, "usage: bench_timer INTERVAL-MS SECONDS [FILE...]\n");
        return 2;
    }
    if (!open_files(argc - 3, argv + 3)) {
        return 1;
    }
    (void)prctl(PR_SET_TIMERSLACK, 1UL);
    int64_t missed = 0;
    const int count = serve((int64_t)(interval_ms * 1e6), (int64_t)(seconds * 1e9), &missed);
    if (count < 0) {
        perror("bench_timer");
        return 1;
    }
    printf("%d %" PRId64 "\n", count, missed);
    for (int i = 0; i < count; i++) {
        printf("%" PRId64 "\n", lateness_ns[i]);
    }
    return 0;
}
