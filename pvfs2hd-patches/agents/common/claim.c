/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A name of a socket that is no file: the system takes it back when the process ends, however it
 * ends. */
#include "claim.h"

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

enum { CLAIMS_MAX = 256 };

/* FNV-1a. */
static uint64_t mix(uint64_t hash, const char *text)
{
    for (; *text != '\0'; text++) {
        hash = (hash ^ (unsigned char)*text) * UINT64_C(0x100000001B3);
    }
    return hash;
}

static unsigned bind_first_free(int file, uint64_t hash)
{
    for (unsigned i = 1; i < CLAIMS_MAX; i++) {
        struct sockaddr_un name = {.sun_family = AF_UNIX};
        const int length = snprintf(name.sun_path + 1, sizeof name.sun_path - 1,
                                    "hdtrace-pvfs-%016llx-%u", (unsigned long long)hash, i);
        const socklen_t bytes =
            (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1) + (socklen_t)length;
        if (bind(file, (const struct sockaddr *)(const void *)&name, bytes) == 0) {
            return i;
        }
    }
    return 1;
}

unsigned hdpvfs_claim(const char *folder, const char *project, const char *host)
{
    static int held = -1;
    static uint64_t held_hash;
    static unsigned held_place;
    static long held_process;
    const uint64_t hash = mix(mix(mix(UINT64_C(0xCBF29CE484222325), folder), project), host);
    if (held >= 0 && held_hash == hash && held_process == (long)getpid()) {
        return held_place;
    }
    if (held >= 0) {
        (void)close(held);
    }
    held = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    held_hash = hash;
    held_process = (long)getpid();
    held_place = held < 0 ? 1 : bind_first_free(held, hash);
    return held_place;
}
