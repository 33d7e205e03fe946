/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ring_owner.h"

#include "sys.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Words behind HD__RING_OWNER. */
enum { OWNER_PID, OWNER_STARTED, OWNER_BOOT, BOOT_WORDS = 5, TEXT_BYTES = 1024 };

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

void hd__ring_sign(hd__ring_map *map)
{
    uint64_t boot[BOOT_WORDS];
    get_boot(boot);
    const int64_t pid = hd__system.process();
    hd__ring_set(map, HD__RING_OWNER + OWNER_PID, (uint64_t)pid);
    hd__ring_set(map, HD__RING_OWNER + OWNER_STARTED, get_started(pid));
    for (unsigned i = 0; i < BOOT_WORDS; i++) {
        hd__ring_set(map, HD__RING_OWNER + OWNER_BOOT + i, boot[i]);
    }
    (void)hd__system.lock(map->fd);
}

static bool is_here(const hd__ring_map *map)
{
    uint64_t boot[BOOT_WORDS];
    get_boot(boot);
    for (unsigned i = 0; i < BOOT_WORDS; i++) {
        if (hd__ring_get(map, HD__RING_OWNER + OWNER_BOOT + i) != boot[i]) {
            return false;
        }
    }
    const uint64_t started = hd__ring_get(map, HD__RING_OWNER + OWNER_STARTED);
    const int64_t pid = (int64_t)hd__ring_get(map, HD__RING_OWNER + OWNER_PID);
    return started != 0 && pid != hd__system.process() && get_started(pid) == started;
}

hd__ring_owner hd__ring_claim(const hd__ring_map *map)
{
    const int error = hd__system.lock(map->fd);
    const bool held = error == -EAGAIN || error == -EACCES;
    return held || is_here(map) ? HD__OWNER_LIVES : HD__OWNER_GONE;
}
