/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE /* madvise, fallocate */
#include "sys.h"

#include "filesystem.h"
#include "guard.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h> /* rename */
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* Turns the result of a call that sets errno into one that does not. A thread is not cancelled in
 * it: it would keep the locks of those who called. */
#define HD_RESULT(type, call)                                                                      \
    const int saved = errno;                                                                       \
    int cancel;                                                                                    \
    (void)pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel);                                 \
    const type result = (call);                                                                    \
    (void)pthread_setcancelstate(cancel, NULL);                                                    \
    const int error = errno;                                                                       \
    errno = saved;                                                                                 \
    return result < 0 ? (type)-error : result

/* Keep SIGXFSZ, which a write beyond the limit of file sizes raises beside its error, from the
 * program: blocked, and taken back if it is ours. The thread is not cancelled meanwhile. */
typedef struct shield {
    sigset_t old;
    bool was_pending;
    int cancel; /* whether the thread could be cancelled */
} shield;

static void set_limit_signal(sigset_t *set)
{
    (void)sigemptyset(set);
    (void)sigaddset(set, SIGXFSZ);
}

static void raise_shield(shield *to)
{
    sigset_t set;
    sigset_t pending;
    (void)pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &to->cancel);
    set_limit_signal(&set);
    to->was_pending = sigpending(&pending) == 0 && sigismember(&pending, SIGXFSZ) == 1;
    (void)pthread_sigmask(SIG_BLOCK, &set, &to->old);
}

static void lower_shield(const shield *from)
{
    static const struct timespec at_once = {0, 0};
    sigset_t set;
    set_limit_signal(&set);
    while (!from->was_pending && sigtimedwait(&set, NULL, &at_once) < 0 && errno == EINTR) {
    }
    (void)pthread_sigmask(SIG_SETMASK, &from->old, NULL);
    (void)pthread_setcancelstate(from->cancel, NULL);
}

/* HD_RESULT for what may make a file longer. */
#define HD_SHIELDED(type, call)                                                                    \
    const int saved = errno;                                                                       \
    shield guard;                                                                                  \
    raise_shield(&guard);                                                                          \
    const type result = (call);                                                                    \
    const int error = errno;                                                                       \
    lower_shield(&guard);                                                                          \
    errno = saved;                                                                                 \
    return result < 0 ? (type)-error : result

static void *sys_alloc(size_t bytes)
{
    const int saved = errno;
    void *memory = calloc(1, bytes);
    errno = saved;
    return memory;
}

static int sys_open(const char *path, int flags)
{
    HD_RESULT(int, open(path, flags | O_CLOEXEC,
                        S_IRUSR | S_IWUSR | S_IRGRP | S_IWGRP | S_IROTH | S_IWOTH));
}

static int sys_close(int fd)
{
    HD_RESULT(int, close(fd));
}

static ssize_t sys_read(int fd, void *data, size_t bytes)
{
    HD_RESULT(ssize_t, read(fd, data, bytes));
}

static ssize_t sys_write(int fd, const void *data, size_t bytes)
{
    HD_SHIELDED(ssize_t, write(fd, data, bytes));
}

static ssize_t sys_write_at(int fd, const void *data, size_t bytes, off_t offset)
{
    HD_SHIELDED(ssize_t, pwrite(fd, data, bytes, offset));
}

static ssize_t sys_read_at(int fd, void *data, size_t bytes, off_t offset)
{
    HD_RESULT(ssize_t, pread(fd, data, bytes, offset));
}

static int sys_truncate(int fd, off_t bytes)
{
    HD_SHIELDED(int, ftruncate(fd, bytes));
}

static int sys_reserve(int fd, off_t offset, off_t bytes)
{
    const int saved = errno;
    shield guard;
    raise_shield(&guard);
    const int error = posix_fallocate(fd, offset, bytes);
    lower_shield(&guard);
    errno = saved;
    return -error;
}

static int sys_populate(void *base, size_t bytes)
{
#if defined(MADV_POPULATE_WRITE)
    HD_RESULT(int, madvise(base, bytes, MADV_POPULATE_WRITE));
#else
    (void)base;
    (void)bytes;
    return -EINVAL;
#endif
}

static void *sys_map(int fd, off_t offset, size_t bytes)
{
    const int saved = errno;
    void *base = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd, offset);
    errno = saved;
    if (base == MAP_FAILED) {
        return NULL;
    }
    hd__guard_enter(base, bytes);
    return base;
}

static void sys_unmap(void *base, size_t bytes)
{
    const int saved = errno;
    hd__guard_leave(base);
    (void)munmap(base, bytes);
    errno = saved;
}

static int sys_punch(int fd, off_t offset, off_t bytes)
{
#ifdef FALLOC_FL_PUNCH_HOLE
    HD_RESULT(int, fallocate(fd, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, offset, bytes));
#else
    (void)fd;
    (void)offset;
    (void)bytes;
    return -ENOSYS;
#endif
}

static int sys_lock(int fd)
{
    struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    HD_RESULT(int, fcntl(fd, F_SETLK, &whole));
}

