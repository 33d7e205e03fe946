// SPDX-License-Identifier: GPL-3.0-or-later
/* Preloaded: a file system whose law is known. A read or write of a plain file on the device of
 * HDBENCH_SLOW (a folder there) takes HDBENCH_CALL_NS and HDBENCH_NS_PER_KIB of its bytes, or as
 * long as it took where that is longer. What stdio writes from its buffers does not come here. */
#define _GNU_SOURCE // NOLINT: RTLD_NEXT, preadv
#include <dlfcn.h>
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

#define EXPORT __attribute__((visibility("default")))

enum { SECOND_NS = 1000000000 };

static dev_t device;
static int64_t call_ns;
static int64_t kib_ns;

__attribute__((constructor)) static void begin(void)
{
    const char *folder = getenv("HDBENCH_SLOW");
    const char *call = getenv("HDBENCH_CALL_NS");
    const char *kib = getenv("HDBENCH_NS_PER_KIB");
    struct stat info;
    if (folder != NULL && call != NULL && kib != NULL && stat(folder, &info) == 0) {
        device = info.st_dev;
        call_ns = strtoll(call, NULL, 10);
        kib_ns = strtoll(kib, NULL, 10);
    }
}

static int64_t now(void)
{
    struct timespec time;
    (void)clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * SECOND_NS + time.tv_nsec;
}

static int is_slow(int file)
{
    struct stat info;
    return call_ns + kib_ns > 0 && fstat(file, &info) == 0 && S_ISREG(info.st_mode) &&
           info.st_dev == device;
}

/* @param before 0: the file is none of ours */
static ssize_t wait_for(int64_t before, ssize_t moved)
{
    if (before > 0 && moved > 0) {
        const int cause = errno;
        const int64_t until = before + call_ns + moved * kib_ns / 1024;
        const struct timespec time = {until / SECOND_NS, until % SECOND_NS};
        (void)prctl(PR_SET_TIMERSLACK, 1UL, 0UL, 0UL, 0UL); /* by default, 50 us more */
        while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, NULL) == EINTR) {
        }
        (void)prctl(PR_SET_TIMERSLACK, 0UL, 0UL, 0UL, 0UL);
        errno = cause;
    }
    return moved;
}

/* The function behind ours, looked up once. */
#define NEXT(name)                                                                                 \
    static name##_function *next;                                                                  \
    if (next == NULL) {                                                                            \
        void *const found = dlsym(RTLD_NEXT, #name);                                               \
        memcpy(&next, &found, sizeof next);                                                        \
    }                                                                                              \
    const int64_t before = is_slow(file) ? now() : 0

#define PLAIN(name, pointer)                                                                       \
    typedef ssize_t name##_function(int, pointer, size_t);                                         \
    EXPORT ssize_t name(int file, pointer data, size_t count)                                      \
    {                                                                                              \
        NEXT(name);                                                                                \
        return wait_for(before, next(file, data, count));                                          \
    }
#define PLACED(name, pointer)                                                                      \
    typedef ssize_t name##_function(int, pointer, size_t, off_t);                                  \
    EXPORT ssize_t name(int file, pointer data, size_t count, off_t offset)                        \
    {                                                                                              \
        NEXT(name);                                                                                \
        return wait_for(before, next(file, data, count, offset));                                  \
    }
#define PIECES(name)                                                                               \
    typedef ssize_t name##_function(int, const struct iovec *, int);                               \
    EXPORT ssize_t name(int file, const struct iovec *pieces, int count)                           \
    {                                                                                              \
        NEXT(name);                                                                                \
        return wait_for(before, next(file, pieces, count));                                        \
    }
#define PLACED_PIECES(name)                                                                        \
    typedef ssize_t name##_function(int, const struct iovec *, int, off_t);                        \
    EXPORT ssize_t name(int file, const struct iovec *pieces, int count, off_t offset)             \
    {                                                                                              \
        NEXT(name);                                                                                \
        return wait_for(before, next(file, pieces, count, offset));                                \
    }

PLAIN(read, void *)
PLAIN(write, const void *)
PLACED(pread, void *)
PLACED(pwrite, const void *)
PLACED(pread64, void *)
PLACED(pwrite64, const void *)
PIECES(readv)
PIECES(writev)
PLACED_PIECES(preadv)
PLACED_PIECES(pwritev)
PLACED_PIECES(preadv64)
PLACED_PIECES(pwritev64)
