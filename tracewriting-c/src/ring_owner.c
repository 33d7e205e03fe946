/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ring_owner.h"

#include "error.h"
#include "sys.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Words behind HD__RING_OWNER. */
enum {
    OWNER_PID,
    OWNER_STARTED,
    OWNER_BOOT,
    BOOT_WORDS = 5,
    OWNER_HOST = OWNER_BOOT + BOOT_WORDS,
    HOST_WORDS = (HD__RING_HOST_BYTES + 7) / 8,
    TEXT_BYTES = 1024
};

_Static_assert(OWNER_HOST + HOST_WORDS <= HD__RING_OWNER_WORDS, "the owner has room in the head");

/* Read the beginning of a small file; false when there is none. */
static bool read_text(const char *path, char *text)
{
    const int fd = hd__system.open(path, O_RDONLY);
    if (fd < 0) {
        return false;
    }
    const ssize_t got = hd__system.read(fd, text, TEXT_BYTES - 1);
    (void)hd__system.close(fd);
    text[got > 0 ? got : 0] = '\0';
    return got > 0;
}

/* Which start of which machine this is; zeros when the system does not tell. */
static void get_boot(uint64_t *words)
{
    char text[TEXT_BYTES] = "";
    memset(words, 0, BOOT_WORDS * sizeof *words);
    if (read_text("/proc/sys/kernel/random/boot_id", text)) {
        memcpy(words, text, strnlen(text, BOOT_WORDS * sizeof *words));
    }
}

/* When the process was started, in ticks since the machine was; 0 when there is none, or only what
 * a parent has not waited for. */
static uint64_t get_started(int64_t pid)
{
    enum { FIELDS_BEFORE = 20 }; /* between the name's parenthesis and the field */
    char path[64];
    char text[TEXT_BYTES] = "";
    (void)snprintf(path, sizeof path, "/proc/%lld/stat", (long long)pid);
    if (!read_text(path, text)) {
        return 0;
    }
    const char *at = strrchr(text, ')'); /* the name may hold blanks */
    if (at != NULL && (strncmp(at, ") Z", 3) == 0 || strncmp(at, ") X", 3) == 0)) {
        return 0;
    }
    for (int i = 0; at != NULL && i < FIELDS_BEFORE; i++) {
        at = strchr(at + 1, ' ');
    }
    return at == NULL ? 0 : strtoull(at, NULL, 10);
}

static bool is_held(int lock_error)
{
    return lock_error == -EAGAIN || lock_error == -EACCES;
}

/* -EAGAIN: it was looked at by someone, or removed, before it was locked. */
static int open_once(const char *path)
{
    const int fd = hd__system.open(path, O_RDWR | O_CREAT);
    if (fd < 0) {
        return fd;
    }
    int error = is_held(hd__system.lock(fd)) || !hd__file_has_name(fd) ? -EAGAIN : 0;
    error = error == 0 ? hd__system.truncate(fd, 0) : error;
    if (error != 0) {
        (void)hd__system.close(fd);
    }
    return error == 0 ? fd : error;
}

int hd__ring_open_own(const char *path)
{
    enum { TRIES = 100 };
    static const struct timespec pause = {0, 1000000};
    int fd = open_once(path);
    for (int i = 0; fd == -EAGAIN && i < TRIES; i++) {
        const int saved = errno;
        (void)nanosleep(&pause, NULL);
        errno = saved;
        fd = open_once(path);
    }
    return fd == -EAGAIN ? -EBUSY : fd;
}

hd_status hd__ring_remove_unbegun(const char *path)
{
    uint64_t first = 0;
    const int fd = hd__system.open(path, O_RDWR);
    if (fd == -ENOENT) {
        return HD_OK;
    }
    if (fd < 0) {
        return hd__fail_system(path, fd);
    }
    hd_status status = HD_OK;
    if (hd__system.lock(fd) != 0 || hd__system.read(fd, (char *)&first, sizeof first) < 0 ||
        first != 0) {
        status = hd__fail(HD_STATE, "%s: its process begins it just now", path);
    } else if (hd__file_has_name(fd)) { /* else the name is another file's by now */
        const int error = hd__system.remove(path);
        status = error == 0 || error == -ENOENT ? HD_OK : hd__fail_system(path, error);
    }
    (void)hd__system.close(fd);
    return status;
}

/* The machine's name; zeros when it has none. */
static void get_host(uint64_t *words)
{
    char name[HD__RING_HOST_BYTES] = "";
    (void)hd__system.host(name, sizeof name - 1);
    memset(words, 0, HOST_WORDS * sizeof *words);
    memcpy(words, name, strnlen(name, sizeof name - 1));
}

static void put_words(hd__ring_map *map, unsigned at, const uint64_t *words, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        hd__ring_set(map, HD__RING_OWNER + at + i, words[i]);
    }
}

static bool has_words(const hd__ring_map *map, unsigned at, const uint64_t *words, unsigned count)
{
    bool same = true;
    for (unsigned i = 0; i < count; i++) {
        same = same && hd__ring_get(map, HD__RING_OWNER + at + i) == words[i];
    }
    return same;
}

void hd__ring_sign(hd__ring_map *map)
{
    uint64_t boot[BOOT_WORDS];
    uint64_t host[HOST_WORDS];
    get_boot(boot);
    get_host(host);
    const int64_t pid = hd__system.process();
    hd__ring_set(map, HD__RING_OWNER + OWNER_PID, (uint64_t)pid);
    hd__ring_set(map, HD__RING_OWNER + OWNER_STARTED, get_started(pid));
    put_words(map, OWNER_BOOT, boot, BOOT_WORDS);
    put_words(map, OWNER_HOST, host, HOST_WORDS);
    (void)hd__system.lock(map->fd);
}

static bool is_of_this_boot(const hd__ring_map *map)
{
    uint64_t boot[BOOT_WORDS];
    get_boot(boot);
    return has_words(map, OWNER_BOOT, boot, BOOT_WORDS);
}

static bool is_of_this_host(const hd__ring_map *map)
{
    uint64_t host[HOST_WORDS];
    get_host(host);
    return host[0] != 0 && has_words(map, OWNER_HOST, host, HOST_WORDS);
}

static bool is_running(const hd__ring_map *map)
{
    const uint64_t started = hd__ring_get(map, HD__RING_OWNER + OWNER_STARTED);
    const int64_t pid = (int64_t)hd__ring_get(map, HD__RING_OWNER + OWNER_PID);
    return started != 0 && pid != hd__system.process() && get_started(pid) == started;
}

hd__ring_owner hd__ring_claim(const hd__ring_map *map)
{
    if (is_held(hd__system.lock(map->fd))) {
        return HD__OWNER_LIVES;
    }
    if (is_of_this_boot(map)) {
        return is_running(map) ? HD__OWNER_LIVES : HD__OWNER_GONE;
    }
    return is_of_this_host(map) ? HD__OWNER_GONE : HD__OWNER_ELSEWHERE;
}

void hd__ring_get_host(const hd__ring_map *map, char name[HD__RING_HOST_BYTES])
{
    uint64_t words[HOST_WORDS];
    for (unsigned i = 0; i < HOST_WORDS; i++) {
        words[i] = hd__ring_get(map, HD__RING_OWNER + OWNER_HOST + i);
    }
    memcpy(name, words, HD__RING_HOST_BYTES);
    name[HD__RING_HOST_BYTES - 1] = '\0';
    for (char *c = name; *c != '\0'; c++) {
        if (*c <= ' ' || *c >= 0x7f) {
            *c = '?';
        }
    }
}