static void *sys_map_own(size_t bytes)
{
#if defined(MADV_WIPEONFORK)
    const int saved = errno;
    void *base = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (base != MAP_FAILED && madvise(base, bytes, MADV_WIPEONFORK) != 0) {
        (void)munmap(base, bytes);
        base = MAP_FAILED;
    }
    errno = saved;
    return base == MAP_FAILED ? NULL : base;
#else
    (void)bytes;
    return NULL;
#endif
}

static int sys_rename(const char *from, const char *to)
{
    HD_RESULT(int, rename(from, to));
}

static int sys_remove(const char *path)
{
    HD_RESULT(int, unlink(path));
}

static uint64_t sys_addresses(void)
{
    struct rlimit limit;
    const int saved = errno;
    const bool limited = getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY;
    errno = saved;
    return limited ? (uint64_t)limit.rlim_cur : UINT64_MAX;
}

static int64_t sys_process(void)
{
    return getpid();
}

static int sys_host(char *name, size_t size)
{
    HD_RESULT(int, gethostname(name, size));
}

static int64_t sys_clock(hd__clock_id id)
{
    struct timespec now = {0, 0};
    const int saved = errno;
    const int failed = clock_gettime(id == HD__CLOCK_WALL ? CLOCK_REALTIME : CLOCK_MONOTONIC, &now);
    errno = saved;
    return failed ? 0 : (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

hd__sys hd__system = {
    .alloc = sys_alloc,
    .release = free,
    .open = sys_open,
    .close = sys_close,
    .read = sys_read,
    .write = sys_write,
    .write_at = sys_write_at,
    .read_at = sys_read_at,
    .truncate = sys_truncate,
    .reserve = sys_reserve,
    .overwrites = hd__filesystem_overwrites,
    .copies = hd__filesystem_copies,
    .populate = sys_populate,
    .map = sys_map,
    .unmap = sys_unmap,
    .map_own = sys_map_own,
    .punch = sys_punch,
    .lock = sys_lock,
    .rename = sys_rename,
    .remove = sys_remove,
    .host = sys_host,
    .process = sys_process,
    .addresses = sys_addresses,
    .clock = sys_clock,
};

int hd__file_identify(int fd, hd__file_id *id)
{
    struct stat file;
    const int saved = errno;
    const int error = fstat(fd, &file) == 0 ? 0 : -errno;
    errno = saved;
    if (error == 0) {
        *id = (hd__file_id){file.st_dev, file.st_ino};
    }
    return error;
}

int hd__file_check(int fd, const hd__file_id *id)
{
    hd__file_id now;
    const bool same =
        hd__file_identify(fd, &now) == 0 && now.device == id->device && now.inode == id->inode;
    return same ? 0 : -EBADF;
}

bool hd__file_has_name(int fd)
{
    struct stat file;
    const int saved = errno;
    const bool gone = fstat(fd, &file) == 0 && file.st_nlink == 0;
    errno = saved;
    return !gone;
}

int hd__file_get_size(int fd, off_t *bytes)
{
    struct stat file;
    const int saved = errno;
    const int error = fstat(fd, &file) == 0 ? 0 : -errno;
    errno = saved;
    *bytes = error == 0 ? file.st_size : 0;
    return error;
}

char *hd__text_copy(const char *text)
{
    const size_t bytes = strlen(text) + 1;
    char *copy = hd__system.alloc(bytes);
    if (copy != NULL) {
        memcpy(copy, text, bytes);
    }
    return copy;
}

bool hd__text_join(char *to, size_t size, const char *text, const char *ending)
{
    const int bytes = snprintf(to, size, "%s%s", text, ending);
    return bytes >= 0 && (size_t)bytes < size;
}

int hd__write_all(int fd, const char *data, size_t bytes, size_t *written)
{
    *written = 0;
    while (*written < bytes) {
        const ssize_t step = hd__system.write(fd, data + *written, bytes - *written);
        if (step > 0) {
            *written += (size_t)step;
        } else if (step != -EINTR) {
            return step == 0 ? -EIO : (int)step;
        }
    }
    return 0;
}

int hd__write_all_at(int fd, const char *data, size_t bytes, off_t offset)
{
    for (size_t done = 0; done < bytes;) {
        const ssize_t step =
            hd__system.write_at(fd, data + done, bytes - done, offset + (off_t)done);
        if (step > 0) {
            done += (size_t)step;
        } else if (step != -EINTR) {
            return step == 0 ? -EIO : (int)step;
        }
    }
    return 0;
}

int hd__read_all_at(int fd, void *data, size_t bytes, off_t offset)
{
    for (size_t done = 0; done < bytes;) {
        const ssize_t step =
            hd__system.read_at(fd, (char *)data + done, bytes - done, offset + (off_t)done);
        if (step > 0) {
            done += (size_t)step;
        } else if (step != -EINTR) {
            return step == 0 ? -EIO : (int)step;
        }
    }
    return 0;
}

void *hd__memory_grow(void *old, size_t used, size_t bytes)
{
    void *const memory = hd__system.alloc(bytes);
    if (memory == NULL) {
        return NULL;
    }
    if (used > 0) { /* what is empty may have no address */
        memcpy(memory, old, used);
    }
    hd__system.release(old);
    return memory;
}
